import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { directoryState, missingDirectoryChoices } from "../../src/agent/working-directory.js";

it("tells why a directory cannot be used", async () => {
	const directory = mkdtempSync(join(tmpdir(), "prime-sessions-cwd-"));
	onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
	expect(await directoryState(directory)).toBe("usable");
	expect(await directoryState(join(directory, "gone"))).toBe("missing");
	expect(await directoryState("")).toBe("missing");
	expect(await directoryState("~/work")).toBe("missing");
	expect(await directoryState(process.execPath)).toBe("not-a-directory");
	expect(await directoryState(join(process.execPath, "below"))).toBe("missing");
});

it("does not wait for a directory that never answers", async () => {
	const never = (() => new Promise(() => undefined)) as unknown as typeof import("node:fs/promises").stat;
	expect(await directoryState("/mnt/dead", { look: never, patienceMs: 1 })).toBe("unreachable");
});

it("offers first what changes nothing", () => {
	expect(missingDirectoryChoices("~/here").map((choice) => choice.id)).toEqual([
		"cancel",
		"run-here",
		"choose",
		"fork-here",
	]);
});
