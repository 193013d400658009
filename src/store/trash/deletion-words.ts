/** What a confirmation says of a session that is to go (frames.md, Delete). Everything is fit to be shown. */
import { ageInWords, bytes, count, counted } from "../../text/amounts.js";
import { cutStart } from "../../text/columns.js";
import { shortenHome } from "../../text/home.js";
import { sanitiseLine } from "../../text/sanitise.js";
import type { SessionInfo } from "../info.js";
import { title } from "../title.js";
import type { DeletionTarget } from "./deletion-plan.js";

/** What a session is called, on one line; not cut. */
export function shownTitle(session: Parameters<typeof title>[0]): string {
	return sanitiseLine(title(session).slice(0, 4096));
}

/** "~/work/webapp · 24 messages · 88 KB · last used 3 hours ago" */
export function sessionFacts(session: SessionInfo, { home, now }: { home: string; now: number }): string {
	return [
		sanitiseLine(shortenHome(session.cwd, home)),
		counted(session.messageCount, "message"),
		bytes(session.sizeBytes),
		`last used ${ageInWords(session.modified.getTime(), now)}`,
	].join(" · ");
}

/** "1 fork keeps its own copy of the conversation. 2 artifact files go along."; empty where nothing hangs on it. */
export function consequences(
	{ forks, artifacts, file, twins, beside }: DeletionTarget,
	names: NamesShown = {},
): string {
	const sentences: string[] = [];
	if (file.isLink) sentences.push("Only the link goes; the file it points at stays.");
	if (forks.length === 1) sentences.push("1 fork keeps its own copy of the conversation.");
	if (forks.length > 1)
		sentences.push(`${count(forks.length)} forks keep their own copies of the conversation.`);
	const along = artifactsText(artifacts);
	if (along !== "") sentences.push(along);
	if (twins.length === 1) sentences.push("Another file has the same id, and stays unless it is chosen too.");
	if (twins.length > 1)
		sentences.push(`${twins.length} other files have the same id, and stay unless they are chosen too.`);
	if (beside.length > 0) sentences.push(besideText(beside, "it", names));
	return sentences.join(" ");
}

/** "2 artifact files go along."; empty where none do. */
export function artifactsText(artifacts: DeletionTarget["artifacts"]): string {
	const files = artifacts.reduce((sum, each) => sum + each.files, 0);
	return files === 0 ? "" : `${counted(files, "artifact file")} ${files === 1 ? "goes" : "go"} along.`;
}

/** More names than these are counted. */
const MOST_NAMES = 3;

/** How many names are shown, and how many columns of the end of each. */
interface NamesShown {
	readonly most?: number;
	readonly longest?: number;
}

/** What stays beside what goes: "2 files stay beside it: a.jsonl.bak, a.jsonl.old."; empty where nothing does. */
export function besideText(
	names: readonly string[],
	what: "it" | "them",
	{ most = MOST_NAMES, longest = Number.POSITIVE_INFINITY }: NamesShown = {},
): string {
	if (names.length === 0) return "";
	if (most === 0)
		return `${counted(names.length, "file")} ${names.length === 1 ? "stays" : "stay"} beside ${what}.`;
	const shown = names.slice(0, most).map((name) => {
		const shown = sanitiseLine(name);
		return longest === Number.POSITIVE_INFINITY ? shown : cutStart(shown, longest);
	});
	if (names.length === 1) return `${shown.join("")} stays beside ${what}.`;
	const more = names.length - shown.length;
	const all = more === 0 ? shown : [...shown, `and ${count(more)} more`];
	return `${counted(names.length, "file")} stay beside ${what}: ${all.join(", ")}.`;
}
