import type { StoreFile } from "../store-files.js";

/** A request is so small that results come often, and so large that asking costs little. */
const REQUEST_FILES = 64;
const REQUEST_BYTES = 4 << 20;
/** A file so large keeps a thread busy for long: it must not be begun when all others are done. */
const LARGE_BYTES = 8 << 20;

/** Files in the portions in which workers are asked for them. */
export function scanRequests(files: readonly StoreFile[]): StoreFile[][] {
	return portions(largeFilesEarly(files));
}

/** The newest files first, for the first rows; then the large ones; then the rest. */
function largeFilesEarly(files: readonly StoreFile[]): StoreFile[] {
	const first = files.slice(0, REQUEST_FILES);
	const rest = files.slice(REQUEST_FILES);
	const isLarge = (file: StoreFile) => file.size >= LARGE_BYTES;
	return [...first, ...rest.filter(isLarge), ...rest.filter((file) => !isLarge(file))];
}

function portions(files: readonly StoreFile[]): StoreFile[][] {
	const all: StoreFile[][] = [];
	let bytes = 0;
	for (const file of files) {
		const last = all.at(-1);
		if (last === undefined || last.length >= REQUEST_FILES || bytes + file.size > REQUEST_BYTES) {
			all.push([file]);
			bytes = file.size;
		} else {
			last.push(file);
			bytes += file.size;
		}
	}
	return all;
}
