import {
	appendFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	realpathSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { Reading } from "../../../src/browser/effects/reading.js";
import { Restoring } from "../../../src/browser/effects/restoring.js";
import type { Event } from "../../../src/browser/event.js";
import { repair } from "../../../src/store/doctor.js";
import { resolveStore } from "../../../src/store/location.js";
import { type DeletedSession, deleteSessions, planDeletion } from "../../../src/store/trash/delete.js";
import { listTrashed } from "../../../src/store/trash/trash-can.js";
import { header, lines, user } from "../../support/entries.js";
import { temporaryDirectory } from "../../support/temporary.js";

const root = temporaryDirectory();

/** A store whose sessions were all deleted. */
async function emptied(...names: string[]) {
	const home = realpathSync(mkdtempSync(join(root, "home-")));
	const sessionDir = join(home, "sessions");
	mkdirSync(sessionDir);
	const paths = names.map((name) => {
		const path = join(sessionDir, `${name}.jsonl`);
		writeFileSync(path, lines(header({ id: name }), user("a", null, `of ${name}`)));
		return path;
	});
	const location = resolveStore({ sessionDir, env: {}, home, cwd: home });
	const { trashed } = await deleteSessions(await planDeletion(paths, { location, sessions: [] }));
	const events: Event[] = [];
	const restoring = new Restoring(location, new Reading(location, home));
	const answer = () => {
		const last = events.at(-1);
		if (last?.type !== "sessions-restored") throw new TypeError("nothing was answered");
		return last;
	};
	return { paths, location, trashed, restoring, answer, dispatch: (event: Event) => events.push(event) };
}

test("what comes back is listed, and told with where it lay", async () => {
	const { trashed, restoring, answer, dispatch, paths } = await emptied("one");
	await restoring.undo(trashed, dispatch);
	expect(answer()).toMatchObject({
		sessions: [{ info: { path: paths[0] } }],
		back: [{ path: paths[0], inTrash: trashed[0]?.inTrash?.path }],
		again: [],
		message: '"of one" is back from the trash.',
		failed: false,
	});
});

test("stopped half-way, it says what was done, and what is left can be brought back", async () => {
	const { trashed, restoring, answer, dispatch, paths } = await emptied("one", "two", "three");
	const undoing = restoring.undo(trashed, dispatch);
	restoring.stop();
	await undoing;
	const { sessions, again, message, failed } = answer();
	expect(sessions).toHaveLength(1);
	expect(again.map(({ id }) => id)).toEqual(["two", "three"]);
	expect(message).toBe("Stopped: 1 of 3 are back · Ctrl+Z brings the rest");
	expect(failed).toBe(false);
	expect(paths.map((path) => existsSync(path))).toEqual([true, false, false]);
	await restoring.undo(again, dispatch);
	expect(answer().message).toBe("2 sessions are back from the trash.");
});

test("from the trash screen, too, where Ctrl+Z is not spoken of", async () => {
	const { location, restoring, answer, dispatch } = await emptied("one", "two");
	const { trashed } = await listTrashed(location);
	const back = restoring.restore(trashed, false, dispatch);
	restoring.stop();
	await back;
	expect(answer().message).toBe("Stopped: 1 of 2 are back, the rest is in the trash still");
});

test("what is in the trash no longer is not asked for again; what failed is", async () => {
	const { trashed, restoring, answer, dispatch, paths } = await emptied("one", "two");
	const [one, two] = trashed as [DeletedSession, DeletedSession];
	rmSync(one.inTrash?.path ?? "");
	mkdirSync(paths[1] ?? "");
	await restoring.undo(trashed, dispatch);
	expect(answer()).toMatchObject({ again: [two], taken: [{ path: two.path }], failed: true });
	expect(answer().message).toBe("Nothing came back from the trash; 1 not: it is in the trash no longer.");
});

test("a file that is back and cannot be read takes nothing from the others", async () => {
	const { trashed, restoring, answer, dispatch } = await emptied("one", "two");
	writeFileSync(trashed[0]?.inTrash?.path ?? "", "no session\n");
	await restoring.undo(trashed, dispatch);
	const { sessions, back, message } = answer();
	expect(sessions.map(({ info }) => basename(info.path))).toEqual(["two.jsonl"]);
	expect(back).toHaveLength(2);
	expect(message).toBe("2 sessions are back from the trash.");
});

test("the original of a mended file is back, and said not to be listed", async () => {
	const { paths, location, restoring, answer, dispatch, trashed } = await emptied("one");
	await restoring.undo(trashed, dispatch);
	appendFileSync(paths[0] ?? "", "broken\n");
	await repair(paths[0] ?? "", location);
	const items = (await listTrashed(location)).trashed;
	await restoring.restore(items, false, dispatch);
	expect(answer()).toMatchObject({
		sessions: [],
		message: '"of one" is back, but not listed: it is the original of a mended file, one.jsonl.damaged.bak.',
		failed: false,
	});
});
