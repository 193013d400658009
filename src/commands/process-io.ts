import { createInterface } from "node:readline";
import { homeDirectory, workingDirectory } from "../store/process-directories.js";
import { wantsColours } from "./colours.js";
import { CommandError, type CommandIo, EXIT } from "./io.js";

/** The process's own input and output. `colourFlag` is false after `--no-color`. */
export function processIo(colourFlag: boolean): CommandIo {
	const isTerminal = process.stdout.isTTY === true;
	return {
		out: (data) => void process.stdout.write(data),
		err: (text) => void process.stderr.write(text),
		progress: process.stderr.isTTY ? replaceableLine((text) => process.stderr.write(text)) : undefined,
		ask: process.stdin.isTTY && process.stderr.isTTY ? askOnTerminal : undefined,
		env: process.env,
		cwd: workingDirectory(process.env),
		home: homeDirectory(),
		now: Date.now(),
		isTerminal,
		columns: isTerminal ? process.stdout.columns || 80 : Number.POSITIVE_INFINITY,
		colours: wantsColours(colourFlag, process.env, isTerminal),
	};
}

/** Writes each line over the one before it. */
function replaceableLine(write: (text: string) => void): (line: string) => void {
	let shown = 0;
	return (line) => {
		write(`\r${line.padEnd(shown)}${line === "" ? "\r" : ""}`);
		shown = line.length;
	};
}

/** The question goes to standard error: what is printed may be redirected. */
function askOnTerminal(question: string): Promise<string> {
	return new Promise((resolve, reject) => {
		const lines = createInterface({ input: process.stdin, output: process.stderr });
		lines.on("SIGINT", () => {
			process.stderr.write("\n");
			reject(new CommandError("interrupted; nothing was done", EXIT.interrupted));
			lines.close();
		});
		lines.on("close", () => resolve(""));
		lines.question(question, (answer) => {
			resolve(answer);
			lines.close();
		});
	});
}
