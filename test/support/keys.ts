/** The bytes a terminal sends for keys, by the names the decoder gives them. */
const KEYS: { readonly [name: string]: string } = {
	up: "\x1b[A",
	down: "\x1b[B",
	right: "\x1b[C",
	left: "\x1b[D",
	home: "\x1b[H",
	end: "\x1b[F",
	pageup: "\x1b[5~",
	pagedown: "\x1b[6~",
	delete: "\x1b[3~",
	insert: "\x1b[2~",
	backspace: "\x7f",
	enter: "\r",
	escape: "\x1b",
	tab: "\t",
	space: " ",
	f1: "\x1bOP",
	"shift+tab": "\x1b[Z",
	"ctrl+left": "\x1b[1;5D",
	"ctrl+right": "\x1b[1;5C",
	"alt+left": "\x1b[1;3D",
	"alt+right": "\x1b[1;3C",
	"alt+enter": "\x1b\r",
	"ctrl+shift+o": "\x1b[111;6u",
};

/** The bytes of a key such as "down", "ctrl+d", "alt+a" or "x". Throws for a name it does not know. */
export function keyBytes(name: string): string {
	const bytes = KEYS[name];
	if (bytes !== undefined) return bytes;
	const ctrl = /^ctrl\+([a-z])$/.exec(name)?.[1];
	if (ctrl !== undefined) return String.fromCharCode(ctrl.charCodeAt(0) - 0x60);
	const alt = /^alt\+(.)$/u.exec(name)?.[1];
	if (alt !== undefined) return `\x1b${alt}`;
	if ([...name].length === 1) return name;
	throw new TypeError(`no such key: ${name}`);
}
