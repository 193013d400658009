import type { UsageTotals } from "../session/usage.js";
import { ageInWords, bytes, cost, count, counted, dateTime, tokens } from "../text/amounts.js";
import type { Fact } from "../text/facts.js";
import { shortenHome } from "../text/home.js";
import { sanitiseLine } from "../text/sanitise.js";
import type { Line } from "../text/spans.js";
import type { SessionInfo } from "./info.js";
import type { Relative, SessionDetails } from "./session-details.js";
import { title } from "./title.js";

/** More problems than these are counted, not listed. */
const MOST_PROBLEMS = 20;
/** The same for forks and sub-agents. */
const MOST_IN_LIST = 100;

/** What `info` and the browser's details say of a session, sanitised; what does not apply is left out. */
export function detailsFacts(details: SessionDetails, { now, home }: { now: number; home: string }): Fact[] {
	const { info, session, branch } = details;
	const time = (date: Date) => `${dateTime(date.getTime(), now)} (${ageInWords(date.getTime(), now)})`;
	const path = (text: string) => shortenHome(sanitiseLine(text), home);
	const facts: (Fact | undefined)[] = [
		fact("name", info.name),
		fact("first message", cutText(info.firstMessage)),
		fact("id", info.id),
		fact("file", path(info.path)),
		fact("directory", path(info.cwd)),
		fact(
			"repository",
			[info.git?.repoUrl, info.git?.branch, info.git?.commit?.slice(0, 12)]
				.filter((part) => part)
				.join(" · "),
		),
		fact("created", time(info.created)),
		fact("last message", time(info.modified)),
		fact("state", info.state),
		fact("status", info.agentStatus?.summary),
		fact("open", details.lease && `in an agent, process ${details.lease.pid}`),
		fact("models", info.models.join(", ")),
		fact("thinking", details.thinkingLevel === "off" ? undefined : details.thinkingLevel),
		fact(
			"size",
			`${bytes(info.sizeBytes)}, version ${info.version}${session.readOnly ? " (read-only)" : ""}`,
		),
		fact(
			"active branch",
			`${counted(branch.messages, "message")} in ${counted(branch.entries, "entry", "entries")} · ${spent(branch.usage)}`,
		),
		fact(
			"whole file",
			`${counted(info.messageCount, "message")} in ${counted(info.entryCount, "entry", "entries")} · ${spent(info.usage)}`,
		),
		fact("branches", info.branchCount > 1 ? count(info.branchCount) : undefined),
		fact("leaf", session.tree.leaf?.entry.id),
		fact("labels", labelTexts(details)),
		fact(
			"forked from",
			details.parent
				? relative(details.parent)
				: info.rlmDepth === 0
					? info.parentSessionPath && `${path(info.parentSessionPath)} (not in this store)`
					: undefined,
		),
		fact(
			"started by",
			info.rlmDepth > 0 ? info.parentSessionPath && path(info.parentSessionPath) : undefined,
		),
		list("forks", details.forks, relative),
		list("sub-agents", [...details.subAgents.sessions, ...details.subAgents.unreadable], (agent) =>
			"reason" in agent
				? `${path(agent.path)}: ${agent.reason}`
				: `${called(agent)} · ${counted(agent.messageCount, "message")} · ${cost(agent.usage.cost)} · ${path(agent.path)}`,
		),
		list("problems", problemTexts(details), (text) => text),
	];
	return facts.filter((each) => each !== undefined);
}

function fact(name: string, text: string | undefined): Fact | undefined {
	const shown = sanitiseLine(text ?? "");
	return shown === "" ? undefined : { name, lines: [[{ text: shown }]] };
}

function list<T>(name: string, items: readonly T[], textOf: (item: T) => string): Fact | undefined {
	if (items.length === 0) return undefined;
	const texts = items.slice(0, MOST_IN_LIST).map(textOf);
	if (items.length > texts.length) texts.push(`… and ${count(items.length - texts.length)} more`);
	return { name, lines: texts.map((text): Line => [{ text: sanitiseLine(text) }]) };
}

function spent(usage: UsageTotals): string {
	return `${tokens(usage.totalTokens)} tokens, ${cost(usage.cost)}`;
}

function relative({ session, leftAt }: Relative): string {
	const where = leftAt === null ? "" : ` · left at ${leftAt}`;
	return `${called(session)} (${session.id})${where}`;
}

function called(session: SessionInfo): string {
	return cutText(title(session));
}

function cutText(text: string): string {
	const line = sanitiseLine(text.slice(0, 1000));
	return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

function labelTexts({ session }: SessionDetails): string {
	return [...session.tree.labels].map(([id, { label }]) => `[${label}] on ${id}`).join(", ");
}

function problemTexts({ session, info }: SessionDetails): string[] {
	const texts = [
		...session.problems.map(({ line, reason }) => `line ${line}: ${reason}`),
		...session.faults.map(({ id, reason }) => `entry ${id}: ${reason}`),
	];
	const total = Math.max(info.problemCount, session.problems.length) + session.faults.length;
	return total > MOST_PROBLEMS
		? [...texts.slice(0, MOST_PROBLEMS), `… and ${count(total - MOST_PROBLEMS)} more`]
		: texts;
}
