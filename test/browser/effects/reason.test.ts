import { expect, test } from "vitest";
import { goneEvent, reasonOf } from "../../../src/browser/effects/reason.js";
import { SessionError } from "../../../src/session/errors.js";

const path = "/home/somebody/.prime/agent/sessions/01a22d80-c262-73c2-abfa-d1242d2ef60a.jsonl";
const open = new SessionError("open-in-agent", `${path}: an agent has it open; end it first`, { path });

test("the reason of the session at hand stands first, where a narrow line cannot cut it off", () => {
	expect(reasonOf(open, path)).toBe("an agent has it open; end it first");
});

test("another file is named, behind the reason", () => {
	const other = `an agent has it open; end it first (${path})`;
	expect(reasonOf(open, "/elsewhere.jsonl")).toBe(other);
	expect(reasonOf(open)).toBe(other);
	expect(reasonOf(new SessionError("busy", "try again"))).toBe("try again");
});

test("a session that is gone is named by its file", () => {
	const gone = new SessionError("not-found", `${path}: no such file`, { path });
	expect(goneEvent(path, gone)).toEqual({
		type: "session-gone",
		path,
		reason: "no such file (01a22d80-c262-73c2-abfa-d1242d2ef60a.jsonl)",
	});
	expect(goneEvent(path, open)).toBeUndefined();
});

test("what is no fault of files is thrown on", () => {
	const fault = new TypeError("ours");
	expect(() => reasonOf(fault, path)).toThrow(fault);
});
