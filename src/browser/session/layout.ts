import { type TranscriptBlock, withoutThinking } from "../../session/transcript.js";
import { blockLines, isFoldable } from "../../session/transcript-lines.js";
import { type Line, plainText } from "../../text/spans.js";
import type { Layout } from "./scroll.js";
import type { SessionScreen } from "./state.js";

/** What the transcript is laid out for. */
export interface Frame {
	readonly columns: number;
	/** Unix milliseconds. */
	readonly now: number;
}

interface Laid {
	readonly columns: number;
	readonly open: boolean;
	readonly lines: readonly Line[];
}

/** Laid-out blocks; a block is laid out again only when the width or its folding changes. */
const laid = new WeakMap<TranscriptBlock, Laid>();
const withThinkingHidden = new WeakMap<readonly TranscriptBlock[], readonly TranscriptBlock[]>();

/** The blocks that are shown. */
export function shownBlocks(screen: SessionScreen): readonly TranscriptBlock[] {
	if (screen.content.kind !== "ready") return [];
	const { blocks } = screen.content;
	if (screen.thinking) return blocks;
	let kept = withThinkingHidden.get(blocks);
	if (kept === undefined) {
		kept = withoutThinking(blocks);
		withThinkingHidden.set(blocks, kept);
	}
	return kept;
}

/** Whether a block is shown open: as the whole transcript is, unless this block was toggled. */
export function isOpen(screen: SessionScreen, block: TranscriptBlock): boolean {
	return isFoldable(block) && screen.allOpen !== screen.toggled.has(block.key);
}

export function layoutOf(screen: SessionScreen, frame: Frame): Layout {
	const blocks = shownBlocks(screen);
	const tree = screen.content.kind === "ready" ? screen.content.session.tree : undefined;
	const labelOf = (id: string) => tree?.label(id)?.label;
	return {
		count: blocks.length,
		lines(at) {
			const block = blocks[at];
			return block === undefined ? [] : linesOf(block, isOpen(screen, block), frame, labelOf);
		},
		unlaid(at) {
			const block = blocks[at];
			if (block === undefined || knownLines(block, isOpen(screen, block), frame) !== undefined)
				return undefined;
			return "text" in block ? block.text.length : 0;
		},
	};
}

function knownLines(block: TranscriptBlock, open: boolean, { columns }: Frame): readonly Line[] | undefined {
	const known = laid.get(block);
	return known?.columns === columns && known.open === open ? known.lines : undefined;
}

function linesOf(
	block: TranscriptBlock,
	open: boolean,
	{ columns, now }: Frame,
	labelOf: (id: string) => string | undefined,
): readonly Line[] {
	const known = knownLines(block, open, { columns, now });
	if (known !== undefined) return known;
	const lines = blockLines(block, { columns, open, now, labelOf, hint: "Enter opens" });
	laid.set(block, { columns, open, lines });
	return lines;
}

/** Lower-cased text of a block's lines, for finding in it. */
export function textOfLines(lines: readonly Line[]): string[] {
	return lines.map((line) => plainText(line).toLowerCase());
}
