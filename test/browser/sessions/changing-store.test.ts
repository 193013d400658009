/** What the list shows of a store that changes, or goes, while it is open. */
import { describe, expect, test } from "vitest";
import { headerLine, searchLine } from "../../../src/browser/sessions/header-lines.js";
import { previewLines } from "../../../src/browser/sessions/preview-lines.js";
import type { ListedSession } from "../../../src/browser/sessions/state.js";
import type { State } from "../../../src/browser/state.js";
import { SessionBuilder } from "../../../src/session/session-builder.js";
import { plainText } from "../../../src/text/spans.js";
import { listed, NOW, press, readyState, run, sessionInfo } from "../../support/browser.js";
import { assistant, header, lines, user } from "../../support/entries.js";

const WIDE = { columns: 120, rows: 30 };

function previewOf(answer: string) {
	const builder = new SessionBuilder("x.jsonl");
	builder.push(Buffer.from(lines(header(), user("u1", null, "a question"), assistant("a1", "u1", answer))));
	const { tree } = builder.finish();
	return { branch: tree.branch().map(({ entry }) => entry), tree, complete: true };
}

/** The store read once more, with these sessions in it. */
function reread(state: State, sessions: ListedSession[]) {
	const asked = run(state, { type: "store-changed" }).state;
	const request = asked.sessions.reading?.request ?? 0;
	return run(asked, { type: "store-read", request, sessions, unreadable: [] });
}

function shown(state: State): string {
	const frame = { columns: 60, rows: 20, beside: false, now: NOW, home: "/home/dev" };
	return previewLines(state.sessions.preview, state.sessions.listed[0], frame).map(plainText).join("\n");
}

function answerPreview(state: State, answer: string): State {
	const { preview } = state.sessions;
	if (preview?.kind !== "reading") throw new Error("no preview was asked for");
	const { request, path } = preview;
	return run(state, { type: "preview-read", request, path, preview: previewOf(answer) }).state;
}

describe("the preview of a session that grows", () => {
	const before = [listed(sessionInfo("a1", 5))];
	const after = [listed(sessionInfo("a1", 1, { sizeBytes: 50_000, entryCount: 22 }))];

	test("is read again, and shows what it had until then", () => {
		const first = answerPreview(readyState(WIDE, before), "the first answer");
		const grown = reread(first, after);
		expect(grown.effects).toContainEqual(expect.objectContaining({ type: "read-preview" }));
		expect(shown(grown.state)).toContain("the first answer");
		expect(shown(answerPreview(grown.state, "the second answer"))).toContain("the second answer");
	});

	test("is not read again for a session that stayed as it was", () => {
		const first = answerPreview(readyState(WIDE, before), "the first answer");
		const again = reread(first, [listed(sessionInfo("a1", 5))]);
		expect(again.effects).not.toContainEqual(expect.objectContaining({ type: "read-preview" }));
	});
});

describe("a store that cannot be read any more", () => {
	const asked = run(readyState(), { type: "store-changed" }).state;
	const request = asked.sessions.reading?.request ?? 0;
	const { state } = run(asked, { type: "store-failed", request, reason: "permission denied" });

	test("leaves what was listed, and says so", () => {
		expect(state.sessions.rows).toEqual(asked.sessions.rows);
		expect(state.status).toEqual({ kind: "error", text: "The sessions cannot be read: permission denied" });
	});

	test("is marked until it is read again", () => {
		const later = run(state, press("down")).state;
		expect(later.status).toBeUndefined();
		expect(plainText(searchLine(later.sessions, 80))).toContain("not read anew");
		const read = reread(later, later.sessions.listed.slice()).state;
		expect(plainText(searchLine(read.sessions, 80))).not.toContain("not read anew");
		expect(plainText(headerLine(read.sessions, read.environment, 80))).not.toContain("reading");
	});
});

test("a directory that was chosen from the menu and is not there either is said to be so", () => {
	const { state } = run(readyState(), { type: "directory-refused", reason: "/gone does not exist any more" });
	expect(state.status).toEqual({ kind: "error", text: "/gone does not exist any more" });
});
