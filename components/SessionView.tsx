import { Box } from "ink";
import { completionLines } from "../src/browser/completion-lines.js";
import { COMMAND_WORDS, type FooterWords, SESSION_WORDS } from "../src/browser/footer.js";
import type { Mode } from "../src/browser/keys.js";
import { sessionGeometry } from "../src/browser/session/geometry.js";
import { sessionHeaderLine } from "../src/browser/session/header-line.js";
import { completionsOf } from "../src/browser/session/prompt.js";
import { promptLines } from "../src/browser/session/prompt-lines.js";
import type { SessionScreen } from "../src/browser/session/state.js";
import { transcriptWindow } from "../src/browser/session/transcript-window.js";
import { isCommandLine } from "../src/browser/slash-commands.js";
import type { State } from "../src/browser/state.js";
import { Footer } from "./Footer.js";
import { Lines } from "./Lines.js";

const MODES: Readonly<Record<SessionScreen["focus"], Mode>> = {
	prompt: "session",
	transcript: "transcript",
	find: "find",
};

/** One session: its header, the transcript of its active branch, the prompt. */
export function SessionView({ state, session }: { readonly state: State; readonly session: SessionScreen }) {
	const geometry = sessionGeometry(session, state.size);
	return (
		<Box flexDirection="column">
			<Lines lines={[sessionHeaderLine(state, session), ...(geometry.gap === 1 ? [[]] : [])]} />
			<Lines
				lines={transcriptWindow(session, state, geometry.transcript)}
				height={geometry.transcript + geometry.air}
			/>
			<Lines lines={promptLines(session, state, geometry.prompt)} height={geometry.prompt} />
			<Lines
				lines={completionLines(completionsOf(session), session.completion, {
					columns: state.size.columns,
					rows: geometry.completions,
				})}
			/>
			<Footer state={state} mode={MODES[session.focus]} words={footerWords(session)} gap={geometry.gap} />
		</Box>
	);
}

function footerWords({ focus, prompt }: SessionScreen): FooterWords | undefined {
	if (focus !== "prompt") return undefined;
	if (isCommandLine(prompt.text)) return COMMAND_WORDS.session;
	return prompt.text === "" ? SESSION_WORDS : undefined;
}
