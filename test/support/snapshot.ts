import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What lies in a directory and below, so that two snapshots are equal only if nothing was touched. */
export function snapshot(dir: string): { [path: string]: string } {
	const found: { [path: string]: string } = {};
	for (const name of readdirSync(dir, { recursive: true, encoding: "utf8" }).sort()) {
		const stats = lstatSync(join(dir, name));
		const bytes = stats.isFile()
			? createHash("sha256")
					.update(readFileSync(join(dir, name)))
					.digest("hex")
			: "";
		found[name] = `${stats.mode} ${stats.size} ${stats.mtimeMs} ${stats.ino} ${bytes}`;
	}
	return found;
}
