// The source of a page: its document is embedded. Each view has a file of its own for its answers.

import { embeddedConcordance } from "./ngrams/embedded_concordance.js";
import { embeddedNgrams } from "./ngrams/embedded_ngrams.js";
import { embeddedRows } from "./segments/embedded_rows.js";
import { openedSegment } from "./segments/embedded_segment.js";
import { embeddedSlices } from "./slices/embedded_slices.js";

/** @typedef {import("./document.js").PageDocument} PageDocument */
/** @typedef {import("./document.js").Pair} Pair */
/** @typedef {import("./document.js").TestSet} TestSet */
/** @typedef {{doc: PageDocument, set: TestSet, pair: Pair}} Embedded */

/** @type {WeakMap<Pair, import("./source.js").Source>} */
const sources = new WeakMap();

/** The source of a pair, always the same one. @param {Embedded} embedded @returns {import("./source.js").Source} */
export function embeddedSource(embedded) {
  const { pair } = embedded;
  if (!sources.has(pair)) {
    sources.set(pair, /** @type {any} */ ({
      overview: async () => pair.overview,
      ngrams: async (/** @type {import("./ngrams/ngrams.js").NgramView} */ view, /** @type {number} */ from, /** @type {number} */ count) => embeddedNgrams(embedded, view, from, count),
      concordance: async (/** @type {string} */ ngram, /** @type {string} */ group, /** @type {number} */ from) => embeddedConcordance(embedded, ngram, group, from),
      ...embeddedRows(embedded),
      segment: async (/** @type {number} */ row) => openedSegment(embedded, row),
      slices: async (/** @type {string} */ by, /** @type {import("./source.js").Query} */ query) => embeddedSlices(embedded, by, query),
    }));
  }
  return sources.get(pair);
}
