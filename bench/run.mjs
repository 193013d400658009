// All benchmarks, or those that are named:  node bench/run.mjs [list] [session] [tree] [trash] [browser] [-- options of theirs]
// Each is a program of its own, which says at its top what it measures and what it takes.
import { spawnSync } from "node:child_process";

const BENCHES = ["list", "session", "tree", "trash", "browser"];
const words = process.argv.slice(2);
const end = words.includes("--") ? words.indexOf("--") : words.length;
const named = words.slice(0, end);
const unknown = named.filter((name) => !BENCHES.includes(name));
if (unknown.length > 0) {
	console.error(`no benchmark ${unknown.join(", ")}; there are ${BENCHES.join(", ")}`);
	process.exit(2);
}
for (const name of named.length > 0 ? named : BENCHES) {
	console.log(`\n## ${name}\n`);
	const program = new URL(`${name}.mjs`, import.meta.url).pathname;
	const { status } = spawnSync(process.execPath, [program, ...words.slice(end + 1)], { stdio: "inherit" });
	if (status !== 0) process.exitCode = 1;
}
