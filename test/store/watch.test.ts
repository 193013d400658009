import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { watchStore } from "../../src/store/watch.js";
import { temporaryDirectories } from "../support/temporary.js";

const store = temporaryDirectories();

/** Watches, and gives a promise of the next change told. */
function watching(dir: string): { next(): Promise<void>; calls: () => number } {
	let calls = 0;
	let tell: () => void = () => undefined;
	const stop = watchStore(
		dir,
		() => {
			calls++;
			tell();
		},
		{ quietMs: 5 },
	);
	onTestFinished(stop);
	return { next: () => new Promise((resolve) => (tell = resolve)), calls: () => calls };
}

test("tells of a file that appears, and of one that grows", async () => {
	const dir = store();
	const { next } = watching(dir);
	let told = next();
	writeFileSync(join(dir, "a.jsonl"), "{}\n");
	await told;
	told = next();
	writeFileSync(join(dir, "a.jsonl"), "{}\n", { flag: "a" });
	await told;
});

test("watches project directories, those made later too", async () => {
	const dir = store();
	mkdirSync(join(dir, "--home-dev-a--"));
	const { next } = watching(dir);
	let told = next();
	writeFileSync(join(dir, "--home-dev-a--", "x.jsonl"), "{}\n");
	await told;
	told = next();
	mkdirSync(join(dir, "--home-dev-b--"));
	await told;
	told = next();
	writeFileSync(join(dir, "--home-dev-b--", "x.jsonl"), "{}\n");
	await told;
});

test("a store that is not there is no fault", () => {
	expect(() => watchStore(join(store(), "none"), () => undefined)()).not.toThrow();
});
