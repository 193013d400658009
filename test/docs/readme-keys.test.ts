import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { helpSections } from "../../src/browser/help.js";
import { NO_OVERRIDES } from "../../src/browser/keys.js";

const README = new URL("../../README.md", import.meta.url);
const BLOCK = /(<!-- keys: [^\n]*-->\n)[\s\S]*?(<!-- \/keys -->)/;

function block(): string {
	return helpSections(NO_OVERRIDES)
		.map(({ title, rows }) => {
			const lines = rows.map(({ keys, does }) => `| ${keys.replaceAll("|", "\\|")} | ${does} |`);
			return [`**${title}**`, "", "| key | does |", "| --- | --- |", ...lines, ""].join("\n");
		})
		.join("\n");
}

test("the README's keys are those of the key table (`npm run keys` writes them)", () => {
	const text = readFileSync(README, "utf8");
	const wanted = text.replace(BLOCK, (_, open: string, close: string) => `${open}\n${block()}${close}`);
	if (process.env.UPDATE_README === "1") writeFileSync(README, wanted);
	else expect(text).toBe(wanted);
	expect(text).toMatch(BLOCK);
});
