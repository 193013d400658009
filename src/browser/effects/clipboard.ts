/** Terminals drop longer sequences, or worse. In bytes of base64. */
const LONGEST = 100_000;

/**
 * The sequence (OSC 52) that asks a terminal to put text on the clipboard, or undefined for text that is too long for
 * one. Whether the terminal does so it does not say.
 */
export function clipboardSequence(text: string): string | undefined {
	const encoded = Buffer.from(text, "utf8").toString("base64");
	return encoded.length > LONGEST ? undefined : `\u001b]52;c;${encoded}\u0007`;
}
