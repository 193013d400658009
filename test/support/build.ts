import { execFileSync } from "node:child_process";

/** Builds dist/ so that the end-to-end tests run what the sources say now. */
export default function build(): void {
	execFileSync(process.execPath, ["esbuild.config.mjs"], { stdio: "inherit" });
}
