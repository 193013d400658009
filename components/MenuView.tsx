import { Box, Text } from "ink";
import SelectInput, { type ItemProps } from "ink-select-input";
import type { FooterWords } from "../src/browser/footer.js";
import type { Menu } from "../src/browser/menu.js";
import type { Choice, State } from "../src/browser/state.js";
import { cut } from "../src/text/columns.js";
import { type Line, wrapLine } from "../src/text/spans.js";
import { Footer } from "./Footer.js";
import { Lines, OneLine } from "./Lines.js";

/**
 * A short menu. SelectInput draws it; the keys go through the key table and the state like all others, so that
 * none is lost, and each move mounts it anew at its place.
 */
export function MenuView({ state, menu }: { readonly state: State; readonly menu: Menu<Choice> }) {
	const { columns, rows } = state.size;
	const question = menu.lines.flatMap((text) =>
		wrapLine([menu.danger ? { text, colour: "yellow" } : { text, bold: true }], Math.max(8, columns - 6)),
	);
	const height = Math.max(3, rows - 1);
	const gap = height >= menu.items.length + question.length + 4 ? 1 : 0;
	const room = Math.max(1, height - 1 - gap * 3);
	const asked = question
		.slice(0, Math.max(1, room - menu.items.length))
		.map((line): Line => [{ text: "   " }, ...line]);
	const limit = Math.max(1, room - asked.length);
	const items = menu.items.map(({ label }, index) => ({
		label: cut(label, Math.max(1, columns - 8)),
		value: index,
	}));
	return (
		<Box flexDirection="column">
			{gap === 1 && <Box height={1} />}
			<Lines lines={asked} />
			{gap === 1 && <Box height={1} />}
			<Box height={limit} flexDirection="column">
				<SelectInput
					key={menu.index}
					isFocused={false}
					items={items}
					initialIndex={menu.index}
					limit={limit}
					indicatorComponent={Indicator}
					itemComponent={Item}
				/>
			</Box>
			<Footer state={state} mode="menu" words={wordsOf(menu)} gap={gap} />
		</Box>
	);
}

function wordsOf({ back }: Menu<Choice>): FooterWords<"menu"> | undefined {
	return back === undefined ? undefined : { words: { back } };
}

function Indicator({ isSelected = false }: { readonly isSelected?: boolean }) {
	return <Text>{isSelected ? "   ▸ " : "     "}</Text>;
}

function Item({ isSelected = false, label }: ItemProps) {
	return <OneLine line={[isSelected ? { text: label, bold: true, colour: "accent" } : { text: label }]} />;
}
