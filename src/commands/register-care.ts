import type { Command } from "commander";
import { type Run, SELECTOR } from "./register-changes.js";

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
}
