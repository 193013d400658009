/** JSON texts as bytes, and the shapes of their values. */
import type { JsonObject } from "./entries.js";

/** The value of a JSON text, or undefined when it is not one. */
export function parseJson(bytes: Buffer): unknown {
	try {
		return JSON.parse(bytes.toString("utf8"));
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
