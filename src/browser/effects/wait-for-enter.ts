/** Waits for a line, or the end, of a terminal that is not in raw mode. */
export function waitForEnter(stdin: NodeJS.ReadStream): Promise<void> {
	return new Promise((resolve) => {
		const done = () => {
			stdin.off("data", done);
			stdin.off("end", done);
			stdin.pause();
			resolve();
		};
		stdin.on("data", done);
		stdin.on("end", done);
		stdin.ref();
		stdin.resume();
	});
}
