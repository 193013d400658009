// Start to first frame, and key to frame, of the built browser in a real pty: in a list of many sessions, and in the
// tree of one of 100,000 entries.
//   node bench/browser.mjs [--session-dir DIR | --corpus-tool make-corpus.mjs --large 10000 --dir DIR]
//                          [--starts 5] [--keys 100] [--entries 100000]
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { corpus } from "./corpus.mjs";
import { median, percentile, table } from "./figures.mjs";
import { startBrowser } from "./pty.mjs";

const { values } = parseArgs({
	options: {
		"session-dir": { type: "string" },
		"corpus-tool": { type: "string" },
		large: { type: "string", default: "10000" },
		dir: { type: "string" },
		starts: { type: "string", default: "5" },
		keys: { type: "string", default: "100" },
		entries: { type: "string", default: "100000" },
	},
	allowPositionals: true,
	strict: false,
});
const DOWN = "\u001b[B";
const BACKSPACE = "\u007f";
const isWhole = (output) => output.lastIndexOf("all directories") > output.lastIndexOf("reading");

const row = (name, times) =>
	[name, median(times), percentile(times, 0.95), Math.max(...times)].map((cell) =>
		typeof cell === "number" ? `${cell.toFixed(1)} ms` : cell,
	);
const figures = (rows) => console.log(table(["", "p50", "p95", "max"], rows));

async function repeated(browser, sequence) {
	const times = [];
	for (const bytes of sequence) times.push(await browser.frameAfter(bytes));
	return times;
}

async function list(sessionDir) {
	const first = [];
	const whole = [];
	for (let run = 0; run < Number(values.starts); run++) {
		const browser = startBrowser(sessionDir);
		first.push((await browser.until((output) => output.includes("prime-sessions"))) - browser.began);
		browser.write("\t\t");
		whole.push((await browser.until(isWhole)) - browser.began);
		await browser.leave();
	}
	// Without the preview, whose frame follows that of the key.
	const browser = startBrowser(sessionDir, { columns: 80 });
	browser.write("\t\t");
	await browser.until((output) => output.includes("all directories") && isWhole(output));
	const moves = await repeated(browser, Array(Number(values.keys)).fill(DOWN));
	const typed = [..."fix flaky parser cache"];
	const letters = await repeated(browser, [...typed, ...typed.map(() => BACKSPACE)]);
	await browser.leave();
	figures([
		row("start to first frame", first),
		row("start to the whole list", whole),
		row("arrow key to frame", moves),
		row("search key to frame", letters),
	]);
}

/** A session of one long chain, with a branch at every thousandth entry. */
function writeLongSession(directory, entries) {
	const id = (index) => index.toString(16).padStart(8, "0");
	const time = (index) => new Date(1_750_000_000_000 + index * 1000).toISOString();
	const lines = [
		JSON.stringify({ type: "session", version: 3, id: "bench", timestamp: time(0), cwd: "/home/dev/bench" }),
	];
	for (let index = 0; index < entries; index++) {
		const parentId = index === 0 ? null : id(index % 1000 === 0 ? index - 10 : index - 1);
		const role = index % 2 === 0 ? "user" : "assistant";
		const message = {
			role,
			content: [{ type: "text", text: `${role} message number ${index}` }],
			timestamp: Date.parse(time(index)),
		};
		lines.push(JSON.stringify({ type: "message", id: id(index), parentId, timestamp: time(index), message }));
	}
	writeFileSync(join(directory, "bench.jsonl"), `${lines.join("\n")}\n`);
}

async function tree(directory) {
	const browser = startBrowser(directory, { columns: 80 });
	browser.write("\t\t");
	await browser.until(isWhole);
	const open = await browser.timeTo("/tree\r", (output) => /Tree/.test(output) && /entries/.test(output));
	const moves = await repeated(
		browser,
		[..."\u0000".repeat(Number(values.keys))].map((_, index) =>
			index % 10 === 9 ? "\u001b[5~" : "\u001b[A",
		),
	);
	const filters = await repeated(browser, ["\u0015", "\u0004", "\u0001", "\u0004"]);
	const letters = await repeated(browser, [..."number 4242", ...Array(11).fill(BACKSPACE)]);
	await browser.leave();
	figures([
		row("open", [open]),
		row("arrow key to frame", moves),
		row("filter to frame", filters),
		row("search key to frame", letters),
	]);
}

const store = values["session-dir"] === undefined ? corpus(Number(values.large), values) : undefined;
console.log(`A list of ${store === undefined ? "the sessions named" : `${values.large} sessions`}:\n`);
await list(values["session-dir"] ?? join(store.agentDir, "sessions"));
store?.remove();

const directory = mkdtempSync(join(tmpdir(), "bench-tree-"));
try {
	writeLongSession(directory, Number(values.entries));
	console.log(`\nThe tree of ${values.entries} entries:\n`);
	await tree(directory);
} finally {
	rmSync(directory, { recursive: true, force: true });
}
process.exit(0);
