// The document of a page: what Python saves in it, version 1. docs/reference/page-format.md explains it.

/**
 * One text of every shown segment. Characters are code points.
 * @typedef {{texts: (string | null)[], tokens: (number[] | null)[],
 *   scored: Record<string, Record<string, string>>}} Lines
 */
/**
 * A system. Its statistics are by column and row.
 * @typedef {{name: string, statistics: number[][], lines: Lines, occurrences: string[][], covered: (string[] | null)[][]}} System
 */
/**
 * A column of all segments: numbers (null is missing), flags (0 or 1), or texts by their place in `words` (-1 is missing;
 * a segment with several texts has a list). Exchangeable columns stay the same if A and B are exchanged.
 * @typedef {{name: string, about: string, exchangeable?: boolean} & ({kind: "number", values: (number | null)[]} | {kind: "flag", values: number[]} | {kind: "text", words: string[], values: (number | number[])[]})} Column
 */
/**
 * Another metric on every segment.
 * @typedef {{label: string, term: string, decimals: number, lower: boolean, a: (number | null)[],
 *   b: (number | null)[]}} Metric
 */
/**
 * An n-gram. Its points are those of `nested` other n-grams inside it, too, whose matches depend on it; q is null where it
 * is not tested; `family` is the first one that it is in, -1 for none.
 * @typedef {[text: string, order: number, matchesA: number, matchesB: number, winsA: number, winsB: number, points: number, nested: number, q: number | null, family: number]} NgramRow
 */
/** @typedef {[text: string, order: number, matchesA: number, matchesB: number, winsA: number, winsB: number, points: number]} MemberRow */
/**
 * All n-grams that contain a text, or a token with a sign, and are in no earlier family.
 * @typedef {object} NgramFamily
 * @property {string} text
 * @property {boolean} sign whether the text is the name of a sign
 * @property {string} search the text in quotation marks, or a pattern of tokens between slashes
 * @property {number} points
 * @property {[number, number]} wins segments where A, and where B, has more matches, in all n-grams that contain it
 * @property {Text} substitute what the other output has instead; empty if that varies
 * @property {MemberRow[]} members
 * @property {{number: number, once: boolean, points: number}} others the members without a row, and whether each differs
 *     in one segment
 */
/**
 * @typedef {object} PairNgrams
 * @property {Text} sentence
 * @property {NgramFamily[]} families
 * @property {NgramRow[]} rows the largest contributions first, those in families too
 * @property {[name: string, points: number][]} closing what completes families, and n-grams in none, to Δ; of all other
 *     n-grams first
 * @property {{title: string, html: string} | null} words the table of words by frequency, which Python has escaped
 */
/** A sentence as spans. @typedef {[text: string, tone?: string, term?: string, opens?: string][]} Text */
/**
 * What changed between A and B, by place. `a` has for each order a sign for each n-gram of A, by its first token:
 * + a match that B lacks, - none (no signs after the last +); `b` has those that B gained.
 * @typedef {object} Changes
 * @property {(string[] | null)[]} a
 * @property {(string[] | null)[]} b
 * @property {(Text | null)[]} sentences what B lost and gained
 * @property {([side: number, start: number, end: number] | null)[]} leads the passage with the largest change: 0 in A,
 *     1 in B, and its characters
 */
/** @typedef {[low: number, high: number] | null} Interval */
/**
 * A criterion to slice by: a column, intervals of Δ (value, low, high), and what they resample or why there are none.
 * @typedef {{column: string, ordered: boolean, intervals: [string, number, number][], note: Text}} Criterion
 */
/** The sentence is about the first criteria, which are shown at first; the lead about the first one alone. @typedef {{sentence: Text, lead: Text, first: string[], criteria: Criterion[]}} Slicing */
/**
 * A slice of the slice finder. With a test, Δ, its interval and the surplus are those of the held-out half.
 * @typedef {{name: string, tested: boolean, segments: number, tokens: number, points: number, share: number,
 *   delta: number, interval: Interval, surplus: number | null, bounds: Interval,
 *   verdict: Text}} FoundSlice
 */
/** @typedef {{notes: Text[], slices: FoundSlice[]}} Finder */
/** The note is why it is not tested. @typedef {{name: string, expression: string, segments: number, delta: number | null, interval: Interval, note: string}} SavedSlice */
/** @typedef {{note: Text, slices: SavedSlice[]}} Saved */
/**
 * A compared with B: places in `systems`.
 * @typedef {{a: number, b: number, delta: number, prices: number[] | null,
 *   overview: import("./overview/overview.js").Overview | null, columns: Column[],
 *   changes: Changes | null, metrics: Metric[], ngrams: PairNgrams | null, bands: Column[],
 *   slices: Column[], interval: Interval, slicing: Slicing, finder: Finder | null,
 *   saved: Saved | null}} Pair
 */
/**
 * @typedef {{name: string, size: number, numbers: number[] | null, shown: number[] | null,
 *   config: Config, signature: string, source: (string | null)[] | null, references: Lines[],
 *   systems: System[], columns: Column[], pairs: Pair[]}} TestSet
 */
/** @typedef {{max_ngram_order: number, smooth_method: "exp" | "floor" | "add-k" | "none", smooth_value: number | null, weights: number[] | null, effective_order: boolean}} Config */
/**
 * @typedef {{format: "bleuscope-page", version: 1, program: string,
 *   kind: "comparison" | "ranking" | "suite", title: string,
 *   glossary: import("browser/glossary_tip.js").Glossary, sets: TestSet[],
 *   ranking: import("./systems/systems.js").RankingScreen | null,
 *   suite: import("./suites/suites.js").SuiteScreen | null}} PageDocument
 */

/** The document of this page, which is compressed: see viewer/__init__.py. @returns {Promise<PageDocument>} */
export async function readDocument() {
  const text = document.getElementById("document").textContent.trim();
  const binary = atob(text), bytes = new Uint8Array(binary.length);
  // Many times as fast as Uint8Array.from with a function.
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}
