import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { header, lines } from "../support/entries.js";
import { startPty } from "../support/pty.js";
import { storesDir } from "../support/stores.js";

const PROGRAM = fileURLToPath(new URL("../../bin/prime-sessions.js", import.meta.url));
const SESSION = "670c3c81";
let home: string;
let sessionDir: string;

beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), "prime-sessions-delete-"));
	onTestFinished(() => rmSync(home, { recursive: true, force: true }));
	sessionDir = join(home, ".prime", "agent", "sessions");
	cpSync(join(storesDir, "prime"), join(home, ".prime", "agent"), { recursive: true });
});

function run(args: string[], env: NodeJS.ProcessEnv = { HOME: home }) {
	const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
		cwd: home,
		env: { PATH: process.env.PATH, ...env },
		encoding: "utf8",
	});
	return { code: status, out: stdout, err: stderr };
}

/** Every file of the agent's directory with its bytes. */
function bytes(): { [path: string]: string } {
	const root = join(home, ".prime");
	const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((item) => item.isFile());
	return Object.fromEntries(
		files.map((item) => join(item.parentPath, item.name)).map((path) => [path, readFileSync(path, "latin1")]),
	);
}

test("a script deletes, lists the trash and restores", () => {
	const before = bytes();
	const { trashed } = JSON.parse(run(["delete", SESSION, "--yes", "--json"]).out);
	expect(trashed).toMatchObject([{ path: expect.stringContaining(sessionDir) }]);
	expect(before).toHaveProperty([trashed[0].path]);
	expect(bytes()).not.toHaveProperty([trashed[0].path]);
	expect(JSON.parse(run(["restore", "--json"]).out)).toMatchObject({
		trashed: [{ id: trashed[0].id, path: trashed[0].path }],
	});
	expect(run(["restore", "last"])).toMatchObject({ code: 0, out: `${trashed[0].path}\n` });
	expect(bytes()).toEqual(before);
});

test("on a terminal it asks; Ctrl+C keeps everything and ends with 130, y deletes", async () => {
	const before = bytes();
	for (const [key, code] of [
		["ctrl+c", 130],
		["ctrl+d", 0],
	] as const) {
		const kept = startPty({ args: ["delete", SESSION], home });
		await kept.waitFor("keeps everything:");
		kept.press(key);
		expect(await kept.exit()).toMatchObject({ code });
		expect(bytes()).toEqual(before);
	}
	const pty = startPty({ args: ["delete", SESSION], home });
	await pty.waitFor("keeps everything:");
	pty.write("y\r");
	expect(await pty.exit()).toMatchObject({ code: 0 });
	expect(Object.keys(bytes()).length).toBeLessThan(Object.keys(before).length);
});

test("many are pruned with a bar on the terminal, and Ctrl+C stops it half-way", async () => {
	for (let n = 0; n < 1_500; n++)
		writeFileSync(join(sessionDir, `many-${n}.jsonl`), lines(header({ id: `many-${n}` })));
	const count = () => readdirSync(sessionDir).filter((name) => name.startsWith("many-")).length;
	const pty = startPty({ args: ["prune", "--empty", "--yes"], home });
	await pty.waitFor(/deleting █*░+ [\d,]+\/1,5/);
	pty.press("ctrl+c");
	expect(await pty.exit()).toMatchObject({ code: 130 });
	const said = pty.scrollback().join("\n");
	const left = count();
	expect(left).toBeGreaterThan(0);
	expect(said).toMatch(/Stopped; [\d,]+ not begun/);
	const moved = /Moved (\d+) sessions/.exec(said.replaceAll(",", ""));
	const trashed = JSON.parse(run(["restore", "--json"]).out).trashed as { path: string }[];
	expect(trashed.length).toBe(Number(moved?.[1]));
	expect(trashed.filter(({ path }) => path.includes("many-")).length).toBe(1_500 - left);
});

test("where there is no trash, the file stays and the reason is said", () => {
	const before = bytes();
	const file = join(home, "file");
	writeFileSync(file, "");
	const store = ["--session-dir", sessionDir, "--agent-dir", join(home, ".prime", "agent")];
	for (const env of [{ HOME: join(home, "none") }, { HOME: file }, { HOME: home, XDG_DATA_HOME: file }]) {
		const { code, err } = run(["delete", SESSION, "--yes", ...store], env);
		expect([code, err]).toEqual([1, expect.stringMatching(/not moved to the trash: .+\n/)]);
		expect(bytes()).toEqual(before);
	}
});
