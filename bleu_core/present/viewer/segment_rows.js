// The rows of the list of segments: what each shows under an order.

import { formatComponent, formatDelta, formatInt, formatNumber, formatScore, formatSmallDelta, NO_VALUE, oneLine, truncateText } from "./numbers.js";
import { shownPlace } from "./segment_data.js";
import { columnNumbers, numberColumns } from "./columns.js";
import { computedOnce, segmentPoints, sentenceBleu, sentenceDeltas } from "./segment_numbers.js";
import { disagreementOf, knownSort, metricsOf } from "./worklist.js";
import { signTone } from "browser/segment/tables.js";

/** @typedef {import("browser/table.js").Cell} Cell */
/** @typedef {import("browser/table.js").Column} TableColumn */
/** @typedef {import("./document.js").Pair} Pair */
/** @typedef {import("./document.js").TestSet} TestSet */
/** @typedef {import("./segment_numbers.js").Numbers} Numbers */
/** @typedef {{label: string, term?: string, help?: string, tone?: string, values: Numbers, write: (value: number) => Cell | string}} Measure a column of numbers */
/** @typedef {{bars: Numbers, reach: number, measures: Measure[]}} Measures */

// Characters of a heading, and of the beginning of a text.
const LONGEST_HEADING = 12, TEXT_START = 160;

/** @param {string} text @param {boolean} [lower] whether lower is better */
function tonedText(text, lower = false) {
  const tone = signTone(text);
  return { t: text, tone: !lower || tone === "muted" ? tone : tone === "gain" ? "loss" : "gain" };
}

/** @param {Numbers} values */
function largestSize(values) {
  let most = 0;
  for (let i = 0; i < values.length; i++) if (Math.abs(values[i]) > most) most = Math.abs(values[i]);
  return most || 1;
}

/** The numbers that an order is by, with their bars. @param {string} key @param {TestSet} set @param {Pair} pair @returns {Measures} */
function orderMeasure(key, set, pair) {
  const [, how, text] = /^(column|metric|disagree):(.*)$/s.exec(key) ?? [];
  if (how === "disagree") {
    const values = disagreementOf(set, pair, text);
    return { bars: values, reach: 100, measures: [{ label: "apart", term: "rank-disagreement", values, write: (n) => tonedText(formatDelta(n, 0)) }] };
  }
  const metric = how === "metric" && metricsOf(pair).find((one) => one.key === text);
  if (metric) {
    const values = Float64Array.from(metric.a, (a, i) => (a === null || metric.b[i] === null ? NaN : metric.b[i] - a));
    const gains = metric.lower ? values.map((delta) => -delta) : values;
    const label = "Δ " + oneLine(metric.label, LONGEST_HEADING);
    return { bars: gains, reach: largestSize(gains), measures: [{ label, term: metric.term, values, write: (n) => tonedText(formatDelta(n, metric.decimals), metric.lower) }] };
  }
  const component = /^(p\d+|bp)$/.test(key);
  if (pair.prices && (component || key === "carried" || key === "points")) {
    const values = component ? columnNumbers(set, pair, "points." + key) ?? new Float64Array(set.size) : segmentPoints(set, pair);
    const label = component ? `${formatComponent(key)} points` : "points";
    return { bars: values, reach: largestSize(values), measures: [{ label, term: "points", values, write: (n) => tonedText(formatSmallDelta(n)) }] };
  }
  const values = sentenceDeltas(set, pair);
  const delta = { label: "B − A", term: "sentence-delta", values, write: (/** @type {number} */ n) => tonedText(formatDelta(n, 1)) };
  if (how !== "column") return { bars: values, reach: 100, measures: [delta] };
  const { about } = numberColumns(set, pair).get(text);
  const own = { label: oneLine(text, LONGEST_HEADING), help: about, values: columnNumbers(set, pair, text), write: (/** @type {number} */ n) => formatNumber(n, 4) };
  return { bars: values, reach: 100, measures: [own] };
}

/** The scores of A and B: of the metric that orders, else of BLEU. @param {string} key @param {TestSet} set @param {Pair} pair @returns {Measure[]} */
function sideMeasures(key, set, pair) {
  const metric = metricsOf(pair).find((one) => key === "metric:" + one.key);
  const scores = metric ? [metric.a, metric.b] : [sentenceBleu(set, pair.a), sentenceBleu(set, pair.b)];
  return scores.map((values, i) => ({
    label: "AB"[i], tone: "ab"[i], term: metric ? metric.term : "sentence-bleu",
    values, write: (n) => formatScore(n, metric ? metric.decimals : 1),
  }));
}

/** What the rows show under an order. @param {string} sort @param {TestSet} set @param {Pair} pair @returns {Measures} */
export function measuresOf(sort, set, pair) {
  const key = knownSort(sort, set, pair).replace(/^-/, "");
  return computedOnce(pair, "measures " + key, () => {
    const order = orderMeasure(key, set, pair);
    return { ...order, measures: [...order.measures, ...sideMeasures(key, set, pair)] };
  });
}

/** The document of every segment. @param {TestSet} set */
function documentsOf({ columns }) {
  const column = columns.find(({ name }) => name === "document");
  return column?.kind === "text" ? column : null;
}

/** The number of a segment in the whole test set. @param {TestSet} set @param {number} row */
export function numberOfRow({ numbers }, row) {
  return numbers ? numbers[row] : row + 1;
}

/** @param {TestSet} set @param {Measures} measures @returns {TableColumn[]} */
export function listColumns(set, { measures }) {
  return [
    { label: "#", align: "right", tone: "muted", narrow: true, help: "Line number." },
    ...(documentsOf(set) ? [/** @type {TableColumn} */ ({ label: "document", wide: true, clip: true, tone: "muted" })] : []),
    { label: "", narrow: true },
    ...measures.map(({ label, term, help, tone }) => /** @type {TableColumn} */ ({ label, align: "right", tone, narrow: true, term, help })),
    { label: set.source ? "source" : "reference", clip: true },
  ];
}

/** @param {TestSet} set @param {Measures} measures @param {number} row @returns {(string | Cell)[]} */
export function listRow(set, { bars, reach, measures }, row) {
  const documents = documentsOf(set), word = Number(documents?.values[row] ?? -1), place = shownPlace(set, row);
  const text = place < 0 ? "" : (set.source ?? set.references[0].texts)[place] ?? "";
  return [
    formatInt(numberOfRow(set, row)),
    ...(documents ? [word < 0 ? "" : documents.words[word]] : []),
    { bar: Number.isNaN(bars[row]) ? 0 : bars[row] / reach },
    ...measures.map(({ values, write }) => (values[row] === null || Number.isNaN(values[row]) ? NO_VALUE : write(values[row]))),
    truncateText(text, TEXT_START),
  ];
}
