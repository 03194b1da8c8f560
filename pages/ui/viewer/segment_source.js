// The source of the view Segments in the app. What is known of the list is kept, so that a step through it asks for
// nothing but the segment after the next.

import { ngramSpans, linesByName, mergeSpans } from "viewer/segments/hits.js";
import { openedSegment, outputLine } from "viewer/segments/embedded_segment.js";
import { rowOf } from "viewer/statistics.js";
import { askPython } from "./ask.js";

/** @import { Query, Row, Rows, Source } from "viewer/source.js" */
/** @import { Opened } from "viewer/segments/opened.js" */
/** @import { Asked } from "./ask.js" */
/**
 * What Python adds to the rows: the filter as an expression, the text that it searches for, why it
 * does not hold as it is, its conditions with the rest without them, and its range of Δ.
 * @typedef {{text: string, search: string, fault: import("browser/expression/field.js").Fault | null, conditions: {text: string, rest: string}[], range: [number, number] | null}} FilterInForce
 */
/** @typedef {Rows & {filter: FilterInForce}} AppRows */
/** @typedef {import("viewer/source.js").Choices & {names: import("browser/expression/completing.js").Column[]}} AppChoices */
/** @typedef {{where: string} | {fault: import("browser/expression/field.js").Fault}} Taken what was typed, as the filter */
/**
 * @typedef {object} SegmentSource
 * @property {(query: Query, typed: Record<string, string>) => Promise<Taken>} filter
 * @property {(row: number, texts: Partial<Record<"a" | "b", string>>) => Promise<{document: any, corpus: Record<"a" | "b", [number, number]>}>} edited
 * @property {(row: number) => number[]} beside the segments after and before one, as far as the list is known
 * @property {() => void} forget what may have changed beside the comparison
 * @property {(row: number, said: string) => void} tell how a segment is annotated now
 */
/**
 * What is known of the list of a query. @typedef {object} Known @property {string} of
 * @property {Map<number, Promise<AppRows>>} pages by their first place
 * @property {Map<number, Row>} rows by place @property {Map<number, number>} places by row
 * @property {Map<number, Promise<Opened>>} segments by row
 */

const PAGE_ROWS = 80, MOST_KEPT = 300; // rows of an answer, as in list.js; segments that are kept

/** @param {Asked} asked @returns {Pick<Source, "choices" | "rows" | "step" | "segment"> & SegmentSource} */
export function segmentSource(asked) {
  const { only, ...params } = asked.params; // the list is of all segments
  const ask = (/** @type {Pick<Query, "where" | "sort">} */ { where, sort }, /** @type {string} */ name, /** @type {Record<string, string | number>} */ more) =>
    askPython({ ...asked, params: { ...params, where, sort } }, name, more);
  let known = nothingKnown(""), /** @type {Query} */ last = null, /** @type {Promise<AppChoices> | null} */ choices = null;
  const knownOf = (/** @type {Query} */ query) => {
    const of = JSON.stringify(query);
    if (known.of !== of) known = nothingKnown(of);
    last = query;
    return known;
  };
  const rowsOf = (/** @type {Query} */ query, /** @type {number} */ from) => {
    const list = knownOf(query), before = list.pages.get(from);
    if (before) return before;
    const answer = ask(query, "rows", { from, count: PAGE_ROWS });
    list.pages.set(from, answer);
    answer.then((/** @type {AppRows} */ { rows }) => rows.forEach((row, i) => {
      list.rows.set(from + i, row);
      list.places.set(row.row, from + i);
    }));
    return answer;
  };
  const segments = async (/** @type {Known} */ list, /** @type {number[]} */ rows) => {
    const answer = ask(last, "segment", { rows: rows.join() });
    if (list.segments.size > MOST_KEPT) list.segments.clear();
    rows.forEach((row, place) => { list.segments.set(row, answer.then((found) => openedOf(found, place, row))); });
  };
  const beside = (/** @type {number} */ row) => {
    const { places, rows } = known, place = places.get(row);
    return place === undefined ? [] : [place + 1, place - 1].flatMap((one) => (rows.has(one) ? [rows.get(one).row] : []));
  };
  return {
    beside,
    choices: () => (choices ??= ask(last ?? { where: "", sort: "" }, "choices", {})),
    rows: rowsOf,
    step: async (query, number, by) => {
      const list = knownOf(query), first = await list.pages.get(0), row = number - 1, place = row < 0 ? 0 : list.places.get(row);
      if (place !== undefined && first) {
        const to = list.rows.get(Math.max(0, Math.min(first.total - 1, place + by)));
        if (to) return { row: to.row, number: to.number, place: list.places.get(to.row) };
      }
      return ask(query, "step", { row, by });
    },
    segment: async (row) => {
      const list = known, isHere = list.segments.has(row);
      const missing = [row, ...beside(row)].filter((one) => !list.segments.has(one));
      if (missing.length) segments(list, missing);
      return isHere || missing.length ? list.segments.get(row) : null;
    },
    filter: (query, typed) => ask(query, "filter", typed),
    edited: (row, texts) => ask(last, "edited", { row, ...texts }),
    forget: () => { known = nothingKnown(""); },
    tell: (row, said) => {
      const entry = known.rows.get(known.places.get(row));
      if (entry) entry.said = said;
    },
  };
}

/** @param {string} of @returns {Known} */
function nothingKnown(of) {
  return { of, pages: new Map(), rows: new Map(), places: new Map(), segments: new Map() };
}

/** A segment of an answer, which is at this place in it. @param {any} answer @param {number} place @param {number} row @returns {Opened} */
function openedOf({ set, pair, hits, ngrams }, place, row) {
  const opened = { ...openedSegment({ doc: null, set, pair }, place), row };
  const systems = set.systems.filter((/** @type {unknown} */ _, /** @type {number} */ i) => i > Math.max(pair.a, pair.b));
  if (!opened.texts) return opened;
  const others = systems.map((/** @type {import("viewer/document.js").System} */ system) => ({ name: system.name, text: outputLine(system, place), statistics: rowOf(system, place) }));
  return { ...opened, others, hits: hitsOf(opened, hits[place], ngrams) };
}

/** What the filter searches for: texts, whose places Python found, and n-grams. @param {Opened} opened @param {Opened["hits"]} texts @param {[string[], string][]} ngrams with the lines that have them */
function hitsOf(opened, texts, ngrams) {
  const lines = linesByName(opened), found = { ...texts };
  for (const [names, ngram] of ngrams) {
    for (const name of names) if (lines[name]) found[name] = mergeSpans([...(found[name] ?? []), ...ngramSpans(lines[name], ngram)]);
  }
  return found;
}
