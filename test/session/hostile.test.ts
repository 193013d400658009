import { readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { buildSessionContext } from "../../src/session/context.js";
import { readSession, readSessionSync } from "../../src/session/session.js";
import { readHeaderSync } from "../../src/session/session-header.js";
import { nameOf, names } from "../../src/session/session-name.js";
import { sumUsage } from "../../src/session/usage.js";
import { listenOnSocket, writeHostileFiles } from "../support/hostile.js";
import { temporaryDirectory } from "../support/temporary.js";

const dir = temporaryDirectory();
const files = writeHostileFiles(dir);

describe("a hostile file", () => {
	it.each(files.filter((file) => file.error !== undefined))(
		"$name is refused, without harm",
		async ({ path, error }) => {
			await expect(readSession(path)).rejects.toMatchObject({ name: "SessionError", code: error, path });
			expect(() => readSessionSync(path)).toThrow(expect.objectContaining({ code: error }));
			expect(() => readHeaderSync(path)).toThrow(expect.objectContaining({ code: error }));
		},
	);

	it.each(files.filter((file) => file.error === undefined))("$name is read, and left alone", async (file) => {
		const before = statSync(file.path);
		const session = await readSession(file.path);
		if (file.ids !== undefined) expect(session.entries.map((entry) => entry.id)).toEqual(file.ids);
		else expect(session.entries).toHaveLength(file.entryCount!);
		expect(session.problems).toHaveLength(file.problems ?? 0);
		expect(session.faults.map((fault) => fault.kind)).toEqual(file.faults ?? []);
		expect(session.readOnly).toBe(file.readOnly ?? false);
		expect(readHeaderSync(file.path)).toMatchObject({ id: session.header.id, cwd: session.header.cwd });

		const { tree, entries } = session;
		const walked = [...tree.preorder()].map((node) => node.index).sort((a, b) => a - b);
		expect(walked).toEqual(entries.map((_, index) => index));
		expect(tree.branch().length).toBeLessThanOrEqual(entries.length);
		expect(tree.branchCount).toBeLessThanOrEqual(entries.length);
		expect(buildSessionContext(entries).messages.length).toBeLessThanOrEqual(entries.length);
		expect(Number.isFinite(sumUsage(entries).cost)).toBe(true);
		expect([nameOf(entries), ...names(entries)].join()).toBe("");

		const after = statSync(file.path);
		expect([after.size, after.mtimeMs]).toEqual([before.size, before.mtimeMs]);
		if (typeof file.content !== "function" && !file.large) {
			expect(readFileSync(file.path).equals(Buffer.from(file.content as string))).toBe(true);
		}
	});

	it("that is a socket is refused", async () => {
		const server = await listenOnSocket(dir);
		await expect(readSession(`${dir}/socket.jsonl`)).rejects.toMatchObject({ code: "unreadable" });
		server.close();
	});
});
