/** What a session's file is called: by its id, or as pi does it, with the time before it. */
import { basename } from "node:path";
import type { SessionHeader } from "./entries.js";

const PI_FILE_NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z_.+\.jsonl$/;

/** The name for a new session's file. In pi's stores files are named as pi names them: `like` is a file beside it. */
export function sessionFileName(header: SessionHeader, like?: string): string {
	if (like === undefined || !PI_FILE_NAME.test(basename(like))) return `${header.id}.jsonl`;
	return `${header.timestamp.replace(/[:.]/g, "-")}_${header.id}.jsonl`;
}
