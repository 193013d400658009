/** JSON texts, and the shapes of their values. */
import type { JsonObject } from "./entries.js";

/** The value of a JSON text, or undefined when it is not one. */
export function parseJson(text: string | Buffer): unknown {
	try {
		return JSON.parse(text.toString());
	} catch (error) {
		// A RangeError is nesting too deep for the parser, no less a fault of the text.
		if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
		throw error;
	}
}

/** A JSON object: not null, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for bytes that hold nothing but JSON's white space. */
export function isBlank(bytes: Buffer): boolean {
	for (const byte of bytes) {
		if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d && byte !== 0x0a) return false;
	}
	return true;
}

/** The JSON text of a value, however deeply it is nested: what is read in a loop cannot always be written by recursion. */
export function jsonText(value: unknown): string {
	try {
		return JSON.stringify(value) ?? "null";
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		return nestedText(value);
	}
}

/** Text as it is, or a value that is still to be written. */
type Piece = { readonly text: string } | { readonly value: unknown };

function nestedText(value: unknown): string {
	const written: string[] = [];
	/** The next piece is the last. */
	const left: Piece[] = [{ value }];
	for (let piece = left.pop(); piece !== undefined; piece = left.pop()) {
		if ("text" in piece) written.push(piece.text);
		else if (Array.isArray(piece.value)) {
			const items = piece.value.map((item: unknown) => ["", item] as const);
			for (const each of pieces("[", items, "]").reverse()) left.push(each);
		} else if (isJsonObject(piece.value)) {
			const fields = Object.entries(piece.value)
				.filter(([, field]) => field !== undefined)
				.map(([name, field]) => [`${JSON.stringify(name)}:`, field] as const);
			for (const each of pieces("{", fields, "}").reverse()) left.push(each);
		} else written.push(JSON.stringify(piece.value) ?? "null");
	}
	return written.join("");
}

function pieces(open: string, parts: readonly (readonly [string, unknown])[], close: string): Piece[] {
	const inside = parts.flatMap(([before, value], index): Piece[] => [
		{ text: `${index === 0 ? "" : ","}${before}` },
		{ value },
	]);
	return [{ text: open }, ...inside, { text: close }];
}
