// The answers to the list of segments, from the document of a page.

import { columnNumbers } from "../columns.js";
import { filterConditions, selectedRows } from "../filter.js";
import { truncateText } from "../numbers.js";
import { documentOf, shownPlace } from "../segment_data.js";
import { computedOnce, numberOfRow, segmentPoints, sentenceBleu, sentenceDeltas, unattributedNote } from "../segment_numbers.js";
import { bleuOf, sumRows } from "../statistics.js";
import { COMPONENT_KEY, disagreementOf, knownSort, metricsOf, orderNumbers, orderOf, stepAlong, writtenMetric } from "../worklist.js";
import { choicesOf } from "./embedded_choices.js";

/** @import { Pair, TestSet } from "../document.js" */
/** @import { Numbers } from "../segment_numbers.js" */
/** @import { OrderedBy, Query, Row, Source, Summary } from "../source.js" */
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
    step: async (query, row, by) => {
      const { rows } = listOf(query), known = row >= 0 && row < set.size;
      const to = !known ? rows[0] ?? -1 : by ? stepAlong(rows, orderOf(query.sort, set, pair), row, by)[0] : row;
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
