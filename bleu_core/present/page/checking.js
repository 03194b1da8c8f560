// Whether an expression applies to a comparison: bleu_core/segments/expressions/checking.py in the browser, with
// the sentences of bleu_core/messages/query.py.

import { ExpressionProblem, isName, isPattern, joinedWords, wordsBetweenSpaces } from "./expressions.js";
import { formatInt, truncateText } from "./numbers.js";
import { patternOf } from "./patterns.js";
import { diffOfWords } from "./word_diff.js";

/** @typedef {import("./evaluation.js").Columns} Columns */
/** @typedef {import("./expressions.js").Name} Name */
/** @typedef {import("./expressions.js").Tree} Tree */
/** @typedef {import("./expressions.js").Value} Value */
/** @typedef {[message: string, at: number]} Problem */
/** @typedef {(message: string, at: number) => void} Report */

/** @type {Record<string, string>} */
const KINDS = { number: "a number", text: "text", flag: "true or false" };
const CLOSE = 0.6; // similarity of names that are suggested
const MOST_SUGGESTED = 3;

const NO_LEDGER = "A BLEU score is 0, so contributions are undefined.";
const NO_ANNOTATIONS = "Annotations are in the workspace of the app, which is not read here.";
const NO_SOURCE = "The test set has no source.";
const OF_SOURCE = ["source", "source.length", "a.copy", "b.copy", "a.names", "b.names"];
const OF_ANNOTATIONS = ["verdict", "label", "label.severity", "note", "severity", "category", "my.severity", "my.category"];
/** Why a column is missing in some comparisons. @type {Record<string, string>} */
const MISSING_REASONS = {
  document: "The documents are unknown.",
  agreement: "There is only one reference.",
  ...Object.fromEntries(OF_SOURCE.map((name) => [name, NO_SOURCE])),
  ...Object.fromEntries(OF_ANNOTATIONS.map((name) => [name, NO_ANNOTATIONS])),
};
/** @type {Record<string, string>} */
const OTHER_METRICS = {
  chrf: "chrF2", "chrf++": "chrF2++", nist: "NIST", ter: "TER", wer: "WER", "meteor-exact": "METEOR (exact)",
};
const USUAL_ORDERS = [1, 2, 3, 4]; // columns of every comparison, though these settings may not count them

/**
 * Check that an expression applies to a comparison; ExpressionProblem with all problems.
 * @param {Tree} tree
 * @param {Columns} columns
 */
export function checkTree(tree, columns) {
  /** @type {Map<string, Problem>} */
  const problems = new Map();
  findProblems(tree, columns, (message, at) => problems.set(`${at} ${message}`, [message, at]));
  if (problems.size) throw new ExpressionProblem(...[...problems.values()].sort((one, other) => one[1] - other[1]));
}

/** @param {Tree} tree @param {Columns} columns @param {Report} report */
function findProblems(tree, columns, report) {
  if (tree.type === "and" || tree.type === "or") return tree.parts.forEach((part) => findProblems(part, columns, report));
  if (tree.type === "not") return findProblems(tree.part, columns, report);
  const { name, at } = tree.column, kind = columns.get(name)?.kind, short = `“${truncateText(name)}”`;
  if (!kind) report(unknownColumn(name, columns, false), at);
  if (tree.type === "flag" && kind && kind !== "flag") {
    const example = kind === "number" ? `${name} > 0` : `${name} contains "…"`;
    report(`${short} is ${KINDS[kind]}. Compare it: ${example}.`, at);
  }
  if (tree.type === "given" && kind === "flag") report(`${short} is true or false, and never missing.`, at);
  if (tree.type !== "test") return;
  for (const value of tree.values) {
    if (isName(value)) checkOther(tree.column, value, columns, report);
    const problem = (isPattern(value) && patternProblem(value.pattern)) || "";
    if (problem) report(problem, at);
    const other = valueProblem(short, kind, tree.sign, value) || tokenProblem(name, tree.sign, columns);
    if (other) report(other, at);
  }
}

/**
 * Check the column that another is compared with.
 * @param {Name} column
 * @param {Name} other
 * @param {Columns} columns
 * @param {Report} report
 */
function checkOther({ name }, { name: other, at }, columns, report) {
  const kind = columns.get(name)?.kind, otherKind = columns.get(other)?.kind;
  if (!otherKind) return report(unknownColumn(other, columns, kind === "text"), at);
  if (!kind || kind === otherKind) return;
  const [one, two] = [`“${truncateText(name)}” is ${KINDS[kind]}`, `“${truncateText(other)}” is ${KINDS[otherKind]}`];
  report(`${one} and ${two}, so they cannot be compared.`, at);
}

/**
 * What is wrong with a value, or "".
 * @param {string} short the name of the column
 * @param {string | undefined} kind
 * @param {string} sign
 * @param {Value} value
 */
function valueProblem(short, kind, sign, value) {
  const isText = typeof value === "string";
  if (kind === "flag" && !isName(value)) return `${short} is true or false. Use it alone, or after “not”.`;
  if (kind === "number" && (isText || isPattern(value))) return `${short} is a number. Compare it with a number.`;
  if (kind === "text" && typeof value === "number") return `${short} is text. Compare it with a string in double quotes.`;
  if (kind && kind !== "number" && /[<>]/.test(sign)) return `${short} is ${KINDS[kind]}, but ${sign} compares numbers.`;
  return sign === "has" && isText && !wordsBetweenSpaces(value).length ? "“has” must be followed by at least one token." : "";
}

/**
 * What "has" lacks, or "": the page has the tokens of outputs and references only.
 * @param {string} name
 * @param {string} sign
 * @param {Columns} columns
 */
function tokenProblem(name, sign, columns) {
  const column = columns.get(name);
  if (sign !== "has" || column?.kind !== "text" || column.texts().every(({ lines }) => lines)) return "";
  return `This page has no tokens of “${truncateText(name)}”. Use “contains”.`;
}

/** Why a pattern cannot be used, or "". @param {string} pattern */
function patternProblem(pattern) {
  if (patternOf(pattern)) return "";
  let reason = "this page does not support a part of it";
  try {
    new RegExp(pattern, "u");
  } catch (error) {
    reason = String(error).split(": ").at(-1); // the browser repeats the pattern before it
  }
  return `/${truncateText(pattern)}/ is not a regular expression: ${reason}.`;
}

/** @param {string} name @param {Columns} columns @param {boolean} maybeText whether a text without quotes may be meant */
function unknownColumn(name, columns, maybeText) {
  const missing = missingColumns(columns), reason = missing.get(name), short = `“${truncateText(name)}”`;
  if (reason) return `${short}: ${reason}`;
  const known = closeNames(name, [...columns.keys()]), near = known.length ? known : closeNames(name, [...missing.keys()]);
  const hint = near.length ? ` Did you mean ${joinedWords(near.map((other) => `“${truncateText(other)}”`))}?` : "";
  return `There is no column ${short}.${hint}${maybeText ? " Write strings in double quotes." : ""}`;
}

/** Columns that other comparisons have, and why this one lacks them. @param {Columns} columns */
function missingColumns(columns) {
  const reasons = new Map(Object.entries(MISSING_REASONS));
  const counted = USUAL_ORDERS.filter((n) => columns.has(`a.matches${n}`)).length;
  for (const n of USUAL_ORDERS) {
    const uncounted = n > counted ? `These settings use n-grams only up to order ${formatInt(counted)}.` : "";
    for (const name of [`a.matches${n}`, `b.matches${n}`]) reasons.set(name, uncounted);
    reasons.set(`points.p${n}`, uncounted || NO_LEDGER);
  }
  for (const name of ["points", "points.bp"]) reasons.set(name, NO_LEDGER);
  for (const [key, label] of Object.entries(OTHER_METRICS)) {
    for (const start of ["a", "b", "delta", "gain"]) reasons.set(`${start}.${key}`, `${label} has not been computed here.`);
  }
  for (const name of columns.keys()) reasons.delete(name);
  return reasons;
}

/**
 * Names like a misspelled one, the most similar first: Python's difflib.get_close_matches.
 * @param {string} name
 * @param {string[]} names
 */
function closeNames(name, names) {
  const wanted = [...name];
  return names
    .map((other) => {
      const letters = [...other], [unmatched] = diffOfWords(letters, wanted);
      return { other, similarity: (2 * (letters.length - unmatched.length)) / (letters.length + wanted.length) };
    })
    .filter(({ similarity }) => similarity >= CLOSE)
    .sort((x, y) => y.similarity - x.similarity || (x.other < y.other ? 1 : -1))
    .slice(0, MOST_SUGGESTED)
    .map(({ other }) => other);
}
