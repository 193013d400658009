/** Amounts as people type them: lengths of time and sizes. */

const SECOND = 1_000;
const DAY = 86_400 * SECOND;
const UNITS_OF_TIME: { readonly [unit: string]: number } = {
	s: SECOND,
	m: 60 * SECOND,
	h: 3_600 * SECOND,
	d: DAY,
	w: 7 * DAY,
	y: 365 * DAY,
};
const UNITS_OF_SIZE = ["b", "kb", "mb", "gb", "tb"];

/** A length of time in milliseconds: "90d", "1.5h", "2 w"; undefined for anything else. A number alone is days. */
export function parseDuration(text: string): number | undefined {
	const match = /^\s*(\d+(?:\.\d+)?|\.\d+)\s*([smhdwy]?)\s*$/i.exec(text);
	if (match === null) return undefined;
	const amount = Number(match[1]) * (UNITS_OF_TIME[(match[2] || "d").toLowerCase()] ?? DAY);
	return Number.isFinite(amount) ? amount : undefined;
}

/** A size in bytes: "20MB", "1.5 gb", "300k", "4096"; undefined for anything else. A KB is 1,024 bytes, as where sizes are shown. */
export function parseSize(text: string): number | undefined {
	const match = /^\s*(\d+(?:\.\d+)?|\.\d+)\s*([kmgt]?)(?:i?b)?\s*$/i.exec(text);
	if (match === null) return undefined;
	const power = UNITS_OF_SIZE.indexOf(`${(match[2] ?? "").toLowerCase()}b`);
	const amount = Math.round(Number(match[1]) * 1024 ** power);
	return Number.isFinite(amount) ? amount : undefined;
}
