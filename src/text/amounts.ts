/** Numbers for people: times, sizes, counts and money, as short as a table needs them. A value that is no number is "?". */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const MONTH = 30 * DAY;
const YEAR = 365 * DAY;

const UNKNOWN = "?";

/** How long ago `then` was, in a table: "now", "5m", "3h", "2d", "4w", "3y". Both are Unix milliseconds; the future is "now". */
export function age(then: number, now: number): string {
	const passed = now - then;
	if (!Number.isFinite(passed)) return UNKNOWN;
	if (passed < MINUTE) return "now";
	if (passed < HOUR) return `${Math.floor(passed / MINUTE)}m`;
	if (passed < DAY) return `${Math.floor(passed / HOUR)}h`;
	if (passed < WEEK) return `${Math.floor(passed / DAY)}d`;
	if (passed < YEAR) return `${Math.floor(passed / WEEK)}w`;
	return `${Math.floor(passed / YEAR)}y`;
}

/** How long ago `then` was, in a sentence: "just now", "5 minutes ago", "1 day ago", "3 months ago". */
export function ageInWords(then: number, now: number): string {
	const passed = now - then;
	if (!Number.isFinite(passed)) return "at an unknown time";
	if (passed < MINUTE) return "just now";
	if (passed < HOUR) return ago(passed / MINUTE, "minute");
	if (passed < DAY) return ago(passed / HOUR, "hour");
	if (passed < WEEK) return ago(passed / DAY, "day");
	if (passed < 2 * MONTH) return ago(passed / WEEK, "week");
	if (passed < YEAR) return ago(passed / MONTH, "month");
	return ago(passed / YEAR, "year");
}

function ago(amount: number, unit: string): string {
	const whole = Math.floor(amount);
	return `${whole} ${unit}${whole === 1 ? "" : "s"} ago`;
}

const BYTE_UNITS = ["KB", "MB", "GB", "TB", "PB"];

/** A size in bytes: "0 B", "1.5 KB", "412 KB", "3.6 GB". A KB is 1,024 bytes. */
export function bytes(size: number): string {
	if (!Number.isFinite(size)) return UNKNOWN;
	if (size < 1024) return `${Math.round(size)} B`;
	let amount = size;
	let unit = "";
	for (const next of BYTE_UNITS) {
		amount /= 1024;
		unit = next;
		// What would round to 1,024 is one of the next unit.
		if (Math.round(amount) < 1024) break;
	}
	return `${oneDecimalBelowTen(amount)} ${unit}`;
}

/** A whole number with its thousands apart: "1,284". */
export function count(amount: number): string {
	if (!Number.isFinite(amount)) return UNKNOWN;
	return Math.round(amount)
		.toFixed(0)
		.replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** An amount of things: "1 entry", "1,284 entries"; without `many` an s is added. */
export function counted(amount: number, one: string, many = `${one}s`): string {
	return `${count(amount)} ${amount === 1 ? one : many}`;
}

/** Tokens: "950", "6.1k", "184k", "1.2M". */
export function tokens(amount: number): string {
	if (!Number.isFinite(amount)) return UNKNOWN;
	if (amount < 1_000) return `${Math.round(amount)}`;
	if (Math.round(amount / 1_000) < 1_000) return `${oneDecimalBelowTen(amount / 1_000)}k`;
	if (Math.round(amount / 1_000_000) < 1_000) return `${oneDecimalBelowTen(amount / 1_000_000)}M`;
	return `${count(amount / 1_000_000_000)}G`;
}

/** US dollars: "$1.84", "$1,284.50"; less than a cent is "<$0.01". */
export function cost(dollars: number): string {
	if (!Number.isFinite(dollars)) return UNKNOWN;
	if (dollars > 0 && dollars < 0.005) return "<$0.01";
	const [whole = "0", cents = "00"] = Math.abs(dollars).toFixed(2).split(".");
	return `${dollars < 0 ? "-" : ""}$${count(Number(whole))}.${cents}`;
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** A moment in local time: "3 May 14:02", and with its year, "3 May 2025 14:02", when that is not the year of `now`. */
export function dateTime(moment: number, now: number): string {
	const date = new Date(moment);
	const year = date.getFullYear();
	if (Number.isNaN(year)) return UNKNOWN;
	const day = `${date.getDate()} ${MONTHS[date.getMonth()]}`;
	const time = `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
	return year === new Date(now).getFullYear() ? `${day} ${time}` : `${day} ${year} ${time}`;
}

/** A length of time: "120 ms", "1.2 s", "42 s", "3m 5s", "2h 10m". */
export function duration(milliseconds: number): string {
	if (!Number.isFinite(milliseconds)) return UNKNOWN;
	if (milliseconds < SECOND) return `${Math.round(Math.max(0, milliseconds))} ms`;
	if (milliseconds < MINUTE - 500) return `${oneDecimalBelowTen(milliseconds / SECOND)} s`;
	const seconds = Math.round(milliseconds / SECOND);
	if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
	return `${Math.floor(seconds / 3600)}h ${Math.floor((seconds % 3600) / 60)}m`;
}

function oneDecimalBelowTen(amount: number): string {
	return amount < 9.95 ? amount.toFixed(1).replace(/\.0$/, "") : amount.toFixed(0);
}

function twoDigits(amount: number): string {
	return amount.toString().padStart(2, "0");
}
