import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SessionInfo } from "../../src/store/info.js";
import { filterSessions, hitRanges, searchSessions } from "../../src/store/search.js";
import { fold, foldedRanges } from "../../src/text/fold.js";
import { info } from "../support/infos.js";

const found = (query: string, sessions: SessionInfo[]) =>
	searchSessions(query, sessions).map((hit) => hit.session.name ?? hit.session.firstMessage);

describe("searchSessions", () => {
	test("looks at name, old names, user messages, directory and labels", () => {
		const sessions = [
			info({ name: "needle" }),
			info({ name: "renamed", oldNames: ["the needle"] }),
			info({ firstMessage: "find the Needle" }),
			info({ firstMessage: "hello", nextMessages: ["and then a needle, please"] }),
			info({ firstMessage: "elsewhere", cwd: "/home/needle" }),
			info({ firstMessage: "labelled", labels: ["x", "needle-1"] }),
			info({ name: "nothing" }),
		];
		const hits = searchSessions("needle", sessions);
		expect(hits.map((hit) => hit.fields)).toEqual([
			["name"],
			["oldNames"],
			["firstMessage"],
			["firstMessage"],
			["cwd"],
			["labels"],
		]);
		expect(hits.map((hit) => hit.session)).toEqual(sessions.slice(0, 6));
	});

	test("needs every word, in any field; a quoted text is one word", () => {
		const sessions = [
			info({ name: "fix login", cwd: "/w/web" }),
			info({ name: "login fix" }),
			info({ name: "fix the flaky login" }),
		];
		expect(found("login fix", sessions)).toEqual(["fix login", "login fix", "fix the flaky login"]);
		expect(found("  web   login ", sessions)).toEqual(["fix login"]);
		expect(found('"login fix"', sessions)).toEqual(["login fix"]);
		expect(found('"fix log', sessions)).toEqual(["fix login"]);
	});

	test("takes a pasted text for no misspelling of anything", () => {
		const sessions = Array.from({ length: 600 }, (_, index) => info({ name: `session number ${index}` }));
		expect(found("sesion", sessions)).not.toHaveLength(0);
		expect(found(`sesion ${"x".repeat(100)}`, sessions)).toEqual([]);
		const text = Array.from({ length: 500 }, (_, index) => `sesion${index}`).join(" ");
		expect(found(text, sessions)).toEqual([]);
	});

	test("puts all words in the name before words spread over fields", () => {
		const spread = info({ name: "auth", cwd: "/web", modified: new Date(9) });
		const together = info({ name: "auth of the web", modified: new Date(1) });
		expect(found("auth web", [spread, together])).toEqual(["auth of the web", "auth"]);
	});

	test("prefers whole, then beginning, then the beginning of a word, then newer, then id", () => {
		const names = ["unlogged", "my log", "log files", "log"];
		const sessions = names.map((name) => info({ name }));
		expect(found("log", sessions)).toEqual(["log", "log files", "my log", "unlogged"]);
		const older = info({ id: "a", name: "same", modified: new Date(1) });
		const newer = info({ id: "c", name: "same", modified: new Date(2) });
		const other = info({ id: "b", name: "same", modified: new Date(2) });
		const order = [other, newer, older];
		for (const list of [[older, newer, other], [newer, other, older], order]) {
			expect(searchSessions("same", list).map((hit) => hit.session)).toEqual(order);
		}
	});

	test("finds a misspelt word, but only where none is spelt so", () => {
		const sessions = [
			info({ name: "refactor the parser" }),
			info({ name: "rafactor" }),
			info({ name: "other" }),
		];
		expect(found("refacotr", sessions)).toEqual(["refactor the parser"]);
		expect(found("rafactor", sessions)).toEqual(["rafactor"]);
		expect(found("refacotr parser", sessions)).toEqual(["refactor the parser"]);
		expect(found("qqqq", sessions)).toEqual([]);
		expect(found("zz", sessions)).toEqual([]);
	});

	test("finds the oldest of many by a misspelt word", () => {
		const many = Array.from({ length: 3000 }, (_, i) => info({ name: `session ${i} about things` }));
		expect(found("kuberntes", [...many, info({ name: "kubernetes upgrade" })])[0]).toBe("kubernetes upgrade");
	});

	test("an empty query finds all, in their order", () => {
		const sessions = [info({ modified: new Date(1) }), info({ modified: new Date(2) })];
		for (const query of ["", "   ", '""']) {
			expect(searchSessions(query, sessions).map((hit) => hit.session)).toEqual(sessions);
		}
	});

	test.each([
		["é", "caf\u0065\u0301"],
		["가나", "가나".normalize("NFD")],
		["12", "step １２"],
		["istanbul", "İSTANBUL"],
		["ISTANBUL", "ıstanbul"],
		["ＦＩＸ", "fix"],
		["straße", "STRASSE straße"],
	])("%j is found in %j", (query, name) => {
		expect(found(query, [info({ name })])).toEqual([name]);
	});

	test("odd queries are text like any other", () => {
		const sessions = [info({ name: "a.*b [c] \\d ^$" })];
		for (const query of [".*", "[c]", "\\d", "^$", "('", '"', "=x", "!a"]) {
			expect(() => searchSessions(query, sessions)).not.toThrow();
		}
		expect(found(".* \\d", sessions)).toHaveLength(1);
	});

	test("every hit holds every word, whatever the texts", () => {
		const text = fc.string({ unit: "grapheme", maxLength: 12 });
		fc.assert(
			fc.property(
				fc.array(fc.record({ name: text, cwd: text, labels: fc.array(text) })),
				text,
				(fields, query) => {
					const hits = searchSessions(query, fields.map(info));
					const words = query.replaceAll('"', " ").split(/\s+/).filter(Boolean);
					for (const { session, score } of hits) {
						if (score >= 1) continue;
						const all = fold([session.name, session.cwd, ...session.labels].join("\n"));
						for (const word of words) expect(all).toContain(fold(word).trim());
					}
				},
			),
		);
	});
});

describe("hitRanges", () => {
	const ranges = (query: string, name: string) => {
		const [hit] = searchSessions(query, [info({ name })]);
		return hit ? hitRanges(name, hit).map(([from, to]) => name.slice(from, to)) : [];
	};

	test("tells where the words stand", () => {
		expect(ranges("log in", "Log in to the login page")).toEqual(["Log", "in", "login"]);
		expect(ranges("ogi", "login")).toEqual(["ogi"]);
	});

	test("never cuts a grapheme, and counts in the text as it is", () => {
		expect(ranges("é", "cafe\u0301!")).toEqual(["e\u0301"]);
		expect(ranges("👩", "x 👩‍💻 y")).toEqual(["👩‍💻"]);
		expect(ranges("ﬁx", "a ﬁx b")).toEqual(["ﬁx"]);
		expect(foldedRanges("ẞ x", ["x"])).toEqual([[2, 3]]);
	});

	test("shows what a misspelt word was taken for", () => {
		expect(ranges("refacotr", "please refactor it")[0]).toMatch(/^refac/);
	});

	test("are in order and apart", () => {
		fc.assert(
			fc.property(fc.string({ unit: "grapheme" }), fc.array(fc.string({ maxLength: 3 })), (text, terms) => {
				let last = -1;
				for (const [from, to] of foldedRanges(text, terms.map(fold))) {
					expect(from).toBeGreaterThan(last);
					expect(to).toBeGreaterThan(from);
					expect(to).toBeLessThanOrEqual(text.length);
					last = to;
				}
			}),
		);
	});
});

describe("filterSessions", () => {
	const why = (query: string, fields: Partial<SessionInfo>) => {
		const [hit] = filterSessions([info(fields)], query).values();
		return (
			hit && {
				field: hit.field,
				hits: hit.ranges.map(([from, to]) => hit.text.slice(from, to)),
				text: hit.text,
			}
		);
	};

	test("says where in the title the words are", () => {
		expect(why("log", { firstMessage: "<x>y</x>fix\tthe login" })).toEqual({
			field: "title",
			hits: ["log"],
			text: "fix the login",
		});
	});

	test.each([
		["was", { name: "new", oldNames: ["older", "the needle"] }, "the needle"],
		["message", { name: "new", firstMessage: "find a needle" }, "find a needle"],
		["message", { firstMessage: "hi", nextMessages: ["the needle"] }, "the needle"],
		["directory", { name: "new", cwd: "/home/needle" }, "/home/needle"],
		["label", { name: "new", labels: ["a", "needle-1"] }, "needle-1"],
	])("else in which field, %s", (field, fields, text) => {
		expect(why("needle", fields)).toEqual({ field, hits: ["needle"], text });
		expect(why("new needle", { ...fields, name: "new" })).toMatchObject({ field });
	});

	test("of a long message it shows the part with the word, sanitised", () => {
		const firstMessage = `${"word ".repeat(2000)}😀😀😀😀😀😀😀😀😀😀😀😀a \x1b[31mneedle\x1b[0m here`;
		const hit = why("needle", { name: "x", firstMessage });
		expect(hit).toMatchObject({ field: "message", hits: ["needle"] });
		expect(hit?.text).toBe("…needle here");
		for (const shift of ["", "x"]) {
			const text = why("needle", { name: "x", firstMessage: `${"😀".repeat(999)}${shift}needle` })?.text;
			expect(text).toMatch(/^…😀+x?needle$/u);
		}
	});

	test("keeps the order of the search", () => {
		const sessions = [info({ name: "a log" }), info({ name: "log" })];
		expect([...filterSessions(sessions, "log").keys()]).toEqual([sessions[1]?.path, sessions[0]?.path]);
	});
});
