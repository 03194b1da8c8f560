// What a search found in the lines of an open segment.

import { searchPlace } from "../conditions.js";
import { ngramTests, startsOf } from "../ngrams/occurrences.js";
import { findSpans, mergeSpans } from "../searching.js";

/** @import { Opened, TextLine } from "./opened.js" */
/** @import { Found } from "../searching.js" */

/** The lines with tokens by their names: "a", "b", "0", "1" … @param {Opened} opened @returns {Record<string, TextLine | null>} */
export function linesByName({ texts: { a, b, references } }) {
  return { a, b, ...Object.fromEntries(Object.entries(references)) };
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
  const tests = ngramTests(has), column = has ? "text" : text && searchPlace(place).has;
  const isIn = (/** @type {string} */ name) => column === "text" || column === (/^\d+$/.test(name) ? "reference" : name);
  return Object.fromEntries(Object.entries(lines).filter(([name, line]) => line && isIn(name)).map(([name, { text: own, tokens }]) => {
    const spans = has ? startsOf(tokens, tests).map((t) => /** @type {Found} */ ([tokens[t].start, tokens[t + tests.length - 1].end])) : findSpans(own, text);
    return [name, mergeSpans(spans)];
  }));
}
