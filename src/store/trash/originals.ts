import { basename } from "node:path";

/**
 * What a file is that was kept when its session was rewritten, by its name (`a.jsonl.damaged.bak`, `a.jsonl.v1.bak`);
 * undefined for a session. Such a file is never listed: it has the id of the session that took its place.
 */
export function originalText(path: string): string | undefined {
	const suffix = /\.jsonl\.([\w.]+)\.bak$/.exec(basename(path))?.[1];
	if (suffix === undefined) return undefined;
	if (suffix.startsWith("damaged")) return "original of a mended file";
	return /^v\d/.test(suffix) ? "original before an upgrade" : "copy of a session file";
}
