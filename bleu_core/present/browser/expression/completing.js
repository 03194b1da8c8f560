// Completing an expression: its tokens, and the names, signs, values and words that fit at the caret.

// ---- Tokens of an expression and their positions. grammar.lark defines the language; here an
// unfinished token counts as one too.

/** @typedef {"name" | "quoted" | "string" | "pattern" | "number" | "sign" | "mark" | "other"} Kind */
/** @typedef {{kind: Kind, text: string, start: number, end: number, closed: boolean}} Token */

/** @type {[Kind, RegExp][]} in the order in which they are tried */
const TOKEN_KINDS = [
  ["string", /"(?:\\.|[^"\\])*("|$)/uy],
  ["quoted", /`(?:``|[^`])*(`|$)/uy],
  ["number", /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/uiy],
  ["name", /[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_+]*)*/uy],
  ["sign", /<=|>=|!=|[=<>~]/uy],
  ["mark", /[(),]/uy],
];
const SLASHED = /\/(?:\\.|[^/\\])*(\/|$)/uy;
const BLANKS = /\s+/uy;

/** @param {RegExp} wanted @param {string} text @param {number} at */
function tokenMatch(wanted, text, at) {
  wanted.lastIndex = at;
  return wanted.exec(text);
}

/** The tokens of a text, in order. A slash begins a pattern after ~ alone. @param {string} text */
function expressionTokens(text) {
  /** @type {Token[]} */
  const tokens = [];
  let at = 0;
  while (at < text.length) {
    const space = tokenMatch(BLANKS, text, at);
    if (space) {
      at += space[0].length;
      continue;
    }
    /** @type {[Kind, RegExp][]} */
    const kinds = tokens.at(-1)?.text === "~" ? [["pattern", SLASHED], ...TOKEN_KINDS] : TOKEN_KINDS;
    const [kind, match] = kinds.map(([kind, wanted]) => /** @type {const} */ ([kind, tokenMatch(wanted, text, at)])).find(([, match]) => match) ?? ["other", null];
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

const MOST_CHOICES = 50;
/** @type {Record<string, [string, string][]>} by kind of column */
const COLUMN_SIGNS = {
  number: [["<", "less than"], ["<=", "at most"], [">", "more than"], [">=", "at least"], ["=", "equal to"], ["!=", "not equal to"], ["is given", "has a number"], ["is missing", "has no number"]],
  text: [["=", "equal to"], ["!=", "not equal to"], ["contains", "contains this text, ignoring case"], ["has", "has these tokens, as scored"], ["~", "matches a /regular expression/"], ["in (", "is one of"], ["is given", "has text"], ["is missing", "has no text"]],
  flag: [],
};
/** @type {[string, string][]} */
const CONDITION_JOINTS = [["and", "both conditions"], ["or", "either condition"]];
/** @type {[string, string][]} */
const CONDITION_STARTS = [["not", "negates the next condition"]];
const JOINING_WORDS = new Set(["and", "or", "not"]);

/** @param {[string, string][]} pairs @returns {Choice[]} */
const plainChoices = (pairs) => pairs.map(([text, about]) => ({ text, told: text, about }));
/** @param {string} text */
const quotedValue = (text) => '"' + text.replaceAll("\\", "\\\\").replaceAll('"', '\\"') + '"';
/** @param {string} text */
const bareText = (text) => text.replace(/^["`]/, "").replace(/["`]$/, "").replaceAll("``", "`").replaceAll('\\"', '"').replaceAll("\\\\", "\\").toLowerCase();
/** @param {Column} column @returns {Choice} */
const nameChoice = ({ name, written, about }) => ({ text: written, told: name, about });

/** The completions after these tokens: values of a column, its operators, or a name. @param {Token[]} before @param {Column[]} columns @returns {Choice[]} */
function expectedChoices(before, columns) {
  const named = (/** @type {Token | undefined} */ token) => token && columns.find(({ written }) => written === token.text);
  const names = [...columns.map(nameChoice), ...plainChoices(CONDITION_STARTS)];
  const last = before.at(-1), word = last?.text.toLowerCase();
  if (!last || JOINING_WORDS.has(word)) return names;
  const open = before.findLastIndex(({ text }) => text === "("), isList = open > 0 && before[open - 1].text.toLowerCase() === "in";
  const within = isList && !before.slice(open).some(({ text }) => text === ")");
  if (within && "(,".includes(last.text)) return valueChoices(named(before[open - 2]));
  if (last.text === "(") return names;
  if (word === "is") return plainChoices([["given", "has a value"], ["missing", "has no value"]]);
  if (last.kind === "sign" || word === "contains" || word === "has") {
    const column = named(before.at(-2));
    const others = column && "=!=<=>=".includes(last.text) ? columns.filter(({ kind, name }) => kind === column.kind && name !== column.name) : [];
    return [..."=!=".includes(last.text) ? valueChoices(column) : [], ...others.map(nameChoice)];
  }
  if (within) return plainChoices([[",", "another value"], [")", "end of the list"]]);
  const column = last.kind === "name" || last.kind === "quoted" ? named(last) : undefined;
  const value = column && before.at(-2)?.kind === "sign";
  return column && !value ? [...plainChoices(COLUMN_SIGNS[column.kind]), ...(column.kind === "flag" ? plainChoices(CONDITION_JOINTS) : [])] : plainChoices(CONDITION_JOINTS);
}

// ---- A text to search for, or an expression.

/** @typedef {"" | "text" | "regex" | "expression"} Meaning */
const OPERATOR_WORDS = new Set(["contains", "has", "in", "is", "and", "or"]);

/**
 * What a text is taken as: an expression begins with a name and an operator, or is a flag alone.
 * @param {string} text
 * @param {Column[]} columns
 * @returns {Meaning}
 */
export function meaningOf(text, columns) {
  const tokens = expressionTokens(text);
  if (!tokens.length) return "";
  if (tokens[0].text === "/" && /^\s*\/.+\/\s*$/s.test(text)) return "regex";
  const [name, next] = tokens.slice(Math.max(0, tokens.findIndex(({ text }) => text !== "(" && text.toLowerCase() !== "not")));
  const column = columns.find(({ written }) => written === name.text);
  if (name.kind === "quoted" || (name.kind === "name" && next?.kind === "sign")) return "expression";
  const isFlag = column?.kind === "flag" && (!next || next.text === ")");
  return isFlag || (column && OPERATOR_WORDS.has(next?.text.toLowerCase())) ? "expression" : "text";
}

/** @param {Column | undefined} column @returns {Choice[]} */
const valueChoices = (column) => (column?.values ?? []).map((value) => ({ text: quotedValue(value), told: value, about: "" }));

/**
 * The completions at a place of a text; those that begin with the typed letters come first.
 * @param {string} text
 * @param {number} caret
 * @param {Column[]} columns
 * @returns {Completion}
 */
export function completed(text, caret, columns) {
  const tokens = expressionTokens(text);
  const under = tokens.find(({ start, end }) => start < caret && caret <= end);
  const written = under && (under.kind === "name" || under.kind === "quoted" || under.kind === "string") && !(under.kind === "string" && under.closed && caret === under.end);
  // There are no completions inside an unfinished pattern.
  if (under?.kind === "pattern" && (!under.closed || caret < under.end)) return { from: caret, to: caret, typed: "", choices: [] };
  const before = tokens.filter(({ end }) => end <= (written ? under.start : caret));
  const from = written ? under.start : caret, to = written ? under.end : caret;
  const typed = written ? bareText(text.slice(from, caret)) : "";
  // A string is completed from known values only.
  const all = expectedChoices(before, columns).filter((choice) => !written || under.kind !== "string" || choice.text.startsWith('"'));
  const ranks = all.map((choice) => ({ choice, at: bareText(choice.told).indexOf(typed) })).filter(({ at }) => at >= 0);
  const chosen = [...ranks.filter(({ at }) => !at), ...ranks.filter(({ at }) => at)].map(({ choice }) => choice);
  // Text that is complete already needs no suggestion.
  const isWhole = written && caret === to && chosen.some((choice) => choice.text === text.slice(from, to));
  return { from, to, typed, choices: isWhole && chosen.length === 1 ? [] : chosen.slice(0, MOST_CHOICES) };
}
