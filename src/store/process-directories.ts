/** The home and the working directory of this process, in every state a system may have them. */
import { homedir, userInfo } from "node:os";
import { isAbsolute } from "node:path";
import { systemErrorCode } from "../session/errors.js";

/** What is asked of the system; tests replace it. */
export interface System {
	home(): string;
	userHome(): string;
	cwd(): string;
}

const system: System = { home: homedir, userHome: () => userInfo().homedir, cwd: () => process.cwd() };

/**
 * The home directory: that of the environment, else of the user's entry, else the root. A relative one is none: what
 * it names would change with the working directory. A user without an entry (a container, a service) has none at all.
 */
export function homeDirectory({ home, userHome }: System = system): string {
	return absolute(home) ?? absolute(userHome) ?? "/";
}

/** The working directory; when it was deleted, the one it was, by the shell's account, else the root. */
export function workingDirectory(env: NodeJS.ProcessEnv, { cwd }: Pick<System, "cwd"> = system): string {
	return absolute(cwd) ?? absolute(() => env.PWD ?? "") ?? "/";
}

function absolute(ask: () => string): string | undefined {
	try {
		const path = ask();
		return isAbsolute(path) ? path : undefined;
	} catch (error) {
		if (systemErrorCode(error) === undefined) throw error;
		return undefined;
	}
}
