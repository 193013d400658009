import { EventEmitter } from "node:events";
import { render } from "ink";
import { Screen } from "../../components/App.js";
import { DrawingContext } from "../../components/Lines.js";
import type { State } from "../../src/browser/state.js";

/** A stand-in for a terminal's output of a fixed size, which keeps the last frame. */
class FakeOutput extends EventEmitter {
	readonly isTTY = true;
	frame = "";
	readonly columns: number;
	readonly rows: number;

	constructor(columns: number, rows: number) {
		super();
		this.columns = columns;
		this.rows = rows;
	}

	write(text: string): boolean {
		this.frame = text;
		return true;
	}
}

/** The frame that Ink draws of a state: its rows, without colours, without blanks at their ends. */
export function frameOf(state: State): string[] {
	const stdout = new FakeOutput(state.size.columns, state.size.rows);
	const app = render(
		<DrawingContext value={{ colours: false, columns: state.size.columns }}>
			<Screen state={state} />
		</DrawingContext>,
		{ stdout: stdout as unknown as NodeJS.WriteStream, debug: true, exitOnCtrlC: false, patchConsole: false },
	);
	const frame = stdout.frame;
	app.unmount();
	return frame
		.replace(/\u001b\[[\d;]*m/g, "")
		.split("\n")
		.map((row) => row.trimEnd());
}
