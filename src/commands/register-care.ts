import type { Command } from "commander";
import { type Run, SELECTOR } from "./run.js";

/** The commands that look after a store. */
export function registerCare(program: Command, run: Run): void {
	program
		.command("doctor")
		.description("what is unreadable or damaged and why; of the whole store without arguments")
		.argument("[session...]", SELECTOR)
		.option("--repair", "write a mended copy in place of what is damaged; the original goes to the trash")
		.option("--json", "as JSON")
		.action(
			run(async (sessions, options, io) => (await import("./doctor.js")).doctor(sessions, options, io)),
		);

	program
		.command("migrate")
		.description("move per-project directories into the flat store, and upgrade files of old versions")
		.option("--dry-run", "say what would be done, and do nothing")
		.option("--json", "what changed, as JSON")
		.action(run(async (_, options, io) => (await import("./migrate.js")).migrate(options, io)));
}
