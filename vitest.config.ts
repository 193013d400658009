import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		include: ["test/**/*.test.{ts,tsx}"],
		testTimeout: 30_000,
		hookTimeout: 60_000,
		// End-to-end tests drive the built program; it is built once before any test runs.
		globalSetup: ["test/support/build.ts"],
		env: { NO_COLOR: "", FORCE_COLOR: "", CI: "" },
	},
});
