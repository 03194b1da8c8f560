// Where the views get their data. A view knows this interface only, not whether the data is embedded in the
// page (embedded.js) or computed by Python on request. All answers are promises of JSON.

/** @typedef {import("./document.js").Text} Text a sentence in spans: [text, tone, term, opens] */
/**
 * Which segments, in which order.
 * @typedef {Pick<import("./state.js").State, "text" | "in" | "delta" | "parts" | "slice" | "has" | "sort">} Query
 */
/**
 * @typedef {object} Source
 * @property {() => Promise<unknown>} overview
 * @property {(query: Query, from: number, count: number) => Promise<unknown>} rows
 * @property {(query: Query, row: number, by: number) => Promise<{row: number, reached: boolean}>} step the segment so
 *     many places after another
 * @property {(row: number) => Promise<unknown>} segment
 * @property {(view: unknown, from: number, count: number) => Promise<unknown>} ngrams
 * @property {(ngram: string, group: string, from: number) => Promise<unknown>} concordance
 * @property {(by: string, query: Query) => Promise<unknown>} slices
 */

/**
 * Draws only the answer to the last question: answers may come in any order.
 * @template T
 * @returns {(answer: Promise<T>, draw: (value: T) => void) => Promise<void>}
 */
export function newestOnly() {
  let last = 0;
  return async (answer, draw) => {
    const own = ++last, value = await answer;
    if (own === last) draw(value);
  };
}
