import { SessionError } from "../session/errors.js";
import { findLeftovers, isAbandoned, type Leftover } from "../store/leftovers.js";
import { trashFile } from "../store/trash/trash.js";
import { ageInWords, bytes, counted } from "../text/amounts.js";
import { sanitiseLine } from "../text/sanitise.js";

/** What a killed write left, and what became of it. */
export interface LeftoverFinding {
	readonly leftover: Leftover;
	/** Whether it is old enough to go. */
	readonly abandoned: boolean;
	/** With `--repair`: that it went to the trash, or why it stays. */
	readonly repaired?: { readonly kind: "trashed" } | { readonly kind: "stays"; readonly reason: string };
}

/** Looks for leftovers in a store; `repairing` moves those to the trash that no write is at. */
export async function lookForLeftovers(
	sessionDir: string,
	{ now, repairing }: { now: number; repairing: boolean },
): Promise<LeftoverFinding[]> {
	const findings: LeftoverFinding[] = [];
	for (const leftover of findLeftovers(sessionDir)) {
		const abandoned = isAbandoned(leftover, now);
		findings.push({
			leftover,
			abandoned,
			...(repairing ? { repaired: await tidy(leftover, abandoned) } : {}),
		});
	}
	return findings;
}

async function tidy({ path }: Leftover, abandoned: boolean): Promise<LeftoverFinding["repaired"] & object> {
	if (!abandoned) return { kind: "stays", reason: "it may be in use until it is a day old" };
	try {
		await trashFile(path);
		return { kind: "trashed" };
	} catch (error) {
		if (!(error instanceof SessionError)) throw error;
		return { kind: "stays", reason: error.message };
	}
}

export function describeLeftover({ leftover, repaired }: LeftoverFinding, now: number): string {
	const { path, changed, bytes: size } = leftover;
	const outcome =
		repaired === undefined
			? ""
			: `  ${repaired.kind === "trashed" ? "moved to the trash" : `stays: ${repaired.reason}`}\n`;
	return `leftover  ${sanitiseLine(path)}\n  of a write that was cut short ${ageInWords(changed, now)}, ${bytes(size)}\n${outcome}`;
}

/** The parts of the last line that are about leftovers. */
export function leftoverParts(findings: readonly LeftoverFinding[]): string[] {
	const trashed = findings.filter(({ repaired }) => repaired?.kind === "trashed").length;
	const left = findings.length - trashed;
	return [
		...(trashed > 0 ? [`${counted(trashed, "leftover")} moved to the trash`] : []),
		...(left > 0 ? [counted(left, "leftover")] : []),
	];
}

/** What `--repair` would do, where there is something. */
export function leftoverOffer(findings: readonly LeftoverFinding[]): string {
	const offers = findings.some(({ abandoned, repaired }) => abandoned && repaired === undefined);
	return offers ? " --repair moves leftovers older than a day to the trash." : "";
}

export function leftoverJson({ leftover, repaired }: LeftoverFinding): object {
	const { path, bytes: size, changed } = leftover;
	const repair = repaired === undefined ? {} : { repair: repaired };
	return { path, bytes: size, changed: new Date(changed).toISOString(), ...repair };
}
