/** Branches switched here, reopened in pi 0.73.1. pi is installed for the benchmarks only; without it this is skipped. */
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { abandoned, choose } from "../../src/session/branch-choice.js";
import { buildSessionContext } from "../../src/session/context.js";
import { lastSwitch, switchLeaf } from "../../src/session/leaf.js";
import { outline } from "../../src/session/outline.js";
import { readSessionSync } from "../../src/session/session.js";
import { leafPosition } from "../../src/session/tree-rows.js";
import { realSessions } from "../support/stores.js";
import { temporaryDirectories } from "../support/temporary.js";

const installed = join(
	import.meta.dirname,
	"../../bench/node_modules/@mariozechner/pi-coding-agent/dist/core/session-manager.js",
);
const isInstalled = existsSync(installed);
const pi = isInstalled ? await import(pathToFileURL(installed).href) : undefined;

const newDirectory = temporaryDirectories();

function copyOf(path: string): string {
	const dir = newDirectory();
	const copy = join(dir, "s.jsonl");
	copyFileSync(path, copy);
	return copy;
}

/** pi knows nothing of sub-agents, so it has none of their usage. */
function plain(value: unknown): unknown {
	return JSON.parse(JSON.stringify(value, (key, field) => (key === "usage" ? undefined : field)));
}

/** Every choice that moves the leaf of a real session, by a few entries of it: the first, the last, and some between. */
function moves(path: string) {
	const { tree } = readSessionSync(path);
	const step = Math.max(1, Math.floor(tree.nodes.length / 6));
	return tree.nodes
		.filter((node) => node.index % step === 0)
		.flatMap((node) => {
			const choice = choose(tree, node);
			return choice.kind === "move" ? [choice.leafId] : [];
		});
}

describe.skipIf(!isInstalled)("pi 0.73.1", () => {
	it.each(realSessions.map((path) => [basename(path), path]))(
		"goes on from the new leaf in %s",
		async (_name, real) => {
			for (const leafId of moves(real)) {
				const path = copyOf(real);
				const before = readSessionSync(path);
				await switchLeaf(path, { leafId });
				expect(readFileSync(path).subarray(0, before.stamp!.size).equals(readFileSync(real))).toBe(true);
				const manager = pi.SessionManager.open(path);
				const { messages, model } = buildSessionContext(before.entries, leafId);
				expect(plain(manager.buildSessionContext())).toMatchObject({
					messages: plain(messages),
					model: plain(model),
				});

				// What the agent then says hangs below the new leaf, and is seen here.
				const id = manager.appendMessage({
					role: "user",
					content: [{ type: "text", text: "on" }],
					timestamp: 1,
				});
				manager.appendMessage({ role: "assistant", content: [], provider: "p", model: "m", timestamp: 2 });
				const { tree } = readSessionSync(path);
				const above = tree.branch(tree.node(id)!).map((node) => node.entry.id);
				if (leafId !== null) expect(above).toContain(leafId);
				expect(above.at(-1)).toBe(id);
			}
		},
	);

	it.each(realSessions.map((path) => [basename(path), path]))(
		"is given the summary of what was left in %s",
		async (_name, real) => {
			for (const leafId of moves(real)) {
				const path = copyOf(real);
				const { tree, entries, stamp } = readSessionSync(path);
				const from = leafPosition(tree);
				const text = outline(abandoned(tree, from, leafId).entries);
				await switchLeaf(path, { leafId, summary: { text } });
				expect(readFileSync(path).subarray(0, stamp!.size).equals(readFileSync(real))).toBe(true);
				const manager = pi.SessionManager.open(path);
				expect(manager.getLeafEntry()).toMatchObject({
					type: "branch_summary",
					parentId: leafId,
					fromId: from?.entry.id,
				});
				const context = plain(manager.buildSessionContext()) as {
					messages: { role: string; summary?: string }[];
				};
				const { messages } = buildSessionContext(entries, leafId);
				expect(context.messages.slice(0, -1)).toEqual(plain(messages));
				expect(context.messages.at(-1)).toMatchObject({ role: "branchSummary", summary: text });
			}
		},
	);

	it("is back at the old leaf when the switch is undone", async () => {
		for (const real of realSessions) {
			const path = copyOf(real);
			const [leafId] = moves(real);
			if (leafId === undefined) continue;
			await switchLeaf(path, { leafId });
			await switchLeaf(path, { leafId: lastSwitch(readSessionSync(path))!.from });
			const contexts = [path, copyOf(real)].map((file) =>
				plain(pi.SessionManager.open(file).buildSessionContext()),
			);
			expect(contexts[0]).toEqual(contexts[1]);
		}
	});
});
