import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** The rooms in the order in which they may know each other: each imports only from those before it. */
const ROOMS = [
	["src/version.ts", "src/text"],
	["src/session"],
	["src/store"],
	["src/agent"],
	["src/commands", "src/browser"],
	["components"],
	["src/cli.ts", "src/index.ts"],
] as const;

function sources(folder: string): string[] {
	const path = join(root, folder);
	if (statSync(path).isFile()) return [folder];
	return readdirSync(path, { recursive: true, withFileTypes: true })
		.filter((item) => item.isFile() && /\.tsx?$/.test(item.name))
		.map((item) => relative(root, join(item.parentPath, item.name)));
}

function imports(file: string): string[] {
	const text = readFileSync(join(root, file), "utf8");
	return [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].flatMap(([, name]) =>
		name === undefined ? [] : [name],
	);
}

/** Repository path of a relative import. */
function target(file: string, name: string): string {
	return relative(root, resolve(root, dirname(file), name));
}

const all = ROOMS.flat().flatMap(sources);

function importersOf(name: string): string[] {
	return all.filter((file) =>
		imports(file).some((imported) => imported === name || imported.startsWith(`${name}/`)),
	);
}

describe("the house", () => {
	test("there are sources to look at", () => {
		expect(all.length).toBeGreaterThan(10);
	});

	for (const [index, rooms] of ROOMS.entries()) {
		for (const room of rooms) {
			test(`${room} imports only from rooms before it`, () => {
				const allowed = [room, ...ROOMS.slice(0, index).flat()];
				const wrong = sources(room).flatMap((file) =>
					imports(file)
						.filter((name) => name.startsWith("."))
						.map((name) => ({ file, to: target(file, name) }))
						.filter(({ to }) => /^(src|components)\//.test(to))
						.filter(
							({ to }) =>
								!allowed.some((place) => to === place.replace(/\.ts$/, ".js") || to.startsWith(`${place}/`)),
						)
						// Ink and its views are loaded only when the browser opens, by the one place that opens it.
						.filter(
							({ file: from, to }) => !(from === "src/browser/main.ts" && to.startsWith("components/")),
						),
				);
				expect(wrong).toEqual([]);
			});
		}
	}

	test("how a file is scanned is known to those who have it scanned", () => {
		const outside = all
			.filter((file) => !file.startsWith("src/store/scan/"))
			.filter((file) => imports(file).some((name) => target(file, name).startsWith("src/store/scan/")));
		expect(outside).toEqual(["src/store/catalogue.ts", "src/store/session-info.ts"]);
	});

	test("Ink and React are known to the views, and to the place that mounts them, alone", () => {
		for (const name of ["ink", "react", "ink-select-input"]) {
			for (const file of importersOf(name)) expect(file).toMatch(/^components\/|^src\/browser\/main\.ts$/);
		}
		expect(importersOf("ink").length).toBeGreaterThan(0);
	});

	test("Fuse and the trash are each imported in one place", () => {
		expect(importersOf("fuse.js").length).toBeLessThanOrEqual(1);
		expect(importersOf("trash").length).toBeLessThanOrEqual(1);
	});

	test("views and the browser's state do no input or output", () => {
		const io = /^node:(fs|child_process|os|worker_threads|net|http)/;
		const guilty = all
			.filter((file) => file.startsWith("components/") || file.startsWith("src/browser/"))
			.filter((file) => imports(file).some((name) => io.test(name)));
		// The loop's effects, the terminal's own descriptor, and the place that opens the browser.
		expect(
			guilty.filter((file) => !/^src\/browser\/(effects\/|terminal|open\.ts|main\.ts)/.test(file)),
		).toEqual([]);
	});

	test("no clock and no random ids outside the defaults handed in at the edge", () => {
		const edge = /^src\/(cli\.ts|browser\/main\.ts|session\/(ids|file-system)\.ts|commands\/)/;
		const guilty = all.filter((file) =>
			/\bDate\.now\(\)|\bnew Date\(\)|randomUUID\(/.test(readFileSync(join(root, file), "utf8")),
		);
		expect(guilty.filter((file) => !edge.test(file))).toEqual([]);
	});

	test("text of session files is sanitised in one place", () => {
		const control = /\\u202e|\\x1b\\\[|\\u001b\\\[/i;
		const guilty = all.filter((file) => control.test(readFileSync(join(root, file), "utf8")));
		expect(
			guilty.filter(
				(file) => !/^src\/(text\/(sanitise|spans)|agent\/shell-quote|browser\/(terminal|input))/.test(file),
			),
		).toEqual([]);
	});
});
