import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, describe, expect, it } from "vitest";
import { setSessionName } from "../../src/session/annotations.js";
import { readSessionSync } from "../../src/session/session.js";
import { chain, header, lines } from "../support/entries.js";
import { bundledProgram } from "../support/program.js";
import { temporaryDirectory } from "../support/temporary.js";

const dir = temporaryDirectory();
const path = join(dir, "s.jsonl");
const program = bundledProgram(join(import.meta.dirname, "fixtures/append-labels.ts"));
const children: ChildProcess[] = [];

function start(how: "manager" | "function", count: number, name: string): ChildProcess {
	const child = spawn(process.execPath, [program(), path, how, String(count), name], {
		stdio: ["ignore", "pipe", "inherit"],
		// The program lies outside the repository, and proper-lockfile is loaded when it is needed.
		env: { ...process.env, NODE_PATH: join(import.meta.dirname, "../../node_modules") },
	});
	children.push(child);
	return child;
}

afterEach(() => {
	for (const child of children.splice(0)) child.kill("SIGKILL");
});

const labelIds = () =>
	readSessionSync(path).entries.flatMap((entry) => (entry.type === "label" ? [entry.id] : []));

describe("other processes", () => {
	it.each([1, 731])(
		"one killed after %i acknowledged appends of 1,000 lost none and left none half",
		async (kill) => {
			writeFileSync(path, lines(header(), ...chain(4)));
			const child = start("manager", 1000, "label");
			const acknowledged: string[] = [];
			for await (const id of createInterface({ input: child.stdout! })) {
				acknowledged.push(id);
				if (acknowledged.length === kill) child.kill("SIGKILL");
			}
			if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
			expect(child.signalCode).toBe("SIGKILL");
			const session = readSessionSync(path);
			expect(session).toMatchObject({ problems: [], faults: [] });
			const written = labelIds();
			expect(written.slice(0, acknowledged.length)).toEqual(acknowledged);
			// The last may have been written and not yet acknowledged.
			expect(written.length - acknowledged.length).toBeLessThanOrEqual(1);
			expect(session.tree.branch()).toHaveLength(session.entries.length);

			// Its lock, if it held it, is recovered.
			await setSessionName(path, "afterwards", { lock: { staleMs: 2000, waitMs: 10_000 } });
			expect(readSessionSync(path).entries).toHaveLength(written.length + 5);
		},
	);

	it.each([
		["manager", "manager", 2000],
		["manager", "function", 300],
	] as const)(
		"two (%s, %s) that append %i labels each at once lose none and tear none",
		async (one, two, count) => {
			writeFileSync(path, lines(header(), ...chain(4)));
			const both = [start(one, count, "one"), start(two, count, "two")];
			const acknowledged = await Promise.all(
				both.map(async (child) => {
					const ids: string[] = [];
					for await (const id of createInterface({ input: child.stdout! })) ids.push(id);
					return ids;
				}),
			);
			const session = readSessionSync(path);
			expect(session).toMatchObject({ problems: [], faults: [] });
			expect(readFileSync(path, "utf8").trimEnd().split("\n")).toHaveLength(5 + 2 * count);
			expect(labelIds().sort()).toEqual(acknowledged.flat().sort());
			expect(session.tree.branch()).toHaveLength(session.entries.length);
		},
		120_000,
	);
});
