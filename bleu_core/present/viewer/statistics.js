// BLEU from statistics: the formula of bleu_core/metrics/formula.py, and what is additive.
// A vector is [sys_len, ref_len, counts 1 … N, totals 1 … N], of a segment or a sum of segments.

/** @import { Config, Pair, System, TestSet } from "./document.js" */

/** What "add-k" adds to the matches and n-grams of an order. @param {Config} config @param {number} n from 0 */
function addedTo(config, n) {
  return config.smooth_method === "add-k" && n > 0 ? config.smooth_value : 0;
}

/**
 * Modified precisions in percent, smoothed. A row without any match is not smoothed; an order without
 * n-grams ends the row; "exp" halves the precision again for each order without a match.
 * @param {number[]} row
 * @param {Config} config
 */
export function precisionsOf(row, config) {
  const orders = config.max_ngram_order;
  /** @type {number[]} */
  const percents = new Array(orders).fill(0);
  let matches = false;
  for (let n = 0; n < orders; n++) matches ||= row[2 + n] > 0;
  if (!matches) return percents;
  for (let n = 0, missed = 0; n < orders; n++) {
    const added = addedTo(config, n), count = row[2 + n] + added, total = row[2 + orders + n] + added;
    if (!(total > 0)) break;
    if (count === 0 && config.smooth_method === "exp") percents[n] = 100 / (total * 2 ** ++missed);
    else if (count === 0 && config.smooth_method === "floor") percents[n] = (100 * config.smooth_value) / total;
    else percents[n] = (100 * count) / total;
  }
  return percents;
}

/** The brevity penalty. @param {number[]} row */
export function brevityPenalty([sysLength, refLength]) {
  if (sysLength >= refLength) return 1;
  return sysLength === 0 ? 0 : Math.exp(1 - refLength / sysLength);
}

/** How many orders count: with an effective order, those that have n-grams. @param {number[]} row @param {Config} config */
export function effectiveOrder(row, config) {
  const orders = config.max_ngram_order;
  if (!config.effective_order) return orders;
  let effective = 0;
  while (effective < orders && row[2 + orders + effective] + addedTo(config, effective) > 0) effective++;
  return effective;
}

/** BLEU of a vector, 0 to 100. @param {number[]} row @param {Config} config */
export function bleuOf(row, config) {
  const percents = precisionsOf(row, config), effective = effectiveOrder(row, config);
  let logs = 0, weights = 0;
  for (let n = 0; n < effective; n++) {
    if (!(percents[n] > 0)) return 0; // so is the geometric mean
    const weight = config.weights ? config.weights[n] : 1;
    logs += weight * Math.log(percents[n]);
    weights += weight;
  }
  return effective ? brevityPenalty(row) * Math.exp(logs / weights) : 0;
}

/** The vector of a segment. @param {System} system @param {number} row */
export function rowOf({ statistics }, row) {
  return statistics.map((column) => column[row]);
}

/** The vector of segments together; of all with null. @param {System} system @param {number[] | null} rows */
export function sumRows({ statistics }, rows) {
  return statistics.map((column) => {
    let sum = 0;
    if (rows) for (const row of rows) sum += column[row];
    else for (const value of column) sum += value;
    return sum;
  });
}

/** The settings of sentence BLEU: many segments have fewer than N tokens. @param {Config} config @returns {Config} */
export function sentenceConfig(config) {
  return { ...config, effective_order: true };
}

/** Sentence BLEU of every segment. @param {System} system @param {Config} config */
export function sentenceScores({ statistics }, config) {
  const own = sentenceConfig(config), size = statistics[0].length;
  const scores = new Float64Array(size), row = new Array(statistics.length).fill(0);
  for (let s = 0; s < size; s++) {
    for (let k = 0; k < row.length; k++) row[k] = statistics[k][s];
    scores[s] = bleuOf(row, own);
  }
  return scores;
}

/**
 * The contribution of every segment to Δ; NaN if BLEU of a system is 0. Column by column, as the
 * core adds them, so that ties remain ties.
 * @param {TestSet} set
 * @param {Pair} pair
 */
export function pointsOf(set, pair) {
  const points = new Float64Array(set.size);
  if (!pair.prices) return points.fill(NaN);
  const a = set.systems[pair.a].statistics, b = set.systems[pair.b].statistics;
  pair.prices.forEach((price, k) => {
    for (let s = 0; s < points.length; s++) points[s] += (b[k][s] - a[k][s]) * price;
  });
  return points;
}

/** `pointsOf` one segment. @param {TestSet} set @param {Pair} pair @param {number} row */
export function pointsOfRow(set, pair, row) {
  if (!pair.prices) return NaN;
  const a = rowOf(set.systems[pair.a], row), b = rowOf(set.systems[pair.b], row);
  return pair.prices.reduce((points, price, k) => points + (b[k] - a[k]) * price, 0);
}
