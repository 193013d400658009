#!/usr/bin/env node
const [major = 0] = process.versions.node.split(".").map(Number);
if (major < 20) {
	console.error(
		`prime-sessions needs Node 20 or newer; this is ${process.version}. Install a newer Node and run it again.`,
	);
	process.exit(1);
}
const { main } = await import("../dist/cli.js");
process.exitCode = await main(process.argv.slice(2));
