import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { buildSessionContext } from "../../src/session/context.js";
import { resolveDeps } from "../../src/session/deps.js";
import { mendedEntries, mendSession } from "../../src/session/mend.js";
import { readSessionSync } from "../../src/session/session.js";
import { SessionTree } from "../../src/session/tree.js";
import { assistant, chain, header, label, lines, user } from "../support/entries.js";
import { fullDisk } from "../support/faulty-fs.js";
import { hostileFiles } from "../support/hostile.js";
import { realSessions } from "../support/stores.js";
import { temporaryDirectories } from "../support/temporary.js";

const newDirectory = temporaryDirectories();
let dir: string;
let path: string;

beforeEach(() => {
	dir = newDirectory();
	path = join(dir, "s.jsonl");
});

const sessions = hostileFiles.filter(
	({ error, large, readOnly }) => error === undefined && !large && !readOnly,
);

describe("mending", () => {
	it.each(sessions)(
		"$name leaves nothing damaged, loses no entry, and has nothing to do the second time",
		async ({ content }) => {
			writeFileSync(path, content as string);
			const before = readSessionSync(path);
			const original = readFileSync(path);
			const mended = await mendSession(path);
			const after = readSessionSync(path);
			expect(after.problems).toEqual([]);
			expect(
				after.faults.filter(
					({ kind }) => !kind.startsWith("missing-label") && !kind.startsWith("missing-first"),
				),
			).toEqual([]);
			const texts = (session: typeof before) =>
				new Set(session.entries.map(({ id: _, parentId: __, ...rest }) => JSON.stringify(rest)));
			expect(texts(after)).toEqual(texts(before));
			expect(after.tree.branch().length).toBeGreaterThanOrEqual(
				Math.min(before.tree.branch().length, after.entries.length),
			);
			expect(readdirSync(dir).sort()).toEqual(mended ? ["s.jsonl", "s.jsonl.damaged.bak"] : ["s.jsonl"]);
			if (mended) expect(readFileSync(`${path}.damaged.bak`).equals(original)).toBe(true);
			else expect(readFileSync(path).equals(original)).toBe(true);
			expect(await mendSession(path)).toBe(false);
		},
	);

	it("puts what followed a lost entry where it was", async () => {
		const [a, b, c, d] = [user("a", null), assistant("b", "a"), user("c", "b"), assistant("d", "c")];
		writeFileSync(
			path,
			`${lines(header(), a, b)}${JSON.stringify(c).slice(0, 60)}\n${lines(d, label("l", "d", "a", "x"))}`,
		);
		await mendSession(path);
		expect(
			readSessionSync(path)
				.tree.branch()
				.map((node) => node.entry.id),
		).toEqual(["a", "b", "d", "l"]);
	});

	it("drops a prefix that was written twice", async () => {
		const entries = chain(4);
		writeFileSync(path, lines(header(), ...entries) + lines(header(), ...entries, user("e", "00000003")));
		await mendSession(path);
		expect(readSessionSync(path).entries).toEqual([...entries, user("e", "00000003")]);
	});

	it("leaves the real sessions alone but for the forks that lost a parent", async () => {
		for (const real of realSessions) {
			writeFileSync(path, readFileSync(real));
			const before = readSessionSync(path);
			const isFork = before.faults.some(({ kind }) => kind === "missing-parent");
			expect(await mendSession(path)).toBe(isFork);
			const after = readSessionSync(path);
			expect(after.tree.branch().length).toBe(isFork ? after.entries.length : before.tree.branch().length);
			if (!isFork) expect(buildSessionContext(after.entries)).toEqual(buildSessionContext(before.entries));
		}
	});

	it("refuses a newer version, and leaves the old file when the disk is full", async () => {
		const damaged = `${lines(header(), user("a", null))}not json\n`;
		writeFileSync(path, damaged);
		for (const bytes of [0, 1, 100]) {
			await expect(mendSession(path, { fs: fullDisk(bytes, "error") })).rejects.toMatchObject({
				code: "unwritable",
			});
			expect(readFileSync(path, "utf8")).toBe(damaged);
			expect(readdirSync(dir)).toEqual(["s.jsonl"]);
		}
		writeFileSync(path, `${lines(header({ version: 4 }))}not json\n`);
		await expect(mendSession(path)).rejects.toMatchObject({ code: "newer-version" });
	});

	it("makes a sound tree of any graph, with every entry in it", () => {
		const parent = fc.oneof(fc.nat(14), fc.constant(null));
		const entries = fc.array(fc.tuple(fc.nat(9), parent), { maxLength: 12 });
		fc.assert(
			fc.property(entries, (picks) => {
				const made = picks.map(([id, up], i) =>
					user(String(id), up === null ? null : String(up), `text ${i}`),
				);
				const mended = mendedEntries(new SessionTree(made), resolveDeps());
				expect(new SessionTree(mended).faults).toEqual([]);
				expect(mended).toHaveLength(made.length);
			}),
			{ numRuns: 2000 },
		);
	});
});
