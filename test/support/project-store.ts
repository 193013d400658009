/** Stores with per-project directories, and what to compare of them. */
import {
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	realpathSync,
	unlinkSync,
	writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { header, lines, user } from "./entries.js";

export interface ProjectStore {
	/** Holds the store and what lies beside it. */
	agentDir: string;
	sessionDir: string;
	/** What a trash was given, with its bytes. */
	trashed: Map<string, string>;
	trash: (path: string) => Promise<void>;
	write(name: string, content: string): string;
	/** Every file, link and directory below the agent's directory: bytes, `-> target`, or "/". */
	content(): { [path: string]: string };
	/** The bytes of all files, in the store or in the trash, sorted. */
	allBytes(): string[];
}

export function projectStore(root: string): ProjectStore {
	const agentDir = realpathSync(mkdtempSync(join(root, "agent-")));
	const sessionDir = join(agentDir, "sessions");
	mkdirSync(sessionDir);
	const trashed = new Map<string, string>();
	const content = () => {
		const items = readdirSync(agentDir, { recursive: true, withFileTypes: true });
		const found = items.map((item): [string, string] => {
			const path = join(item.parentPath, item.name);
			const kind = lstatSync(path);
			const bytes = kind.isSymbolicLink()
				? `-> ${readlinkSync(path)}`
				: kind.isFile()
					? readFileSync(path, "latin1")
					: "/";
			return [relative(agentDir, path), bytes];
		});
		return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
	};
	return {
		agentDir,
		sessionDir,
		trashed,
		trash: async (path) => {
			const bytes = readFileSync(path, "latin1");
			unlinkSync(path);
			trashed.set(path, bytes);
		},
		write(name, text) {
			const path = join(agentDir, name);
			mkdirSync(dirname(path), { recursive: true });
			writeFileSync(path, text);
			return path;
		},
		content,
		allBytes: () =>
			[...Object.values(content()), ...trashed.values()].filter((bytes) => bytes !== "/").sort(),
	};
}

/** A small session that differs from others by its id and its text. */
export const session = (id: string, text = id) => lines(header({ id }), user("a", null, text));
