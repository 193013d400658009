import { expect, it } from "vitest";
import { shortenHome } from "../../src/text/home.js";

it.each([
	["/home/dev", "/home/dev", "~"],
	["/home/dev/work/webapp", "/home/dev", "~/work/webapp"],
	["/home/dev/work", "/home/dev/", "~/work"],
	["/home/developer/work", "/home/dev", "/home/developer/work"],
	["/srv", "/home/dev", "/srv"],
	["/srv", "/", "/srv"],
	["/srv", "", "/srv"],
	["C:\\Users\\dev\\x", "C:\\Users\\dev", "~\\x"],
])("shortens %s", (path, home, expected) => {
	expect(shortenHome(path, home)).toBe(expected);
});
