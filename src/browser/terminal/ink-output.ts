/**
 * The terminal as Ink is to see it: of no height, and never resized. Ink erases the terminal's scrollback, and with it
 * what the user's shell printed, when a frame is taller than the window, as every frame is in the moment a window
 * becomes lower; the browser draws anew on a clean screen by itself.
 */
export function inkOutput(stdout: NodeJS.WriteStream): NodeJS.WriteStream {
	return new Proxy(stdout, {
		get(target, name) {
			if (name === "rows") return Number.POSITIVE_INFINITY;
			const value: unknown = Reflect.get(target, name, target);
			if (typeof value !== "function") return value;
			if (name !== "on" && name !== "off") return value.bind(target);
			return (event: string, listener: (...told: unknown[]) => void) =>
				event === "resize" ? stdout : target[name](event, listener);
		},
	});
}
