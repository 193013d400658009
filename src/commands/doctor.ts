import { type CheckUp, checkUp, type Repair, repair } from "../store/doctor.js";
import type { StoreLocation } from "../store/location.js";
import { isPathSelector, pathOfSelector } from "../store/selector.js";
import { findStoreFiles } from "../store/store-files.js";
import { sanitiseLine } from "../text/sanitise.js";
import {
	describeLeftover,
	type LeftoverFinding,
	leftoverJson,
	leftoverOffer,
	leftoverParts,
	lookForLeftovers,
} from "./doctor-leftovers.js";
import { type CommandIo, EXIT, type ExitCode, printJson } from "./io.js";
import { selectSession } from "./select.js";
import { openStore, type StoreOptions } from "./store-options.js";

export interface DoctorOptions extends StoreOptions {
	readonly repair?: boolean;
	readonly json?: boolean;
}

/** A file, and what became of it where it was to be mended. */
interface Finding {
	readonly found: CheckUp;
	readonly repaired: Repair | undefined;
}

/** More lines than these about one file are counted, not listed. */
const MOST_LINES = 20;

/** `prime-sessions doctor [session…]`: what is unreadable or damaged, and why; of the whole store without arguments. */
export async function doctor(
	selectors: readonly string[],
	options: DoctorOptions,
	io: CommandIo,
): Promise<ExitCode> {
	const location = openStore(options, io);
	const { paths, unreadable } = await whatToCheck(selectors, location, io);
	const findings: Finding[] = unreadable.map(({ path, reason }) => ({
		found: { kind: "unreadable", path, reason },
		repaired: undefined,
	}));
	let sound = 0;
	for (const [index, path] of paths.entries()) {
		io.progress?.(`checking ${index + 1}/${paths.length}`);
		const found = await checkUp(path);
		const isDamaged = found.kind === "session" && found.damaged;
		if (found.kind === "session" && !isDamaged && found.faults.length === 0) sound++;
		else {
			const repaired = isDamaged && options.repair ? await repair(path, location) : undefined;
			findings.push({ found, repaired });
		}
	}
	const repairing = options.repair ?? false;
	const leftovers =
		selectors.length > 0 ? [] : await lookForLeftovers(location.sessionDir, { now: io.now, repairing });
	io.progress?.("");
	if (options.json) {
		const more = leftovers.length === 0 ? {} : { leftovers: leftovers.map(leftoverJson) };
		printJson(io, { ...findingsJson(location.sessionDir, paths.length, findings), ...more });
	} else {
		for (const finding of findings) io.out(describe(finding));
		for (const leftover of leftovers) io.out(describeLeftover(leftover, io.now));
		io.err(summary(sound, findings, leftovers, repairing));
	}
	return exitCode(findings);
}

async function whatToCheck(selectors: readonly string[], location: StoreLocation, io: CommandIo) {
	if (selectors.length === 0) {
		const { files, unreadable } = await findStoreFiles(location.sessionDir);
		return { paths: files.map(({ path }) => path).sort(), unreadable };
	}
	const paths: string[] = [];
	for (const selector of selectors) {
		// What cannot be read can only be named by its path; whatever is wrong with it is then found.
		if (isPathSelector(selector)) paths.push(pathOfSelector(selector, io));
		else paths.push((await selectSession(selector, location, io)).path);
	}
	return { paths: [...new Set(paths)], unreadable: [] };
}

function isStillDamaged({ found, repaired }: Finding): boolean {
	return found.kind === "unreadable" || (found.damaged && repaired?.kind !== "mended");
}

function exitCode(findings: readonly Finding[]): ExitCode {
	if (findings.some(({ repaired }) => repaired?.kind === "refused")) return EXIT.refused;
	return findings.some(isStillDamaged) ? EXIT.failed : EXIT.done;
}

function describe({ found, repaired }: Finding): string {
	const path = sanitiseLine(found.path);
	if (found.kind === "unreadable") return `unreadable  ${path}\n  ${sanitiseLine(found.reason)}\n`;
	const { damaged, problems, faults, oldLines, linesOnly, unmendable } = found;
	const lines = [
		...problems.map(({ line, reason }) => `line ${line}: ${reason}`),
		...faults.map(({ id, reason }) => `entry ${id}: ${reason}`),
	];
	const more = lines.length - MOST_LINES;
	const shown = [
		...lines.slice(0, MOST_LINES),
		...(more > 0 ? [`… and ${more} more; --json has them all`] : []),
		...(oldLines ? ["some of its lines are of an older version"] : []),
		...(linesOnly ? ["too large to be read whole: only its lines were looked at"] : []),
		...(damaged && unmendable !== undefined && repaired === undefined
			? [`cannot be mended here: ${unmendable}`]
			: []),
		...(repaired === undefined ? [] : [describeRepair(repaired)]),
	];
	const head = `${damaged ? "damaged" : "harmless"}  ${path}\n`;
	return head + shown.map((line) => `  ${sanitiseLine(line)}\n`).join("");
}

function describeRepair(repaired: Repair): string {
	switch (repaired.kind) {
		case "mended":
			return repaired.original === undefined
				? "mended; the original is in the trash"
				: `mended; the trash did not take the original, which is ${repaired.original}`;
		case "refused":
			return `not mended: ${repaired.reason}`;
		case "failed":
			return `not mended: ${repaired.reason}`;
		default:
			return repaired satisfies never;
	}
}

function summary(
	sound: number,
	findings: readonly Finding[],
	leftovers: readonly LeftoverFinding[],
	repairing: boolean,
): string {
	const count = (is: (finding: Finding) => boolean) => findings.filter(is).length;
	const mended = count(({ repaired }) => repaired?.kind === "mended");
	const damaged = count((finding) => finding.found.kind === "session" && isStillDamaged(finding));
	const unreadable = count(({ found }) => found.kind === "unreadable");
	const harmless = findings.length - mended - damaged - unreadable;
	const parts = [
		`${sound + harmless} sound`,
		...(mended > 0 ? [`${mended} mended`] : []),
		...(damaged > 0 ? [`${damaged} damaged`] : []),
		...(unreadable > 0 ? [`${unreadable} unreadable`] : []),
		...leftoverParts(leftovers),
	];
	return `${parts.join(", ")}.${repairing ? "" : offer(findings, damaged)}${leftoverOffer(leftovers)}\n`;
}

function offer(findings: readonly Finding[], damaged: number): string {
	const mendable = findings.filter(
		({ found }) => found.kind === "session" && found.damaged && found.unmendable === undefined,
	).length;
	if (mendable === 0) return "";
	return mendable === damaged ? " --repair mends what is damaged." : ` --repair mends ${mendable} of them.`;
}

function findingsJson(sessionDir: string, checked: number, findings: readonly Finding[]): object {
	return {
		sessionDir,
		checked,
		sessions: findings.flatMap(({ found, repaired }) => {
			if (found.kind === "unreadable") return [];
			const { path, kind: _, ...rest } = found;
			return [{ session: path, ...rest, ...(repaired === undefined ? {} : { repair: repaired }) }];
		}),
		unreadable: findings.flatMap(({ found }) => {
			return found.kind === "unreadable" ? [{ path: found.path, reason: found.reason }] : [];
		}),
	};
}
