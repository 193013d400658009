/** Choosing many sessions to delete (behaviour.md §7): which would go, which are spared, and why. Nothing is changed here. */
import { ageInWords, bytes as sizeText } from "../../text/amounts.js";
import type { SessionInfo } from "../info.js";
import { forksByParent } from "../threads.js";

/**
 * What a session must be to go. All that is given must be so, except for the last four: of those, one is enough. A text
 * that says "older than 90 days, empty or damaged" is `{ olderThan: 90 days, empty: true, damaged: true }`.
 */
export interface PruneCriteria {
	/** Milliseconds since the newest message. */
	readonly olderThan?: number | undefined;
	readonly fewerMessages?: number | undefined;
	/** Bytes of the file. */
	readonly largerThan?: number | undefined;
	readonly unnamed?: boolean | undefined;
	readonly archived?: boolean | undefined;
	/** Without a message. */
	readonly empty?: boolean | undefined;
	/** Its working directory is gone. One that cannot be asked, as on a dead mount, is not gone. */
	readonly missingCwd?: boolean | undefined;
	/** Parts of it cannot be read. A file that is no session at all is never chosen. */
	readonly damaged?: boolean | undefined;
	/** Another file of its id holds all of it, and perhaps more. */
	readonly duplicate?: boolean | undefined;
}

/** What is spared unless it is asked for. What an agent has open is never asked for. */
export interface PruneProtection {
	readonly includeNamed?: boolean | undefined;
	readonly includeLabelled?: boolean | undefined;
	/** Sessions that forks in the store point at. */
	readonly includeParents?: boolean | undefined;
}

export interface PruneFacts {
	/** Milliseconds since 1970. */
	readonly now: number;
	/** Working directories that are gone. */
	readonly missingCwds?: ReadonlySet<string> | undefined;
	/** The path of each file whose bytes another holds, and that other's. */
	readonly duplicates?: ReadonlyMap<string, string> | undefined;
	/** All sessions of the store, where those to choose from are fewer: forks are looked for among them. */
	readonly all?: readonly SessionInfo[] | undefined;
}

export type SparedBecause = "open" | "named" | "labelled" | "parent";

export interface Prunable {
	readonly session: SessionInfo;
	/** In a few words each, in the order of the criteria. */
	readonly reasons: readonly string[];
	/** Those of the reasons that its age, messages and size do not tell already. */
	readonly remarks: readonly string[];
	/** The first that would have spared it, had it not been asked for. */
	readonly despite?: Exclude<SparedBecause, "open"> | undefined;
}

export interface Spared {
	readonly session: SessionInfo;
	/** The first that holds, in the order of `SparedBecause`. */
	readonly why: SparedBecause;
}

export interface PruneChoice {
	/** In the order of the sessions. */
	readonly go: readonly Prunable[];
	/** Those that meet the criteria and stay. */
	readonly spared: readonly Spared[];
	/** Of the files that would go, without their artifacts. */
	readonly bytes: number;
}

/** Whether anything is asked for; without a criterion nothing is chosen. */
export function hasCriteria(criteria: PruneCriteria): boolean {
	return Object.values(criteria).some((value) => value !== undefined && value !== false);
}

/** Chooses what would go. Sessions of sub-agents belong to their parents and are neither chosen nor spared. */
export function choosePrunable(
	sessions: readonly SessionInfo[],
	criteria: PruneCriteria & PruneProtection,
	facts: PruneFacts,
): PruneChoice {
	const { includeNamed, includeLabelled, includeParents, ...wanted } = criteria;
	if (!hasCriteria(wanted)) return { go: [], spared: [], bytes: 0 };
	const parents = forksByParent(facts.all ?? sessions);
	const asked = { named: includeNamed, labelled: includeLabelled, parent: includeParents };
	const go: Prunable[] = [];
	const spared: Spared[] = [];
	let bytes = 0;
	for (const session of sessions) {
		const why = session.rlmDepth > 0 ? undefined : reasonsFor(session, wanted, facts);
		if (why === undefined) continue;
		if (session.open) {
			spared.push({ session, why: "open" });
			continue;
		}
		const protections = protectionsOf(session, parents.has(session.path));
		const sparing = protections.find((each) => !asked[each]);
		if (sparing !== undefined) {
			spared.push({ session, why: sparing });
			continue;
		}
		go.push({ session, ...why, despite: protections[0] });
		bytes += session.sizeBytes;
	}
	return { go, spared, bytes };
}

/** How many were spared for what: "12 named · 3 labelled"; empty where none was. */
export function sparedSummary(spared: readonly Pick<Spared, "why">[]): string {
	const order: readonly [SparedBecause, string][] = [
		["named", "named"],
		["labelled", "labelled"],
		["open", "open"],
		["parent", "parents"],
	];
	return order
		.map(([why, word]): [number, string] => [spared.filter((each) => each.why === why).length, word])
		.flatMap(([count, word]) =>
			count === 0 ? [] : [`${count} ${count === 1 && word === "parents" ? "parent" : word}`],
		)
		.join(" · ");
}

function protectionsOf({ name, labels }: SessionInfo, isParent: boolean): Exclude<SparedBecause, "open">[] {
	return [
		...(name === undefined ? [] : ["named" as const]),
		...(labels.length === 0 ? [] : ["labelled" as const]),
		...(isParent ? ["parent" as const] : []),
	];
}

/** Why a session would go, or undefined where a criterion is not met. */
function reasonsFor(
	session: SessionInfo,
	criteria: PruneCriteria,
	facts: PruneFacts,
): Omit<Prunable, "session"> | undefined {
	const amounts = amountReasons(session, criteria, facts);
	const kinds = kindsOf(session, criteria, facts);
	if (amounts === undefined || kinds === undefined) return undefined;
	const remarks: string[] = [];
	if (criteria.unnamed) {
		if (session.name !== undefined) return undefined;
		remarks.push("unnamed");
	}
	if (criteria.archived) {
		if (session.state !== "archived") return undefined;
		remarks.push("archived");
	}
	remarks.push(...kinds);
	return { reasons: [...amounts, ...remarks], remarks };
}

function amountReasons(
	{ modified, messageCount, sizeBytes }: SessionInfo,
	{ olderThan, fewerMessages, largerThan }: PruneCriteria,
	{ now }: PruneFacts,
): string[] | undefined {
	const reasons: string[] = [];
	if (olderThan !== undefined) {
		// A time that is none is not old.
		if (!(now - modified.getTime() > olderThan)) return undefined;
		reasons.push(`last used ${ageInWords(modified.getTime(), now)}`);
	}
	if (fewerMessages !== undefined) {
		if (messageCount >= fewerMessages) return undefined;
		reasons.push(`${messageCount} ${messageCount === 1 ? "message" : "messages"}`);
	}
	if (largerThan !== undefined) {
		if (sizeBytes <= largerThan) return undefined;
		reasons.push(sizeText(sizeBytes));
	}
	return reasons;
}

function kindsOf(
	session: SessionInfo,
	{ empty, missingCwd, damaged, duplicate }: PruneCriteria,
	{ missingCwds, duplicates }: PruneFacts,
): string[] | undefined {
	if (!(empty || missingCwd || damaged || duplicate)) return [];
	const kinds: string[] = [];
	if (empty && session.messageCount === 0) kinds.push("no messages");
	if (missingCwd && missingCwds?.has(session.cwd)) kinds.push("its directory is gone");
	if (damaged && session.problemCount > 0) kinds.push("damaged");
	const twin = duplicate ? duplicates?.get(session.path) : undefined;
	if (twin !== undefined) kinds.push(`all of it is in ${twin}`);
	return kinds.length === 0 ? undefined : kinds;
}
