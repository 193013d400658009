import type { JsonObject } from "../../session/entries.js";
import { countBranches } from "../../session/tree.js";
import { IdTable } from "./id-table.js";
import type { LineHead } from "./line-head.js";

/** The entries of a file as links between numbers: enough to count its branches without holding its entries. */
export class EntryLinks {
	readonly ids = new IdTable();
	readonly #parents: number[] = [];
	readonly #conversational: number[] = [];
	/** The last entry of each id; where two have one, it is the parent of their children. */
	readonly #entryOf: number[] = [];
	#previous = -1;

	get count(): number {
		return this.#parents.length;
	}

	/** Adds an entry by the numbers of its id and its parent's; -1 for a root. Returns the number of its id. */
	add(id: number, parent: number, conversational: boolean): number {
		this.#entryOf[id] = this.#parents.length;
		this.#parents.push(parent);
		this.#conversational.push(conversational ? 1 : 0);
		this.#previous = id;
		return id;
	}

	/** Adds an entry whose ids lie in a line. */
	addLine(bytes: Buffer, head: LineHead, conversational: boolean): number {
		if (head.idStart < 0) return this.addWithoutId(undefined, conversational);
		const id = this.ids.ofBytes(bytes, head.idStart, head.idEnd);
		const parent = head.parentStart < 0 ? -1 : this.ids.ofBytes(bytes, head.parentStart, head.parentEnd);
		return this.add(id, parent, conversational);
	}

	/** Adds an entry of version 1: without a parent of its own it follows the entry before it. */
	addWithoutId(parent: number | undefined, conversational: boolean): number {
		return this.add(this.ids.anonymous(), parent ?? this.#previous, conversational);
	}

	/** Adds a parsed entry, by the rules of the upgrade to version 2. */
	addEntry(entry: JsonObject, conversational: boolean): number {
		const parent = isId(entry.parentId) ? this.ids.of(entry.parentId) : -1;
		if (isId(entry.id)) return this.add(this.ids.of(entry.id), parent, conversational);
		const named = isId(entry.parentId) || entry.parentId === null;
		return this.addWithoutId(named ? parent : undefined, conversational);
	}

	countBranches(): number {
		const parents = this.#parents.map((parent) => (parent < 0 ? -1 : (this.#entryOf[parent] ?? -1)));
		return countBranches(parents, this.#conversational);
	}
}

function isId(value: unknown): value is string {
	return typeof value === "string" && value !== "";
}
