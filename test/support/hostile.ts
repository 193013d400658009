import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import type { FaultKind } from "../../src/session/tree.js";
import { assistant, at, chain, entry, header, label, lines, user } from "./entries.js";

/** One thing a store may hold, and what a reader must make of it. */
export interface HostileFile {
	name: string;
	/** The bytes, or how to make what is no regular file. */
	content: string | Buffer | ((path: string) => void);
	/** Absent for a session that is read; else the code of the error. */
	error?: "not-found" | "not-a-session" | "unreadable";
	/** Ids of the entries in file order; absent where only their number matters. */
	ids?: string[];
	entryCount?: number;
	problems?: number;
	faults?: FaultKind[];
	readOnly?: true;
	/** Read for its size: left out where a test asks for small files only. */
	large?: true;
}

const a = user("a", null);
const b = assistant("b", "a");
const c = user("c", "b", "later", 3);
const good = lines(header(), a, b);
const json = JSON.stringify;
const untellable = { toString: 1, valueOf: 1 };
const v1Lines = (...texts: string[]) =>
	texts.map((text, i) => ({
		type: "message",
		timestamp: at(i),
		message: { role: "user", content: text, timestamp: i },
	}));

/** Everything of the kind that has broken session pickers. */
export const hostileFiles: HostileFile[] = [
	{ name: "zero-bytes", content: "", error: "not-a-session" },
	{ name: "only-a-line-feed", content: "\n", error: "not-a-session" },
	{ name: "only-a-bom", content: "\ufeff", error: "not-a-session" },
	{
		name: "corrupt-header",
		content: `${json(header()).slice(0, 60)}\n${lines(a, b)}`,
		error: "not-a-session",
	},
	{ name: "no-header", content: lines(a, b), error: "not-a-session" },
	{ name: "header-without-id", content: lines(header({ id: undefined }), a), error: "not-a-session" },
	{ name: "header-with-a-number-for-id", content: lines(header({ id: 7 }), a), error: "not-a-session" },
	{ name: "log", content: "2026-01-01 12:00:00 INFO started\n".repeat(100_000), error: "not-a-session" },
	{
		name: "binary",
		content: Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 197) % 256)),
		error: "not-a-session",
	},
	{ name: "json-but-no-session", content: '{"name":"x","version":"1.0.0"}\n', error: "not-a-session" },
	{ name: "directory", content: (path) => mkdirSync(path), error: "unreadable" },
	{ name: "fifo", content: (path) => void execFileSync("mkfifo", [path]), error: "unreadable" },
	{
		name: "dangling-link",
		content: (path) => symlinkSync("/nowhere/at/all.jsonl", path),
		error: "not-found",
	},
	{ name: "link-to-itself", content: (path) => symlinkSync(path, path), error: "unreadable" },

	{ name: "header-only", content: lines(header()), ids: [] },
	{ name: "header-only-without-a-line-end", content: json(header()), ids: [] },
	{ name: "bom", content: `\ufeff${good}`, ids: ["a", "b"] },
	{ name: "crlf", content: good.replaceAll("\n", "\r\n"), ids: ["a", "b"] },
	{
		name: "crlf-across-chunks",
		content: lines(
			header(),
			user("a", null, "é🙂".repeat(175_000)),
			b,
			user("c", "b", "x".repeat(3 << 20)),
		).replaceAll("\n", "\r\n"),
		ids: ["a", "b", "c"],
	},
	{
		name: "line-separators-in-text",
		content: lines(
			header(),
			user("a", null, "U+2028 \u2028 U+2029 \u2029 U+0085 \u0085 VT \v FF \f CR \r end"),
			b,
		),
		ids: ["a", "b"],
	},
	{
		name: "two-records-on-one-line",
		content: `${lines(header())}${json(a)}${json(b)}\n`,
		ids: ["a", "b"],
		problems: 1,
	},
	{
		name: "prefix-then-record",
		content: `${lines(header(), a)}${json(b).slice(0, 120)}${json(b)}\n${lines(c)}`,
		ids: ["a", "b", "c"],
		problems: 1,
	},
	{ name: "torn-last-line", content: `${good}${json(c).slice(0, 90)}`, ids: ["a", "b"], problems: 1 },
	{
		name: "cut-mid-emoji",
		content: Buffer.from(`${good}${json(user("c", "b", "🙂"))}`).subarray(
			0,
			Buffer.from(good).length + json(user("c", "b", "")).indexOf('"text":""') + 10,
		),
		ids: ["a", "b"],
		problems: 1,
	},
	{ name: "no-final-line-end", content: good.trimEnd(), ids: ["a", "b"] },
	{ name: "blank-lines", content: good.replaceAll("\n", "\n\n \t\r\n"), ids: ["a", "b"] },
	{
		name: "lines-that-are-no-records",
		content: `${lines(header(), a)}not json\nnull\n42\n[]\n""\n   \n\0\0\0\0\n{}\n${lines(b)}`,
		ids: ["a", "b"],
		problems: 7,
	},
	{
		name: "zeros-before-a-record",
		content: `${lines(header(), a)}${"\0".repeat(300)}${lines(b)}`,
		ids: ["a", "b"],
		problems: 1,
	},

	{
		name: "duplicate-ids",
		content: lines(header(), a, b, user("b", "a", "again"), c),
		ids: ["a", "b", "b", "c"],
		faults: ["duplicate-id"],
	},
	{ name: "two-headers", content: lines(header(), header(), a, b), ids: ["a", "b"], problems: 1 },
	{
		name: "repeated-prefix",
		content: lines(header(), a, b) + lines(header(), a, b, c),
		ids: ["a", "b", "a", "b", "c"],
		problems: 1,
		faults: ["duplicate-id", "duplicate-id"],
	},
	{
		name: "cycle",
		content: lines(header(), user("x", "y"), assistant("y", "x")),
		ids: ["x", "y"],
		faults: ["cycle"],
	},
	{
		name: "leaf-in-a-cycle",
		content: lines(header(), a, b, user("x", "z"), user("y", "x"), user("z", "y")),
		ids: ["a", "b", "x", "y", "z"],
		faults: ["cycle"],
	},
	{
		name: "self-parent",
		content: lines(header(), a, user("x", "x"), assistant("y", "x")),
		ids: ["a", "x", "y"],
		faults: ["cycle"],
	},
	{ name: "parent-after-child", content: lines(header(), assistant("b", "a"), a), ids: ["b", "a"] },
	{
		name: "missing-parent",
		content: lines(header(), a, assistant("b", "gone"), c),
		ids: ["a", "b", "c"],
		faults: ["missing-parent"],
	},
	{
		name: "label-on-nothing",
		content: lines(header(), a, label("l", "a", "gone", "lost")),
		ids: ["a", "l"],
		faults: ["missing-label-target"],
	},
	{
		name: "compaction-of-nothing",
		content: lines(
			header(),
			a,
			b,
			entry("compaction", "k", "b", { summary: "s", firstKeptEntryId: "gone", tokensBefore: 1 }),
		),
		ids: ["a", "b", "k"],
		faults: ["missing-first-kept"],
	},

	{
		name: "unknown-types",
		content: lines(
			header(),
			a,
			entry("hologram", "h", "a", { beam: [1, { x: null }] }),
			entry("message", "m", "h", { message: { role: "oracle" } }),
		),
		ids: ["a", "h", "m"],
	},
	{
		name: "wrong-shapes",
		content: lines(
			header({ timestamp: 5, cwd: null, parentSession: 3, rlmDepth: "x", git: [] }),
			entry("message", "a", null, { message: null }),
			entry("message", "b", "a", { message: { role: "assistant", content: 3, usage: "much" } }),
			entry("message", "c", "b", {
				message: { role: "user", content: [null, 1, { type: "text" }] },
				timestamp: 3,
			}),
			entry("label", "d", "c", { targetId: 5, label: {} }),
			entry("session_info", "e", "d", { name: 7 }),
			entry("compaction", "f", "e"),
			entry("child_usage_attributed", "g", "f", { targetId: "b", aggregateUsage: null }),
		),
		ids: ["a", "b", "c", "d", "e", "f", "g"],
		faults: ["missing-label-target", "missing-first-kept"],
	},
	{ name: "version-4", content: lines(header({ version: 4 }), a, b), ids: ["a", "b"], readOnly: true },
	{ name: "version-99", content: lines(header({ version: 99 }), a), ids: ["a"], readOnly: true },
	{
		name: "version-as-text",
		content: lines(header({ version: "3" }), a),
		ids: ["a"],
		problems: 1,
		readOnly: true,
	},
	{ name: "version-missing", content: lines(header({ version: undefined }), a, b), ids: ["a", "b"] },
	{
		name: "version-1",
		content: lines(header({ version: undefined }), ...v1Lines("one", "two", "three")),
		entryCount: 3,
	},
	{
		name: "version-1-lines-in-version-3",
		content: lines(header(), a, b, ...v1Lines("stray", "stray too")),
		entryCount: 4,
	},
	{
		name: "proto",
		content: `${lines(header(), a)}{"type":"custom","id":"p","parentId":"a","timestamp":"${at(1)}","__proto__":{"id":"q"},"constructor":1}\n`,
		ids: ["a", "p"],
	},
	{
		// An object that says how it becomes a text, and says it wrongly.
		name: "objects-for-texts",
		content: lines(
			header(),
			a,
			entry("label", "l", "a", { targetId: untellable, label: untellable }),
			entry("compaction", "k", "l", { summary: untellable, firstKeptEntryId: untellable, tokensBefore: 1 }),
			{ ...user("t", "k"), type: untellable },
			user("u", "t"),
		),
		ids: ["a", "l", "k", "t", "u"],
		faults: ["missing-label-target", "missing-first-kept"],
	},
	{
		name: "lists-for-texts",
		content: lines(
			header(),
			a,
			entry("label", "l", "a", { targetId: ["a"], label: ["x"] }),
			entry("compaction", "k", "l", { summary: ["s"], firstKeptEntryId: ["a"], tokensBefore: 1 }),
			{ ...user("t", "k"), type: ["message"] },
		),
		ids: ["a", "l", "k", "t"],
		faults: ["missing-label-target", "missing-first-kept"],
	},
	{
		name: "deep-json",
		content: `${lines(header(), a)}{"type":"custom","id":"p","parentId":"a","timestamp":"${at(1)}","data":${"[".repeat(200_000)}${"]".repeat(200_000)}}\n`,
		ids: ["a", "p"],
		large: true,
	},

	{
		name: "line-of-20-mb",
		content: lines(header(), user("a", null, "0123456789abcdef".repeat(1_310_720)), b),
		ids: ["a", "b"],
		large: true,
	},
	{ name: "chain-of-30000", content: lines(header(), ...chain(30_000)), entryCount: 30_000, large: true },
	{ name: "chain-of-100000", content: lines(header(), ...chain(100_000)), entryCount: 100_000, large: true },
];

/** Writes the files as `<name>.jsonl` into `dir`. Returns what was written, each with its path. */
export function writeHostileFiles(
	dir: string,
	{ small = false }: { small?: boolean } = {},
): (HostileFile & { path: string })[] {
	mkdirSync(dir, { recursive: true });
	return hostileFiles
		.filter((file) => !small || file.large !== true)
		.map((file) => {
			const path = join(dir, `${file.name}.jsonl`);
			if (typeof file.content === "function") file.content(path);
			else writeFileSync(path, file.content);
			return { ...file, path };
		});
}

/** A socket called `socket.jsonl`, which needs a server that lives; close it after the test. */
export function listenOnSocket(dir: string): Promise<Server> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once("error", reject);
		server.listen(join(dir, "socket.jsonl"), () => resolve(server));
	});
}
