import { Box } from "ink";
import { justify } from "../src/browser/layout-lines.js";
import { overlayOf } from "../src/browser/overlay.js";
import type { Page } from "../src/browser/page.js";
import type { State } from "../src/browser/state.js";
import type { Line } from "../src/text/spans.js";
import { Footer } from "./Footer.js";
import { Lines } from "./Lines.js";

/** A text over the whole screen: help, details. */
export function PageView({ state, page }: { readonly state: State; readonly page: Page }) {
	const window = overlayOf(state.size);
	const lines = page.lines(window.columns);
	const shown = lines.slice(page.top, page.top + window.height).map((line): Line => [{ text: " " }, ...line]);
	const last = Math.min(lines.length, page.top + window.height);
	const place = lines.length > window.height ? `${page.top + 1}–${last} of ${lines.length} ` : "";
	const title = justify(
		[{ text: ` ${page.title}`, bold: true }],
		[{ text: place, dim: true }],
		state.size.columns,
	);
	return (
		<Box flexDirection="column">
			<Lines lines={window.gap === 1 ? [title, []] : [title]} />
			<Lines lines={shown} height={window.height} />
			<Footer state={state} mode="page" gap={window.gap} />
		</Box>
	);
}
