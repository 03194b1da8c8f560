// Columns of numbers to sort by: those of the document, and those that follow from its statistics.

import { formatComponent, formatInt } from "./numbers.js";
import { computedOnce } from "./segment_numbers.js";
import { pointsOf } from "./statistics.js";

/** @import { Pair, TestSet } from "./document.js" */
/** @import { Numbers } from "./segment_numbers.js" */
/** @typedef {{name: string, about: string, numbers: () => Numbers}} NumberColumn computed on each call; NaN is missing */

/** The columns of numbers by name. @param {TestSet} set @param {Pair} pair @returns {Map<string, NumberColumn>} */
export function numberColumns(set, pair) {
  return computedOnce(pair, "number columns", () => {
    const all = [...pointColumns(set, pair), ...countColumns(set, pair), ...lengthColumns(set, pair), ...savedColumns(set, pair)];
    return new Map(all.map((column) => [column.name, column]));
  });
}

/** The numbers of a column, computed once; null without it. @param {TestSet} set @param {Pair} pair @param {string} name @returns {Numbers | null} */
export function columnNumbers(set, pair, name) {
  const column = numberColumns(set, pair).get(name);
  return column ? computedOnce(pair, "column " + name, column.numbers) : null;
}

/** @param {TestSet} set @param {Pair} pair @returns {NumberColumn[]} */
function savedColumns(set, pair) {
  return [...set.columns, ...pair.columns].flatMap((column) => {
    if (column.kind !== "number") return [];
    return [{ name: column.name, about: column.about, numbers: () => Float64Array.from(column.values, (value) => value ?? NaN) }];
  });
}

/** Contributions to Δ; none if BLEU of a system is 0. @param {TestSet} set @param {Pair} pair @returns {NumberColumn[]} */
function pointColumns(set, pair) {
  if (!pair.prices) return [];
  const start = "Contribution of the segment to Δ", orders = set.config.max_ngram_order;
  const through = (/** @type {number[]} */ columns) =>
    pointsOf(set, { ...pair, prices: pair.prices.map((price, k) => (columns.includes(k) ? price : 0)) });
  const ofOrders = Array.from({ length: orders }, (_, i) => ({
    name: `points.p${i + 1}`,
    about: `${start} through ${formatComponent(`p${i + 1}`)}, the precision of order ${formatInt(i + 1)}, in BLEU points.`,
    numbers: () => through([2 + i, 2 + orders + i]),
  }));
  return [...ofOrders, { name: "points.bp", about: `${start} through the brevity penalty, in BLEU points.`, numbers: () => through([0, 1]) }];
}

/** @param {TestSet} set @param {Pair} pair @returns {NumberColumn[]} */
function countColumns({ config, systems }, pair) {
  return /** @type {const} */ (["a", "b"]).flatMap((side) =>
    Array.from({ length: config.max_ngram_order }, (_, i) => ({
      name: `${side}.matches${i + 1}`,
      about: `Number of clipped matches of order ${formatInt(i + 1)} in the output of ${side.toUpperCase()}.`,
      numbers: () => systems[pair[side]].statistics[2 + i],
    })));
}

/** @param {TestSet} set @param {Pair} pair @returns {NumberColumn[]} */
function lengthColumns({ systems }, pair) {
  return /** @type {const} */ (["a", "b"]).flatMap((side) => {
    const [own, reference] = systems[pair[side]].statistics, name = side.toUpperCase();
    const about = `Length ratio of ${name}: output tokens per reference token; missing if the reference is empty.`;
    const ratios = () => own.map((length, row) => (reference[row] > 0 ? length / reference[row] : NaN));
    return [
      { name: `${side}.length`, about: `Number of tokens in the output of ${name}.`, numbers: () => own },
      { name: `${side}.ratio`, about, numbers: ratios },
    ];
  });
}
