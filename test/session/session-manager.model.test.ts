import { appendFileSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { SessionEntry } from "../../src/session/entries.js";
import { newState, stateForWork } from "../../src/session/manager-state.js";
import { SessionManagerBase } from "../../src/session/session-manager.js";
import { assistant, at, entry } from "../support/entries.js";
import { temporaryDirectory } from "../support/temporary.js";

const dir = temporaryDirectory();
const path = join(dir, "s.jsonl");

/** The session as a plain array: what there is, where we are. `manager` is what is tried against it. */
interface Model {
	entries: Partial<SessionEntry>[];
	leafId: string | null;
	manager: SessionManagerBase;
	others: number;
}

type Step = (model: Model) => void;

const appended =
	(type: string, append: (manager: SessionManagerBase) => string): Step =>
	(model) => {
		const id = append(model.manager);
		model.entries.push({ type, id, parentId: model.leafId } as Partial<SessionEntry>);
		model.leafId = id;
	};
const pick = (model: Model, n: number) => model.entries[n % Math.max(model.entries.length, 1)]?.id;
const answer = (assistant("x", null) as unknown as { message: never }).message;

const steps: fc.Arbitrary<Step> = fc.oneof(
	fc.constant(appended("message", (m) => m.appendMessage({ role: "user", content: "x", timestamp: 1 }))),
	fc.constant(appended("message", (m) => m.appendMessage(answer))),
	fc.constant(appended("custom", (m) => m.appendCustomEntry("x", { a: 1 }))),
	fc.constant(appended("session_info", (m) => m.appendSessionInfo("n"))),
	fc.nat().map(
		(n): Step =>
			(model) => {
				const target = pick(model, n);
				if (target !== undefined)
					appended("label", (m) => m.appendLabelChange(target, n % 3 === 0 ? undefined : "l"))(model);
			},
	),
	fc.nat().map(
		(n): Step =>
			(model) => {
				const target = pick(model, n);
				if (target === undefined) return;
				model.manager.branch(target);
				model.leafId = target;
			},
	),
	fc.nat().map(
		(n): Step =>
			(model) => {
				const target = pick(model, n) ?? null;
				const id = model.manager.branchWithSummary(target, "s");
				model.entries.push({
					type: "branch_summary",
					id,
					parentId: target,
					fromId: model.leafId ?? "root",
				} as Partial<SessionEntry>);
				model.leafId = id;
			},
	),
	fc.constant<Step>((model) => {
		model.manager.resetLeaf();
		model.leafId = null;
	}),
	// Opened again: the leaf is the last entry of the file.
	fc.constant<Step>((model) => {
		model.manager = new SessionManagerBase(stateForWork(path));
		model.leafId = model.entries.at(-1)?.id ?? null;
	}),
	// Another program appends to the conversation elsewhere: it is there, and our leaf does not move.
	fc.nat().map(
		(n): Step =>
			(model) => {
				const parentId = pick(model, n) ?? null;
				const theirs = entry("message", `other${model.others++}`, parentId, {
					message: { role: "user", content: "o" },
				});
				appendFileSync(path, `${JSON.stringify(theirs)}\n`);
				model.entries.push({ type: "message", id: theirs.id, parentId } as Partial<SessionEntry>);
				appended("custom", (m) => m.appendCustomEntry("after", 1))(model);
			},
	),
);

it("a manager is a plain array with a place in it, over any operations, opened again at any time", () => {
	fc.assert(
		fc.property(fc.array(steps, { maxLength: 40 }), (run) => {
			rmSync(path, { force: true });
			const created = new SessionManagerBase(newState("/w", dir, true, { now: () => Date.parse(at(1)) }));
			created.setSessionFile(path);
			const model: Model = { entries: [], leafId: null, manager: created, others: 0 };
			appended("session_state", (m) => m.appendSessionState("active"))(model);
			for (const step of run) {
				step(model);
				const { manager, entries, leafId } = model;
				expect(manager.getEntries()).toMatchObject(entries);
				expect(manager.getEntries()).toHaveLength(entries.length);
				expect(manager.getLeafId()).toBe(leafId);
				const path: string[] = [];
				for (let id = leafId; id !== null; id = entries.find((e) => e.id === id)!.parentId!) path.unshift(id);
				expect(manager.getBranch().map((e) => e.id)).toEqual(path);
			}
			const written = readFileSync(path, "utf8").trimEnd().split("\n").slice(1);
			expect(written.map((line) => JSON.parse(line))).toEqual(model.manager.getEntries());
		}),
		{ numRuns: 100 },
	);
});
