import { render } from "ink";
import { createElement } from "react";
import { App } from "../../components/App.js";
import { runEffects } from "./effects/runner.js";
import type { Event } from "./event.js";
import { initialState } from "./initial-state.js";
import { createLoop } from "./loop.js";
import type { BrowserOptions } from "./options.js";
import { inkOutput } from "./terminal/ink-output.js";
import { Terminal } from "./terminal.js";
import { update } from "./update.js";

/** Ages on screen are counted anew this often, in milliseconds. */
const CLOCK_MS = 15_000;
/** More frames than this a second are seen by nobody. */
const MAX_FPS = 60;
/** The exit code of a process whose terminal was taken away: 128 + SIGHUP. */
const HUNG_UP = 129;

/**
 * Opens the browser in the terminal and returns the exit code when it is left, or that of the agent it handed
 * the terminal to. The terminal is given back as it was, whatever happens.
 */
export async function openBrowser(options: BrowserOptions): Promise<number> {
	const { stdout, stdin } = options;
	const size = () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 });
	let finish: (code: number) => void = () => undefined;
	const finished = new Promise<number>((resolve) => {
		finish = resolve;
	});

	const loop = createLoop({
		initial: initialState(options, size()),
		update,
		run: (effect, dispatch: (event: Event) => void) => effects.run(effect, dispatch),
	});
	const view = createElement(App, { loop, colours: options.colours });
	const drawn = inkOutput(stdout);
	let mounted: ReturnType<typeof render> | undefined;
	const mount = () => {
		mounted = render(view, {
			stdout: drawn,
			stdin,
			exitOnCtrlC: false,
			patchConsole: false,
			maxFps: MAX_FPS,
		});
	};
	const unmount = () => {
		mounted?.unmount();
		mounted = undefined;
	};
	const terminal = new Terminal({
		stdin,
		stdout,
		onInput: (inputs) => loop.dispatch(...inputs.map((input): Event => ({ type: "input", input }))),
		onRedraw: () => redraw(),
		onGone: () => finish(HUNG_UP),
	});
	// A frame drawn over one of another size leaves parts of it behind: draw on a clean screen.
	const redraw = () => {
		unmount();
		if (terminal.entered) terminal.clear();
		mount();
	};
	const takeBack = () => {
		terminal.enter();
		redraw();
	};
	const effects = runEffects(options, {
		quit: (code) => finish(code),
		write: (sequence) => void stdout.write(sequence),
		lend: async (work) => {
			unmount();
			terminal.leave();
			try {
				return await work();
			} catch (error) {
				takeBack();
				throw error;
			}
		},
		takeBack,
	});
	const resized = () => {
		loop.dispatch({ type: "resized", ...size() });
		if (mounted !== undefined) redraw();
	};
	const clock = setInterval(() => loop.dispatch({ type: "clock", now: Date.now() }), CLOCK_MS);

	terminal.enter();
	try {
		// The reading begins before the first frame: a store that was not read yet must not look empty.
		if (options.wish === undefined) loop.dispatch({ type: "started" });
		mount();
		stdout.on("resize", resized);
		if (options.wish !== undefined) loop.dispatch({ type: "resume-wanted", wish: options.wish });
		return await finished;
	} finally {
		clearInterval(clock);
		stdout.off("resize", resized);
		effects.stop();
		unmount();
		terminal.leave();
	}
}
