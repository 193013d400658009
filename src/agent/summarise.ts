/** Having a program summarise a text: it gets the text on standard input and answers on standard output. */
import { duration } from "../text/amounts.js";
import { cut } from "../text/columns.js";
import { sanitise, sanitiseLine } from "../text/sanitise.js";
import { findAgent } from "./launch.js";
import { type PipedOptions, runPiped } from "./piped-program.js";
import { type SummaryCommand, summariserName } from "./summary-command.js";

export interface SummariseOptions extends Omit<PipedOptions, "env" | "timeout"> {
	readonly env?: NodeJS.ProcessEnv | undefined;
	/** Milliseconds until it is given up. Default: two minutes. */
	readonly timeout?: number | undefined;
}

export type Summarised =
	/** Sanitised, not blank. */
	| { readonly kind: "done"; readonly text: string }
	| { readonly kind: "cancelled" }
	| {
			readonly kind: "failed";
			/** One line for the user. */
			readonly reason: string;
			/** There is no such program. */
			readonly noAgent: boolean;
	  };

const TIMEOUT_MS = 120_000;
/** More than this is no summary. */
const MOST_CHARACTERS = 32_000;
const LONGEST_REASON = 200;

/** Runs `command` with `text` on its standard input. Never rejects for what the program does. */
export async function summarise(
	command: SummaryCommand,
	text: string,
	options: SummariseOptions,
): Promise<Summarised> {
	const { cwd, env = process.env, signal, timeout = TIMEOUT_MS } = options;
	const name = summariserName(command);
	const failed = (reason: string, noAgent = false): Summarised => ({
		kind: "failed",
		reason: sanitiseLine(reason),
		noAgent,
	});
	if (signal?.aborted) return { kind: "cancelled" };
	const [program, ...args] = command.argv;
	const found = findAgent({ argv: [program, ...args] }, { env, cwd });
	if ("kind" in found) return failed(found.message.replace(/\.$/, ""), found.reason === "no-agent");
	const ended = await runPiped(found.path, args, `${command.preface}${text}`, { ...options, env, timeout });
	switch (ended.kind) {
		case "cancelled":
			return ended;
		case "timed-out":
			return failed(`${name} did not answer within ${duration(timeout)}`);
		case "not-started":
			return failed(`${name} cannot be run: ${ended.error.message}`);
		case "ended": {
			const { code, by, errors } = ended;
			if (by !== null) return failed(`${name} was ended by ${by}`);
			if (code !== 0) return failed(`${name} failed: ${reasonIn(errors) || `exit ${code}`}`);
			const answer = sanitise(ended.answer.slice(0, MOST_CHARACTERS)).trim();
			const why = reasonIn(errors);
			if (answer === "") return failed(`${name} answered nothing${why === "" ? "" : `: ${why}`}`);
			return { kind: "done", text: answer };
		}
		default:
			return ended satisfies never;
	}
}

/** The line that says why: the last one that speaks of an error, as a stack and a version may follow it, else the last. */
function reasonIn(text: string): string {
	const lines = text
		.split(/[\r\n]/)
		.map(sanitiseLine)
		.filter((line) => line !== "" && !/^at\s/.test(line));
	return cut(lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1) ?? "", LONGEST_REASON);
}
