// Bundles the executable, the library and the scan worker into dist/. Ink and React end up in a chunk of
// their own, loaded only when the browser opens; React is built in production mode.
import { cp, rm } from "node:fs/promises";
import esbuild from "esbuild";

const watch = process.argv.includes("--watch");

const entryPoints = {
	cli: "src/cli.ts",
	index: "src/index.ts",
	"scan-worker": "src/store/scan/scan-worker.ts",
};

const options = {
	entryPoints,
	outdir: "dist",
	bundle: true,
	splitting: true,
	format: "esm",
	platform: "node",
	target: "node20",
	sourcemap: true,
	chunkNames: "chunks/[name]-[hash]",
	define: { "process.env.NODE_ENV": '"production"', "process.env.DEV": '"false"' },
	// These find files of their own beside them, or are small and need no bundling.
	external: ["trash", "proper-lockfile", "react-devtools-core"],
	// Bundled CommonJS packages ask for Node's modules through require.
	banner: {
		js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
	},
	logLevel: "warning",
};

await rm("dist", { recursive: true, force: true });
// The sample sessions of --demo are data, found beside the bundle.
await cp("src/demo", "dist/demo", { recursive: true });
if (watch) {
	const context = await esbuild.context(options);
	await context.watch();
	console.log("watching; run bin/prime-sessions.js in another terminal");
} else {
	await esbuild.build(options);
}
