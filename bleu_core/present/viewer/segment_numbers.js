// Numbers of all segments that several screens need, each computed once, and where the texts of a segment are.

import { formatSmallDelta } from "./numbers.js";
import { pointsOf, sentenceScores } from "./statistics.js";

/** @import { Token } from "browser/characters.js" */
/** @import { Lines, Pair, TestSet } from "./document.js" */
/** @typedef {ArrayLike<number>} Numbers one of each segment; NaN is missing */

/** @type {WeakMap<object, Map<string, any>>} */
const computedOf = new WeakMap();

/**
 * What `compute` returns, computed once for `owner` and `name`.
 * @template T
 * @param {object} owner
 * @param {string} name
 * @param {() => T} compute
 * @returns {T}
 */
export function computedOnce(owner, name, compute) {
  const all = computedOf.get(owner) ?? new Map();
  computedOf.set(owner, all);
  if (!all.has(name)) all.set(name, compute());
  return all.get(name);
}

/** The number of a segment in the whole test set, from 1. @param {TestSet} set @param {number} row */
export function numberOfRow({ numbers }, row) {
  return numbers ? numbers[row] : row + 1;
}

/** The row of a segment by its number; -1 for none. @param {TestSet} set @param {number} number */
export function rowOfNumber({ numbers, size }, number) {
  return numbers ? numbers.indexOf(number) : number <= size ? number - 1 : -1;
}

/** Sentence BLEU of a system. @param {TestSet} set @param {number} system */
export function sentenceBleu({ systems, config }, system) {
  return computedOnce(systems[system], "sentences", () => sentenceScores(systems[system], config));
}

/** Δ of sentence BLEU. @param {TestSet} set @param {Pair} pair */
export function sentenceDeltas(set, pair) {
  return computedOnce(pair, "deltas", () => {
    const a = sentenceBleu(set, pair.a), b = sentenceBleu(set, pair.b);
    return a.map((score, i) => b[i] - score);
  });
}

/** Contributions to Δ; NaN if BLEU of a system is 0. @param {TestSet} set @param {Pair} pair */
export function segmentPoints(set, pair) {
  return computedOnce(pair, "points", () => pointsOf(set, pair));
}

const VISIBLE = 0.0005; // points

/** What is missing to Δ in the sum of the segments; "" if nothing is, or points are undefined. @param {TestSet} set @param {Pair} pair */
export function unattributedNote(set, pair) {
  return computedOnce(pair, "unattributed", () => {
    if (!pair.prices) return "";
    const left = pair.delta - segmentPoints(set, pair).reduce((sum, points) => sum + points, 0);
    if (Math.abs(left) < VISIBLE) return "";
    return `Not attributed to segments: ${formatSmallDelta(left)} points, from n-gram orders with no match in a system, or for which only one system is long enough.`;
  });
}

// ---- Columns of numbers to sort by: those of the document, and those that follow from its statistics.

/** @typedef {[name: string, numbers: () => Numbers]} NumberColumn */

/** The columns by name; NaN is missing. @param {TestSet} set @param {Pair} pair @returns {Map<string, () => Numbers>} computed on each call */
export function numberColumns(set, pair) {
  return computedOnce(pair, "number columns", () => {
    const [a, b] = /** @type {const} */ (["a", "b"]).map((side) => statisticColumns(set, pair, side));
    const saved = [...set.columns, ...pair.columns].flatMap((column) => (column.kind === "number"
      ? [/** @type {NumberColumn} */ ([column.name, () => Float64Array.from(column.values, (value) => value ?? NaN)])] : []));
    return new Map([...pointColumns(set, pair), ...a.matches, ...b.matches, ...a.lengths, ...b.lengths, ...saved]);
  });
}

/** The numbers of a column, computed once; null without it. @param {TestSet} set @param {Pair} pair @param {string} name @returns {Numbers | null} */
export function columnNumbers(set, pair, name) {
  const numbers = numberColumns(set, pair).get(name);
  return numbers ? computedOnce(pair, "column " + name, numbers) : null;
}

/** Contributions to Δ by component; none if BLEU of a system is 0. @param {TestSet} set @param {Pair} pair @returns {NumberColumn[]} */
function pointColumns(set, pair) {
  if (!pair.prices) return [];
  const orders = set.config.max_ngram_order, through = (/** @type {number[]} */ columns) => () =>
    pointsOf(set, { ...pair, prices: pair.prices.map((price, k) => (columns.includes(k) ? price : 0)) });
  return [...Array.from({ length: orders }, (_, i) => /** @type {NumberColumn} */ ([`points.p${i + 1}`, through([2 + i, 2 + orders + i])])),
    ["points.bp", through([0, 1])]];
}

/** Clipped matches, length, and length ratio of a side. @param {TestSet} set @param {Pair} pair @param {"a" | "b"} side @returns {{matches: NumberColumn[], lengths: NumberColumn[]}} */
function statisticColumns({ config, systems }, pair, side) {
  const { statistics } = systems[pair[side]], [own, reference] = statistics;
  const ratios = () => own.map((length, row) => (reference[row] > 0 ? length / reference[row] : NaN));
  return {
    matches: Array.from({ length: config.max_ngram_order }, (_, i) => [`${side}.matches${i + 1}`, () => statistics[2 + i]]),
    lengths: [[`${side}.length`, () => own], [`${side}.ratio`, ratios]],
  };
}

// ---- Where the texts of a segment are in the document, with their tokens.

/** The place of a segment among those with texts; -1 if it has none in the document. @param {TestSet} set @param {number} row */
export function shownPlace(set, row) {
  const { shown, size } = set;
  if (!shown) return row >= 0 && row < size ? row : -1;
  return computedOnce(set, "places", () => new Map(shown.map((one, place) => [one, place]))).get(row) ?? -1;
}

/** The document of a segment; null without one. @param {TestSet} set @param {number} row */
export function documentOf({ columns }, row) {
  const column = columns.find(({ name }) => name === "document");
  return column?.kind === "text" ? column.words[Number(column.values[row])] ?? null : null;
}

const BEYOND_BMP = /[\ud800-\udfff]/;

/** The tokens of a line; null where the segment lacks it. @param {Lines} lines @param {number} place @returns {Token[] | null} */
export function tokensAt({ texts, tokens, scored }, place) {
  const text = texts[place], widths = tokens[place], other = scored[place] ?? {};
  if (text === null || !widths) return null;
  const characters = BEYOND_BMP.test(text) ? Array.from(text) : null;
  const part = (/** @type {number} */ start, /** @type {number} */ end) =>
    characters ? characters.slice(start, end).join("") : text.slice(start, end);
  const found = [];
  for (let t = 0, end = 0; 2 * t < widths.length; t++) {
    const start = end + widths[2 * t];
    end = start + widths[2 * t + 1];
    found.push({ text: other[t] ?? part(start, end), start, end });
  }
  return found;
}
