// The built browser in a real pty, and how long it takes to draw what is wanted.
import { spawn } from "@lydell/node-pty";

const PROGRAM = new URL("../bin/prime-sessions.js", import.meta.url).pathname;

/** Without output for so long the browser has drawn all it had to draw. In milliseconds. */
const QUIET_MS = 60;

/** Starts the browser on a store. */
export function startBrowser(sessionDir, { columns = 120, rows = 40 } = {}) {
	const began = performance.now();
	const env = { ...process.env, CI: undefined, TERM: "xterm-256color" };
	const pty = spawn(process.execPath, [PROGRAM, "--session-dir", sessionDir], { cols: columns, rows, env });
	let output = "";
	const waiting = new Set();
	pty.onData((data) => {
		output += data;
		for (const look of [...waiting]) look();
	});

	/** Resolves with the time at which the output fulfils a condition. */
	const until = (condition) =>
		new Promise((resolve) => {
			const look = () => {
				if (!condition(output)) return;
				waiting.delete(look);
				resolve(performance.now());
			};
			waiting.add(look);
			look();
		});

	/** Resolves when there was no output for a while. */
	async function quiet() {
		for (let seen = -1; seen !== output.length; ) {
			seen = output.length;
			await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
		}
	}

	return {
		began,
		until,
		write: (bytes) => pty.write(bytes),
		/** Milliseconds from input to the first output after it, which is its frame; begun when nothing else is drawn. */
		async frameAfter(bytes) {
			await quiet();
			output = "";
			const pressed = performance.now();
			pty.write(bytes);
			return (await until((drawn) => drawn.length > 0)) - pressed;
		},
		/** Milliseconds from input to an output that fulfils a condition. */
		async timeTo(bytes, condition) {
			await quiet();
			output = "";
			const pressed = performance.now();
			pty.write(bytes);
			return (await until(condition)) - pressed;
		},
		leave: () =>
			new Promise((resolve) => {
				pty.onExit(resolve);
				pty.write("\u0003");
			}),
	};
}
