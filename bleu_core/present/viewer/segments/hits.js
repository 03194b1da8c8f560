// What a search found in the lines of an open segment.

import { joined } from "./covering.js";
import { findSpans, mergeSpans, searchedLines } from "../searching.js";

/** @typedef {import("./opened.js").Opened} Opened */
/** @typedef {[start: number, end: number][]} Hits characters */

/** The columns that a search is in. @type {Record<string, string>} */
const SEARCHED = { source: "source", reference: "reference", a: "a", b: "b", "a-b": "a", "b-a": "b" };

/** The lines with tokens by their names: "a", "b", "0", "1" … @param {Opened} opened @returns {Record<string, import("./opened.js").TextLine | null>} */
export function linesByName({ texts: { a, b, references } }) {
  return { a, b, ...Object.fromEntries(Object.entries(references)) };
}

/**
 * By line ("a", "b", "source", "0", "1" …), where the searched text is, or the n-gram that one came from.
 * @param {Opened} opened
 * @param {Pick<import("../state.js").State, "text" | "in" | "has">} state
 * @returns {Record<string, Hits>}
 */
export function searchHits(opened, { text, in: place, has }) {
  const { source, references } = opened.texts, lines = linesByName(opened);
  if (source !== null) lines.source = { text: source, tokens: [] };
  const found = (/** @type {string} */ name) => {
    const line = lines[name];
    if (!line) return [];
    if (!has) return mergeSpans(findSpans(line.text, text));
    const order = has.split(" ").length, { tokens } = line;
    const starts = tokens.flatMap((_, t) => (t + order <= tokens.length && joined(tokens, t, order) === has ? [t] : []));
    return mergeSpans(starts.map((t) => [tokens[t].start, tokens[t + order - 1].end]));
  };
  const names = has ? Object.keys(lines) : text ? searchedLines(Object.hasOwn(SEARCHED, place) ? SEARCHED[place] : "text", references.length) : [];
  return Object.fromEntries(names.map((name) => [name, found(name)]));
}
