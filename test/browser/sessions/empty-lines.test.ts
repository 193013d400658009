import { expect, test } from "vitest";
import { emptyLines } from "../../../src/browser/sessions/empty-lines.js";
import { plainText } from "../../../src/text/spans.js";
import { blankState, listed, run, sessionInfo } from "../../support/browser.js";

const said = ({ sessions, environment }: ReturnType<typeof blankState>) =>
	emptyLines(sessions, environment, 80).map((line) => plainText(line).trim());

test("an empty list says that it is read, that nothing is there so far, and that nothing is there", () => {
	const started = run(blankState(), { type: "started" }).state;
	expect(said(started)).toEqual(["Reading the sessions…"]);
	const request = started.sessions.reading?.request ?? -1;
	const elsewhere = [listed(sessionInfo("x", 5, { cwd: "/elsewhere" }), "elsewhere")];
	const part = run(started, { type: "store-sessions", request, sessions: elsewhere }).state;
	expect(said(part)).toEqual([
		"No sessions of this directory so far.",
		"1 in all directories: Tab widens the view.",
	]);
	const whole = run(part, { type: "store-read", request, sessions: elsewhere, unreadable: [] }).state;
	expect(said(whole)[0]).toBe("No sessions of this directory.");
	const none = run(part, { type: "store-read", request, sessions: [], unreadable: [] }).state;
	expect(said(none)[0]).toBe("No sessions in ~/.prime/agent/sessions.");
});
