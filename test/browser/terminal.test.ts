import { EventEmitter } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { InputEvent } from "../../src/browser/input.js";
import { Terminal } from "../../src/browser/terminal.js";
import { bundledProgram } from "../support/program.js";
import { type Pty, startPty } from "../support/pty.js";

const program = bundledProgram(fileURLToPath(new URL("fixtures/terminal-program.ts", import.meta.url)));

const GIVEN_BACK = { alternateScreen: false, cursorVisible: true, bracketedPaste: false, mouse: false };

/** A shell around the program, so that what it does to the terminal's own modes can be asked afterwards. */
async function start(): Promise<Pty> {
	const shell = startPty({ program: shellProgram, args: [program()] });
	await shell.waitFor("ready, raw true");
	return shell;
}

const shellProgram = fileURLToPath(new URL("fixtures/stty-after.mjs", import.meta.url));

describe("entered", () => {
	it("takes the screen, the cursor, paste and mouse over", async () => {
		const pty = await start();
		expect(pty.modes()).toEqual({
			alternateScreen: true,
			cursorVisible: false,
			bracketedPaste: true,
			mouse: true,
		});
	});

	it("reads keys, pastes and clicks", async () => {
		const pty = await start();
		pty.write("a\x1b[B");
		await pty.waitFor(/typed a\n.*"name":"down"/);
		pty.paste("q\n");
		await pty.waitFor('{"type":"paste","text":"q\\n"}');
		pty.write("\x1b[<0;3;4M");
		await pty.waitFor('"action":"press","column":3,"row":4');
	});

	it("empties the screen when told to", async () => {
		const pty = await start();
		pty.write("z");
		await pty.waitFor("typed z");
		pty.write("e");
		expect(await pty.waitFor("cleared, raw true")).not.toContain("typed z");
	});

	it("tells the escape key by the pause after it", async () => {
		const pty = await start();
		pty.press("escape");
		await pty.waitFor('"name":"escape"');
	});
});

describe("the terminal is whole", () => {
	async function expectWhole(pty: Pty): Promise<void> {
		await pty.waitFor(/^after: .*/m);
		expect(pty.modes()).toEqual(GIVEN_BACK);
		expect(pty.screen().join("\n")).toMatch(/^modes: icrnl opost isig icanon echo$/m);
		const end = pty.output.slice(pty.output.lastIndexOf("\x1b[?1006l"));
		for (const sequence of ["\x1b[?1000l", "\x1b[?2004l", "\x1b[?25h", "\x1b[?1049l"]) {
			expect(end.split(sequence)).toHaveLength(2);
		}
	}

	it("when it is left, and the process ends by itself", async () => {
		const pty = await start();
		pty.write("q");
		await expectWhole(pty);
		expect(pty.screen()).toContain("left");
		expect(pty.screen()).toContain("after: 0 null");
	});

	it("when the process exits at once", async () => {
		const pty = await start();
		pty.write("x");
		await expectWhole(pty);
		expect(pty.screen()).toContain("after: 7 null");
	});

	it.each([
		["SIGTERM", 143],
		["SIGHUP", 129],
		["SIGINT", 130],
		["SIGQUIT", 131],
	] as const)("after %s, which ends the process with %i", async (signal, code) => {
		const pty = await start();
		await signalProgram(pty, signal);
		await expectWhole(pty);
		expect(pty.screen()).toContain(`after: ${code} null`);
	});

	it.each([
		["thrown", "t"],
		["rejected", "r"],
	])("after an error that was %s and not caught, which is readable", async (word, key) => {
		const pty = await start();
		pty.write(key);
		await expectWhole(pty);
		expect(pty.screen().join("\n")).toContain(`Error: ${word} for the test`);
		expect(pty.screen()).toContain("after: 1 null");
	});
});

describe("stopped and continued", () => {
	it.each(["SIGSTOP", "SIGTSTP"] as const)(
		"by %s, it takes the terminal over again and redraws",
		async (signal) => {
			const pty = await start();
			await signalProgram(pty, signal);
			// The parent sees the stop, gives the terminal the modes a shell would, and continues the child.
			await pty.waitFor("redrawn, raw true");
			expect(pty.modes()).toEqual({
				alternateScreen: true,
				cursorVisible: false,
				bracketedPaste: true,
				mouse: true,
			});
			pty.write("z");
			await pty.waitFor("typed z");
			pty.write("q");
			await pty.waitFor("after: 0 null");
			expect(pty.modes()).toEqual(GIVEN_BACK);
		},
	);
});

describe("lent to a child", () => {
	it("is whole for it, all it types reaches it, and is taken back", async () => {
		const pty = await start();
		pty.write("c");
		await pty.waitFor("isig icanon echo child");
		expect(pty.modes()).toEqual(GIVEN_BACK);
		pty.write("hello\r");
		await pty.waitFor("redrawn, raw true");
		expect(pty.output).toContain("got hello");
		pty.write("z");
		await pty.waitFor("typed z");
	});
});

/** Sends a signal to the program under the shell. */
async function signalProgram(pty: Pty, signal: NodeJS.Signals): Promise<void> {
	const pid = Number(/child (\d+)/.exec(pty.output)?.[1]);
	process.kill(pid, signal);
}

/** A terminal without a device behind it. */
class Stream extends EventEmitter {
	isTTY = true;
	readonly fd = 1;
	setRawMode(): void {
		throw Object.assign(new Error("gone"), { code: "EIO" });
	}
	readonly resume = (): void => undefined;
	readonly pause = (): void => undefined;
}

/** What a terminal makes of its streams. */
function watched(stdin: Stream, stdout: Stream) {
	const told: { gone: number; events: InputEvent[] } = { gone: 0, events: [] };
	const terminal = new Terminal({
		stdin,
		stdout,
		onInput: (events) => told.events.push(...events),
		onRedraw: () => undefined,
		onGone: () => told.gone++,
		write: () => undefined,
		process: Object.assign(new EventEmitter(), { pid: 1, kill: () => true, exit: () => process.exit() }),
	});
	return { terminal, told };
}

describe("a paste whose end was lost", () => {
	it.each(["\x03", "\x1b[99;5u"])("ends when %j is typed by itself", (interrupt) => {
		const stdin = new Stream();
		const { terminal, told } = watched(stdin, new Stream());
		terminal.enter();
		stdin.emit("data", Buffer.from("\x1b[200~a"));
		stdin.emit("data", Buffer.from(`b${interrupt}c`));
		expect(told.events).toEqual([]);
		stdin.emit("data", Buffer.from(interrupt));
		stdin.emit("data", Buffer.from("d"));
		terminal.leave();
		expect(told.events).toMatchObject([
			{ type: "paste", text: `ab${interrupt}c` },
			{ type: "key", name: "c", ctrl: true },
			{ type: "text", text: "d" },
		]);
	});
});

describe("a terminal that is gone", () => {
	it("is told once, and never ends in an error nobody hears", () => {
		const stdin = new Stream();
		const stdout = new Stream();
		const { terminal, told } = watched(stdin, stdout);
		terminal.enter();
		stdin.emit("end");
		expect(terminal.entered).toBe(false);
		stdin.emit("error", new Error("EIO"));
		stdout.emit("error", new Error("EIO"));
		expect(told.gone).toBe(1);
	});
});
