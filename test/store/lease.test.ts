import { createHash } from "node:crypto";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { leaseName, leaseOf, liveLeases, systemProcesses } from "../../src/store/lease.js";
import { temporaryDirectories } from "../support/temporary.js";

const newDirectory = temporaryDirectories();

let agentDir: string;
let session: string;

beforeEach(() => {
	agentDir = newDirectory();
	session = join(agentDir, "s.jsonl");
	writeFileSync(session, "");
});

const alive = { isAlive: () => true, startId: () => "proc:7" };

function lease(owner: object | string, path = session): void {
	const lock = join(agentDir, "session-leases", `${createHash("sha256").update(path).digest("hex")}.lock`);
	mkdirSync(lock, { recursive: true });
	writeFileSync(join(lock, "owner.json"), typeof owner === "string" ? owner : JSON.stringify(owner));
}

const owner = {
	version: 1,
	pid: 4242,
	processStartId: "proc:7",
	sessionPath: "/s.jsonl",
	activeSessionId: "a1",
};

test("a lease whose process lives and started then is live", () => {
	lease(owner);
	expect(leaseOf(session, agentDir, alive)).toEqual({
		pid: 4242,
		sessionPath: "/s.jsonl",
		activeSessionId: "a1",
	});
	expect([...liveLeases(agentDir, alive).keys()]).toEqual([leaseName(session)]);
});

test("a session is found through a link to it", () => {
	lease(owner);
	symlinkSync(session, join(agentDir, "link.jsonl"));
	expect(leaseOf(join(agentDir, "link.jsonl"), agentDir, alive)).toBeDefined();
});

test("a dead process holds nothing, nor one that got the number later", () => {
	lease(owner);
	expect(leaseOf(session, agentDir, { ...alive, isAlive: () => false })).toBeUndefined();
	expect(leaseOf(session, agentDir, { ...alive, startId: () => "proc:8" })).toBeUndefined();
	expect(liveLeases(agentDir, { ...alive, startId: () => "proc:8" }).size).toBe(0);
});

test("where start times cannot be read or compared, a living process counts", () => {
	lease(owner);
	expect(leaseOf(session, agentDir, { ...alive, startId: () => undefined })).toBeDefined();
	lease({ ...owner, processStartId: "ps:Mon Nov 30" });
	expect(leaseOf(session, agentDir, alive)).toBeDefined();
	lease({ ...owner, processStartId: undefined });
	expect(leaseOf(session, agentDir, alive)).toBeDefined();
});

test.each([
	"",
	"{",
	"null",
	"[]",
	'{"pid":"1"}',
	'{"pid":-1,"sessionPath":"x"}',
	'{"pid":0,"sessionPath":"x"}',
])("owner.json %j is no lease", (text) => {
	lease(text);
	expect(leaseOf(session, agentDir, alive)).toBeUndefined();
	expect(liveLeases(agentDir, alive).size).toBe(0);
});

test("no leases directory, or a file in its place, is no lease", () => {
	expect(leaseOf(session, agentDir, alive)).toBeUndefined();
	expect(liveLeases(agentDir, alive).size).toBe(0);
	writeFileSync(join(agentDir, "session-leases"), "");
	expect(leaseOf(session, agentDir, alive)).toBeUndefined();
	expect(liveLeases(agentDir, alive).size).toBe(0);
});

test("this process lives, with a start time on Linux", () => {
	expect(systemProcesses.isAlive(process.pid)).toBe(true);
	if (process.platform === "linux") expect(systemProcesses.startId(process.pid)).toMatch(/^proc:\d+$/);
	expect(systemProcesses.isAlive(2 ** 22 + 1)).toBe(false);
	expect(systemProcesses.startId(2 ** 22 + 1)).toBeUndefined();
});
