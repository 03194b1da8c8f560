// The conditions of an expression as texts: each can be removed, and boxes read and write some of them.

import { expressionTokens, quotedValue } from "browser/expression/completing.js";

// Words of the language, which may be written in any case.
const LANGUAGE_WORDS = new Set(["and", "or", "not", "in", "is", "missing", "given", "contains", "has"]);
// Signs of the ends of a range, as printed.
/** @type {Record<string, string>} */
const RANGE_SIGNS = { ">=": "≥", ">": ">", "<=": "≤", "<": "<" };

/** @typedef {import("browser/expression/completing.js").Token} ExpressionToken */

/** @param {ExpressionToken} token */
function plainToken({ kind, text }) {
  if (kind === "number") return String(Number(text));
  return kind === "name" && LANGUAGE_WORDS.has(text.toLowerCase()) ? text.toLowerCase() : text;
}

/** One condition as it is written. @param {ExpressionToken[]} tokens */
function joinTokens(tokens) {
  return tokens.reduce((text, token, i) => {
    const close = !i || tokens[i - 1].text === "(" || (token.kind === "mark" && token.text !== "(");
    return text + (close ? "" : " ") + plainToken(token);
  }, "");
}

/**
 * The words that join what is in no brackets, with their places.
 * @param {ExpressionToken[]} tokens
 * @param {string} word
 */
function jointsOf(tokens, word) {
  let depth = 0;
  return tokens.flatMap(({ kind, text }, i) => {
    if (kind === "mark") depth += text === "(" ? 1 : text === ")" ? -1 : 0;
    return !depth && kind === "name" && text.toLowerCase() === word ? [i] : [];
  });
}

/** The conditions that a valid expression joins by "and". @param {string} expression @returns {string[]} */
export function conditionsOf(expression) {
  const tokens = expressionTokens(expression);
  if (!tokens.length) return [];
  const ends = jointsOf(tokens, "or").length ? [] : jointsOf(tokens, "and");
  return [...ends, tokens.length].map((end, i) => joinTokens(tokens.slice(i ? ends[i - 1] + 1 : 0, end)));
}

/** One expression of several conditions. @param {string[]} conditions */
export function joinConditions(conditions) {
  if (conditions.length < 2) return conditions.join("");
  return conditions.map((text) => (jointsOf(expressionTokens(text), "or").length ? `(${text})` : text)).join(" and ");
}

/** The column, sign and rest of a condition that is the end of a range. @param {string} condition */
export function rangeEnd(condition) {
  const [, name, sign, value] = /^(\S+|`[^`]*`) ([<>]=?) ([-+.\de]+)$/.exec(condition) ?? [];
  return name ? { name, sign, value } : null;
}

/** The conditions that can be removed, and the expression without each; both ends of a range are one. @param {string} expression */
export function removableConditions(expression) {
  const all = conditionsOf(expression);
  /** @type {Map<string, number[]>} */
  const groups = new Map();
  all.forEach((condition, i) => {
    const of = rangeEnd(condition)?.name ?? `#${i}`;
    groups.set(of, [...(groups.get(of) ?? []), i]);
  });
  return [...groups.values()].map((group) => ({
    text: group.map((place, i) => {
      const end = rangeEnd(all[place]);
      return end ? `${i ? "" : end.name + " "}${RANGE_SIGNS[end.sign]} ${end.value}` : all[place];
    }).join(" and "),
    rest: joinConditions(all.filter((_, i) => !group.includes(i))),
  }));
}

// ---- Names, values and searches as written in an expression.

/** The name of a column; in back quotes if necessary. @param {string} name */
export function writtenName(name) {
  const word = /^[\p{L}_][\p{L}\p{N}_]*(\.[\p{L}\p{N}_+]+)*$/u.test(name) && !LANGUAGE_WORDS.has(name.toLowerCase());
  return word ? name : "`" + name.replaceAll("`", "``") + "`";
}

/** The condition that a column has a value; that it is missing for null. @param {string} name @param {string | null} value */
export function equalsCondition(name, value) {
  return value === null ? `${writtenName(name)} is missing` : `${writtenName(name)} = ${quotedValue(value)}`;
}

/** @type {Record<string, [has: string, lacks: string]>} by where a text is searched for */
export const SEARCH_PLACES = {
  "all texts": ["text", ""], "the source": ["source", ""], "a reference": ["reference", ""],
  A: ["a", ""], B: ["b", ""], "A, not B": ["a", "b"], "B, not A": ["b", "a"],
};

/** The conditions of a text, or /regex/, in a place. @param {string} text @param {string} [place] */
export function searchConditions(text, place = "all texts") {
  const [has, lacks] = SEARCH_PLACES[place], pattern = text.length > 2 && text.startsWith("/") && text.endsWith("/");
  const test = pattern ? `~ /${text.slice(1, -1).replace(/\\\/|\//g, "\\/")}/` : `contains ${quotedValue(text)}`;
  return text ? [`${has} ${test}`, ...(lacks ? [`not ${lacks} ${test}`] : [])] : [];
}

/** The text and the place of the search among conditions. @param {string[]} conditions */
export function searchOf(conditions) {
  for (const place of Object.keys(SEARCH_PLACES).reverse()) {
    const [has] = SEARCH_PLACES[place];
    for (const condition of conditions) {
      if (!condition.startsWith(has + " contains ") && !condition.startsWith(has + " ~ ")) continue;
      const value = condition.slice(condition.indexOf(" ", has.length + 1) + 1);
      const text = value.startsWith("/") ? value.replaceAll("\\/", "/") : value.slice(1, -1).replace(/\\(.)/gs, "$1");
      if (searchConditions(text, place).every((one) => conditions.includes(one))) return { text, place };
    }
  }
  return { text: "", place: "all texts" };
}
