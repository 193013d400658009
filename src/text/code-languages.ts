/** What the languages of code blocks look like, as far as colouring needs to know. */

/** A language, or a family that looks alike. */
export interface Grammar {
	/** Global; each match is in one named group: `comment`, `string`, `key`, `number` or `word`. */
	readonly tokens: RegExp;
	/** Words shown as keywords. */
	readonly keywords: ReadonlySet<string>;
}

// Each takes linear time and, when left open, closes at the end of the line or of the text.
const END = "(?![\\s\\S])";
const DOUBLE = '"[^"\\\\\\n]*(?:\\\\[\\s\\S][^"\\\\\\n]*)*"?';
const SINGLE = "'[^'\\\\\\n]*(?:\\\\[\\s\\S][^'\\\\\\n]*)*'?";
const BACKTICK = "`[^`\\\\]*(?:\\\\[\\s\\S][^`\\\\]*)*`?";
const TRIPLE = `"""[\\s\\S]*?(?:"""|${END})|'''[\\s\\S]*?(?:'''|${END})`;
const CHARACTER = "'(?:\\\\.[^'\\n]{0,8}|[^'\\\\\\n])'";
const SLASHES = "\\/\\/[^\\n]*";
const BLOCK = `\\/\\*[\\s\\S]*?(?:\\*\\/|${END})`;
const HASH = "(?<![^\\s;(])#[^\\n]*";
const DASHES = "--[^\\n]*";
const MARKUP = `<!--[\\s\\S]*?(?:-->|${END})`;
const WORD = "[A-Za-z_$@][\\w$]*";
const NUMBER = "\\b\\d[\\w.]*";

function grammar(
	keywords: string,
	parts: { comment: string[]; string: string[]; key?: string; word?: string },
): Grammar {
	const groups = [
		`(?<comment>${parts.comment.join("|")})`,
		...(parts.key === undefined ? [] : [`(?<key>${parts.key})`]),
		`(?<string>${parts.string.join("|")})`,
		`(?<number>${NUMBER})`,
		`(?<word>${parts.word ?? WORD})`,
	];
	return {
		tokens: new RegExp(groups.join("|"), "gm"),
		keywords: new Set(keywords.split(" ")),
	};
}

const C_KEYWORDS =
	"if else for while do switch case default break continue return goto struct union enum typedef static const extern sizeof void int char float double long short signed unsigned bool auto class public private protected virtual template typename namespace using new delete this try catch throw operator override final include define true false nullptr NULL";

const GRAMMARS: Record<string, () => Grammar> = {
	script: () =>
		grammar(
			"abstract as async await break case catch class const continue debugger declare default delete do else enum export extends false finally for from function get if implements import in instanceof interface is keyof let namespace never new null number of private protected public readonly return satisfies set static string boolean super switch this throw true try type typeof undefined unknown var void while with yield",
			{ comment: [SLASHES, BLOCK], string: [DOUBLE, SINGLE, BACKTICK] },
		),
	python: () =>
		grammar(
			"and as assert async await break case class continue def del elif else except False finally for from global if import in is lambda match None nonlocal not or pass raise return self True try while with yield",
			{ comment: [HASH], string: [TRIPLE, DOUBLE, SINGLE] },
		),
	shell: () =>
		grammar(
			"case cd do done echo elif else esac exit export fi for function if in local readonly return select set shift sudo then trap unset until while",
			{ comment: [HASH], string: [DOUBLE, SINGLE] },
		),
	json: () =>
		grammar("true false null", {
			comment: [SLASHES, BLOCK],
			key: `${DOUBLE}(?=\\s*:)`,
			string: [DOUBLE],
		}),
	yaml: () =>
		grammar("true false null yes no on off", {
			comment: [HASH],
			key: "^ *(?:- )*[\\w./$-]+(?=\\s*[:=])|^\\[[^\\]\\n]*\\]",
			string: [DOUBLE, SINGLE],
		}),
	c: () => grammar(C_KEYWORDS, { comment: [SLASHES, BLOCK], string: [DOUBLE, CHARACTER] }),
	java: () =>
		grammar(
			`${C_KEYWORDS} abstract boolean byte extends finally implements import instanceof interface native null package super synchronized throws transient volatile var val fun object when in is as internal sealed data record let guard func protocol extension init self nil string decimal foreach lock params ref out async await yield`,
			{ comment: [SLASHES, BLOCK], string: [DOUBLE, CHARACTER] },
		),
	go: () =>
		grammar(
			"break case chan const continue default defer else error fallthrough false for func go goto if import int interface map nil package range return select string struct switch true type var bool byte",
			{ comment: [SLASHES, BLOCK], string: [DOUBLE, CHARACTER, BACKTICK] },
		),
	rust: () =>
		grammar(
			"as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait true type unsafe use where while String Vec Option Result Some None Ok Err",
			{ comment: [SLASHES, BLOCK], string: [DOUBLE, CHARACTER] },
		),
	ruby: () =>
		grammar(
			"and begin break case class def do else elsif end ensure false for if in module next nil not or redo require rescue retry return self super then true unless until when while yield attr_accessor attr_reader puts",
			{ comment: [HASH], string: [DOUBLE, SINGLE] },
		),
	php: () =>
		grammar(
			"abstract array as break case catch class const continue default do echo else elseif extends false final finally fn for foreach function if implements include interface namespace new null private protected public require return static switch this throw trait true try use var while yield",
			{ comment: [SLASHES, HASH, BLOCK], string: [DOUBLE, SINGLE] },
		),
	sql: () =>
		grammar(
			"add all alter and as asc begin between by case check column commit constraint create default delete desc distinct drop else end exists foreign from full group having if in index inner insert into is join key left like limit not null offset on or order outer primary references returning right rollback select set table then transaction union unique update using values view when where with",
			{ comment: [DASHES, BLOCK], string: [SINGLE, DOUBLE] },
		),
	css: () =>
		grammar("", {
			comment: [BLOCK, SLASHES],
			key: "[\\w-]+(?=\\s*:[^:])",
			string: [DOUBLE, SINGLE],
			word: "[.#@&]?[A-Za-z_-][\\w-]*",
		}),
	markup: () =>
		grammar("", {
			comment: [MARKUP],
			key: "<\\/?[A-Za-z][\\w:.-]*|\\/?>",
			string: [DOUBLE, SINGLE],
		}),
	lua: () =>
		grammar(
			"and break do else elseif end false for function goto if in local nil not or repeat return then true until while",
			{ comment: [DASHES], string: [DOUBLE, SINGLE] },
		),
};

const NAMES: Record<string, string> = {};
for (const [family, names] of Object.entries({
	script: "js jsx ts tsx mjs cjs mts cts javascript typescript vue svelte",
	python: "py python python3 ipython",
	shell: "sh bash zsh fish shell console dockerfile docker make makefile",
	json: "json jsonc json5 jsonl",
	yaml: "yaml yml toml ini conf properties env",
	c: "c h cc cpp cxx hpp c++ objc",
	java: "java kotlin kt swift scala cs csharp dart groovy",
	go: "go golang",
	rust: "rust rs",
	ruby: "ruby rb elixir ex",
	php: "php",
	sql: "sql psql mysql sqlite postgresql",
	css: "css scss less sass",
	markup: "html xml svg xhtml htm",
	lua: "lua haskell hs",
}))
	for (const name of names.split(" ")) NAMES[name] = family;

const built = new Map<string, Grammar>();

/** The grammar for the info string of a code block or a file's ending ("ts", "Python"), if there is one. */
export function grammarFor(language: string): Grammar | undefined {
	const name = /^[\w+]+/.exec(language)?.[0].toLowerCase() ?? "";
	const family = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
	const make = family === undefined ? undefined : GRAMMARS[family];
	if (family === undefined || make === undefined) return undefined;
	const known = built.get(family) ?? make();
	built.set(family, known);
	return known;
}
