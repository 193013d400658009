import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { testDataHome } from "./test-data-home.js";

/** Builds dist/ so that the end-to-end tests run what the sources say now. Returns what clears up after all tests. */
export default function build(): () => void {
	execFileSync(process.execPath, ["esbuild.config.mjs"], { stdio: "inherit" });
	return () => rmSync(testDataHome, { recursive: true, force: true });
}
