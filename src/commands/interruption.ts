/** Work that a user may interrupt with Ctrl+C, and that must then end in an orderly way. */

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs `work` with a signal that aborts when this process is asked to end. Until it is done, that ends nothing else. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
	const controller = new AbortController();
	const abort = () => controller.abort();
	for (const signal of SIGNALS) process.on(signal, abort);
	try {
		return await work(controller.signal);
	} finally {
		for (const signal of SIGNALS) process.off(signal, abort);
	}
}
