import Fuse from "fuse.js";
import { fold, foldedRanges } from "../text/fold.js";
import { NO_MESSAGES, type SessionInfo } from "./info.js";
import { type SearchHit, searchHit } from "./search-hit.js";
import { recent } from "./sort.js";

export type { SearchHit } from "./search-hit.js";

/** What a search looks at, the most telling first. */
export const SEARCH_FIELDS = ["name", "oldNames", "firstMessage", "cwd", "labels"] as const;

export type SearchField = (typeof SEARCH_FIELDS)[number];

export interface FoundSession {
	session: SessionInfo;
	/** The fields in which the words were found, each once, the most telling first. */
	fields: SearchField[];
	/** 0 is best. */
	score: number;
	/** What was found, folded: for `hitRanges`. */
	terms: string[];
}

/** More candidates than these are never compared letter by letter. */
const FUZZY_CANDIDATES = 500;
/** Words that are shorter or longer are never taken for a misspelling. */
const FUZZY_LENGTH = { least: 3, most: 64 };
/** A query with more words that no session holds has found nothing: it is a text that was pasted, not misspelled. */
const FUZZY_WORDS = 8;
/** Of a long first message, what is compared letter by letter. */
const FUZZY_TEXT = 200;
const LAST_FIELD = SEARCH_FIELDS.length - 1;
const LONGEST_TEXT = 64 * 1024;

/**
 * Sessions that hold every word of a query in their name, old names, user messages' beginnings, directory or labels; a
 * text in quotes counts as one word. A word that no session holds is looked for with letters missing or exchanged.
 * The best field comes first, then the better score, the newer session, the id. An empty query finds all, in their order.
 */
export function searchSessions(query: string, sessions: readonly SessionInfo[]): FoundSession[] {
	const words = wordsOf(query);
	if (words.length === 0) return sessions.map((session) => ({ session, fields: [], score: 0, terms: [] }));
	let entries = sessions.map(entryOf);
	const known: string[] = [];
	const unknown: string[] = [];
	for (const word of words) {
		const found = entries.filter((entry) => entry.all.includes(word));
		if (found.length > 0) entries = found;
		(found.length > 0 ? known : unknown).push(word);
		if (unknown.length > FUZZY_WORDS) return [];
	}
	let hits = entries.map((entry) => hitOf(entry, known));
	for (const word of unknown) hits = fuzzy(word, hits);
	return hits
		.sort((a, b) => a.rank - b.rank || a.score - b.score || recent(a.entry.session, b.entry.session))
		.map(({ entry, found, score, terms }) => ({
			session: entry.session,
			fields: fieldsOf(found),
			score,
			terms,
		}));
}

/** The same as a map by path, in the same order, with why each was found as its row shows it. */
export function filterSessions(sessions: readonly SessionInfo[], query: string): Map<string, SearchHit> {
	const found = searchSessions(query, sessions);
	return new Map(found.map(({ session, terms }) => [session.path, searchHit(session, terms)]));
}

/** Where a hit's terms stand in a text that is shown of its session; see `foldedRanges`. */
export function hitRanges(text: string, hit: Pick<FoundSession, "terms">): [number, number][] {
	return foldedRanges(text, hit.terms);
}

/** One session's fields, folded once. */
interface Entry {
	session: SessionInfo;
	/** In the order of `SEARCH_FIELDS`. */
	fields: string[];
	all: string;
}

interface Hit {
	entry: Entry;
	/** A bit for each field in which a word was found. */
	found: number;
	/** The field that tells least: a session with all words in its name comes before one without. */
	rank: number;
	score: number;
	terms: string[];
}

const folded = new WeakMap<SessionInfo, Entry>();

function entryOf(session: SessionInfo): Entry {
	let entry = folded.get(session);
	if (entry === undefined) {
		// What stands for a missing message is no text of the session's.
		const first = session.firstMessage === NO_MESSAGES ? "" : session.firstMessage;
		const fields = [
			session.name ?? "",
			session.oldNames.join("\n"),
			[first, ...session.nextMessages].join("\n").slice(0, LONGEST_TEXT),
			session.cwd,
			session.labels.join("\n"),
		].map(fold);
		entry = { session, fields, all: fields.join("\n") };
		folded.set(session, entry);
	}
	return entry;
}

/** The folded words of a query, each once. An open quote reaches to the end. */
function wordsOf(query: string): string[] {
	const words = query.matchAll(/"([^"]*)"?|[^\s"]+/g);
	return [...new Set([...words].map(([word, quoted]) => fold(quoted ?? word).trim()))].filter(Boolean);
}

function hitOf(entry: Entry, words: string[]): Hit {
	const hit: Hit = { entry, found: 0, rank: 0, score: 0, terms: words };
	for (const word of words) {
		let field = 0;
		while (field < LAST_FIELD && !entry.fields[field]?.includes(word)) field++;
		add(hit, field, placeScore(entry.fields[field] ?? "", word));
	}
	return hit;
}

function add(hit: Hit, field: number, score: number): void {
	hit.found |= 1 << field;
	hit.rank = Math.max(hit.rank, field);
	hit.score += score;
}

/** A whole field is best, then its beginning, then the beginning of a word, then anywhere; earlier is better. */
function placeScore(text: string, word: string): number {
	if (text === word) return 0;
	const at = text.indexOf(word);
	if (at === 0) return 0.1;
	// A phrase may span two fields.
	if (at === -1) return 1;
	const isWordStart = !/[\p{L}\p{N}]/u.test(text[at - 1] ?? "");
	return (isWordStart ? 0.2 : 0.4) + Math.min(at, 1000) / 10_000;
}

function fuzzy(word: string, hits: readonly Hit[]): Hit[] {
	if (word.length < FUZZY_LENGTH.least || word.length > FUZZY_LENGTH.most) return [];
	const near = nearest(word, hits);
	const texts = near.map((hit) => ({
		hit,
		fields: hit.entry.fields.map((field) => field.slice(0, FUZZY_TEXT)),
	}));
	const fuse = new Fuse(texts, {
		keys: SEARCH_FIELDS.map((name, i) => ({
			name,
			getFn: (text: (typeof texts)[number]) => text.fields[i] ?? "",
		})),
		includeScore: true,
		includeMatches: true,
		ignoreLocation: true,
		threshold: 0.34,
		minMatchCharLength: 2,
	});
	return fuse.search(word).map(({ item: { hit }, score = 1, matches = [] }) => {
		const fields = matches.map((match) => SEARCH_FIELDS.indexOf(match.key as SearchField));
		const field = Math.min(...fields);
		const best = matches[fields.indexOf(field)];
		const near = { ...hit, terms: [...hit.terms, ...longest(best?.value ?? "", best?.indices ?? [])] };
		add(near, field, 1 + score);
		return near;
	});
}

/** Of many, those that share the most pairs of letters with a word. */
function nearest(word: string, hits: readonly Hit[]): readonly Hit[] {
	if (hits.length <= FUZZY_CANDIDATES) return hits;
	const pairs = [...new Set(Array.from({ length: word.length - 1 }, (_, i) => word.slice(i, i + 2)))];
	const shared = hits.map((hit, index) => {
		const text = hit.entry.fields.map((field) => field.slice(0, FUZZY_TEXT)).join("\n");
		return { hit, index, pairs: pairs.reduce((sum, pair) => sum + (text.includes(pair) ? 1 : 0), 0) };
	});
	return shared
		.filter((candidate) => candidate.pairs > 0)
		.sort((a, b) => b.pairs - a.pairs || a.index - b.index)
		.slice(0, FUZZY_CANDIDATES)
		.map((candidate) => candidate.hit);
}

/** The longest stretch of a text that was matched. */
function longest(text: string, indices: readonly (readonly [number, number])[]): string[] {
	let best = "";
	for (const [from, to] of indices) if (to + 1 - from > best.length) best = text.slice(from, to + 1);
	return best === "" ? [] : [best];
}

function fieldsOf(found: number): SearchField[] {
	return SEARCH_FIELDS.filter((_, field) => found & (1 << field));
}
