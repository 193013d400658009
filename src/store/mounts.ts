import { readFileSync } from "node:fs";
import { systemErrorCode } from "../session/errors.js";

/** File systems whose server may be gone: touching a path on one can wait for ever. */
const REMOTE =
	/^(?:nfs\d*|cifs|smb\w*|9p|afs|ceph|glusterfs|lustre|autofs|fuse(?!blk)\b.*|davfs|ncpfs|ocfs2|gfs2|beegfs)$/;

/**
 * The mount points of this machine that a dead server can block, longest first. Empty where the system has
 * no /proc/self/mountinfo.
 */
export function remoteMounts(read: () => string = readMountInfo): string[] {
	const mounts: string[] = [];
	for (const line of read().split("\n")) {
		// … mount point is field 5; the type follows the " - " that ends the optional fields.
		const point = line.split(" ")[4];
		const type = line.split(" - ")[1]?.split(" ")[0];
		// The root answers, or nothing here would run.
		if (point && point !== "/" && type && REMOTE.test(type)) mounts.push(unescapeOctal(point));
	}
	return mounts.sort((a, b) => b.length - a.length);
}

/** The mount points of a device, as `stat` numbers it. Empty where the system has no /proc/self/mountinfo. */
export function mountsOfDevice(device: number, read: () => string = readMountInfo): string[] {
	const dev = BigInt(device);
	const major = ((dev >> 8n) & 0xfffn) | ((dev >> 32n) & ~0xfffn);
	const minor = (dev & 0xffn) | ((dev >> 12n) & ~0xffn);
	return read()
		.split("\n")
		.map((line) => line.split(" "))
		.flatMap(([, , id, , point]) => (id === `${major}:${minor}` && point ? [unescapeOctal(point)] : []));
}

function readMountInfo(): string {
	try {
		return readFileSync("/proc/self/mountinfo", "utf8");
	} catch (error) {
		if (systemErrorCode(error) === undefined) throw error;
		return "";
	}
}

/** Blanks in mount points are written as `\040`. */
function unescapeOctal(text: string): string {
	return text.replace(/\\([0-7]{3})/g, (_, digits: string) =>
		String.fromCharCode(Number.parseInt(digits, 8)),
	);
}
