// The rows of a tree of 100,000 entries after a key: made here in one pass, against making the tree, its visible
// nodes and its rows anew with plain objects, without recursion but without an index.
//   node bench/tree.mjs [--entries 100000] [--runs 15]
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import esbuild from "esbuild";
import { median, percentile, table } from "./figures.mjs";

const { values } = parseArgs({
	options: { entries: { type: "string", default: "100000" }, runs: { type: "string", default: "15" } },
});
const size = Number(values.entries);
const { SessionTree, treeRows, rowLine } = await load();

const shapes = [
	["one chain", (n) => n - 1],
	// Every fiftieth entry goes back by 100: branches in branches, 30 levels of them and then from the trunk again.
	["many branches", (n) => (n > 0 && n % 50 === 0 ? Math.max(0, n - (n % 1500 === 0 ? 1500 : 100)) : n - 1)],
];
const keys = [
	["open", { filter: "default" }],
	["filter", { filter: "user-only" }],
	[
		"fold",
		{
			filter: "default",
			folded: new Set([id(Math.floor(size / 2)), id(Math.floor(size / 3)), id(size - 100)]),
		},
	],
	["search", { filter: "default", query: "777" }],
];

const rows = [];
for (const [shape, parentOf] of shapes) {
	const entries = Array.from({ length: size }, (_, n) => entry(n, parentOf(n)));
	const opened = time(() => new SessionTree(entries));
	for (const [key, options] of keys) {
		const ours = times(() => treeRows(opened.value, options));
		const naive = times(() => naiveRows(entries, options));
		if (ours.value.length !== naive.value.length && key !== "fold")
			throw new Error(`${shape}, ${key}: ${ours.value.length} rows here, ${naive.value.length} there`);
		for (const [who, result] of [
			["here", ours],
			["naive", naive],
		]) {
			rows.push([
				`${shape}, ${key}: ${who}`,
				...[result.first, median(result.all), percentile(result.all, 0.95)].map(round),
			]);
		}
	}
	const drawn = treeRows(opened.value, { filter: "default" });
	const lines = times(() => drawn.slice(-40).map((row) => rowLine(row, { columns: 110, now: 0 })));
	rows.push([
		`${shape}: 40 lines`,
		...[lines.first, median(lines.all), percentile(lines.all, 0.95)].map(round),
	]);
	rows.push([`${shape}: the index, once`, round(opened.passed), "", ""]);
}
console.log(table([`${size.toLocaleString("en")} entries`, "first (ms)", "p50 (ms)", "p95 (ms)"], rows));

function times(work) {
	const first = time(work);
	const all = Array.from({ length: Number(values.runs) }, () => time(work).passed);
	return { value: first.value, first: first.passed, all };
}

function time(work) {
	const began = performance.now();
	const value = work();
	return { value, passed: performance.now() - began };
}

function round(milliseconds) {
	return milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds);
}

/** The same rows in the way that comes to mind first. Folds are by id; what they hide is not counted. */
function naiveRows(entries, { filter, folded = new Set(), query = "" }) {
	const nodes = new Map(entries.map((item) => [item.id, { entry: item, children: [] }]));
	const roots = [];
	for (const node of nodes.values()) {
		const parent = nodes.get(node.entry.parentId);
		if (parent === undefined) roots.push(node);
		else parent.children.push(node);
	}
	for (const node of nodes.values()) {
		node.children.sort((a, b) => new Date(a.entry.timestamp) - new Date(b.entry.timestamp));
	}
	const leaf = entries.at(-1);
	const active = new Set();
	for (let at = leaf; at !== undefined; at = nodes.get(at.parentId)?.entry) active.add(at.id);
	const words = query.toLowerCase().split(/\s+/).filter(Boolean);
	const isShown = ({ entry: { type, message } }) => {
		if (type !== "message" || (filter === "user-only" && message.role !== "user")) return false;
		const text = message.content
			.map((block) => block.text)
			.join(" ")
			.toLowerCase();
		return words.every((word) => text.includes(word));
	};
	const visible = { children: [] };
	const stack = roots.map((node) => ({ node, above: visible })).reverse();
	while (stack.length > 0) {
		const { node, above } = stack.pop();
		let below = above;
		if (isShown(node) || (node.entry === leaf && words.length === 0)) {
			below = { node, children: [] };
			above.children.push(below);
		}
		if (folded.has(node.entry.id)) continue;
		const ordered = [...node.children].sort((a, b) => active.has(b.entry.id) - active.has(a.entry.id));
		for (const child of ordered.reverse()) stack.push({ node: child, above: below });
	}
	const made = [];
	const left = visible.children.map((item, at) => ({
		item,
		gutters: [],
		last: at === visible.children.length - 1,
		alone: visible.children.length === 1,
	}));
	left.reverse();
	while (left.length > 0) {
		const { item, gutters, last, alone } = left.pop();
		const prefix =
			gutters.map((open) => (open ? "│  " : "   ")).join("") + (alone ? "" : last ? "└─ " : "├─ ");
		made.push({
			node: item.node,
			prefix,
			isLeaf: item.node.entry === leaf,
			onBranch: active.has(item.node.entry.id),
		});
		const inner = alone ? gutters : [...gutters, !last];
		for (let at = item.children.length - 1; at >= 0; at--) {
			const { length } = item.children;
			left.push({ item: item.children[at], gutters: inner, last: at === length - 1, alone: length === 1 });
		}
	}
	return made;
}

function id(n) {
	return n.toString(16).padStart(8, "0");
}

function entry(n, parent) {
	const timestamp = new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString();
	const base = { id: id(n), parentId: parent < 0 ? null : id(parent), timestamp };
	if (n % 10 === 9) return { type: "model_change", ...base, provider: "lab", modelId: "m" };
	const content = [{ type: "text", text: `a few words about ${n}` }];
	return { type: "message", ...base, message: { role: n % 2 === 0 ? "user" : "assistant", content } };
}

/** The modules as the executable has them: bundled. */
async function load() {
	const dir = await mkdtemp(join(tmpdir(), "bench-tree-"));
	try {
		const outfile = join(dir, "tree.mjs");
		const contents = ["tree", "tree-rows", "tree-lines"].map(
			(name) => `export * from "./src/session/${name}.js";`,
		);
		await esbuild.build({
			stdin: {
				contents: contents.join("\n"),
				resolveDir: new URL("..", import.meta.url).pathname,
				loader: "ts",
			},
			outfile,
			bundle: true,
			format: "esm",
			platform: "node",
			target: "node20",
			logLevel: "warning",
		});
		return await import(outfile);
	} finally {
		rmSync(dir, { recursive: true });
	}
}
