import { contextOf } from "../../session/context.js";
import type { Session } from "../../session/session.js";
import { nameOf } from "../../session/session-name.js";
import { attributedUsage, sumUsage } from "../../session/usage.js";
import { isNewer } from "../../session/versions.js";
import { cost, count, counted, tokens } from "../../text/amounts.js";
import { shortenHome } from "../../text/home.js";
import { sanitiseLine } from "../../text/sanitise.js";
import type { Line, Span } from "../../text/spans.js";
import { justify } from "../layout-lines.js";
import type { State } from "../state.js";
import type { SessionScreen } from "./state.js";

interface Facts {
	readonly name: string | undefined;
	readonly model: string;
	readonly messages: number;
	readonly tokens: number;
	readonly cost: number;
	readonly leaf: string;
}

const known = new WeakMap<Session, Facts>();

/** Name, directory, model; messages, tokens, cost of the active branch, and its leaf. */
export function sessionHeaderLine(state: State, screen: SessionScreen): Line {
	const { columns } = state.size;
	const listed = state.sessions.rows.find(
		(row) => row.kind === "session" && row.session.info.path === screen.path,
	);
	const title = listed?.kind === "session" ? listed.title : "";
	if (screen.content.kind !== "ready") return justify([{ text: ` ${title}`, bold: true }], [], columns);
	const { session } = screen.content;
	const facts = factsOf(session);
	const cwd = shortenHome(sanitiseLine(session.header.cwd), state.environment.home);
	const marks: Span[] = [
		...(session.readOnly
			? [
					{
						text: ` read-only: ${isNewer(session) ? `version ${session.version}` : "odd version"}`,
						colour: "yellow",
					} as const,
				]
			: []),
		...(session.problems.length > 0
			? [{ text: ` ⚠ ${count(session.problems.length)} damaged`, colour: "yellow" } as const]
			: []),
	];
	const left: Line = [
		{ text: ` ${facts.name === undefined ? title : sanitiseLine(facts.name)}`, bold: true },
		...marks,
		...(columns >= 60
			? [
					{ text: `  ${cwd}`, dim: true },
					{ text: `  ${facts.model}`, dim: true },
				]
			: []),
	];
	const parts = [
		counted(facts.messages, "message"),
		...(columns >= 60 ? [`${tokens(facts.tokens)} tokens`, cost(facts.cost)] : []),
		...(columns >= 90 && facts.leaf !== "" ? [`leaf ${facts.leaf}`] : []),
	];
	return justify(left, [{ text: `${parts.join(" · ")} ` }], columns);
}

function factsOf(session: Session): Facts {
	let facts = known.get(session);
	if (facts === undefined) {
		const branch = session.tree.branch().map(({ entry }) => entry);
		const usage = sumUsage(branch, attributedUsage(session.entries));
		const { model, thinkingLevel } = contextOf(branch);
		const thinking = thinkingLevel === "off" ? "" : ` · ${sanitiseLine(thinkingLevel)}`;
		facts = {
			name: nameOf(session.entries),
			model: model === null ? "" : `${sanitiseLine(model.modelId)}${thinking}`,
			messages: branch.filter(({ type }) => type === "message").length,
			tokens: usage.totalTokens,
			cost: usage.cost,
			leaf: sanitiseLine(session.tree.leaf?.entry.id ?? ""),
		};
		known.set(session, facts);
	}
	return facts;
}
