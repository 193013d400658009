/** File systems take 255 bytes for a name. */
const LONGEST_NAME_BYTES = 255;

/** The names a file may get in a directory, in the order in which they are tried: its own, then `<stem>-1.jsonl` and so on. */
export function* freeNames(name: string): Generator<string, never> {
	yield name;
	const dot = name.lastIndexOf(".");
	const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
	for (let n = 1; ; n++) {
		const end = `-${n}${ending}`;
		yield cutBytes(stem, LONGEST_NAME_BYTES - Buffer.byteLength(end)) + end;
	}
}

/** As much of a text as fits, whole characters only. */
function cutBytes(text: string, bytes: number): string {
	if (Buffer.byteLength(text) <= bytes) return text;
	let cut = "";
	let length = 0;
	for (const character of text) {
		length += Buffer.byteLength(character);
		if (length > bytes) break;
		cut += character;
	}
	return cut;
}
