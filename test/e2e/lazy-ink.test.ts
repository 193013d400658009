import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const dist = join(import.meta.dirname, "../../dist");

/** The built file and everything it loads before it runs. */
function loadedWith(entry: string): string[] {
	const found = new Set<string>();
	const waiting = [entry];
	for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
		if (found.has(file)) continue;
		found.add(file);
		const statics = readFileSync(file, "utf8").matchAll(/^(?:import|export)\b[^;]*?["'](\.[^"']+)["'];/gms);
		for (const [, path] of statics) if (path !== undefined) waiting.push(join(dirname(file), path));
	}
	return [...found];
}

/** Marks of Ink and of React in bundled code. */
const INK = /yoga-layout|react-reconciler|ink-root/;

test.each(["cli.js", "index.js", "scan-worker.js"])("%s loads without Ink and React", (entry) => {
	const files = loadedWith(join(dist, entry));
	expect(files.length).toBeGreaterThan(entry === "scan-worker.js" ? 0 : 1);
	expect(files.filter((file) => INK.test(readFileSync(file, "utf8")))).toEqual([]);
});

test("the browser, loaded later, is where they are", () => {
	const later = (files: string[]) =>
		files.flatMap((file) =>
			[...readFileSync(file, "utf8").matchAll(/import\("(\.[^"]+)"\)/g)].flatMap(([, path]) =>
				loadedWith(join(dirname(file), path ?? "")),
			),
		);
	const opening = later(loadedWith(join(dist, "cli.js")));
	expect(later(opening).some((file) => INK.test(readFileSync(file, "utf8")))).toBe(true);
});
