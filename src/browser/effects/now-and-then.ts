type Progress = (done: number, total: number) => void;

/** How often the screen says how far something is, at the most, in milliseconds. */
const PROGRESS_MS = 50;

/** Tells how far something is when it was not told for a while, and at the end. */
export function nowAndThen(tell: Progress): Progress {
	let told = 0;
	return (done, total) => {
		const now = performance.now();
		if (now - told < PROGRESS_MS && done < total) return;
		told = now;
		tell(done, total);
	};
}
