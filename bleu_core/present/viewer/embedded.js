// The source of a page: its document is embedded.

import { filterConditions, partColumns, partLabel, partTest, partValues, selectedRows } from "./filter.js";
import { embeddedConcordance, embeddedNgrams } from "./ngrams/embedded_ngrams.js";
import { roundedScore, truncateText } from "./numbers.js";
import { columnNumbers, computedOnce, documentOf, numberColumns, numberOfRow, rowOfNumber, segmentPoints, sentenceBleu, sentenceDeltas, shownPlace, unattributedNote } from "./segment_numbers.js";
import { openedSegment } from "./segments/embedded_segment.js";
import { bleuOf, sumRows } from "./statistics.js";
import { COMPONENT_KEY, disagreementOf, knownSort, metricsOf, orderNumbers, orderOf, stepAlong, writtenMetric } from "./worklist.js";

/** @import { Criterion, PageDocument, Pair, TestSet } from "./document.js" */
/** @import { PartColumn } from "./filter.js" */
/** @import { Numbers } from "./segment_numbers.js" */
/** @import { Slices } from "./slices/slices.js" */
/** @import { Choices, OrderedBy, Query, Row, Source, Summary } from "./source.js" */
/** @typedef {{doc: PageDocument, set: TestSet, pair: Pair}} Embedded */

// A page does not say which of its segments were left out for their length.
const NOT_INCLUDED = "The texts of this segment are not in this page: a line has more than 1,000 tokens or 20,000 characters, or other segments have larger contributions.";

/** The source of a pair, always the same one. @param {Embedded} embedded */
export function embeddedSource(embedded) {
  return computedOnce(embedded.pair, "source", () => /** @satisfies {Source} */ ({
    overview: async () => embedded.pair.overview,
    ngrams: async (view, from, count) => embeddedNgrams({ kind: embedded.doc.kind, ...embedded }, view, from, count),
    concordance: async (ngram, group, from) => embeddedConcordance(embedded, ngram, group, from),
    ...embeddedRows(embedded),
    segment: async (row) => openedSegment(embedded, row, NOT_INCLUDED),
    slices: async (by, query) => embeddedSlices(embedded, by, query),
  }));
}

// ---- The answers to the list of segments, from the document of a page.

/** @typedef {{by: OrderedBy, values: Numbers, bars: Numbers, reach: number, scores: Numbers[]}} Shown */
/** @typedef {{rows: number[], missing: string[], summary: Summary}} Listed */

const TEXT_START = 160; // characters

/** @param {{set: TestSet, pair: Pair}} embedded @returns {Pick<Source, "choices" | "rows" | "step">} */
export function embeddedRows({ set, pair }) {
  let asked = "", /** @type {Listed} */ listed = null;
  const listOf = (/** @type {Query} */ query) => {
    const key = JSON.stringify(query);
    if (asked !== key) listed = listSegments(set, pair, query);
    asked = key;
    return listed;
  };
  return {
    choices: async () => computedOnce(pair, "choices", () => choicesOf(set, pair)),
    rows: async (query, from, count) => {
      const { rows, missing, summary } = listOf(query), sort = knownSort(query.sort, set, pair), shown = shownBy(sort, set, pair);
      const lead = pair.changes ? "change" : set.source ? "source" : "reference";
      return {
        total: rows.length, size: set.size, missing, sort, by: shown.by, lead, summary,
        rows: rows.slice(from, from + count).map((row) => entryOfRow(set, pair, shown, row)),
      };
    },
    step: async (query, number, by) => {
      const { rows } = listOf(query), row = rowOfNumber(set, number);
      const to = row < 0 ? rows[0] ?? -1 : by ? stepAlong(rows, orderOf(query.sort, set, pair), row, by)[0] : row;
      return { row: to, number: to < 0 ? 0 : numberOfRow(set, to), place: rows.indexOf(to) };
    },
  };
}

/** The segments of a query in order, and their sums. @param {TestSet} set @param {Pair} pair @param {Query} query @returns {Listed} */
function listSegments(set, pair, query) {
  const tests = filterConditions(set, pair, query), chosen = selectedRows(set, tests), all = orderOf(query.sort, set, pair);
  const there = chosen && new Set(chosen);
  const [a, b] = [pair.a, pair.b].map((system) => (chosen && !chosen.length ? null : bleuOf(sumRows(set.systems[system], chosen), set.config)));
  const points = segmentPoints(set, pair);
  const sum = pair.prices && chosen ? chosen.reduce((total, row) => total + points[row], 0) : null;
  return {
    rows: there ? all.filter((row) => there.has(row)) : all, missing: tests.flatMap(({ name, holds }) => (holds ? [] : [name])),
    summary: { a, b, points: sum, delta: pair.delta, texts: set.shown ? set.shown.length : null, note: unattributedNote(set, pair) },
  };
}

// ---- The numbers that an order shows.

/** @param {Numbers} values */
function largestSize(values) {
  let most = 0;
  for (let i = 0; i < values.length; i++) if (Math.abs(values[i]) > most) most = Math.abs(values[i]);
  return most || 1;
}

/** @param {string} sort a known one @param {TestSet} set @param {Pair} pair @returns {Shown} */
function shownBy(sort, set, pair) {
  const key = sort.replace(/^-/, "");
  return computedOnce(pair, "shown by " + key, () => {
    const [, how, name = ""] = /^(column|metric|disagree):(.*)$/s.exec(key) ?? [];
    const usual = { name, lower: false, decimals: 1, scores: "BLEU", score_decimals: 1 }, scores = [sentenceBleu(set, pair.a), sentenceBleu(set, pair.b)];
    const deltas = sentenceDeltas(set, pair), metric = how === "metric" && metricsOf(pair).find((one) => writtenMetric(one.key) === name);
    if (metric) {
      const { label, lower, decimals } = metric, sides = [metric.a, metric.b].map((side) => Float64Array.from(side, (score) => score ?? NaN));
      const values = sides[0].map((score, row) => sides[1][row] - score), bars = lower ? values.map((delta) => -delta) : values;
      return { by: { kind: "delta", name: label, lower, decimals, scores: label, score_decimals: decimals }, values, bars, reach: largestSize(bars), scores: sides };
    }
    if (how === "disagree") {
      const values = disagreementOf(set, pair, name);
      return { by: { ...usual, kind: "ranks", decimals: 0 }, values, bars: values, reach: 100, scores };
    }
    if (how === "column" || key === "length" || key === "ratio") {
      const values = how ? columnNumbers(set, pair, name) : orderNumbers(key, set, pair);
      return { by: { ...usual, kind: "number", name: name || key }, values, bars: deltas, reach: 100, scores };
    }
    if (!pair.prices || key === "delta" || key === "size") return { by: { ...usual, kind: "delta" }, values: deltas, bars: deltas, reach: 100, scores };
    const component = COMPONENT_KEY.test(key), values = component ? orderNumbers(key, set, pair) : segmentPoints(set, pair);
    return { by: { ...usual, kind: "points", name: component ? key : "" }, values, bars: values, reach: largestSize(values), scores };
  });
}

// ---- An entry.

/** @param {number} value */
function numberOrNull(value) {
  return Number.isFinite(value) ? value : null;
}

/** @param {TestSet} set @param {Pair} pair @param {Shown} shown @param {number} row @returns {Row} */
function entryOfRow(set, pair, { values, bars, reach, scores }, row) {
  const bar = numberOrNull(bars[row] / reach) ?? 0;
  return {
    row, number: numberOfRow(set, row), document: documentOf(set, row) ?? "",
    value: numberOrNull(values[row]), bar: Math.max(-1, Math.min(1, bar)),
    a: numberOrNull(scores[0][row]), b: numberOrNull(scores[1][row]), lead: leadOf(set, pair, shownPlace(set, row)),
  };
}

/** The passage with the largest change; else how the segment begins. @param {TestSet} set @param {Pair} pair @param {number} place @returns {[sign: number, text: string]} */
function leadOf(set, pair, place) {
  if (place < 0) return [0, ""];
  const lead = pair.changes?.leads[place];
  if (!lead) return [0, truncateText((set.source ?? set.references[0].texts)[place] ?? "", TEXT_START)];
  const [side, start, end] = lead, text = set.systems[side ? pair.b : pair.a].lines.texts[place] ?? "";
  return [side ? 1 : -1, truncateText(Array.from(text).slice(start, end).join(""), TEXT_START)];
}

// ---- What segments can be filtered and ordered by, from the document of a page.

/** Most documents in a list, and most values of another column; a longer list helps nobody. */
const MOST_DOCUMENTS = 2000, MOST_VALUES = 60;

/** @param {TestSet} set @param {Pair} pair @returns {Choices} */
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

// ---- The distribution of Δ: bins as those of bleu_core/present/charts.py.

// Bins on either side of 0, and tenths of a point in a point: limits are short to write.
const BINS_OF_SIDE = 21, TENTHS = 10;

/** @param {Numbers} deltas of segments @returns {[low: number, high: number, segments: number][]} */
function deltaBins(deltas) {
  const changed = Array.from(deltas, roundedScore).filter(Boolean), reach = changed.reduce((most, delta) => Math.max(most, Math.abs(delta)), 0);
  const width = Math.max(1, Math.ceil((reach / BINS_OF_SIDE) * TENTHS));
  const edges = Array.from({ length: 2 * BINS_OF_SIDE + 1 }, (_, i) => (width * (i - BINS_OF_SIDE)) / TENTHS);
  const counts = new Array(2 * BINS_OF_SIDE).fill(0);
  for (const delta of changed) counts[Math.min(counts.length, edges.findLastIndex((edge) => edge <= delta) + 1) - 1]++;
  return counts.map((count, i) => [edges[i], edges[i + 1], count]);
}

// ---- Slices of an embedded document: scores and points are from the sums of its statistics, intervals from Python.

/** @typedef {Omit<Embedded, "doc">} Compared */

/** The slices by a criterion, or by the first ones, of the segments that a query selects. @param {Compared} compared @param {string} by @param {Query} query @returns {Slices} */
export function embeddedSlices({ set, pair }, by, query) {
  const { criteria, first, sentence, lead } = pair.slicing, rows = selectedRows(set, filterConditions(set, pair, /** @type {any} */ (query)));
  const chosen = criteria.filter(({ column }) => column === by), shown = criteria.filter(({ column }) => first.includes(column));
  return {
    sentence, lead, first, choices: criteria.map(({ column }) => column),
    groups: (chosen.length ? chosen : shown).map((criterion) => sliceGroup({ set, pair }, criterion, rows)),
    whole: { ...scoredSlice({ set, pair }, rows, rows ? null : pair.interval), label: rows ? "All filtered segments" : "All segments", value: "" },
    metric: { key: "bleu", label: "BLEU", decimals: 2, lower: false }, metrics: [],
    isFiltered: Boolean(rows), delta: pair.delta, hasPoints: Boolean(pair.prices), unattributed: unattributedNote(set, pair),
    finder: pair.finder, saved: pair.saved,
  };
}

/** @param {Compared} compared @param {Criterion} criterion @param {number[] | null} rows */
function sliceGroup(compared, { column, ordered, intervals, note }, rows) {
  const { set, pair } = compared, own = partColumns(set, pair).find(({ name }) => name === column);
  const all = rows ?? [...Array(set.size).keys()], ends = new Map(intervals.map(([value, low, high]) => [value, [low, high]]));
  const slices = partValues(own).flatMap((value) => {
    const there = all.filter(partTest(own, value));
    const interval = rows ? null : /** @type {[number, number]} */ (ends.get(value) ?? null);
    return there.length ? [{ ...scoredSlice(compared, there, interval), label: partLabel(value, own), value }] : [];
  });
  // Bands remain in their order; others follow by what they contribute.
  const way = pair.delta < 0 ? 1 : -1;
  if (!ordered) slices.sort((one, other) => way * (one.points - other.points) || 0);
  return { column, about: own.about, note, rows: slices };
}

/** @param {Compared} compared @param {number[] | null} rows null for all @param {[number, number] | null} interval */
function scoredSlice({ set, pair }, rows, interval) {
  const [a, b] = [pair.a, pair.b].map((system) => bleuOf(sumRows(set.systems[system], rows), set.config));
  const points = segmentPoints(set, pair), [low, high] = interval ?? [null, null];
  const sum = rows ? rows.reduce((total, row) => total + points[row], 0) : computedOnce(pair, "sum of points", () => points.reduce((total, own) => total + own, 0));
  return { segments: rows ? rows.length : set.size, a, b, delta: b - a, low, high, points: sum };
}
