// Completing an expression: its tokens, and the names, signs, values and words that fit at the caret.

// ---- Tokens of an expression and their positions. grammar.lark defines the language; here an
// unfinished token counts as one too.

/** @typedef {"name" | "quoted" | "string" | "pattern" | "number" | "sign" | "mark" | "other"} Kind */
/** @typedef {{kind: Kind, text: string, start: number, end: number, closed: boolean}} Token */

/** @type {[Kind, RegExp][]} in the order in which they are tried */
const KINDS = [
  ["string", /"(?:\\.|[^"\\])*("|$)/uy],
  ["quoted", /`(?:``|[^`])*(`|$)/uy],
  ["number", /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/uiy],
  ["name", /[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_+]*)*/uy],
  ["sign", /<=|>=|!=|[=<>~]/uy],
  ["mark", /[(),]/uy],
];
const PATTERN = /\/(?:\\.|[^/\\])*(\/|$)/uy;
const SPACE = /\s+/uy;

/** @param {RegExp} wanted @param {string} text @param {number} at */
function matchAt(wanted, text, at) {
  wanted.lastIndex = at;
  return wanted.exec(text);
}

/** The tokens of a text, in order. A slash begins a pattern after ~ alone. @param {string} text */
function tokensOf(text) {
  /** @type {Token[]} */
  const tokens = [];
  let at = 0;
  while (at < text.length) {
    const space = matchAt(SPACE, text, at);
    if (space) {
      at += space[0].length;
      continue;
    }
    /** @type {[Kind, RegExp][]} */
    const kinds = tokens.at(-1)?.text === "~" ? [["pattern", PATTERN], ...KINDS] : KINDS;
    const [kind, match] = kinds.map(([kind, wanted]) => /** @type {const} */ ([kind, matchAt(wanted, text, at)])).find(([, match]) => match) ?? ["other", null];
    const part = match ? match[0] : text[at];
    tokens.push({ kind, text: part, start: at, end: at + part.length, closed: !match || match[1] === undefined || match[1] !== "" });
    at += part.length;
  }
  return tokens;
}

// ---- Completions.

/** @typedef {{name: string, written: string, kind: string, about: string, values: string[]}} Column */
/**
 * Completions: each text replaces the characters from `from` to `to`.
 * @typedef {{text: string, told: string, about: string}} Choice
 * @typedef {{from: number, to: number, typed: string, choices: Choice[]}} Completion
 */

const MOST = 50;
/** @type {Record<string, [string, string][]>} by kind of column */
const SIGNS = {
  number: [["<", "less than"], ["<=", "at most"], [">", "more than"], [">=", "at least"], ["=", "equal to"], ["!=", "not equal to"], ["is given", "has a number"], ["is missing", "has no number"]],
  text: [["=", "equal to"], ["!=", "not equal to"], ["contains", "contains this text, ignoring case"], ["has", "has these tokens, as scored"], ["~", "matches a /regular expression/"], ["in (", "is one of"], ["is given", "has text"], ["is missing", "has no text"]],
  flag: [],
};
/** @type {[string, string][]} */
const JOINTS = [["and", "both conditions"], ["or", "either condition"]];
/** @type {[string, string][]} */
const STARTS = [["not", "negates the next condition"]];
const WORDS = new Set(["and", "or", "not"]);

/** @param {[string, string][]} pairs @returns {Choice[]} */
const plain = (pairs) => pairs.map(([text, about]) => ({ text, told: text, about }));
/** @param {string} text */
const quoted = (text) => '"' + text.replaceAll("\\", "\\\\").replaceAll('"', '\\"') + '"';
/** @param {string} text */
const bare = (text) => text.replace(/^["`]/, "").replace(/["`]$/, "").replaceAll("``", "`").replaceAll('\\"', '"').replaceAll("\\\\", "\\").toLowerCase();
/** @param {Column} column @returns {Choice} */
const asName = ({ name, written, about }) => ({ text: written, told: name, about });

/**
 * The completions after these tokens: values of a column, its operators, or a name.
 * @param {Token[]} before
 * @param {Column[]} columns
 * @returns {Choice[]}
 */
function expected(before, columns) {
  const named = (/** @type {Token | undefined} */ token) => token && columns.find(({ written }) => written === token.text);
  const names = [...columns.map(asName), ...plain(STARTS)];
  const last = before.at(-1), word = last?.text.toLowerCase();
  if (!last || WORDS.has(word)) return names;
  const open = before.findLastIndex(({ text }) => text === "("), isList = open > 0 && before[open - 1].text.toLowerCase() === "in";
  const within = isList && !before.slice(open).some(({ text }) => text === ")");
  if (within && "(,".includes(last.text)) return valuesOf(named(before[open - 2]));
  if (last.text === "(") return names;
  if (word === "is") return plain([["given", "has a value"], ["missing", "has no value"]]);
  if (last.kind === "sign" || word === "contains" || word === "has") {
    const column = named(before.at(-2));
    const others = column && "=!=<=>=".includes(last.text) ? columns.filter(({ kind, name }) => kind === column.kind && name !== column.name) : [];
    return [..."=!=".includes(last.text) ? valuesOf(column) : [], ...others.map(asName)];
  }
  if (within) return plain([[",", "another value"], [")", "end of the list"]]);
  const column = last.kind === "name" || last.kind === "quoted" ? named(last) : undefined;
  const value = column && before.at(-2)?.kind === "sign";
  return column && !value ? [...plain(SIGNS[column.kind]), ...(column.kind === "flag" ? plain(JOINTS) : [])] : plain(JOINTS);
}

// ---- A text to search for, or an expression.

/** @typedef {"" | "text" | "regex" | "expression"} Meaning */
const OPERATORS = new Set(["contains", "has", "in", "is", "and", "or"]);

/**
 * What a text is taken as: an expression begins with a name and an operator, or is a flag alone.
 * @param {string} text
 * @param {Column[]} columns
 * @returns {Meaning}
 */
export function meaningOf(text, columns) {
  const tokens = tokensOf(text);
  if (!tokens.length) return "";
  if (tokens[0].text === "/" && /^\s*\/.+\/\s*$/s.test(text)) return "regex";
  const [name, next] = tokens.slice(Math.max(0, tokens.findIndex(({ text }) => text !== "(" && text.toLowerCase() !== "not")));
  const column = columns.find(({ written }) => written === name.text);
  if (name.kind === "quoted" || (name.kind === "name" && next?.kind === "sign")) return "expression";
  const isFlag = column?.kind === "flag" && (!next || next.text === ")");
  return isFlag || (column && OPERATORS.has(next?.text.toLowerCase())) ? "expression" : "text";
}

/** @param {Column | undefined} column @returns {Choice[]} */
const valuesOf = (column) => (column?.values ?? []).map((value) => ({ text: quoted(value), told: value, about: "" }));

/**
 * The completions at a place of a text; those that begin with the typed letters come first.
 * @param {string} text
 * @param {number} caret
 * @param {Column[]} columns
 * @returns {Completion}
 */
export function completed(text, caret, columns) {
  const tokens = tokensOf(text);
  const under = tokens.find(({ start, end }) => start < caret && caret <= end);
  const written = under && (under.kind === "name" || under.kind === "quoted" || under.kind === "string") && !(under.kind === "string" && under.closed && caret === under.end);
  // There are no completions inside an unfinished pattern.
  if (under?.kind === "pattern" && (!under.closed || caret < under.end)) return { from: caret, to: caret, typed: "", choices: [] };
  const before = tokens.filter(({ end }) => end <= (written ? under.start : caret));
  const from = written ? under.start : caret, to = written ? under.end : caret;
  const typed = written ? bare(text.slice(from, caret)) : "";
  // A string is completed from known values only.
  const all = expected(before, columns).filter((choice) => !written || under.kind !== "string" || choice.text.startsWith('"'));
  const ranks = all.map((choice) => ({ choice, at: bare(choice.told).indexOf(typed) })).filter(({ at }) => at >= 0);
  const chosen = [...ranks.filter(({ at }) => !at), ...ranks.filter(({ at }) => at)].map(({ choice }) => choice);
  // Text that is complete already needs no suggestion.
  const isWhole = written && caret === to && chosen.some((choice) => choice.text === text.slice(from, to));
  return { from, to, typed, choices: isWhole && chosen.length === 1 ? [] : chosen.slice(0, MOST) };
}
