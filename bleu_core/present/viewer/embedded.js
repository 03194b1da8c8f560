// The source of a page: its document is embedded. Each view has a file of its own for its answers.

import { embeddedConcordance } from "./ngrams/embedded_concordance.js";
import { embeddedNgrams } from "./ngrams/embedded_ngrams.js";
import { embeddedRows } from "./segments/embedded_rows.js";
import { openedSegment } from "./segments/embedded_segment.js";
import { computedOnce } from "./segment_numbers.js";
import { embeddedSlices } from "./slices/embedded_slices.js";

/** @import { PageDocument, Pair, TestSet } from "./document.js" */
/** @import { Source } from "./source.js" */
/** @typedef {{doc: PageDocument, set: TestSet, pair: Pair}} Embedded */

/** The source of a pair, always the same one. @param {Embedded} embedded */
export function embeddedSource(embedded) {
  return computedOnce(embedded.pair, "source", () => /** @satisfies {Source} */ ({
    overview: async () => embedded.pair.overview,
    ngrams: async (view, from, count) => embeddedNgrams({ kind: embedded.doc.kind, ...embedded }, view, from, count),
    concordance: async (ngram, group, from) => embeddedConcordance(embedded, ngram, group, from),
    ...embeddedRows(embedded),
    segment: async (row) => openedSegment(embedded, row),
    slices: async (by, query) => embeddedSlices(embedded, by, query),
  }));
}
