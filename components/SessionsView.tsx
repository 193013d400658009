import { Box } from "ink";
import { completionLines } from "../src/browser/completion-lines.js";
import { COMMAND_WORDS, type FooterWords, PICKER_WORDS } from "../src/browser/footer.js";
import { cursorIndex, cursorSession } from "../src/browser/sessions/cursor.js";
import { emptyLines } from "../src/browser/sessions/empty-lines.js";
import { sessionsGeometry } from "../src/browser/sessions/geometry.js";
import { headerLine, searchLine } from "../src/browser/sessions/header-lines.js";
import { previewLines } from "../src/browser/sessions/preview-lines.js";
import { rowLine } from "../src/browser/sessions/row-line.js";
import { completions, isCommandLine } from "../src/browser/slash-commands.js";
import type { State } from "../src/browser/state.js";
import type { Line } from "../src/text/spans.js";
import { Footer } from "./Footer.js";
import { Lines } from "./Lines.js";

/** The list of sessions, its search line, and the preview beside or below it. */
export function SessionsView({ state }: { readonly state: State }) {
	const { sessions, size, environment } = state;
	const geometry = sessionsGeometry(sessions, size);
	const offered = completions(sessions.query.text);
	return (
		<Box flexDirection="column">
			<Lines
				lines={[
					headerLine(sessions, environment, size.columns),
					searchLine(sessions, size.columns),
					...completionLines(offered, sessions.completion, {
						columns: size.columns,
						rows: geometry.completions,
					}),
					...(geometry.gap === 1 ? [[]] : []),
				]}
			/>
			<Box flexDirection={geometry.preview?.beside ? "row" : "column"}>
				<Box width={geometry.list.columns}>
					<Lines lines={listLines(state)} height={geometry.list.rows} />
				</Box>
				{geometry.preview && (
					<Box width={geometry.preview.columns + (geometry.preview.beside ? 1 : 0)}>
						<Lines
							lines={previewLines(sessions.preview, cursorSession(sessions), {
								...geometry.preview,
								now: state.now,
								home: environment.home,
							})}
							height={geometry.preview.rows}
						/>
					</Box>
				)}
			</Box>
			<Footer
				state={state}
				mode={sessions.renaming === undefined ? "sessions" : "rename"}
				words={footerWords(state)}
				gap={geometry.gap}
			/>
		</Box>
	);
}

function footerWords({ sessions, environment }: State): FooterWords | undefined {
	if (sessions.renaming !== undefined) return undefined;
	if (isCommandLine(sessions.query.text)) return COMMAND_WORDS.sessions;
	return environment.picker ? PICKER_WORDS : undefined;
}

function listLines({ sessions, size, environment, now }: State): Line[] {
	const { list } = sessionsGeometry(sessions, size);
	if (sessions.rows.length === 0) return emptyLines(sessions, environment, list.columns);
	const cursor = cursorIndex(sessions);
	return sessions.rows.slice(sessions.top, sessions.top + list.rows).map((row, index) =>
		rowLine(row, {
			columns: list.columns,
			now,
			home: environment.home,
			paths: sessions.paths || (sessions.scope !== "directory" && sessions.sort !== "directory"),
			cursor: sessions.top + index === cursor,
			marked: row.kind === "session" && sessions.marked.has(row.session.info.path),
			renaming: sessions.renaming,
		}),
	);
}
