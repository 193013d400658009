import type { ResumeOptions } from "../agent/command.js";
import type { StoreLocation } from "../store/location.js";
import type { Scope } from "../store/scope.js";
import type { KeyOverrides } from "./keys.js";
import type { Status } from "./status.js";

/** How the browser is opened. */
export interface BrowserOptions {
	readonly location: StoreLocation;
	/** The directory it was started in. */
	readonly cwd: string;
	readonly home: string;
	readonly env: NodeJS.ProcessEnv;
	/** How sessions are handed to the agent. */
	readonly resume: Pick<ResumeOptions, "agent" | "config" | "agentDir">;
	readonly keys: KeyOverrides;
	readonly colours: boolean;
	/** The sessions are a throw-away copy of samples. */
	readonly areSamples?: boolean;
	/** At first; default: this directory. */
	readonly scope?: Scope;
	/** What is searched at first. */
	readonly query?: string;
	/** Enter on a session resumes it at once (`prime-sessions resume`). */
	readonly picker?: boolean;
	/** Sent to the agent of the session that is picked. */
	readonly prompt?: string;
	/** Resume this session at once; the browser asks what must be decided first. */
	readonly wish?: { readonly path: string; readonly prompt: string };
	/** Said at first, such as a configuration that cannot be used. */
	readonly notice?: Status;
	readonly now: number;
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: NodeJS.WriteStream & { readonly fd: number };
}
