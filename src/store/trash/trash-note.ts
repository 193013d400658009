/** The note that a freedesktop trash keeps of each file: `<name>.trashinfo`, where it was and when it went. */

export interface TrashNote {
	/** As it is noted: absolute, or relative to the top directory of the mount whose trash it is. */
	readonly path: string;
	/** Undefined where the note has none that is a time. */
	readonly deletedAt: Date | undefined;
}

/** Reads a note; undefined for what is none. A path whose bytes are no UTF-8 could not be given back, and is none either. */
export function parseTrashNote(text: string): TrashNote | undefined {
	const lines = text.split("\n").map((line) => line.replace(/\r$/, ""));
	const head = lines.findIndex((line) => line.trim() === "[Trash Info]");
	if (head < 0) return undefined;
	const end = lines.findIndex((line, index) => index > head && line.startsWith("["));
	const group = lines.slice(head + 1, end < 0 ? lines.length : end);
	// The first of a key counts, as the specification has it.
	const value = (key: string) => group.find((line) => line.startsWith(`${key}=`))?.slice(key.length + 1);
	const path = decodePercent(value("Path") ?? "");
	if (path === undefined || path === "" || path.includes("\0")) return undefined;
	return { path, deletedAt: localTime(value("DeletionDate") ?? "") };
}

function decodePercent(text: string): string | undefined {
	try {
		// A per cent sign that begins no escape stands for itself: not every program writes what it should.
		return decodeURIComponent(text.replace(/%(?![0-9a-fA-F]{2})/g, "%25"));
	} catch (error) {
		if (!(error instanceof URIError)) throw error;
		return undefined;
	}
}

/** `2026-05-03T14:02:11`, in the local time of the machine. */
function localTime(text: string): Date | undefined {
	const match = /^\s*(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})/.exec(text);
	if (match === null) return undefined;
	const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
	const date = new Date(year, month - 1, day, hour, minute, second);
	return date.getMonth() === month - 1 && date.getDate() === day ? date : undefined;
}
