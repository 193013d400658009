import { expect, it } from "vitest";
import { resumeWarnings } from "../../src/agent/warnings.js";

const MB = 1024 * 1024;
const FINE = { version: 3, sizeBytes: 49 * MB, problemCount: 0 };

it("says nothing of a session that is well", () => {
	expect(resumeWarnings(FINE)).toEqual([]);
	expect(resumeWarnings({ ...FINE, version: 1 })).toEqual([]);
});

it.each([
	[{ version: 4 }, "version 4, newer"],
	[{ sizeBytes: 128 * MB }, "large (128 MB): the agent may take a while"],
	[{ sizeBytes: 600 * MB }, "too large for an agent (600 MB; 512 MB at most)"],
	[{ problemCount: 1 }, "damaged: 1 line cannot"],
	[{ problemCount: 3 }, "damaged: 3 lines cannot"],
])("warns of %j in one line", (fault, warning) => {
	const warnings = resumeWarnings({ ...FINE, ...fault });
	expect(warnings).toHaveLength(1);
	expect(warnings[0]).toContain(warning);
	expect(warnings[0]).not.toContain("\n");
});

it("says all there is to say", () => {
	expect(resumeWarnings({ version: 9, sizeBytes: 600 * MB, problemCount: 2 })).toHaveLength(3);
});
