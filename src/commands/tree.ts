import { jsonText } from "../session/json.js";
import { readSession, type Session } from "../session/session.js";
import { shortPrefixes } from "../session/tree/short-prefixes.js";
import type { TreeNode } from "../session/tree.js";
import { rowLine } from "../session/tree-lines.js";
import { type TreeFilter, type TreeRow, treeRows } from "../session/tree-rows.js";
import { padEnd, widest } from "../text/columns.js";
import { harmlessJson, sanitiseLine } from "../text/sanitise.js";
import { toAnsi } from "../text/spans.js";
import { CommandError, type CommandIo, EXIT, type ExitCode, printJson } from "./io.js";
import { selectSession } from "./select.js";
import { openStore, type StoreOptions } from "./store-options.js";

export interface TreeOptions extends StoreOptions {
	readonly filter?: TreeFilter;
	readonly json?: boolean;
	/** With `json`: a list in place of nested children. */
	readonly flat?: boolean;
}

/** Lines are no longer than this where there is no terminal to say how wide it is. */
const PAGE_COLUMNS = 120;
/** A deeper row shows only the innermost levels. */
const LEVELS_PART = 6;
/** Readers of JSON mostly use the stack for each level. */
const MOST_NESTED = 5_000;
const ID_COLUMNS = 12;

/** `prime-sessions tree <session>`: the entry tree. */
export async function tree(selector: string, options: TreeOptions, io: CommandIo): Promise<ExitCode> {
	if (options.flat && !options.json) throw new CommandError("--flat goes with --json", EXIT.usage);
	const location = openStore(options, io);
	const { path } = await selectSession(selector, location, io);
	const session = await readSession(path);
	// Programs are given everything, unless they ask for less.
	const filter = options.filter ?? (options.json ? "all" : "default");
	const rows = treeRows(session.tree, { filter });
	if (!options.json) draw(session, rows, filter, io);
	else if (options.flat) printFlat(session, rows, io);
	else if (rows.length <= MOST_NESTED) printNested(session, rows, io);
	else {
		throw new CommandError(`${rows.length} entries are too many to nest; --flat lists them`, EXIT.usage);
	}
	if (session.problems.length > 0) {
		io.err(`${session.problems.length} damaged lines were left out; \`prime-sessions info\` names them.\n`);
	}
	return EXIT.done;
}

/** The rows of the browser's tree, each after the id that `branch` and `label` know its entry by. */
function draw({ tree }: Session, rows: readonly TreeRow[], filter: TreeFilter, io: CommandIo): void {
	const ids = rows.map(({ node }) => sanitiseLine(node.entry.id.slice(0, ID_COLUMNS)));
	const idColumns = widest(ids.slice(0, 1_000));
	const columns = Math.max(20, (Number.isFinite(io.columns) ? io.columns : PAGE_COLUMNS) - idColumns);
	const prefixes = shortPrefixes(rows, Math.max(2, Math.floor(columns / LEVELS_PART)));
	for (const [at, row] of rows.entries()) {
		const label = tree.label(row.node.entry.id)?.label;
		const line = rowLine(
			{ ...row, prefix: prefixes[at] ?? "", foldable: false },
			{ columns, now: io.now, label },
		);
		const id = { text: padEnd(ids[at] ?? "", idColumns), dim: true };
		io.out(`${toAnsi([id, ...line], io.colours).trimEnd()}\n`);
	}
	const total = tree.nodes.length;
	if (rows.length === 0)
		io.err(total === 0 ? "The session has no entries.\n" : `Of ${total} entries, ${filter} shows none.\n`);
}

function printFlat({ header, tree }: Session, rows: readonly TreeRow[], io: CommandIo): void {
	const depths: number[] = [];
	const entries = rows.map((row) => {
		const { entry } = row.node;
		const depth = row.parent === -1 ? 0 : (depths[row.parent] ?? 0) + 1;
		depths.push(depth);
		return {
			id: entry.id,
			parentId: rows[row.parent]?.node.entry.id ?? null,
			type: entry.type,
			depth,
			label: tree.label(entry.id)?.label,
			isLeaf: row.isLeaf,
			onBranch: row.onBranch,
		};
	});
	printJson(io, { id: header.id, leafId: tree.leaf?.entry.id ?? null, entries });
}

/** Written piece by piece: a tree may be deeper than what writes JSON can nest. */
function printNested({ header, tree }: Session, rows: readonly TreeRow[], io: CommandIo): void {
	const children = childrenInOrder(tree.preorder(), rows);
	const id = JSON.stringify(header.id);
	const leafId = JSON.stringify(tree.leaf?.entry.id ?? null);
	const pieces = [`{"id":${id},"leafId":${leafId},"roots":[`];
	/** Of each open node, the children that are still to be written. */
	const open: { left: number[]; first: boolean }[] = [{ left: children.get(-1) ?? [], first: true }];
	for (let list = open.at(-1); list !== undefined; list = open.at(-1)) {
		const at = list.left.shift();
		const node = at === undefined ? undefined : rows[at]?.node;
		if (at === undefined || node === undefined) {
			open.pop();
			pieces.push("]}");
			continue;
		}
		pieces.push(list.first ? "" : ",", nodeStart(node, tree.label(node.entry.id)));
		list.first = false;
		open.push({ left: children.get(at) ?? [], first: true });
	}
	io.out(`${harmlessJson(pieces.join(""))}\n`);
}

function nodeStart({ entry }: TreeNode, label: { label: string; timestamp: string } | undefined): string {
	const fields = { entry, label: label?.label, labelTimestamp: label?.timestamp };
	return `${jsonText(fields).slice(0, -1)},"children":[`;
}

/** The rows beneath each row, oldest first as in the tree; the roots beneath -1. */
function childrenInOrder(nodes: Iterable<TreeNode>, rows: readonly TreeRow[]): Map<number, number[]> {
	const places = new Map(rows.map((row, at) => [row.node, at]));
	const children = new Map<number, number[]>();
	for (const node of nodes) {
		const at = places.get(node);
		if (at === undefined) continue;
		const parent = rows[at]?.parent ?? -1;
		const list = children.get(parent);
		if (list === undefined) children.set(parent, [at]);
		else list.push(at);
	}
	return children;
}
