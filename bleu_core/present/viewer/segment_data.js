// An open segment, from the compact document: what `takeSegment` of browser/segment draws, and what
// segment_data of pages/ui/segments/segment_view makes in the app.

import { formatComponent, formatDelta, formatFraction, formatScore, formatSmallDelta, NO_VALUE, oneLine, roundedScore } from "./numbers.js";
import { ngramSpans } from "./concordance.js";
import { findSpans, mergeSpans, searchedLines } from "./searching.js";
import { clippingRows, matchAt, tallyOf, tokensAt } from "./segment_ngrams.js";
import { bleuOf, brevityPenalty, pointsOfRow, precisionsOf, rowOf, sentenceConfig } from "./statistics.js";
import { diffOfWords } from "./word_diff.js";

/** @typedef {import("browser/marked_lines.js").Hits} Hits */
/** @typedef {import("browser/marked_lines.js").Token} Token */
/** @typedef {import("browser/segment/view.js").Segment} Segment */
/** @typedef {import("./document.js").Config} Config */
/** @typedef {import("./document.js").Pair} Pair */
/** @typedef {import("./document.js").TestSet} TestSet */
/** @typedef {[column: string, text: string][]} Search */

const LONGEST_LABEL = 16; // characters of a metric's name in the table of scores

/**
 * The place of a segment among those with texts; -1 if it has none in the document.
 * @param {TestSet} set
 * @param {number} row
 */
export function shownPlace({ shown, size }, row) {
  if (!shown) return row >= 0 && row < size ? row : -1;
  let low = 0, high = shown.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (shown[middle] < row) low = middle + 1;
    else high = middle;
  }
  return shown[low] === row ? low : -1;
}

// ---- Scores.

/** The precision of an order: as it is counted, and as the score uses it. @param {number[]} row @param {number[]} percents @param {number} n from 0 */
function precisionAt(row, percents, n) {
  const count = row[2 + n], total = row[2 + percents.length + n], taken = percents[n];
  const percent = total > 0 ? (100 * count) / total : 0;
  const smoothed = Math.abs(taken - percent) > 1e-9 * Math.max(taken, percent);
  const counted = total > 0 ? formatScore(percent, 1) : NO_VALUE;
  return {
    fraction: formatFraction(count, total),
    share: percent / 100,
    percent: smoothed ? `${counted} → ${formatScore(taken, 1)}` : counted,
    smoothed: smoothed ? formatScore(taken, 1) : null,
  };
}

/** A line of numbers. @param {number} a @param {number} b @param {number} digits */
function scoreLine(a, b, digits) {
  return { a: formatScore(a, digits), b: formatScore(b, digits), delta: formatDelta(b - a, digits) };
}

/**
 * The scores of one segment, A | B | Δ.
 * @param {number[]} a
 * @param {number[]} b
 * @param {Config} config
 */
function scoreNumbers(a, b, config) {
  const own = sentenceConfig(config), percentsA = precisionsOf(a, config), percentsB = precisionsOf(b, config);
  return {
    orders: percentsA.map((percent, n) => ({
      label: formatComponent(`p${n + 1}`),
      a: precisionAt(a, percentsA, n),
      b: precisionAt(b, percentsB, n),
      delta: [a, b].every((row) => row[2 + percentsA.length + n] > 0) ? formatDelta(percentsB[n] - percent, 1) : NO_VALUE,
    })),
    score: scoreLine(bleuOf(a, own), bleuOf(b, own), 2),
    bp: scoreLine(brevityPenalty(a), brevityPenalty(b), 3),
    length: { a: formatFraction(a[0], a[1]), b: formatFraction(b[0], b[1]), delta: formatDelta(b[0] - a[0], 0) },
    settings: "effective order, smoothing " + config.smooth_method,
  };
}

/**
 * The line of another metric, with dashes for a segment without a score.
 * @param {import("./document.js").Metric} metric
 * @param {number} row
 */
function metricLine({ label, term, decimals, lower, a, b }, row) {
  const about = { label: oneLine(label, LONGEST_LABEL), term };
  if (a[row] === null || b[row] === null) return { ...about, a: NO_VALUE, b: NO_VALUE, delta: NO_VALUE, better: 0 };
  const better = Math.sign(roundedScore(b[row] - a[row])) * (lower ? -1 : 1);
  return { ...about, ...scoreLine(a[row], b[row], decimals), better: better + 0 }; // no negative zero
}

/**
 * The table of scores of a segment, for which no texts are needed.
 * @param {TestSet} set
 * @param {Pair} pair
 * @param {number} row
 */
export function segmentNumbers({ systems, config }, pair, row) {
  const metrics = pair.metrics.map((metric) => metricLine(metric, row));
  return { ...scoreNumbers(rowOf(systems[pair.a], row), rowOf(systems[pair.b], row), config), metrics };
}

// ---- Texts.

/**
 * For A, B and each reference, the tokens that another line lacks. A diff is made when it is read.
 * @param {Record<string, Token[]>} lines
 * @returns {Segment["words"]}
 */
function wordDiffs({ a, b, ...references }) {
  /** @type {Segment["words"]} */
  const words = {};
  const texts = (/** @type {Token[]} */ tokens) => tokens.map(({ text }) => text);
  const add = (/** @type {string} */ key, /** @type {Token[]} */ x, /** @type {Token[]} */ y) => {
    /** @type {[number[], number[]]} */
    let diff;
    Object.defineProperty(words, key, { enumerable: true, get: () => (diff ??= diffOfWords(texts(x), texts(y))) });
  };
  add("a|b", a, b);
  for (const [r, tokens] of Object.entries(references)) {
    add("a|" + r, a, tokens);
    add("b|" + r, b, tokens);
  }
  return words;
}

/**
 * Search hits in each line that was searched.
 * @param {Record<string, string | null>} lines
 * @param {number} references
 * @param {Search} search
 */
function searchHits(lines, references, search) {
  /** @type {Record<string, Hits>} */
  const hits = {};
  for (const [column, wanted] of search) {
    for (const name of searchedLines(column, references)) {
      if (lines[name]) hits[name] = mergeSpans([...(hits[name] ?? []), ...findSpans(lines[name], wanted)]);
    }
  }
  return hits;
}

/** Occurrences of an n-gram in each line that is tokenized. @param {Record<string, import("./document.js").Lines>} lines @param {number} place @param {string} ngram */
function ngramHits(lines, place, ngram) {
  const found = Object.entries(lines).map(([name, own]) => [name, mergeSpans(ngramSpans(own, place, ngram))]);
  return /** @type {Record<string, Hits>} */ (Object.fromEntries(found.filter(([, spans]) => spans.length)));
}

/** The document of a segment, if documents are known. @param {TestSet} set @param {number} row */
function documentOfRow({ columns }, row) {
  const column = columns.find(({ name }) => name === "document");
  return column?.kind === "text" ? column.words[Number(column.values[row])] ?? null : null;
}

// ---- The segment.

/**
 * @param {import("./document.js").PageDocument} doc
 * @param {TestSet} set
 * @param {Pair} pair
 * @param {number} row
 * @param {Search} search texts whose occurrences are marked
 * @param {string} [ngram] that is marked instead
 * @returns {Segment | null} null if the document has no texts of the segment
 */
export function segmentData(doc, set, pair, row, search, ngram = "") {
  const place = shownPlace(set, row), systems = { a: set.systems[pair.a], b: set.systems[pair.b] };
  if (place < 0) return null;
  const { config } = set, match_a = matchAt(systems.a, place), match_b = matchAt(systems.b, place);
  const references = set.references.map(({ texts }) => texts[place]);
  const tokens = set.references.map((lines) => tokensAt(lines, place));
  const ngrams = clippingRows(match_a.tokens, match_b.tokens, tokens, config.max_ngram_order);
  const texts = { a: systems.a.lines.texts[place], b: systems.b.lines.texts[place] };
  const source = set.source ? set.source[place] : null;
  const present = Object.entries(tokens).filter(([, line]) => line);
  const points = pointsOfRow(set, pair, row);
  return {
    comparison: `${doc.sets.indexOf(set)} ${set.pairs.indexOf(pair)}`,
    segment: row,
    document: documentOfRow(set, row),
    order: config.max_ngram_order,
    names: { a: oneLine(systems.a.name), b: oneLine(systems.b.name) },
    source,
    source_more: "",
    references,
    texts,
    own: texts,
    more: {},
    match: { match_a, match_b, ngrams, tally: tallyOf(ngrams), references: tokens },
    words: wordDiffs({ a: match_a.tokens, b: match_b.tokens, ...Object.fromEntries(present) }),
    carries: Number.isNaN(points) ? "" : formatSmallDelta(points),
    total: ` of Δ ${formatDelta(pair.delta)}`,
    numbers: segmentNumbers(set, pair, row),
    notes: [],
    hits: ngram ? ngramHits({ a: systems.a.lines, b: systems.b.lines, ...Object.fromEntries(Object.entries(set.references)) }, place, ngram) : searchHits({ ...texts, source, ...Object.fromEntries(Object.entries(references)) }, references.length, search),
    glossary: doc.glossary,
    judging: null,
  };
}
