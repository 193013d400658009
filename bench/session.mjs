// Opening a session, its tree and its context: this library against pi 0.73.1, in turn, each in a process of its own.
//   npm ci --prefix bench --ignore-scripts; npm run build; node bench/session.mjs [--runs 5]
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { median, table } from "./figures.mjs";

const { values, positionals } = parseArgs({
	options: { runs: { type: "string", default: "5" } },
	allowPositionals: true,
});
const readers = {
	"prime-sessions": new URL("../dist/index.js", import.meta.url).href,
	"pi 0.73.1": new URL(
		"./node_modules/@mariozechner/pi-coding-agent/dist/core/session-manager.js",
		import.meta.url,
	).href,
};

if (positionals.length > 0) await measure(positionals[0], positionals[1]);
else compare();

/** In a process of its own: one reader, one file. Prints milliseconds and the peak of memory, as JSON. */
async function measure(reader, path) {
	const { SessionManager } = await import(readers[reader]);
	const began = performance.now();
	const session = SessionManager.open(path);
	const opened = performance.now();
	session.getTree();
	const treed = performance.now();
	const { messages } = session.buildSessionContext();
	const done = performance.now();
	console.log(
		JSON.stringify({
			open: opened - began,
			tree: treed - opened,
			context: done - treed,
			megabytes: process.resourceUsage().maxRSS / 1024,
			messages: messages.length,
		}),
	);
}

function compare() {
	const dir = mkdtempSync(join(tmpdir(), "bench-session-"));
	try {
		const rows = [];
		for (const [name, path] of [
			["50 MB, mostly tool output", fiftyMegabytes(join(dir, "large.jsonl"))],
			["100,000 entries in one chain", longChain(join(dir, "chain.jsonl"))],
		]) {
			const runs = Object.fromEntries(Object.keys(readers).map((reader) => [reader, []]));
			for (let run = 0; run < Number(values.runs); run++) {
				for (const reader of Object.keys(readers)) {
					const program = new URL(import.meta.url).pathname;
					runs[reader].push(
						JSON.parse(execFileSync(process.execPath, [program, reader, path], { encoding: "utf8" })),
					);
				}
			}
			const counts = new Set(Object.values(runs).flatMap((all) => all.map(({ messages }) => messages)));
			if (counts.size !== 1)
				throw new Error(`the readers do not agree on the context: ${[...counts].join(", ")} messages`);
			for (const [reader, all] of Object.entries(runs)) {
				const of = (key) => Math.round(median(all.map((run) => run[key])));
				rows.push([`${name}: ${reader}`, of("open"), of("tree"), of("context"), `${of("megabytes")} MB`]);
			}
		}
		console.log(table(["session", "open (ms)", "tree (ms)", "context (ms)", "peak memory"], rows));
	} finally {
		rmSync(dir, { recursive: true });
	}
}

function entry(n, message) {
	const id = (i) => i.toString(16).padStart(8, "0");
	const timestamp = "2026-01-01T12:00:00.000Z";
	return JSON.stringify({
		type: "message",
		id: id(n),
		parentId: n === 0 ? null : id(n - 1),
		timestamp,
		message,
	});
}

function say(n) {
	const content = [{ type: "text", text: `a few words about ${n}` }];
	return { role: n % 2 === 0 ? "user" : "assistant", content, provider: "lab", model: "m", timestamp: n };
}

function write(path, lines) {
	const header = {
		type: "session",
		version: 3,
		id: "bench",
		timestamp: "2026-01-01T12:00:00.000Z",
		cwd: "/w",
	};
	writeFileSync(path, `${[JSON.stringify(header), ...lines].join("\n")}\n`);
	return path;
}

function longChain(path) {
	return write(
		path,
		Array.from({ length: 100_000 }, (_, n) => entry(n, say(n))),
	);
}

function fiftyMegabytes(path) {
	const lines = [];
	for (let bytes = 0; bytes < 50e6; ) {
		const n = lines.length;
		const text = `${n}: a line of a program's output, é\n`.repeat(700);
		const output = {
			role: "toolResult",
			toolCallId: "c",
			toolName: "bash",
			content: [{ type: "text", text }],
			isError: false,
		};
		const line = entry(n, n % 3 === 2 ? { ...output, timestamp: n } : say(n));
		bytes += Buffer.byteLength(line);
		lines.push(line);
	}
	return write(path, lines);
}
