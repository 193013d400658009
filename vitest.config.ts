import { defineConfig } from "vitest/config";
import { testDataHome } from "./test/support/test-data-home.js";

export default defineConfig({
	test: {
		include: ["test/**/*.test.{ts,tsx}"],
		testTimeout: 30_000,
		hookTimeout: 60_000,
		// End-to-end tests drive the built program; it is built once before any test runs.
		globalSetup: ["test/support/build.ts"],
		setupFiles: ["test/support/own-trash.ts"],
		// What the tests put into the trash is no business of the user's.
		env: { NO_COLOR: "", FORCE_COLOR: "", CI: "", XDG_DATA_HOME: testDataHome },
	},
});
