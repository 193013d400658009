import { describe, expect, test } from "vitest";
import { createLoop } from "../../src/browser/loop.js";

describe("the loop", () => {
	test("takes in events in order, and tells listeners once a dispatch", () => {
		const loop = createLoop<string, string, never>({
			initial: "",
			update: (state, event) => [state + event, []],
			run: () => undefined,
		});
		const seen: string[] = [];
		const stop = loop.subscribe(() => seen.push(loop.state()));
		loop.dispatch("a", "b", "c");
		stop();
		loop.dispatch("d");
		expect(seen).toEqual(["abc"]);
		expect(loop.state()).toBe("abcd");
	});

	test("an event from an effect comes after those already there", () => {
		const loop = createLoop<string, string, string>({
			initial: "",
			update: (state, event) => [state + event, event === "a" ? ["x"] : []],
			run: (effect, dispatch) => dispatch(effect),
		});
		loop.dispatch("a", "b");
		expect(loop.state()).toBe("abx");
	});

	test("says nothing to listeners when nothing changed", () => {
		const loop = createLoop<object, string, never>({
			initial: {},
			update: (state) => [state, []],
			run: () => undefined,
		});
		let calls = 0;
		loop.subscribe(() => calls++);
		loop.dispatch("a");
		expect(calls).toBe(0);
	});

	test("goes on after an update that threw", () => {
		const loop = createLoop<string, string, never>({
			initial: "",
			update: (state, event) => {
				if (event === "!") throw new Error("no");
				return [state + event, []];
			},
			run: () => undefined,
		});
		expect(() => loop.dispatch("!")).toThrow("no");
		loop.dispatch("a");
		expect(loop.state()).toBe("a");
	});
});
