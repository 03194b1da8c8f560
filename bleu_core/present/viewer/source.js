// Where the views get their data. A view knows this interface only, not whether the data is embedded in the
// page (embedded.js) or computed by Python on request. All answers are promises of JSON.

import { afterRelease } from "browser/dom.js";

/** @typedef {import("./document.js").Text} Text a sentence in spans: [text, tone, term, opens] */
/** @import { State } from "./state.js" */
/** @typedef {Pick<State, "text" | "in" | "delta" | "parts" | "slice" | "has" | "where">} Filter which segments */
/** @typedef {Filter & Pick<State, "sort">} Query which segments, in which order */
/**
 * A segment in a list. Missing numbers are null.
 * @typedef {object} Row
 * @property {number} row
 * @property {number} number in the whole test set, from 1
 * @property {string} document "" for none
 * @property {number | null} value what the order shows
 * @property {number} bar -1 (worst for B) to 1
 * @property {number | null} a score of A
 * @property {number | null} b
 * @property {[sign: number, text: string]} lead the passage with the largest change: -1 lost, 1 gained; 0 for how the
 *     segment begins
 * @property {string} [said] its annotations, in a few characters
 */
/**
 * What an order shows of each segment: points of a component ("" for all); Δ of a metric ("" for BLEU); a number by
 * the name of its column, "length" or "ratio"; by how many percentile ranks two metrics differ. Beside it are scores
 * of A and B, of the metric that `scores` names.
 * @typedef {{kind: "points" | "delta" | "number" | "ranks", name: string, lower: boolean, decimals: number, scores: string, score_decimals: number}} OrderedBy
 */
/**
 * Of all segments that match: BLEU of A and B (null if there are none), points (null without a filter, or if they are
 * undefined) of the whole `delta`; how many segments have texts (null for all), and a note on points.
 * @typedef {{a: number | null, b: number | null, points: number | null, delta: number, texts: number | null, note: string}} Summary
 */
/**
 * Some of the segments that match a query, in its order.
 * @typedef {object} Rows
 * @property {number} total segments that match
 * @property {number} size all segments
 * @property {string[]} missing names of conditions on what the comparison lacks, which filter nothing
 * @property {string} sort the order in force
 * @property {OrderedBy} by
 * @property {"change" | "source" | "reference"} lead what leads of segments are usually from
 * @property {Summary} summary
 * @property {Row[]} rows
 */
/** A segment of a list: its row (-1 for none), number (0 for none) and place, -1 if the filter left it out. @typedef {{row: number, number: number, place: number}} At */
/**
 * What there is to filter and to order by.
 * @typedef {object} Choices
 * @property {boolean} source whether texts include the source
 * @property {string[]} documents
 * @property {{name: string, about: string, segments: number}[]} flags that some segments have, but not all
 * @property {{name: string, about: string, values: string[]}[]} columns of texts
 * @property {{name: string, about: string}[]} slices
 * @property {string[]} components of Δ
 * @property {{key: string, label: string, lower: boolean}[]} metrics beside BLEU
 * @property {string[]} numbers names of columns
 * @property {[low: number, high: number, segments: number][]} bins of Δ; 0 is a limit of two
 * @property {number} unchanged segments, which are in no bin
 */
/**
 * @typedef {object} Source
 * @property {() => Promise<import("./overview/overview.js").Overview>} overview
 * @property {() => Promise<Choices>} choices
 * @property {(query: Query, from: number, count: number) => Promise<Rows>} rows
 * @property {(query: Query, number: number, by: number) => Promise<At>} step the segment so many places after
 *     another, or the last one; of an unknown number the first
 * @property {(row: number) => Promise<import("./segments/opened.js").Opened | null>} segment null where there is no such segment
 * @property {(view: import("./ngrams/ngrams.js").NgramView, from: number, count: number) => Promise<import("./ngrams/ngrams.js").Ngrams>} ngrams
 * @property {string} [ngramsFile] the address of all n-grams as CSV
 * @property {(ngram: string, group: string, from: number) => Promise<import("./ngrams/concordance.js").Concordance>} concordance
 * @property {(by: string, query: Query) => Promise<import("./slices/slices.js").Slices>} slices
 * @property {(query: Query, isSearch: boolean) => Promise<import("./slices/slices.js").SliceCards>} [foundSlices] where they
 *     take longer than slices; on many segments the slice finder waits for a request
 * @property {() => Promise<import("./slices/slices.js").SliceCards>} [savedSlices] where they take longer
 */

/**
 * Draws only the answer to the last question: answers may come in any order.
 * @param {HTMLElement} [node] is drawn in; while it is pressed, the answer waits
 * @returns {<T>(answer: Promise<T>, draw: (value: T) => void) => Promise<void>}
 */
export function newestOnly(node) {
  const released = node ? afterRelease(node) : (/** @type {() => void} */ draw) => draw();
  let last = 0;
  return async (answer, draw) => {
    const own = ++last, value = await answer;
    released(() => { if (own === last) draw(value); });
  };
}
