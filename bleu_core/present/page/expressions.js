// Expressions that select segments, as text and as tree: the language of
// bleu_core/segments/expressions/grammar.lark, read by recursive descent. Positions are places in the string.

/** @typedef {{name: string, at: number}} Name the name of a column */
/** @typedef {{pattern: string}} Pattern a regular expression without its slashes */
/** @typedef {number | string | Pattern | Name} Value */
/**
 * A parsed expression. The signs of a "test" are =, !=, <, <=, >, >=, contains, has, ~, and in for several values.
 * @typedef {{type: "and", parts: Tree[]} | {type: "or", parts: Tree[]} | {type: "not", part: Tree}
 *   | {type: "flag", column: Name} | {type: "given", column: Name}
 *   | {type: "test", column: Name, sign: string, values: Value[]}} Tree
 */
/** @typedef {{kind: string, text: string, at: number}} ExpressionToken `kind` is a key of EXPECTED_WORDS, or "unknown" */
/**
 * Where the parser is.
 * @typedef {object} Reader
 * @property {string} text
 * @property {ExpressionToken} token the next one
 * @property {number} open parentheses
 * @property {string[]} continued kinds of tokens that continue the condition before `token`
 */

/** An expression that has a syntax error, or does not apply to a comparison. */
export class ExpressionProblem extends Error {
  /** @param {[message: string, at: number][]} problems in the order of their positions */
  constructor(...problems) {
    super([...new Set(problems.map(([message]) => message))].join(" "));
    this.places = problems.map(([, at]) => at);
    this.at = this.places[0];
  }
}

const MOST_CHARACTERS = 2_000;
const DEEPEST = 50; // as in the core, so that an expression is valid in both

// What may be expected at a position, in the order in which a message lists it.
/** @type {Record<string, string>} */
const EXPECTED_WORDS = {
  name: "the name of a column",
  number: "a number",
  text: "a string in double quotes",
  pattern: "a regular expression between slashes",
  sign: "an operator such as = or <",
  contains: "“contains”",
  has: "“has”",
  "~": "~",
  in: "“in”",
  is: "“is missing”",
  missing: "“missing”",
  given: "“given”",
  not: "“not”",
  and: "“and”",
  or: "“or”",
  "(": "“(”",
  ")": "“)”",
  ",": "a comma",
  end: "the end of the expression",
};
const OPERATORS = ["sign", "contains", "has", "~", "in", "is"];

const CURLY = 'Write strings in straight quotes: "…".';
/** Messages for characters that begin no token. @type {Record<string, string>} */
const WRONG_CHARACTERS = {
  '"': "The string that begins here has no closing quote.",
  "`": "The name that begins here has no closing backquote.",
  "/": "The regular expression that begins here has no closing slash, or no ~ before it.",
  "'": "Write strings in double quotes.",
  "“": CURLY, "”": CURLY, "„": CURLY,
  "&": "Use the word “and” between conditions.",
  "|": "Use the word “or” between conditions.",
  "!": "Use the word “not” before a condition.",
};

const LETTER = "[\\p{L}\\p{N}_]";
const KEYWORD = `(?:and|or|not|in|is|missing|given|contains|has)(?!\\.?${LETTER})`;
const NAME = `(?!\\p{Nd})${LETTER}+(?:\\.(?:${LETTER}|\\+)+)*`;
/** The tokens of the grammar; a keyword that goes on with letters or a point is a name. @type {[string, RegExp][]} */
const TERMINALS = [
  ["keyword", new RegExp(KEYWORD, "iuy")],
  ["name", new RegExp(NAME, "uy")],
  ["name", /`(?:``|[^`])+`/y],
  ["number", /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/iy],
  ["text", /"(?:\\.|[^"\\])*"/sy],
  ["pattern", /\/(?:\\.|[^/\\])*\//sy],
  ["sign", /[<>!]=|[=<>]/y],
  ["mark", /[(),~]/y],
];
const SPACE = /(?:[^\S\ufeff]|[\x1c-\x1f\x85])*/y; // of Python
const PLAIN_NAME = new RegExp(`^(?!${KEYWORD}$)${NAME}$`, "iu");

/**
 * Parse an expression; ExpressionProblem for a syntax error.
 * @param {string} text
 * @returns {Tree}
 */
export function parseExpression(text) {
  if ([...text].length > MOST_CHARACTERS) {
    throw new ExpressionProblem([`An expression can have at most ${MOST_CHARACTERS} characters.`, MOST_CHARACTERS]);
  }
  /** @type {Reader} */
  const reader = { text, token: tokenAt(text, 0), open: 0, continued: [] };
  const tree = readAny(reader);
  if (reader.token.kind !== "end") refuseRest(reader);
  return tree;
}

/** The columns of an expression, in order; they may repeat. @param {Tree} tree @returns {Name[]} */
export function namesIn(tree) {
  if (tree.type === "and" || tree.type === "or") return tree.parts.flatMap(namesIn);
  if (tree.type === "not") return namesIn(tree.part);
  if (tree.type !== "test") return [tree.column];
  return [tree.column, ...tree.values.filter(isName)];
}

/** The parts of a conjunction, nested ones too. @param {Tree} tree @returns {Tree[]} */
function conjunctsOf(tree) {
  return tree.type === "and" ? tree.parts.flatMap(conjunctsOf) : [tree];
}

/** The conjuncts of an expression; none if it is invalid or empty. @param {string} text @returns {Tree[]} */
export function conjunctsIn(text) {
  try {
    return conjunctsOf(parseExpression(text));
  } catch (error) {
    if (error instanceof ExpressionProblem) return [];
    throw error;
  }
}

/** @param {Tree[]} parts conjuncts, as an expression */
export function joinedTrees(parts) {
  return parts.length > 1 ? writtenTree({ type: "and", parts }) : parts.map(writtenTree).join("");
}

/** @param {Value} value @returns {value is Name} */
export function isName(value) {
  return typeof value === "object" && "name" in value;
}

/** @param {Value} value @returns {value is Pattern} */
export function isPattern(value) {
  return typeof value === "object" && "pattern" in value;
}

/** The words of a text: what is between spaces. @param {string} text */
export function wordsBetweenSpaces(text) {
  return text.split(/(?:[^\S\ufeff]|[\x1c-\x1f\x85])+/).filter(Boolean);
}

/** The name of a column as expressions have it: in backquotes if necessary. @param {string} name */
export function writtenName(name) {
  return PLAIN_NAME.test(name) ? name : "`" + name.replaceAll("`", "``") + "`";
}

/** An expression as one line; parseExpression reads it as the same. @param {Tree} tree @returns {string} */
export function writtenTree(tree) {
  if (tree.type === "or") return tree.parts.map((part) => bracketedTree(part, "or")).join(" or ");
  if (tree.type === "and") return tree.parts.map((part) => bracketedTree(part, "and", "or")).join(" and ");
  if (tree.type === "not") {
    const { part } = tree;
    return part.type === "given" ? `${writtenName(part.column.name)} is missing` : `not ${bracketedTree(part, "and", "or")}`;
  }
  const column = writtenName(tree.column.name);
  if (tree.type !== "test") return tree.type === "flag" ? column : `${column} is given`;
  const values = tree.values.map(writtenValue).join(", ");
  return `${column} ${tree.sign} ${tree.sign === "in" ? `(${values})` : values}`;
}

/** @param {Tree} tree @param {string[]} weaker types that need brackets */
function bracketedTree(tree, ...weaker) {
  return weaker.includes(tree.type) ? `(${writtenTree(tree)})` : writtenTree(tree);
}

/** @param {Value} value */
function writtenValue(value) {
  if (typeof value === "string") return `"${value.replace(/[\\"]/g, "\\$&")}"`;
  if (typeof value === "number") return writtenNumber(value);
  return isName(value) ? writtenName(value.name) : `/${value.pattern.replaceAll("/", "\\/")}/`;
}

/** A number as Python writes it. @param {number} number */
function writtenNumber(number) {
  const [digits, power] = number.toExponential().split("e"), exponent = Number(power);
  if (exponent >= -4 && exponent < 16) return Object.is(number, -0) ? "-0" : String(number);
  return `${digits}e${power[0]}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

/** @param {string} text @param {number} start @returns {ExpressionToken} */
function tokenAt(text, start) {
  SPACE.lastIndex = start;
  const at = start + SPACE.exec(text)[0].length;
  if (at === text.length) return { kind: "end", text: "", at };
  for (const [kind, terminal] of TERMINALS) {
    terminal.lastIndex = at;
    const found = terminal.exec(text)?.[0];
    if (found === undefined) continue;
    if (kind === "keyword" || kind === "mark") return { kind: found.toLowerCase(), text: found, at };
    return { kind, text: found, at };
  }
  return { kind: "unknown", text: text[at], at };
}

/** The next token, which is read. @param {Reader} reader */
function taken(reader) {
  const { token } = reader;
  reader.token = tokenAt(reader.text, token.at + token.text.length);
  reader.continued = [];
  return token;
}

/** The next token, which must be of one of these kinds. @param {Reader} reader @param {string[]} kinds */
function takenOf(reader, ...kinds) {
  if (!kinds.includes(reader.token.kind)) refuseToken(reader, kinds);
  return taken(reader);
}

/** @param {Reader} reader @param {string[]} kinds what was expected instead of the next token @returns {never} */
function refuseToken({ text, token: { kind, at } }, kinds) {
  const wanted = "expected " + joinedWords(kinds.map((one) => EXPECTED_WORDS[one]));
  if (kind === "end") throw new ExpressionProblem([`The expression ends too early: ${wanted}.`, at]);
  if (text[at] === "=" && text[at - 1] === "=") throw new ExpressionProblem(["Write a single =.", at]);
  const known = kind === "unknown" ? WRONG_CHARACTERS[text[at]] : undefined;
  throw new ExpressionProblem([known ?? `E${wanted.slice(1)} here.`, at]);
}

/** The next token cannot follow a condition. @param {Reader} reader @returns {never} */
function refuseRest(reader) {
  const closing = reader.open ? ")" : "end", isClosed = ["end", ")"].includes(reader.token.kind);
  refuseToken(reader, isClosed ? [closing] : [...reader.continued, "and", "or", closing]);
}

/** Words in a sentence, as alternatives. @param {string[]} words */
export function joinedWords(words) {
  return [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" or ");
}

/** @param {Reader} reader @returns {Tree} */
function readAny(reader) {
  const parts = [readAll(reader)];
  while (reader.token.kind === "or") {
    taken(reader);
    parts.push(readAll(reader));
  }
  return parts.length > 1 ? shallowTree({ type: "or", parts }) : parts[0];
}

/** @param {Reader} reader @returns {Tree} */
function readAll(reader) {
  const parts = [readOne(reader)];
  while (reader.token.kind === "and") {
    taken(reader);
    parts.push(readOne(reader));
  }
  return parts.length > 1 ? shallowTree({ type: "and", parts }) : parts[0];
}

/** @param {Reader} reader @returns {Tree} */
function readOne(reader) {
  const token = takenOf(reader, "name", "not", "(");
  if (token.kind === "not") return shallowTree({ type: "not", part: readOne(reader) });
  if (token.kind === "name") return readCondition(reader, nameOfToken(token));
  reader.open++;
  const inner = readAny(reader);
  if (reader.token.kind !== ")") refuseRest(reader);
  reader.open--;
  taken(reader);
  return inner;
}

/** @param {Reader} reader @param {Name} column @returns {Tree} */
function readCondition(reader, column) {
  if (!OPERATORS.includes(reader.token.kind)) {
    reader.continued = OPERATORS;
    return { type: "flag", column };
  }
  const { kind, text } = taken(reader);
  if (kind === "is") {
    const isGiven = takenOf(reader, "missing", "given").kind === "given";
    return isGiven ? { type: "given", column } : { type: "not", part: { type: "given", column } };
  }
  const sign = kind === "sign" ? text : kind;
  return { type: "test", column, sign, values: kind === "in" ? readList(reader) : [readValue(reader, kind)] };
}

/** @param {Reader} reader */
function readList(reader) {
  takenOf(reader, "(");
  const values = [];
  do values.push(valueOfToken(takenOf(reader, "number", "text")));
  while (takenOf(reader, ")", ",").kind === ",");
  return values;
}

/** The value after an operator. @param {Reader} reader @param {string} operator */
function readValue(reader, operator) {
  if (operator === "~") return valueOfToken(takenOf(reader, "pattern"));
  return valueOfToken(operator === "sign" ? takenOf(reader, "name", "number", "text") : takenOf(reader, "text"));
}

/** @param {ExpressionToken} token @returns {Value} */
function valueOfToken(token) {
  const { kind, text, at } = token, inner = text.slice(1, -1);
  if (kind === "name") return nameOfToken(token);
  if (kind === "text") return inner.replace(/\\(.)/gsu, "$1");
  if (kind === "pattern") return { pattern: inner.replace(/\\(.)/gsu, (pair, sign) => (sign === "/" ? "/" : pair)) };
  if (Number.isFinite(Number(text))) return Number(text);
  throw new ExpressionProblem(["This number is too large.", at]);
}

/** @param {ExpressionToken} token @returns {Name} */
function nameOfToken({ text, at }) {
  return { name: text.startsWith("`") ? text.slice(1, -1).replaceAll("``", "`") : text, at };
}

/** The tree, if its depth is within bounds. @param {Tree} tree */
function shallowTree(tree) {
  if (depthOf(tree) <= DEEPEST) return tree;
  const message = `Parentheses and “not” can be nested at most ${DEEPEST} deep.`;
  throw new ExpressionProblem([message, namesIn(tree)[0].at]);
}

/** @param {Tree} tree @returns {number} */
function depthOf(tree) {
  if (tree.type === "and" || tree.type === "or") return 1 + Math.max(...tree.parts.map(depthOf));
  return tree.type === "not" ? 1 + depthOf(tree.part) : 1;
}
