import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { hasProcess, processState, startOf, thisProcess } from "../../src/session/process-state.js";

const isLinux = process.platform === "linux";

describe.runIf(isLinux)("a process", () => {
	const self = () => thisProcess() ?? expect.unreachable();

	it("that runs is alive", () => {
		expect(self()).toMatchObject({ pid: process.pid, start: startOf(process.pid) });
		expect(processState(self())).toBe("alive");
		expect(hasProcess(process.pid)).toBe(true);
	});

	it("that ended is dead, and so is one whose number another has now", () => {
		const { pid } = spawnSync(process.execPath, ["--version"]);
		expect(processState({ ...self(), pid })).toBe("dead");
		expect(processState({ ...self(), start: "1" })).toBe("dead");
	});

	it("that is stopped is alive", async () => {
		const child = spawn("sleep", ["60"]);
		const pid = child.pid ?? 0;
		const id = { ...self(), pid, start: startOf(pid) ?? "" };
		child.kill("SIGSTOP");
		expect(processState(id)).toBe("alive");
		child.kill("SIGKILL");
		await once(child, "exit");
		expect(processState(id)).toBe("dead");
	});

	it("of another machine, or container, is not known", () => {
		expect(processState({ ...self(), place: "0" })).toBe("unknown");
	});
});

it("numbers that no process has are told from those that one has", () => {
	expect(hasProcess(2 ** 22 + 1)).toBe(false);
	expect(startOf(2 ** 22 + 1)).toBeUndefined();
});
