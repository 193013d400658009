import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputDecoder, type InputEvent } from "../../src/browser/input.js";

/** The events of a whole input, decided at its end. */
function decode(...chunks: (string | Uint8Array)[]): InputEvent[] {
	const decoder = new InputDecoder();
	const events = chunks.flatMap((chunk) =>
		decoder.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk),
	);
	return joinText([...events, ...decoder.flush()]);
}

/** Characters of neighbouring text events in one event: how typing is cut into events says nothing. */
function joinText(events: InputEvent[]): InputEvent[] {
	const joined: InputEvent[] = [];
	for (const event of events) {
		const last = joined.at(-1);
		if (event.type === "text" && last?.type === "text") {
			joined[joined.length - 1] = { type: "text", text: last.text + event.text };
		} else joined.push(event);
	}
	return joined;
}

/** Keys as "ctrl+alt+shift+name", the rest as it reads best in a table. */
function brief(events: InputEvent[]): string {
	return events.map(briefly).join(" ");
}

function briefly(event: InputEvent): string {
	switch (event.type) {
		case "key": {
			const held = [event.ctrl && "ctrl", event.alt && "alt", event.shift && "shift"];
			return [...held, event.name].filter(Boolean).join("+");
		}
		case "text":
			return `'${event.text}'`;
		case "paste":
			return `<${event.text}>`;
		case "mouse":
			return `${event.action} ${event.button} ${event.column},${event.row}`;
		case "focus":
			return event.focused ? "focus in" : "focus out";
	}
}

describe("keys", () => {
	it.each([
		["\x1b[A", "up"],
		["\x1b[B", "down"],
		["\x1b[C", "right"],
		["\x1b[D", "left"],
		["\x1bOA", "up"],
		["\x1bOD", "left"],
		["\x1b[H", "home"],
		["\x1bOH", "home"],
		["\x1b[1~", "home"],
		["\x1b[7~", "home"],
		["\x1b[F", "end"],
		["\x1bOF", "end"],
		["\x1b[4~", "end"],
		["\x1b[8~", "end"],
		["\x1b[5~", "pageup"],
		["\x1b[6~", "pagedown"],
		["\x1b[2~", "insert"],
		["\x1b[3~", "delete"],
		["\x7f", "backspace"],
		["\x08", "backspace"],
		["\r", "enter"],
		["\n", "enter"],
		["\x1bOM", "enter"],
		["\t", "tab"],
		["\x1b[Z", "shift+tab"],
		["\x1b", "escape"],
		["\x1bOP", "f1"],
		["\x1b[11~", "f1"],
		["\x1b[[A", "f1"],
		["\x1b[[E", "f5"],
		["\x1b[15~", "f5"],
		["\x1b[24~", "f12"],
	])("%j is %s", (bytes, expected) => {
		expect(brief(decode(bytes))).toBe(expected);
	});

	it.each([
		["\x1b[1;5D", "ctrl+left"],
		["\x1b[1;5C", "ctrl+right"],
		["\x1b[1;3D", "alt+left"],
		["\x1b[1;2A", "shift+up"],
		["\x1b[1;8B", "ctrl+alt+shift+down"],
		["\x1b[1;33A", "alt+up"],
		["\x1b[5D", "ctrl+left"],
		["\x1bOd", "ctrl+left"],
		["\x1bO5D", "ctrl+left"],
		["\x1b[d", "shift+left"],
		["\x1b\x1b[D", "alt+left"],
		["\x1b\x1bOD", "alt+left"],
		["\x1b[3;5~", "ctrl+delete"],
		["\x1b[7^", "ctrl+home"],
		["\x1b[7$", "shift+home"],
		["\x1b[7@", "ctrl+shift+home"],
		["\x1b[1;2P", "shift+f1"],
		["\x1b[1;2R", "shift+f3"],
		["\x1b[17;5~", "ctrl+f6"],
	])("%j is %s", (bytes, expected) => {
		expect(brief(decode(bytes))).toBe(expected);
	});

	it.each([
		["\x04", "ctrl+d"],
		["\x01", "ctrl+a"],
		["\x0e", "ctrl+n"],
		["\x10", "ctrl+p"],
		["\x1a", "ctrl+z"],
		["\x00", "ctrl+space"],
		["\x1f", "ctrl+_"],
		["\x1c", "ctrl+\\"],
		["\x1bx", "alt+x"],
		["\x1bX", "alt+shift+x"],
		["\x1b/", "alt+/"],
		["\x1bé", "alt+é"],
		["\x1b ", "alt+space"],
		["\x1b\r", "alt+enter"],
		["\x1b\n", "alt+enter"],
		["\x1b\x7f", "alt+backspace"],
		["\x1b\x01", "ctrl+alt+a"],
	])("%j is %s", (bytes, expected) => {
		expect(brief(decode(bytes))).toBe(expected);
	});

	it.each([
		["\x1b[27u", "escape"],
		["\x1b[27;1:1u", "escape"],
		["\x1b[13u", "enter"],
		["\x1b[13;2u", "shift+enter"],
		["\x1b[13;3u", "alt+enter"],
		["\x1b[9;5u", "ctrl+tab"],
		["\x1b[127u", "backspace"],
		["\x1b[127;5u", "ctrl+backspace"],
		["\x1b[100;5u", "ctrl+d"],
		["\x1b[111;6u", "ctrl+shift+o"],
		["\x1b[111:79;6u", "ctrl+shift+o"],
		["\x1b[79;6u", "ctrl+shift+o"],
		["\x1b[27;6;111~", "ctrl+shift+o"],
		["\x1b[27;6;79~", "ctrl+shift+o"],
		["\x1b[27;5;13~", "ctrl+enter"],
		["\x1b[32;5u", "ctrl+space"],
		["\x1b[97u", "'a'"],
		["\x1b[97:65;2u", "'A'"],
		["\x1b[97;2u", "'A'"],
		["\x1b[97;65u", "'a'"],
		["\x1b[233u", "'é'"],
		["\x1b[57399u", "'0'"],
		["\x1b[57417;5u", "ctrl+left"],
		["\x1b[57414u", "enter"],
		["\x1b[1;1:1A", "up"],
		["\x1b[1;1:2A", "up"],
	])("%j, of a terminal that reports code points, is %s", (bytes, expected) => {
		expect(brief(decode(bytes))).toBe(expected);
	});

	it("counts every key of a chunk, in order", () => {
		expect(brief(decode("\x1b[B\x1b[B\x1b[B\r"))).toBe("down down down enter");
		expect(brief(decode("foo\r"))).toBe("'foo' enter");
		expect(brief(decode("a\x1b[Ab\x7fc"))).toBe("'a' up 'b' backspace 'c'");
		expect(decode("\x1b[B".repeat(50))).toHaveLength(50);
	});

	it("gives the keypad's digits as text", () => {
		expect(brief(decode("\x1bOp\x1bOy\x1bOk"))).toBe("'09+'");
	});
});

describe("the escape key", () => {
	it("waits until it is known that nothing follows", () => {
		const decoder = new InputDecoder();
		expect(decoder.push(Buffer.from("\x1b"))).toEqual([]);
		expect(decoder.pending).toBe(true);
		expect(brief(decoder.flush())).toBe("escape");
		expect(decoder.pending).toBe(false);
		expect(decoder.flush()).toEqual([]);
	});

	it("is not seen where a sequence is cut behind its first byte", () => {
		expect(brief(decode("\x1b", "[B"))).toBe("down");
		expect(brief(decode("\x1b[", "B"))).toBe("down");
	});

	it("counts as often as it is pressed", () => {
		expect(brief(decode("\x1b\x1b"))).toBe("escape escape");
		expect(brief(decode("\x1b\x1b\x1b"))).toBe("escape escape escape");
		expect(brief(decode("\x1b\x1bx"))).toBe("escape alt+x");
	});

	it.each([
		["\x1b[", "alt+["],
		["\x1bO", "alt+shift+o"],
		["\x1b]", "alt+]"],
		["\x1bP", "alt+shift+p"],
	])("held as alt makes %j the key %s when nothing follows", (bytes, expected) => {
		expect(brief(decode(bytes))).toBe(expected);
	});

	it("does not lose the key typed after such an opener", () => {
		expect(brief(decode("\x1b]\r"))).toBe("alt+] enter");
		expect(brief(decode("\x1b[\r"))).toBe("alt+[ enter");
		expect(brief(decode("\x1b[é"))).toBe("alt+[ 'é'");
	});

	it("does not wait for the rest of a character or of a paste", () => {
		const decoder = new InputDecoder();
		decoder.push(Buffer.from("é").subarray(0, 1));
		expect(decoder.pending).toBe(false);
		expect(brief(decoder.push(Buffer.from("é").subarray(1)))).toBe("'é'");
		decoder.push(Buffer.from("\x1b[200~half"));
		expect(decoder.pending).toBe(false);
		expect(decoder.flush()).toEqual([]);
		expect(brief(decoder.push(Buffer.from(" and half\x1b[201~")))).toBe("<half and half>");
	});
});

describe("text", () => {
	it("is what is typed without ctrl or alt", () => {
		expect(decode("fix the bug")).toEqual([{ type: "text", text: "fix the bug" }]);
		expect(brief(decode("日本語 👩‍👩‍👧 é"))).toBe("'日本語 👩‍👩‍👧 é'");
	});

	it("survives a cut inside a character", () => {
		const bytes = Buffer.from("a👩b");
		for (let cut = 1; cut < bytes.length; cut++) {
			expect(brief(decode(bytes.subarray(0, cut), bytes.subarray(cut)))).toBe("'a👩b'");
		}
	});

	it("drops bytes that are no UTF-8, and keeps what is beside them", () => {
		expect(brief(decode(Buffer.from([0x61, 0xff, 0x62])))).toBe("'ab'");
		expect(brief(decode(Buffer.from([0xc3, 0x61])))).toBe("'a'");
		expect(brief(decode(Buffer.from([0xc0, 0x80, 0xed, 0xa0, 0x80, 0x62])))).toBe("'b'");
		expect(brief(decode(Buffer.from([0xe2, 0x82, 0x1b, 0x5b, 0x41])))).toBe("up");
	});

	it("holds no control characters", () => {
		expect(brief(decode("a\u009bAb\u0085"))).toBe("'aAb'");
	});
});

describe("a paste", () => {
	it("is text and never keys", () => {
		expect(brief(decode("\x1b[200~/quit\r\x04\x1b[A\x1b[201~\r"))).toBe("</quit\n\x04\x1b[A> enter");
	});

	it("has one kind of line end", () => {
		expect(decode("\x1b[200~a\rb\r\nc\nd\x1b[201~")).toEqual([{ type: "paste", text: "a\nb\nc\nd" }]);
	});

	it("ends only at its whole end marker", () => {
		expect(brief(decode("\x1b[200~\x1b[20\x1b\x1b[201~x"))).toBe("<\x1b[20\x1b> 'x'");
		expect(brief(decode("\x1b[200~\x1b[201~"))).toBe("<>");
	});

	it("may be as large as it likes", () => {
		const text = "0123456789abcdef\n".repeat(200_000);
		expect(decode(`\x1b[200~${text}\x1b[201~`)).toEqual([{ type: "paste", text }]);
	});

	it("whose end never comes can be taken for ended", () => {
		const decoder = new InputDecoder();
		expect(decoder.pasting).toBe(false);
		decoder.push(Buffer.from("\x1b[200~half\r\x1b[20"));
		expect(decoder.pasting).toBe(true);
		expect(brief(decoder.endPaste())).toBe("<half\n\x1b[20>");
		expect(decoder.pasting).toBe(false);
		expect(brief(decoder.push(Buffer.from("\x03")))).toBe("ctrl+c");
		expect(decoder.endPaste()).toEqual([]);
	});

	it("without a beginning is no paste", () => {
		expect(brief(decode("a\x1b[201~b"))).toBe("'ab'");
	});
});

describe("the mouse", () => {
	it.each([
		["\x1b[<0;10;5M", "press 0 10,5"],
		["\x1b[<0;10;5m", "release 0 10,5"],
		["\x1b[<2;1;1M", "press 2 1,1"],
		["\x1b[<64;3;4M", "wheel-up 0 3,4"],
		["\x1b[<65;300;200M", "wheel-down 0 300,200"],
		["\x1b[<69;3;4M", "wheel-down 0 3,4"],
		["\x1b[<32;3;4M", "move 0 3,4"],
		["\x1b[<35;3;4M", "move 3 3,4"],
		["\x1b[M !!", "press 0 1,1"],
		["\x1b[M#!!", "release 3 1,1"],
		["\x1b[M`+%", "wheel-up 0 11,5"],
		["\x1b[32;10;5M", "press 0 10,5"],
	])("%j is %s", (bytes, expected) => {
		expect(brief(decode(bytes))).toBe(expected);
	});

	it("may report a column beyond ASCII in the old form", () => {
		expect(brief(decode(Buffer.from([0x1b, 0x5b, 0x4d, 0x20, 0xf0, 0x25])))).toBe("press 0 208,5");
	});

	it.each(["\x1b[<66;3;4M", "\x1b[<0;0;4M", "\x1b[<0;3M", "\x1b[<128;3;4M", "\x1b[<;;M"])(
		"%j is nothing",
		(bytes) => {
			expect(decode(bytes)).toEqual([]);
		},
	);
});

it("reports focus", () => {
	expect(brief(decode("\x1b[I\x1b[O"))).toBe("focus in focus out");
});

describe("what has no meaning here", () => {
	it.each([
		["an unknown final byte", "\x1b[99x"],
		["an unknown function key", "\x1b[99~"],
		["F13", "\x1b[25~"],
		["device attributes", "\x1b[?62;22c"],
		["a mode report", "\x1b[?2026;2$y"],
		["a cursor position", "\x1b[12;40R"],
		["a colour reply ended by BEL", "\x1b]11;rgb:0000/0000/0000\x07"],
		["a colour reply ended by ST", "\x1b]11;rgb:0000/0000/0000\x1b\\"],
		["a reply to a capability query", "\x1bP1+r5463\x1b\\"],
		["a graphics reply", "\x1b_Gi=1;OK\x1b\\"],
		["a key let go", "\x1b[97;1:3u"],
		["an arrow let go", "\x1b[1;1:3A"],
		["a key held with super", "\x1b[97;9u"],
		["a lone modifier", "\x1b[57441;2u"],
		["a code point that is none", "\x1b[1114112u"],
		["a surrogate", "\x1b[55296u"],
		["a sequence of ten thousand digits", `\x1b[${"1".repeat(10_000)}A`],
		["an unknown key in application mode", "\x1bOz"],
	])("%s is dropped whole", (_, bytes) => {
		expect(brief(decode(`a${bytes}b`))).toBe("'ab'");
	});

	it("is dropped when it breaks off", () => {
		expect(decode("\x1b[1;")).toEqual([]);
		expect(decode("\x1b]11;rgb")).toEqual([]);
		expect(decode("\x1b[M!")).toEqual([]);
	});

	it("does not take the next sequence with it", () => {
		expect(brief(decode("\x1b[1;\x1b[A"))).toBe("up");
		expect(brief(decode("\x1b]11;rgb\x1b[A"))).toBe("up");
		expect(brief(decode("\x1b[M!\x1b[A"))).toBe("up");
		expect(brief(decode("\x1b[[\x1b[A"))).toBe("up");
	});
});

describe("for any input", () => {
	const bytes = fc.oneof(
		fc.uint8Array({ maxLength: 40 }),
		// Mostly bytes that mean something beside each other.
		fc
			.array(
				fc.constantFrom(
					..."\x1b \x1b[ O [ ] P M < ; : 1 2 0 ~ u A m $ a é 👩 \r \x07 \\ \x1b[200~ \x1b[201~ \x1b[< \x1b[M".split(
						" ",
					),
				),
				{ maxLength: 30 },
			)
			.map((parts) => Uint8Array.from(Buffer.from(parts.join("")))),
	);

	it("cutting it into chunks changes nothing", () => {
		fc.assert(
			fc.property(bytes, fc.array(fc.nat(40)), (input, cuts) => {
				const edges = [
					0,
					...cuts.map((cut) => Math.min(cut, input.length)).sort((a, b) => a - b),
					input.length,
				];
				const chunks = edges.slice(1).map((edge, i) => input.subarray(edges[i], edge));
				expect(decode(...chunks)).toEqual(decode(input));
			}),
			{ numRuns: 2_000 },
		);
	});

	it("nothing is thrown, no event holds what it may not, and nothing is left pending", () => {
		fc.assert(
			fc.property(bytes, (input) => {
				const decoder = new InputDecoder();
				const events = [...decoder.push(input), ...decoder.flush()];
				expect(decoder.pending).toBe(false);
				for (const event of events) {
					if (event.type === "text") expect(event.text).toMatch(/^[^\u0000-\u001f\u007f-\u009f]+$/);
					if (event.type === "key") expect(event.name).not.toBe("");
					if (event.type === "mouse") expect(Math.min(event.column, event.row)).toBeGreaterThan(0);
				}
			}),
			{ numRuns: 2_000 },
		);
	});

	it("typed text comes out as it went in", () => {
		fc.assert(
			fc.property(fc.string({ unit: "grapheme" }), (text) => {
				const printable = text.replace(/[\u0000-\u001f\u007f-\u009f]/g, "");
				expect(decode(printable)).toEqual(printable === "" ? [] : [{ type: "text", text: printable }]);
			}),
		);
	});
});
