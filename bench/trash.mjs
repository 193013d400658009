// Deleting sessions: this program against calling the package `trash` alone, on equal files, in turn. Milliseconds a file.
//   npm run build; node bench/trash.mjs [--sessions 1000] [--runs 3]
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { median, table } from "./figures.mjs";

const { values, positionals } = parseArgs({
	options: { sessions: { type: "string", default: "1000" }, runs: { type: "string", default: "3" } },
	allowPositionals: true,
});
const PROGRAM = new URL("../bin/prime-sessions.js", import.meta.url).pathname;
const WAYS = {
	"prune --yes: read, choose, check and move each": (dir) =>
		execFileSync(process.execPath, [PROGRAM, "prune", "--empty", "--yes", "--json", "--session-dir", dir]),
	"prune: read and choose only": (dir) =>
		execFileSync(process.execPath, [PROGRAM, "prune", "--empty", "--json", "--session-dir", dir]),
	"restore --all": (dir) => {
		execFileSync(process.execPath, [PROGRAM, "prune", "--empty", "--yes", "--json", "--session-dir", dir]);
		const began = performance.now();
		execFileSync(process.execPath, [PROGRAM, "restore", "--all", "--json", "--session-dir", dir]);
		return performance.now() - began;
	},
	"trash alone, one call for each": (dir) => alone("one", dir),
	"trash alone, one call for all": (dir) => alone("all", dir),
};

if (positionals.length > 0) await trashAlone(positionals[0], positionals[1]);
else compare();

/** In a process of its own. */
function alone(how, dir) {
	execFileSync(process.execPath, [new URL(import.meta.url).pathname, how, dir]);
}

async function trashAlone(how, dir) {
	const { default: trash } = await import("trash");
	const paths = readdirSync(dir).map((name) => join(dir, name));
	if (how === "all") await trash(paths, { glob: false });
	else for (const path of paths) await trash(path, { glob: false });
}

function compare() {
	const count = Number(values.sessions);
	const root = mkdtempSync(join(tmpdir(), "bench-trash-"));
	process.env.XDG_DATA_HOME = join(root, "data");
	try {
		const times = Object.fromEntries(Object.keys(WAYS).map((way) => [way, []]));
		for (let run = 0; run < Number(values.runs); run++) {
			for (const [way, work] of Object.entries(WAYS)) {
				const dir = store(root, count);
				const began = performance.now();
				const measured = work(dir);
				times[way].push((typeof measured === "number" ? measured : performance.now() - began) / count);
				rmSync(join(root, "agent"), { recursive: true });
				rmSync(join(root, "data"), { recursive: true, force: true });
			}
		}
		const rows = Object.entries(times).map(([way, all]) => [
			way,
			median(all).toFixed(2),
			`${Math.min(...all).toFixed(2)}–${Math.max(...all).toFixed(2)}`,
		]);
		console.log(table([`${count} sessions`, "ms a file", "range"], rows));
	} finally {
		rmSync(root, { recursive: true });
	}
}

function store(root, count) {
	const dir = join(root, "agent", "sessions");
	mkdirSync(dir, { recursive: true });
	for (let n = 0; n < count; n++) {
		const header = {
			type: "session",
			version: 3,
			id: `bench-${n}`,
			timestamp: "2026-01-01T12:00:00.000Z",
			cwd: "/w",
		};
		writeFileSync(join(dir, `${n}.jsonl`), `${JSON.stringify(header)}\n`);
	}
	return dir;
}
