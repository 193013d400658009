/** The library: sessions of Prime Agent and pi, without a terminal. See docs/library.md. */
export { setLabel, setSessionName } from "./session/annotations.js";
export { buildSessionContext, type SessionContext } from "./session/context.js";
export type { LockOptions, SessionDeps } from "./session/deps.js";
export * from "./session/entries.js";
export { SessionError, type SessionErrorCode } from "./session/errors.js";
export type { FileSystem } from "./session/file-system.js";
export { type ForkFile, type ForkOptions, forkBranch, forkTree } from "./session/fork.js";
export type { Problem } from "./session/jsonl.js";
export type { NewSessionOptions } from "./session/manager-state.js";
export { isDamaged, mendSession } from "./session/mend.js";
export { loadEntriesFromFile, parseSessionEntries } from "./session/parse-entries.js";
export { ReadonlySessionManager, type SessionTreeNode } from "./session/readonly-session-manager.js";
export {
	type FileStamp,
	type ReadOptions,
	readSession,
	readSessionSync,
	type Session,
} from "./session/session.js";
export { appendEntries, type Change, type MakeEntries } from "./session/session-change.js";
export type { AppendableMessage } from "./session/session-manager.js";
export { type Fault, type FaultKind, type Label, SessionTree, type TreeNode } from "./session/tree.js";
export { sumUsage, type UsageTotals } from "./session/usage.js";
export { migrateSessionEntries } from "./session/versions.js";
export type { SessionInfo } from "./store/info.js";
export type { SessionInfoWithText } from "./store/lazy-text.js";
export type { ListCallbacks, OnProgress, SessionList } from "./store/list.js";
export { type InfoOptions, readSessionInfo } from "./store/session-info.js";
export { SessionManager } from "./store/session-manager.js";
export type { Unreadable } from "./store/store-files.js";
