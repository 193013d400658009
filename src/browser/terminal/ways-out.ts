import { constants } from "node:os";

/** What of `process` the ways out are made of. */
export interface ProcessEvents {
	readonly pid: number;
	on(event: string, listener: () => void): unknown;
	off(event: string, listener: () => void): unknown;
	exit(code: number): unknown;
	kill(pid: number, signal: NodeJS.Signals): unknown;
}

export interface WaysOut {
	/** The process is about to end, or to stop: the terminal must be given back before this returns. */
	leave(): void;
	/** The process goes on after it was stopped; a shell has changed the terminal's modes meanwhile. */
	resume(): void;
}

const ENDING_SIGNALS = ["SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT"] as const;

/**
 * Watches every way a process can lose its terminal: its end, an error nobody caught, a signal, a stop. An ending
 * signal ends the process with 128 + its number, exit listeners included. Returns what takes the watch away.
 */
export function watchWaysOut(host: ProcessEvents, out: WaysOut): () => void {
	const leave = (): void => out.leave();
	const resume = (): void => out.resume();
	const ends = ENDING_SIGNALS.map((signal) => ({
		signal,
		end: (): void => {
			out.leave();
			host.exit(128 + constants.signals[signal]);
		},
	}));
	const stop = (): void => {
		out.leave();
		// Neither a signal listener nor the stdin that was let go of keeps the process from ending.
		const alive = setInterval(() => undefined, 60_000);
		const wake = (): void => {
			clearInterval(alive);
			host.off("SIGCONT", wake);
			out.resume();
		};
		host.on("SIGCONT", wake);
		host.kill(host.pid, "SIGSTOP");
	};
	host.on("exit", leave);
	// Comes before Node prints the error, so that it is printed where it can be read.
	host.on("uncaughtExceptionMonitor", leave);
	for (const { signal, end } of ends) host.on(signal, end);
	host.on("SIGTSTP", stop);
	host.on("SIGCONT", resume);
	return () => {
		host.off("exit", leave);
		host.off("uncaughtExceptionMonitor", leave);
		for (const { signal, end } of ends) host.off(signal, end);
		host.off("SIGTSTP", stop);
		host.off("SIGCONT", resume);
	};
}
