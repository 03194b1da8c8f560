// The columns of a comparison, and the segments that match an expression, as bleu_core/segments chooses them.

import { checkTree } from "./checking.js";
import { maskOf } from "./evaluation.js";
import { conjunctsIn, ExpressionProblem, isPattern, joinedTrees, namesIn, parseExpression, writtenTree } from "./expressions.js";
import { formatComponent, formatInt, roundedScore } from "./numbers.js";
import { computedOnce, segmentPoints, sentenceBleu, sentenceDeltas } from "./segment_numbers.js";
import { pointsOf } from "./statistics.js";

/** @typedef {import("./document.js").Column} Column */
/** @typedef {import("./document.js").Lines} Lines */
/** @typedef {import("./document.js").Pair} Pair */
/** @typedef {import("./document.js").TestSet} TestSet */
/** @typedef {import("./expressions.js").Tree} Tree */
/**
 * Texts of the segments: by segment the place of its text in `words`, -1 for none, or several places. Of running
 * texts, whose tokens are in `lines`, -1 is a segment that is not shown; `lowercase`: tokens are in lower case.
 * @typedef {{words: (string | null)[], places: ArrayLike<number | number[]>, lines?: Lines, lowercase?: boolean}} SegmentTexts
 */
/**
 * A column: NaN is a missing number; a segment matches if any of its texts does.
 * @typedef {{name: string, about: string} & ({kind: "number", numbers: () => ArrayLike<number>}
 *   | {kind: "flag", flags: () => ArrayLike<number>} | {kind: "text", texts: () => SegmentTexts[]})} FilterColumn
 */

const RUNNING_TEXTS = ["source", "reference", "a", "b", "text"];
/** Signs of the ends of a range, as printed. @type {Record<string, string>} */
const RANGE_ENDS = { ">=": "≥", ">": ">", "<=": "≤", "<": "<" };

/** The columns of a pair by name; their values are computed on first use. @param {TestSet} set @param {Pair} pair */
export function columnsOf(set, pair) {
  return computedOnce(pair, "columns", () => {
    const all = [...computedColumns(set, pair), ...[...set.columns, ...pair.columns].map(savedColumn)];
    return new Map(all.map((column) => [column.name, column]));
  });
}

/**
 * The segments that match an expression, in file order; all for an empty one. If it uses running texts, none
 * matches whose texts are not shown. ExpressionProblem if it is invalid.
 * @param {string} text
 * @param {Map<string, FilterColumn>} columns
 * @param {number} size
 * @returns {number[]}
 */
export function rowsOf(text, columns, size) {
  if (!text.trim()) return [...Array(size).keys()];
  const tree = parseExpression(text);
  checkTree(tree, columns);
  const mask = maskOf(tree, columns, size), output = columns.get("a");
  const places = namesARunningText(tree) && output.kind === "text" ? output.texts()[0].places : null;
  return [...mask.keys()].filter((row) => mask[row] && (!places || Number(places[row]) >= 0));
}

/**
 * The segments that a filter selects: null for all. Of an expression with conditions that mean nothing for these
 * columns, the others hold, which are `rest`; `problem` is the first that is wrong.
 * @param {string} where
 * @param {Map<string, FilterColumn>} columns
 * @param {number} size
 * @returns {{rows: number[] | null, problem: ExpressionProblem | null, rest: string}}
 */
export function selectedRows(where, columns, size) {
  if (!where.trim()) return { rows: null, problem: null, rest: "" };
  try {
    return { rows: rowsOf(where, columns, size), problem: null, rest: where };
  } catch (error) {
    if (!(error instanceof ExpressionProblem)) throw error;
    const rest = joinedTrees(conjunctsIn(where).filter((part) => hasMeaning(part, columns)));
    return { rows: rest ? rowsOf(rest, columns, size) : null, problem: error, rest };
  }
}

/** @param {Tree} tree @param {Map<string, FilterColumn>} columns */
function hasMeaning(tree, columns) {
  try {
    checkTree(tree, columns);
    return true;
  } catch (error) {
    if (error instanceof ExpressionProblem) return false;
    throw error;
  }
}

/** Whether an expression is about texts, which only shown segments have. @param {string} text */
export function usesTexts(text) {
  return conjunctsIn(text).some(namesARunningText);
}

/** @param {Tree} tree */
function namesARunningText(tree) {
  return namesIn(tree).some(({ name }) => RUNNING_TEXTS.includes(name));
}

/**
 * What an expression requires of texts: pairs of a column and a text, or a /pattern/.
 * @param {string} text
 * @returns {[string, string][]}
 */
export function searchesOf(text) {
  return conjunctsIn(text).flatMap(searchesIn);
}

/** @param {Tree} tree @returns {[string, string][]} */
function searchesIn(tree) {
  if (tree.type === "and" || tree.type === "or") return tree.parts.flatMap(searchesIn);
  if (tree.type !== "test" || !RUNNING_TEXTS.includes(tree.column.name)) return [];
  const { column: { name }, sign, values: [value] } = tree;
  if (isPattern(value)) return [[name, `/${value.pattern}/`]];
  return sign === "contains" || sign === "has" ? [[name, String(value)]] : [];
}

/**
 * The conditions of an expression that can be removed, and the rest without each; both ends of a range are one.
 * @param {string} text
 * @returns {{text: string, rest: string}[]}
 */
export function filterConditions(text) {
  const parts = conjunctsIn(text);
  /** @type {Map<string | Tree, Tree[]>} */
  const groups = new Map();
  for (const part of parts) {
    const key = part.type === "test" && part.sign in RANGE_ENDS ? part.column.name : part;
    groups.set(key, [...(groups.get(key) ?? []), part]);
  }
  return [...groups.values()].map((group) => {
    return { text: group.map(conditionText).join(" and "), rest: joinedTrees(parts.filter((part) => !group.includes(part))) };
  });
}

/** A condition as printed: in a range, the column is written once. @param {Tree} tree @param {number} place in the range */
function conditionText(tree, place) {
  let text = writtenTree(tree);
  if (tree.type === "test" && tree.sign in RANGE_ENDS) text = text.replace(` ${tree.sign} `, ` ${RANGE_ENDS[tree.sign]} `);
  return place ? text.slice(text.indexOf(" ") + 1) : text;
}

/** @template T @param {() => T} make @returns {() => T} */
function lazily(make) {
  /** @type {T | undefined} */
  let made;
  return () => (made ??= make());
}

/** @param {Column} column @returns {FilterColumn} */
function savedColumn(column) {
  const { name, about } = column;
  if (column.kind === "flag") return { name, about, kind: "flag", flags: () => column.values };
  if (column.kind === "text") return { name, about, kind: "text", texts: () => [{ words: column.words, places: column.values }] };
  return numberColumn(name, about, () => Float64Array.from(column.values, (value) => value ?? NaN));
}

/** @param {string} name @param {string} about @param {() => ArrayLike<number>} make @returns {FilterColumn} */
function numberColumn(name, about, make) {
  return { name, about, kind: "number", numbers: lazily(make) };
}

/**
 * Columns that follow from the document, so that they are not saved in it.
 * @param {TestSet} set
 * @param {Pair} pair
 * @returns {FilterColumn[]}
 */
function computedColumns(set, pair) {
  const lines = () => set.numbers ?? Float64Array.from({ length: set.size }, (_, row) => row + 1);
  const groups = [textColumns, scoreColumns, pointColumns, countColumns, lengthColumns];
  return [numberColumn("line", "Line number, from 1.", lines), ...groups.flatMap((group) => group(set, pair))];
}

/** @param {TestSet} set @param {Pair} pair @returns {FilterColumn[]} */
function textColumns({ size, shown, source, references, systems, signature }, pair) {
  const places = lazily(() => {
    const result = new Int32Array(size).fill(-1);
    (shown ?? Array.from(result.keys())).forEach((row, place) => { result[row] = place; });
    return result;
  });
  const lowercase = /\bcase:lc\b/.test(signature);
  const textsOfLines = (/** @type {Lines} */ lines) => ({ words: lines.texts, places: places(), lines, lowercase });
  const column = (/** @type {string} */ name, /** @type {string} */ about, /** @type {() => SegmentTexts[]} */ texts) =>
    /** @type {FilterColumn} */ ({ name, about, kind: "text", texts });
  const inSource = () => (source ? [{ words: source, places: places() }] : []);
  const lines = [...references, systems[pair.a].lines, systems[pair.b].lines];
  return [
    ...(source ? [column("source", "Source text.", inSource)] : []),
    column("reference", "Any reference text.", () => references.map(textsOfLines)),
    column("a", "Output of A.", () => [textsOfLines(systems[pair.a].lines)]),
    column("b", "Output of B.", () => [textsOfLines(systems[pair.b].lines)]),
    column("text", "Any text: source, reference, or output of A or B.", () => [...inSource(), ...lines.map(textsOfLines)]),
  ];
}

/** @param {TestSet} set @param {Pair} pair @returns {FilterColumn[]} */
function scoreColumns(set, pair) {
  const deltas = lazily(() => sentenceDeltas(set, pair).map(roundedScore));
  const about = "Sentence BLEU of B minus A, in points";
  return [
    numberColumn("a.bleu", "Sentence BLEU of A, with effective order, 0 to 100.", () => sentenceBleu(set, pair.a)),
    numberColumn("b.bleu", "Sentence BLEU of B, with effective order, 0 to 100.", () => sentenceBleu(set, pair.b)),
    numberColumn("delta", `${about}.`, deltas),
    numberColumn("gain", `${about} (equal to delta, as higher is better).`, deltas),
  ];
}

/** Contributions to Δ; none if BLEU of a system is 0. @param {TestSet} set @param {Pair} pair @returns {FilterColumn[]} */
function pointColumns(set, pair) {
  if (!pair.prices) return [];
  const start = "Contribution of the segment to Δ", orders = set.config.max_ngram_order;
  const through = (/** @type {number[]} */ columns) =>
    pointsOf(set, { ...pair, prices: pair.prices.map((price, k) => (columns.includes(k) ? price : 0)) });
  const ofOrder = (/** @type {number} */ n) => numberColumn(
    `points.p${n}`,
    `${start} through ${formatComponent(`p${n}`)}, the precision of order ${formatInt(n)}, in BLEU points.`,
    () => through([1 + n, 1 + orders + n]),
  );
  return [
    numberColumn("points", `${start}, in BLEU points.`, () => segmentPoints(set, pair)),
    ...Array.from({ length: orders }, (_, i) => ofOrder(i + 1)),
    numberColumn("points.bp", `${start} through the brevity penalty, in BLEU points.`, () => through([0, 1])),
  ];
}

/** @param {TestSet} set @param {Pair} pair @returns {FilterColumn[]} */
function countColumns({ config, systems }, pair) {
  return /** @type {const} */ (["a", "b"]).flatMap((side) =>
    Array.from({ length: config.max_ngram_order }, (_, i) => numberColumn(
      `${side}.matches${i + 1}`,
      `Number of clipped matches of order ${formatInt(i + 1)} in the output of ${side.toUpperCase()}.`,
      () => systems[pair[side]].statistics[2 + i],
    )),
  );
}

/** @param {TestSet} set @param {Pair} pair @returns {FilterColumn[]} */
function lengthColumns({ systems }, pair) {
  const [, ofA] = systems[pair.a].statistics, [, ofB] = systems[pair.b].statistics;
  const about = "Reference length in tokens: the mean of the lengths used for A and for B.";
  const sides = /** @type {const} */ (["a", "b"]).flatMap((side) => {
    const [own, reference] = systems[pair[side]].statistics, name = side.toUpperCase();
    const ratio = `Length ratio of ${name}: output tokens per reference token; missing if the reference is empty.`;
    const ratios = () => own.map((length, row) => (reference[row] > 0 ? length / reference[row] : NaN));
    return [
      numberColumn(`${side}.length`, `Number of tokens in the output of ${name}.`, () => own),
      numberColumn(`${side}.ratio`, ratio, ratios),
    ];
  });
  return [numberColumn("reference.length", about, () => ofA.map((length, row) => (length + ofB[row]) / 2)), ...sides];
}
