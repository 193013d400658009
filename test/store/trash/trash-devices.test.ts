import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { deleteSessions } from "../../../src/store/trash/delete.js";
import { undoDeletion } from "../../../src/store/trash/restore.js";
import { listTrashed } from "../../../src/store/trash/trash-can.js";
import { header, lines } from "../../support/entries.js";
import { trashStore } from "../../support/trash-store.js";

const OTHER = "/dev/shm";
const isOther = existsSync(OTHER) && statSync(OTHER).dev !== statSync(tmpdir()).dev;

test.skipIf(!isOther)(
	"a store on another device than the trash: there and back, bytes, times and all",
	async () => {
		const root = mkdtempSync(join(OTHER, "sessions-"));
		onTestFinished(() => rmSync(root, { recursive: true, force: true }));
		const at = trashStore(root);
		const path = join(at.sessionDir, "a.jsonl");
		const artifact = join(at.agentDir, "session-artifacts", "a", "sub-0000000a", "x.jsonl");
		mkdirSync(join(artifact, ".."), { recursive: true });
		for (const file of [path, artifact]) {
			writeFileSync(file, lines(header({ id: "a" })), { mode: 0o600 });
			utimesSync(file, 1_700_000_000, 1_700_000_001.5);
		}
		const state = () =>
			[path, artifact].map((file) => [
				readFileSync(file, "utf8"),
				statSync(file).mtimeMs,
				statSync(file).mode,
			]);
		const before = state();
		const { trashed, skipped } = await deleteSessions(await at.plan());
		expect([trashed.length, trashed[0]?.artifacts.length, skipped]).toEqual([1, 1, []]);
		expect(readdirSync(at.sessionDir)).toEqual([]);
		expect((await listTrashed(at.location)).trashed).toMatchObject([{ path, artifacts: [{ files: 1 }] }]);
		expect((await undoDeletion(trashed, at.location)).skipped).toEqual([]);
		expect(state()).toEqual(before);
		expect((await listTrashed(at.location)).trashed).toEqual([]);
	},
);
