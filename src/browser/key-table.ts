/**
 * The key table: every key of the browser, what it does and where it works. Handlers, footer, help screen and
 * the README's block are all made from it. A mode is what the keys currently go to.
 */
export interface Binding {
	/** Key names as in `keyName`: `ctrl+s`, `alt+enter`, `up`, `shift+ctrl+o`. */
	readonly keys: readonly string[];
	/** For the help screen. */
	readonly does: string;
	/** For the footer; without it the key is not shown there. */
	readonly footer?: string;
}

const MOVES = {
	up: { keys: ["up"], does: "move up" },
	down: { keys: ["down"], does: "move down" },
	"page-up": { keys: ["pageup"], does: "move up a page" },
	"page-down": { keys: ["pagedown"], does: "move down a page" },
} as const;

export const KEY_TABLE = {
	sessions: {
		open: {
			keys: ["enter"],
			does: "open the session (in `prime-sessions resume`: resume it)",
			footer: "open",
		},
		"resume-now": { keys: ["alt+enter"], does: "resume the session in the agent at once", footer: "resume" },
		...MOVES,
		first: { keys: ["home"], does: "go to the first session" },
		last: { keys: ["end"], does: "go to the last session" },
		scope: { keys: ["tab"], does: "this directory, this repository, all", footer: "scope" },
		sort: { keys: ["ctrl+s"], does: "choose the order", footer: "sort" },
		named: { keys: ["ctrl+n"], does: "only named sessions" },
		paths: { keys: ["ctrl+p"], does: "show working directories" },
		rename: { keys: ["ctrl+r"], does: "rename the session", footer: "rename" },
		preview: { keys: ["ctrl+v"], does: "show or hide the preview" },
		delete: {
			keys: ["ctrl+d"],
			does: "move the session, or the marked ones, to the trash",
			footer: "delete",
		},
		undo: { keys: ["ctrl+z"], does: "bring back what was deleted last" },
		mark: { keys: ["ctrl+t"], does: "mark the session", footer: "mark" },
		"mark-all": { keys: ["alt+a"], does: "mark all that are shown, or none of them" },
		prune: { keys: ["ctrl+g"], does: "choose old sessions to move to the trash" },
		refresh: { keys: ["f5", "ctrl+l"], does: "read the store again" },
		help: { keys: ["f1"], does: "this help (`?` too, where nothing is typed yet)", footer: "help" },
		back: { keys: ["escape"], does: "clear the search, then the marks, then leave" },
		quit: { keys: ["ctrl+c"], does: "leave" },
	},
	session: {
		submit: {
			keys: ["enter"],
			does: "resume in the agent, with the text as the prompt; or run the /command",
		},
		newline: { keys: ["alt+enter"], does: "a new line in the prompt" },
		complete: { keys: ["tab"], does: "complete a /command" },
		up: { keys: ["up"], does: "scroll up; from the prompt: into the transcript" },
		down: { keys: ["down"], does: "scroll down" },
		"page-up": { keys: ["pageup"], does: "scroll up a page" },
		"page-down": { keys: ["pagedown"], does: "scroll down a page" },
		top: { keys: ["ctrl+home"], does: "go to the beginning" },
		bottom: { keys: ["ctrl+end"], does: "go to the end" },
		find: { keys: ["ctrl+f"], does: "search the transcript", footer: "find" },
		thinking: { keys: ["ctrl+t"], does: "show or hide thinking" },
		"fold-all": { keys: ["ctrl+o"], does: "open or fold everything that folds" },
		undo: { keys: ["ctrl+z"], does: "go back to where the last switch of branch came from" },
		help: { keys: ["f1"], does: "this help (`?` too, where nothing is typed yet)", footer: "help" },
		back: { keys: ["escape"], does: "clear the prompt, then go back to the sessions", footer: "sessions" },
		quit: { keys: ["ctrl+c"], does: "leave" },
	},
	transcript: {
		open: { keys: ["enter", "right"], does: "open what is folded", footer: "open" },
		fold: { keys: ["left"], does: "fold it again" },
		...MOVES,
		top: { keys: ["home", "ctrl+home"], does: "go to the beginning" },
		bottom: { keys: ["end", "ctrl+end"], does: "go to the end" },
		"next-match": { keys: ["n"], does: "go to the next match" },
		"previous-match": { keys: ["shift+n"], does: "go to the match before" },
		find: { keys: ["ctrl+f"], does: "search the transcript", footer: "find" },
		thinking: { keys: ["ctrl+t"], does: "show or hide thinking" },
		"fold-all": { keys: ["ctrl+o"], does: "open or fold everything that folds" },
		undo: { keys: ["ctrl+z"], does: "go back to where the last switch of branch came from" },
		help: { keys: ["f1"], does: "this help" },
		back: { keys: ["escape"], does: "back to the prompt", footer: "prompt" },
		quit: { keys: ["ctrl+c"], does: "leave" },
	},
	tree: {
		select: { keys: ["enter"], does: "go to the entry: continue from there", footer: "go here" },
		up: { keys: ["up"], does: "move up" },
		down: { keys: ["down"], does: "move down" },
		"page-up": { keys: ["pageup", "left"], does: "move up a page" },
		"page-down": { keys: ["pagedown", "right"], does: "move down a page" },
		first: { keys: ["home"], does: "go to the first entry" },
		last: { keys: ["end"], does: "go to the last entry" },
		fold: {
			keys: ["ctrl+left", "alt+left"],
			does: "fold, or go to where the segment starts",
			footer: "fold",
		},
		unfold: { keys: ["ctrl+right", "alt+right"], does: "unfold, or go to the next branch" },
		label: { keys: ["shift+l"], does: "label the entry (`L`, where nothing is typed yet)", footer: "label" },
		times: { keys: ["shift+t"], does: "show when labels were set (`T`, where nothing is typed yet)" },
		filter: { keys: ["ctrl+o"], does: "the next filter", footer: "filter" },
		"filter-back": { keys: ["shift+ctrl+o"], does: "the filter before" },
		"filter-default": { keys: ["ctrl+d"], does: "filter: without bookkeeping" },
		"filter-no-tools": { keys: ["ctrl+t"], does: "filter: without tool results" },
		"filter-user-only": { keys: ["ctrl+u"], does: "filter: your messages only" },
		"filter-labeled-only": { keys: ["ctrl+l"], does: "filter: labelled entries only" },
		"filter-all": { keys: ["ctrl+a"], does: "filter: everything" },
		text: {
			keys: ["space"],
			does: "the entry's full text (Space, where nothing is typed yet)",
			footer: "full text",
		},
		copy: { keys: ["ctrl+x"], does: "copy the entry's text", footer: "copy" },
		undo: { keys: ["ctrl+z"], does: "go back to where the last switch came from" },
		help: { keys: ["f1"], does: "this help (`?` too, where nothing is typed yet)", footer: "help" },
		back: { keys: ["escape"], does: "clear the search, then close the tree", footer: "back" },
		quit: { keys: ["ctrl+c"], does: "leave" },
	},
	writing: {
		submit: { keys: ["enter"], does: "done", footer: "done" },
		newline: { keys: ["alt+enter"], does: "a new line", footer: "new line" },
		back: { keys: ["escape"], does: "back to the choices", footer: "back" },
		quit: { keys: ["ctrl+c"], does: "leave" },
	},
	working: {
		back: { keys: ["escape"], does: "cancel", footer: "cancel" },
		quit: { keys: ["ctrl+c"], does: "leave" },
	},
	find: {
		submit: { keys: ["enter", "down"], does: "go to the match", footer: "go to the match" },
		previous: { keys: ["up"], does: "go to the match before" },
		back: { keys: ["escape"], does: "end the search", footer: "end the search" },
		quit: { keys: ["ctrl+c"], does: "leave" },
	},
	rename: {
		submit: { keys: ["enter"], does: "save the name (none clears it)", footer: "save" },
		back: { keys: ["escape"], does: "keep the old name", footer: "keep the old name" },
		quit: { keys: ["ctrl+c"], does: "leave" },
	},
	directory: {
		submit: { keys: ["enter"], does: "resume in this directory", footer: "resume there" },
		complete: { keys: ["tab"], does: "complete the path", footer: "complete" },
		back: { keys: ["escape"], does: "back to the choices", footer: "back" },
		quit: { keys: ["ctrl+c"], does: "leave" },
	},
	confirm: {
		yes: { keys: ["enter", "y"], does: "yes, to the trash", footer: "to the trash" },
		no: { keys: ["n", "up", "down", "left", "right", "pageup", "pagedown", "home", "end"], does: "no, keep" },
		back: { keys: ["escape"], does: "no, keep", footer: "keep" },
		quit: { keys: ["ctrl+c"], does: "leave" },
	},
	trash: {
		restore: { keys: ["enter"], does: "bring the session, or the marked ones, back", footer: "bring back" },
		...MOVES,
		first: { keys: ["home"], does: "go to the first" },
		last: { keys: ["end"], does: "go to the last" },
		mark: { keys: ["ctrl+t", "space"], does: "mark it", footer: "mark" },
		"mark-all": { keys: ["alt+a"], does: "mark all, or none" },
		refresh: { keys: ["f5", "ctrl+l"], does: "look into the trash again" },
		help: { keys: ["f1"], does: "this help" },
		back: { keys: ["escape"], does: "back", footer: "back" },
		quit: { keys: ["ctrl+c"], does: "leave" },
	},
	prune: {
		go: {
			keys: ["enter"],
			does: "move what is chosen to the trash, after asking once",
			footer: "to the trash",
		},
		next: { keys: ["tab"], does: "the next criterion, then the sessions", footer: "next" },
		previous: { keys: ["shift+tab"], does: "the criterion before" },
		toggle: {
			keys: ["space"],
			does: "choose the criterion; in the list: spare the session",
			footer: "choose / spare",
		},
		...MOVES,
		help: { keys: ["f1"], does: "this help", footer: "help" },
		back: { keys: ["escape"], does: "leave everything as it is", footer: "back" },
		quit: { keys: ["ctrl+c"], does: "leave" },
	},
	menu: {
		up: { keys: ["up", "ctrl+p"], does: "move up" },
		down: { keys: ["down", "ctrl+n", "tab"], does: "move down" },
		choose: { keys: ["enter"], does: "choose", footer: "choose" },
		back: { keys: ["escape"], does: "close the menu", footer: "close" },
		quit: { keys: ["ctrl+c"], does: "leave" },
	},
	page: {
		...MOVES,
		first: { keys: ["home"], does: "go to the beginning" },
		last: { keys: ["end"], does: "go to the end" },
		back: { keys: ["escape", "enter"], does: "back", footer: "back" },
		quit: { keys: ["ctrl+c"], does: "leave" },
	},
} as const satisfies Record<string, Record<string, Binding>>;

type Table = typeof KEY_TABLE;
export type Mode = keyof Table;
export type Action<M extends Mode> = M extends Mode ? keyof Table[M] & string : never;

/** What the help screen and the README call each mode. */
export const MODE_TITLES: Readonly<Record<Mode, string>> = {
	sessions: "Sessions",
	session: "One session",
	transcript: "In the transcript",
	tree: "Tree",
	writing: "Writing a summary or a focus",
	working: "While something runs",
	find: "Searching the transcript",
	rename: "Renaming",
	directory: "Choosing a directory",
	confirm: "Before something is deleted",
	trash: "Trash",
	prune: "Prune",
	menu: "Menus",
	page: "Help and details",
};
