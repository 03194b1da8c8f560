// What segments can be filtered and ordered by, from the document of a page.

import { numberColumns } from "../columns.js";
import { partColumns, partValues } from "../filter.js";
import { roundedScore } from "../numbers.js";
import { sentenceDeltas } from "../segment_numbers.js";
import { metricsOf, writtenMetric } from "../worklist.js";

/** @import { Pair, TestSet } from "../document.js" */
/** @import { PartColumn } from "../filter.js" */

/** Most documents in a list, and most values of another column; a longer list helps nobody. */
const MOST_DOCUMENTS = 2000, MOST_VALUES = 60;

/** @param {TestSet} set @param {Pair} pair @returns {import("../source.js").Choices} */
export function choicesOf(set, pair) {
  const columns = partColumns(set, pair).filter((column) => !pair.bands.includes(column)), bins = deltaBins(sentenceDeltas(set, pair));
  const texts = columns.filter(({ kind }) => kind === "text").map((column) => ({ name: column.name, about: column.about, values: valuesOf(column) }));
  const documents = texts.find(({ name }) => name === "document")?.values ?? [];
  const flags = columns.filter(({ kind }) => kind === "flag").map(({ name, about, values }) => ({ name, about, segments: values.filter((value) => value === 1).length }));
  return {
    source: Boolean(set.source),
    documents: documents.length <= MOST_DOCUMENTS ? documents : [],
    flags: flags.filter(({ segments }) => segments && segments < set.size),
    columns: texts.filter(({ name, values }) => name !== "document" && values.length > 1 && values.length <= MOST_VALUES),
    slices: pair.slices.map(({ name, about }) => ({ name, about })),
    components: pair.prices ? [...Array.from({ length: set.config.max_ngram_order }, (_, i) => `p${i + 1}`), "bp"] : [],
    metrics: metricsOf(pair).map(({ key, label, lower }) => ({ key: writtenMetric(key), label, lower })),
    numbers: [...numberColumns(set, pair).keys()],
    bins, unchanged: set.size - bins.reduce((sum, [, , count]) => sum + count, 0),
  };
}

/** The values that segments have. @param {PartColumn} column */
function valuesOf(column) {
  const there = new Set(column.kind === "text" ? column.values.flat().map((word) => column.words[word] ?? "") : []);
  return partValues(column).filter((value) => there.has(value));
}

// ---- The distribution of Δ: bins as those of bleu_core/present/delta_bins.py.

// Bins on either side of 0, and tenths of a point in a point: limits are short to write.
const BINS_OF_SIDE = 21, TENTHS = 10;

/** @param {import("../segment_numbers.js").Numbers} deltas of segments @returns {[low: number, high: number, segments: number][]} */
function deltaBins(deltas) {
  const changed = Array.from(deltas, roundedScore).filter(Boolean), reach = changed.reduce((most, delta) => Math.max(most, Math.abs(delta)), 0);
  const width = Math.max(1, Math.ceil((reach / BINS_OF_SIDE) * TENTHS));
  const edges = Array.from({ length: 2 * BINS_OF_SIDE + 1 }, (_, i) => (width * (i - BINS_OF_SIDE)) / TENTHS);
  const counts = new Array(2 * BINS_OF_SIDE).fill(0);
  for (const delta of changed) counts[Math.min(counts.length, edges.findLastIndex((edge) => edge <= delta) + 1) - 1]++;
  return counts.map((count, i) => [edges[i], edges[i + 1], count]);
}
