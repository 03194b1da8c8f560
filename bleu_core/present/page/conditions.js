// The conditions of an expression as texts, which boxes read and write.

import { conjunctsIn, joinedTrees, parseExpression, writtenName, writtenTree } from "./expressions.js";
import { quotedValue } from "browser/expression/completing.js";

/** The conditions that an expression joins by "and", each as it is written; none if it is invalid. @param {string} expression */
export function conditionsOf(expression) {
  return conjunctsIn(expression).map(writtenTree);
}

/** The conjunction of valid expressions, any of which may be empty. @param {...string} expressions */
export function allExpressions(...expressions) {
  return joinedTrees(expressions.flatMap(conjunctsIn));
}

/** One expression of several conditions. @param {string[]} conditions */
export function joinConditions(conditions) {
  if (conditions.length < 2) return conditions.join("");
  return conditions.map((text) => (parseExpression(text).type === "or" ? `(${text})` : text)).join(" and ");
}

/** The column, sign and number of a condition that is the end of a range. @param {string} condition */
export function rangeEnd(condition) {
  const [, name, sign, value] = /^(\S+|`[^`]*`) ([<>]=?) ([-+.\de]+)$/.exec(condition) ?? [];
  return name ? { name, sign, value } : null;
}

// ---- Values and searches as written in an expression.

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
