import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { temporaryDirectory } from "../support/temporary.js";

const root = join(import.meta.dirname, "../..");
const consumer = temporaryDirectory();
const example = /```js\n(.*?)```/s.exec(readFileSync(join(root, "docs/library.md"), "utf8"))?.[1] ?? "";
const tsc = join(root, "node_modules/typescript/bin/tsc");

/** A project that has the package installed as it is packed, and the packages it depends on. */
beforeAll(() => {
	execFileSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], { cwd: root });
	execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", consumer], {
		cwd: root,
	});
	const archive = readdirSync(consumer).find((name) => name.endsWith(".tgz")) ?? "";
	const modules = join(consumer, "node_modules");
	const installed = join(modules, packageJson.name);
	mkdirSync(join(modules, "@types"), { recursive: true });
	mkdirSync(installed);
	execFileSync("tar", ["-xzf", join(consumer, archive), "--strip-components=1", "-C", installed]);
	for (const name of [...Object.keys(packageJson.dependencies), "@types/node", "undici-types"]) {
		symlinkSync(join(root, "node_modules", name), join(modules, name));
	}
	writeFileSync(join(consumer, "package.json"), '{"type":"module"}');
	writeFileSync(join(consumer, "example.js"), example);
}, 240_000);

it("the example of the manual runs against the package as it is packed", () => {
	const output = execFileSync(process.execPath, ["example.js"], {
		cwd: consumer,
		encoding: "utf8",
		env: { PATH: process.env.PATH },
	});
	expect(output).toBe(
		[
			"2 entries on this branch, 3 in all",
			"Slow build - start here",
			"user user",
			"2 sessions, 0 unreadable",
			"true true",
			"unreadable",
			"",
		].join("\n"),
	);
});

it("and passes the type checker, which knows the package's types", () => {
	writeFileSync(join(consumer, "right.ts"), example);
	writeFileSync(join(consumer, "wrong.ts"), example.replace("appendMessage(", "appendMessages("));
	const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--types", "node"];
	const checked = spawnSync(process.execPath, [tsc, ...options, "right.ts", "wrong.ts"], {
		cwd: consumer,
		encoding: "utf8",
	});
	expect(checked.stdout.trim()).toMatch(/^wrong\.ts\(\d+,\d+\): error TS2551: [^\n]*appendMessages[^\n]*$/);
}, 240_000);
