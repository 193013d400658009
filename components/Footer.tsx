import { type FooterWords, footerLine } from "../src/browser/footer.js";
import type { Mode } from "../src/browser/keys.js";
import type { State } from "../src/browser/state.js";
import { cutLine, type Line } from "../src/text/spans.js";
import { Lines } from "./Lines.js";

/** The line of status, or a blank where there is room for one, and the keys of `mode`. */
export function Footer({
	state,
	mode,
	words,
	gap,
}: {
	readonly state: State;
	readonly mode: Mode;
	/** Where the mode's own words would mislead. */
	readonly words?: FooterWords | undefined;
	readonly gap: 0 | 1;
}) {
	const { columns } = state.size;
	const status = statusLine(state);
	const keys = footerLine(mode, state.environment.keys, columns, words);
	const lines = gap === 1 ? [status ?? [], keys] : [status ?? keys];
	return <Lines lines={lines.map((line) => cutLine(line, columns))} />;
}

function statusLine({ status }: State): Line | undefined {
	if (status === undefined) return undefined;
	return status.kind === "error"
		? [
				{ text: " ✗ ", colour: "red" },
				{ text: status.text, colour: "red" },
			]
		: [{ text: ` ${status.text}` }];
}
