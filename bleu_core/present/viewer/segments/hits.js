// What a search found in the lines of an open segment.

import { anyCase, searchPlace } from "../conditions.js";
import { ngramTests, startsOf } from "../ngrams/occurrences.js";

/** @import { Opened, TextLine } from "./opened.js" */
/** @typedef {[number, number]} Found from and to, in characters (code points) */

/** The occurrences of a text in another, in order. @param {string} text @param {string} wanted not empty @returns {Found[]} */
export function findSpans(text, wanted) {
  /** @type {Found[]} */
  const found = [];
  let units = 0, characters = 0;
  const passed = (/** @type {number} */ to) => {
    for (; units < to; characters++) units += text.codePointAt(units) > 0xffff ? 2 : 1;
    return characters;
  };
  for (const { 0: match, index } of text.matchAll(anyCase(wanted, "g"))) found.push([passed(index), passed(index + match.length)]);
  return found;
}

/** Spans in order, those that overlap merged. @param {Found[]} spans @returns {Found[]} */
export function mergeSpans(spans) {
  /** @type {Found[]} */
  const merged = [];
  for (const [start, end] of spans.toSorted((x, y) => x[0] - y[0] || x[1] - y[1])) {
    const last = merged.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/** The lines with tokens by their names: "a", "b", "0", "1" … @param {Opened} opened @returns {Record<string, TextLine | null>} */
export function linesByName({ texts: { a, b, references } }) {
  return { a, b, ...Object.fromEntries(Object.entries(references)) };
}

/** The occurrences of an n-gram, or of a kind of character. @param {TextLine} line @param {string} ngram @returns {Found[]} */
export function ngramSpans({ tokens }, ngram) {
  const tests = ngramTests(ngram);
  return startsOf(tokens, tests).map((t) => [tokens[t].start, tokens[t + tests.length - 1].end]);
}

/**
 * By line ("a", "b", "source", "0", "1" …), where the searched text is, or the n-gram that one came from.
 * @param {Opened} opened
 * @param {Pick<import("../state.js").State, "text" | "in" | "has">} state
 * @returns {Record<string, Found[]>}
 */
export function searchHits(opened, { text, in: place, has }) {
  const { source } = opened.texts, lines = linesByName(opened);
  if (source !== null) lines.source = { text: source, tokens: [] };
  const column = has ? "text" : text && searchPlace(place).has;
  const isIn = (/** @type {string} */ name) => column === "text" || column === (/^\d+$/.test(name) ? "reference" : name);
  return Object.fromEntries(Object.entries(lines).filter(([name, line]) => line && isIn(name)).map(([name, line]) => (
    [name, mergeSpans(has ? ngramSpans(line, has) : findSpans(line.text, text))])));
}
