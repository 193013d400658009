// Start to first frame, and key to frame, of the built browser in a real pty.
//   node bench/browser.mjs --session-dir DIR [--starts 10] [--keys 200]
import { parseArgs } from "node:util";
import { spawn } from "@lydell/node-pty";
import { median, percentile, table } from "./figures.mjs";

const { values } = parseArgs({
	options: {
		"session-dir": { type: "string" },
		starts: { type: "string", default: "10" },
		keys: { type: "string", default: "200" },
	},
});
const sessionDir = values["session-dir"];
if (sessionDir === undefined) throw new Error("name a store with --session-dir DIR");
const program = new URL("../bin/prime-sessions.js", import.meta.url).pathname;

function start() {
	const began = performance.now();
	const env = { ...process.env, CI: undefined, TERM: "xterm-256color" };
	const pty = spawn(process.execPath, [program, "--session-dir", sessionDir], { cols: 120, rows: 40, env });
	let output = "";
	const waiting = new Set();
	pty.onData((data) => {
		output += data;
		for (const look of [...waiting]) look();
	});
	return {
		pty,
		began,
		/** Resolves when there was no output for a while. */
		quiet: async (milliseconds) => {
			for (let seen = -1; seen !== output.length; ) {
				seen = output.length;
				await new Promise((resolve) => setTimeout(resolve, milliseconds));
			}
		},
		clear: () => {
			output = "";
		},
		/** Resolves with the time at which the output fulfils a condition. */
		until: (condition) =>
			new Promise((resolve) => {
				const look = () => {
					if (!condition(output)) return;
					waiting.delete(look);
					resolve(performance.now());
				};
				waiting.add(look);
				look();
			}),
	};
}

const firstFrames = [];
const wholeLists = [];
for (let run = 0; run < Number(values.starts); run++) {
	const browser = start();
	firstFrames.push((await browser.until((output) => output.includes("prime-sessions"))) - browser.began);
	browser.pty.write("\t\t");
	// The progress bar is gone from a frame once the store is read.
	await browser.until((output) => output.lastIndexOf("all directories") > output.lastIndexOf("reading"));
	wholeLists.push(performance.now() - browser.began);
	browser.pty.write("\u0003");
	await new Promise((resolve) => browser.pty.onExit(resolve));
}

const browser = start();
await browser.until((output) => output.includes("prime-sessions"));
browser.pty.write("\t\t");
await browser.until((output) => output.lastIndexOf("all directories") > output.lastIndexOf("reading"));

/** Without output for so long the browser has drawn all it had to draw. In milliseconds. */
const QUIET_MS = 60;

/** Time from a key to the first output after it, which is its frame; begun when nothing else is being drawn. */
async function keyToFrame(bytes) {
	await browser.quiet(QUIET_MS);
	browser.clear();
	const pressed = performance.now();
	browser.pty.write(bytes);
	return (await browser.until((output) => output.length > 0)) - pressed;
}

async function keys(sequence) {
	const times = [];
	for (const bytes of sequence) times.push(await keyToFrame(bytes));
	return times;
}

const moves = await keys(Array.from({ length: Number(values.keys) }, () => "\u001b[B"));
const letters = await keys([..."fix flaky parser cache", ...Array.from({ length: 22 }, () => "\u007f")]);
browser.pty.write("\u0003");

const row = (name, times) =>
	[name, median(times), percentile(times, 0.95), Math.max(...times)].map((cell) =>
		typeof cell === "number" ? `${cell.toFixed(1)} ms` : cell,
	);
console.log(
	table(
		["", "p50", "p95", "max"],
		[
			row("start to first frame", firstFrames),
			row("start to the whole list", wholeLists),
			row("arrow key to frame", moves),
			row("search key to frame", letters),
		],
	),
);
process.exit(0);
