// Listing a store: this library against pi 0.73.1, in turn, each in a process of its own.
//   npm ci --prefix bench --ignore-scripts; npm run build
//   node bench/list.mjs --corpus-tool make-corpus.mjs [--sessions 1000] [--large 10000] [--runs 5] [--dir DIR]
// Each store is written once, into --dir if it is named, and is kept there; --large 0 leaves the large one out.
import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { corpus } from "./corpus.mjs";
import { median, percentile, table } from "./figures.mjs";

const { values, positionals } = parseArgs({
	options: {
		"corpus-tool": { type: "string" },
		sessions: { type: "string", default: "1000" },
		large: { type: "string", default: "10000" },
		runs: { type: "string", default: "5" },
		dir: { type: "string" },
	},
	allowPositionals: true,
});

const readers = {
	"prime-sessions": { text: false },
	"prime-sessions, with the text of all messages": { text: true },
	"pi 0.73.1 (always with the text)": {},
};
const [OURS, , PI] = Object.keys(readers);

if (positionals.length > 0) await measure(positionals[0], positionals[1]);
else compare();

/** In a process of its own: one reader, one store. Prints milliseconds, sessions and the peak of memory, as JSON. */
async function measure(reader, agentDir) {
	const began = performance.now();
	let first;
	const onSession = () => {
		first ??= performance.now() - began;
	};
	let sessions;
	if (reader === PI) {
		process.env.PI_CODING_AGENT_DIR = agentDir;
		const { SessionManager } = await import(
			"./node_modules/@mariozechner/pi-coding-agent/dist/core/session-manager.js"
		);
		sessions = await timed(() => SessionManager.listAll());
	} else {
		const { SessionManager } = await import("../dist/index.js");
		const options = { text: readers[reader].text, onSession };
		sessions = await timed(() => SessionManager.listAll(options, `${agentDir}/sessions`));
	}
	const megabytes = process.resourceUsage().maxRSS / 1024;
	console.log(JSON.stringify({ ...sessions, first, megabytes }));
}

async function timed(list) {
	const began = performance.now();
	const sessions = await list();
	return { whole: performance.now() - began, count: sessions.length };
}

function run(reader, agentDir) {
	const program = new URL(import.meta.url).pathname;
	return JSON.parse(execFileSync(process.execPath, [program, reader, agentDir], { encoding: "utf8" }));
}

function compare() {
	const store = corpus(Number(values.sessions), values);
	const large = Number(values.large) > 0 ? corpus(Number(values.large), values) : undefined;
	try {
		const runs = Object.fromEntries(Object.keys(readers).map((reader) => [reader, []]));
		for (let i = 0; i < Number(values.runs); i++) {
			for (const reader of Object.keys(readers)) runs[reader].push(run(reader, store.agentDir));
		}
		const middle = (reader, key) => median(runs[reader].map((one) => one[key]));
		const times = (reader) => runs[reader].map(({ whole }) => whole);
		console.log(`${values.sessions} sessions (${store.summary}):\n`);
		console.log(
			table(
				["", "median", "p95", "peak memory", "pi takes"],
				Object.keys(readers).map((reader) => [
					reader,
					`${Math.round(median(times(reader)))} ms`,
					`${Math.round(percentile(times(reader), 0.95))} ms`,
					`${Math.round(middle(reader, "megabytes"))} MB`,
					`${(median(times(PI)) / median(times(reader))).toFixed(1)} ×`,
				]),
			),
		);
		if (large === undefined) return;
		const many = Array.from({ length: Math.min(3, Number(values.runs)) }, () => run(OURS, large.agentDir));
		console.log(`\n${values.large} sessions (${large.summary}), prime-sessions alone:\n`);
		console.log(
			table(
				["", "first session", "whole list", "peak memory"],
				[
					[
						OURS,
						`${Math.round(median(many.map(({ first }) => first)))} ms`,
						`${(median(many.map(({ whole }) => whole)) / 1000).toFixed(1)} s`,
						`${Math.round(Math.max(...many.map(({ megabytes }) => megabytes)))} MB`,
					],
				],
			),
		);
	} finally {
		store.remove();
		large?.remove();
	}
}
