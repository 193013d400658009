import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { artifactsDir, resolveStore } from "../../src/store/location.js";
import { storeKind } from "../../src/store/store-kind.js";
import { temporaryDirectories } from "../support/temporary.js";

const newDirectory = temporaryDirectories();

let home: string;
let cwd: string;

beforeEach(() => {
	home = newDirectory();
	cwd = join(home, "work");
	mkdirSync(cwd);
});

function settings(text: string, agentDir = join(home, ".prime", "agent")): void {
	mkdirSync(agentDir, { recursive: true });
	writeFileSync(join(agentDir, "settings.json"), text);
}

const resolved = (env: NodeJS.ProcessEnv = {}, flags: { sessionDir?: string; agentDir?: string } = {}) =>
	resolveStore({ ...flags, env, home, cwd });

describe("resolveStore", () => {
	test("without any setting it is Prime Agent's default store", () => {
		expect(resolved()).toEqual({
			sessionDir: join(home, ".prime/agent/sessions"),
			agentDir: join(home, ".prime/agent"),
			kind: "prime",
			isDefault: true,
			source: "default",
		});
	});

	test("the flag wins over the variables, they over the settings, those over the default", () => {
		settings('{"sessionDir":"/from/settings"}');
		const both = { PRIME_AGENT_SESSION_DIR: "/first", PRIME_AGENT_CODING_AGENT_SESSION_DIR: "/second" };
		expect(resolved(both, { sessionDir: "/flag" })).toMatchObject({ sessionDir: "/flag", source: "flag" });
		expect(resolved(both)).toMatchObject({ sessionDir: "/first", source: "env", isDefault: false });
		expect(resolved({ PRIME_AGENT_CODING_AGENT_SESSION_DIR: "/second" })).toMatchObject({
			sessionDir: "/second",
			source: "env",
		});
		expect(resolved()).toMatchObject({ sessionDir: "/from/settings", source: "settings", isDefault: false });
	});

	test("the agent directory's variable moves the settings and the default", () => {
		const agentDir = join(home, "elsewhere");
		const env = { PRIME_AGENT_CODING_AGENT_DIR: agentDir };
		expect(resolved(env)).toMatchObject({
			agentDir,
			sessionDir: join(agentDir, "sessions"),
			isDefault: true,
		});
		settings('{"sessionDir":"/moved"}', agentDir);
		expect(resolved(env)).toMatchObject({ agentDir, sessionDir: "/moved" });
		expect(resolved({ ...env, PRIME_AGENT_SESSION_DIR: "/own" })).toMatchObject({
			agentDir,
			sessionDir: "/own",
		});
		expect(resolved(env, { agentDir: "/flag" })).toMatchObject({ agentDir: "/flag" });
	});

	test("empty values count as absent", () => {
		settings('{"sessionDir":""}');
		const env = {
			PRIME_AGENT_SESSION_DIR: "",
			PRIME_AGENT_CODING_AGENT_SESSION_DIR: "",
			PRIME_AGENT_CODING_AGENT_DIR: "",
		};
		expect(resolved(env, { sessionDir: "", agentDir: "" })).toMatchObject({
			source: "default",
			isDefault: true,
		});
	});

	test("a leading ~ is the home directory, a relative path is taken from the working directory", () => {
		expect(resolved({}, { sessionDir: "~" }).sessionDir).toBe(home);
		expect(resolved({ PRIME_AGENT_SESSION_DIR: "~/s" }).sessionDir).toBe(join(home, "s"));
		expect(resolved({ PRIME_AGENT_CODING_AGENT_DIR: "~/a" }).agentDir).toBe(join(home, "a"));
		expect(resolved({}, { sessionDir: "~other" }).sessionDir).toBe(join(cwd, "~other"));
		settings('{"sessionDir":"sub/dir"}');
		expect(resolved().sessionDir).toBe(join(cwd, "sub/dir"));
	});

	test.each([
		["{", "is not valid JSON"],
		['{"sessionDir":42}', "is not text"],
	])("settings %j are passed over and said", (text, warning) => {
		settings(text);
		expect(resolved()).toMatchObject({ source: "default", warning: expect.stringContaining(warning) });
	});

	test.each(["null", "[]", "{}", '"x"', '{"sessionDir":null}'])("settings %j name no directory", (text) => {
		settings(text);
		expect(resolved()).toMatchObject({ source: "default", isDefault: true });
		expect(resolved()).not.toHaveProperty("warning");
	});

	test("pi's store is never the default to be migrated", () => {
		const env = { PRIME_AGENT_CODING_AGENT_DIR: join(home, ".pi/agent") };
		expect(resolved(env)).toMatchObject({ kind: "pi", isDefault: false });
	});
});

describe("storeKind", () => {
	const uuid = "01a22d7e-e546-7721-96f8-8ad75311ade7";
	const piFile = `2026-11-30T17-27-00-678Z_${uuid}.jsonl`;
	const store = (...files: string[]) => {
		const directory = mkdtempSync(join(home, "store-"));
		for (const file of files) {
			mkdirSync(join(directory, file, ".."), { recursive: true });
			writeFileSync(join(directory, file), "");
		}
		return directory;
	};

	test("is told by the directory's place", () => {
		expect(storeKind("/home/dev/.pi/agent/sessions")).toBe("pi");
		expect(storeKind("/home/dev/.pi/agent/sessions/--home-dev--")).toBe("pi");
		expect(storeKind("/home/dev/.prime/agent/sessions")).toBe("prime");
	});

	test("is told by what lies beside it", () => {
		const directory = join(store(), "sessions");
		mkdirSync(directory);
		expect(storeKind(directory)).toBe("other");
		mkdirSync(join(directory, "../session-artifacts"));
		expect(storeKind(directory)).toBe("prime");
	});

	test("is told by how files are named", () => {
		expect(storeKind(store(`${uuid}.jsonl`))).toBe("prime");
		expect(storeKind(store("anything.jsonl"))).toBe("prime");
		expect(storeKind(store(piFile))).toBe("pi");
		expect(storeKind(store(`--home-dev-space dir--/${piFile}`))).toBe("pi");
		expect(storeKind(store(`--home-dev-work--/${piFile}`, `${uuid}.jsonl`))).toBe("prime");
		expect(storeKind(store(`--home-dev-work--/${uuid}.jsonl`, "notes.txt"))).toBe("other");
		expect(storeKind(join(home, "missing"))).toBe("other");
	});
});

test("artifacts lie beside the session directory", () => {
	expect(artifactsDir("/a/agent/sessions")).toBe("/a/agent/session-artifacts");
});
