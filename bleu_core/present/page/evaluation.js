// Which segments an expression selects: bleu_core/segments/expressions/evaluation.py in the browser.

import { isName, isPattern, wordsBetweenSpaces } from "./expressions.js";
import { roundedScore } from "./numbers.js";
import { anyCase, patternOf } from "./patterns.js";
import { tokensAt } from "./segment_ngrams.js";

/** @typedef {import("./expressions.js").Tree} Tree */
/** @typedef {import("./expressions.js").Value} Value */
/** @typedef {import("./filter.js").FilterColumn} FilterColumn */
/** @typedef {import("./filter.js").SegmentTexts} SegmentTexts */
/** @typedef {Map<string, FilterColumn>} Columns */
/** @typedef {Uint8Array} Mask a 1 for each segment that matches */
/** @typedef {(row: number) => unknown} RowTest truthy for a segment that matches */
/** @typedef {(text: string, part: SegmentTexts, place: number) => boolean} TextTest */

/** @type {Record<string, (one: number, other: number) => boolean>} */
const NUMBER_SIGNS = {
  "=": (one, other) => one === other,
  "!=": (one, other) => one !== other,
  "<": (one, other) => one < other,
  "<=": (one, other) => one <= other,
  ">": (one, other) => one > other,
  ">=": (one, other) => one >= other,
};

/**
 * The segments that match a checked expression. Numbers are rounded before they are compared, and a missing
 * one matches nothing; of several texts of a segment, any may match.
 * @param {Tree} tree
 * @param {Columns} columns
 * @param {number} size
 * @returns {Mask}
 */
export function maskOf(tree, columns, size) {
  const all = (/** @type {RowTest} */ test) => Uint8Array.from({ length: size }, (_, row) => (test(row) ? 1 : 0));
  if (tree.type === "and" || tree.type === "or") {
    const masks = tree.parts.map((part) => maskOf(part, columns, size));
    return all((row) => (tree.type === "and" ? masks.every((mask) => mask[row]) : masks.some((mask) => mask[row])));
  }
  if (tree.type === "not") {
    const mask = maskOf(tree.part, columns, size);
    return all((row) => !mask[row]);
  }
  const column = columns.get(tree.column.name);
  if (tree.type === "test") return all(testOf(column, tree.sign, tree.values, columns));
  if (column.kind === "flag") {
    const flags = column.flags();
    return all((row) => flags[row]);
  }
  if (column.kind === "text") return all(anyText(column, (text) => text !== ""));
  const numbers = column.numbers();
  return all((row) => !Number.isNaN(numbers[row]));
}

/** @param {FilterColumn} column @param {string} sign @param {Value[]} values @param {Columns} columns @returns {RowTest} */
function testOf(column, sign, values, columns) {
  const [value] = values, other = isName(value) ? columns.get(value.name) : null;
  if (column.kind === "number") {
    return numberTest(column.numbers(), sign, values, other?.kind === "number" ? other.numbers() : null);
  }
  if (sign === "!=") {
    const isEqual = testOf(column, "=", values, columns);
    return (row) => !isEqual(row);
  }
  if (column.kind === "flag") {
    const flags = column.flags(), others = other.kind === "flag" && other.flags();
    return (row) => Boolean(flags[row]) === Boolean(others[row]);
  }
  if (other?.kind === "text") return sameText(column, other);
  return anyText(column, textTest(sign, values));
}

/**
 * @param {ArrayLike<number>} numbers
 * @param {string} sign
 * @param {Value[]} values
 * @param {ArrayLike<number> | null} others of the column that they are compared with
 * @returns {RowTest}
 */
function numberTest(numbers, sign, values, others) {
  const limits = values.map((value) => roundedScore(Number(value)));
  if (sign === "in") return (row) => limits.includes(roundedScore(numbers[row]));
  const compare = NUMBER_SIGNS[sign];
  return (row) => {
    const one = roundedScore(numbers[row]), other = others ? roundedScore(others[row]) : limits[0];
    return !Number.isNaN(one) && !Number.isNaN(other) && compare(one, other);
  };
}

/** The test of a text by an operator. @param {string} sign @param {Value[]} values @returns {TextTest} */
function textTest(sign, values) {
  const [value] = values;
  if (isPattern(value)) {
    const pattern = patternOf(value.pattern);
    return (text) => text.search(pattern) >= 0;
  }
  if (sign === "has") {
    const words = wordsBetweenSpaces(String(value));
    return (_, part, place) => hasPhrase(part, place, words);
  }
  if (sign !== "contains") return (text) => values.includes(text);
  const wanted = anyCase(String(value));
  return (text) => text.search(wanted) >= 0;
}

/**
 * Whether any text of a segment passes; each is tested once.
 * @param {FilterColumn} column
 * @param {TextTest} test
 * @returns {RowTest}
 */
function anyText(column, test) {
  const parts = textsOf(column).map((part) => {
    const { words, places } = part, passed = words.map((word, place) => word !== null && test(word, part, place));
    return (/** @type {number} */ row) => [places[row]].flat().some((place) => passed[place]);
  });
  return (row) => parts.some((part) => part(row));
}

/** Whether two columns have a text in common. @param {FilterColumn} column @param {FilterColumn} other @returns {RowTest} */
function sameText(column, other) {
  const texts = textsInRow(column), others = textsInRow(other);
  return (row) => {
    const here = others(row);
    return texts(row).some((text) => here.includes(text));
  };
}

/** @param {FilterColumn} column @returns {(row: number) => string[]} */
function textsInRow(column) {
  const parts = textsOf(column);
  const textsAt = (/** @type {SegmentTexts} */ { words, places }, /** @type {number} */ row) =>
    [places[row]].flat().map((place) => words[place] ?? null);
  return (row) => parts.flatMap((part) => textsAt(part, row)).filter((text) => text !== null);
}

/** @param {FilterColumn} column @returns {SegmentTexts[]} */
function textsOf(column) {
  return column.kind === "text" ? column.texts() : [];
}

/**
 * Whether a text has these words as tokens in a row, as they are scored. There is no tokenizer here. So a word may
 * be several tokens without a space between them, as "sat." is "sat" and ".".
 * @param {SegmentTexts} part
 * @param {number} place
 * @param {string[]} words
 */
function hasPhrase({ lines, lowercase }, place, words) {
  const tokens = tokensAt(lines, place) ?? [];
  return tokens.some((_, first) => {
    let t = first;
    return words.every((word) => {
      const wanted = lowercase ? word.toLowerCase() : word;
      let found = "";
      for (; found.length < wanted.length && t < tokens.length; t++) {
        if (found && tokens[t].start !== tokens[t - 1].end) return false;
        found += tokens[t].text;
      }
      return found === wanted;
    });
  });
}
