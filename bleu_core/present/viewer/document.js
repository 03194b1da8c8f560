// The document of a page: what Python saves in it, version 1. docs/reference/page-format.md explains it.

/**
 * One text of every shown segment. Characters are code points.
 * @typedef {object} Lines
 * @property {(string | null)[]} texts null where the segment lacks it
 * @property {(number[] | null)[]} tokens for each token its distance from the end of the one before, and its length
 * @property {Record<string, Record<string, string>>} scored by place and token, tokens that are scored otherwise than written
 */
/**
 * @typedef {object} System
 * @property {string} name
 * @property {number[][]} statistics by column (sys_len, ref_len, counts 1 … N, totals 1 … N), a number for each of all segments
 * @property {Lines} lines
 * @property {string[][]} occurrences by place and order, a sign for each n-gram: + credited, ^ clipped, - unmatched
 * @property {(string[] | null)[][]} covered by reference, place and order: + covered, - missed; null without that reference
 */
/**
 * A column of all segments: numbers (null is missing), flags (0 or 1), or texts by their place in `words` (-1 is missing;
 * a segment with several texts has a list). Exchangeable columns stay the same if A and B are exchanged.
 * @typedef {{name: string, about: string, exchangeable?: boolean} & ({kind: "number", values: (number | null)[]} | {kind: "flag", values: number[]} | {kind: "text", words: string[], values: (number | number[])[]})} Column
 */
/**
 * Another metric on every segment.
 * @typedef {object} Metric
 * @property {string} label
 * @property {string} term of the glossary, or ""
 * @property {number} decimals
 * @property {boolean} lower whether lower is better
 * @property {(number | null)[]} a
 * @property {(number | null)[]} b
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
 * @typedef {object} FoundSlice
 * @property {string} name its expression, of `slices`
 * @property {boolean} tested
 * @property {number} segments
 * @property {number} points
 * @property {number} share of all losses, or all gains, 0 to 1
 * @property {number} delta
 * @property {Interval} interval
 * @property {number | null} surplus points beyond its share
 * @property {Interval} bounds of the surplus
 * @property {Text} verdict confirmed or not, and why
 */
/** @typedef {{notes: Text[], slices: FoundSlice[]}} Finder */
/** The note is why it is not tested. @typedef {{name: string, expression: string, segments: number, delta: number | null, interval: Interval, note: string}} SavedSlice */
/** @typedef {{note: Text, slices: SavedSlice[]}} Saved */
/**
 * A compared with B: places in `systems`.
 * @typedef {object} Pair
 * @property {number} a
 * @property {number} b
 * @property {number} delta
 * @property {number[] | null} prices points of one more unit of each statistic; null if BLEU of a system is 0
 * @property {import("./overview/overview.js").Overview | null} overview null in a ranking
 * @property {Column[]} columns of this pair
 * @property {Changes | null} changes null where they were not computed; a ranking has those of pairs with the baseline
 * @property {Metric[]} metrics
 * @property {PairNgrams | null} ngrams null where they were not counted, or have no points
 * @property {Column[]} bands columns of texts: the bands into which numbers of this pair are cut
 * @property {Column[]} slices columns of flags: slices with names
 * @property {Interval} interval of Δ
 * @property {Slicing} slicing
 * @property {Finder | null} finder null if the slice finder was not run
 * @property {Saved | null} saved null if there are none
 */
/**
 * @typedef {object} TestSet
 * @property {string} name "" for the only one
 * @property {number} size
 * @property {number[] | null} numbers of the segments in the whole test set, from 1; null if these are all
 * @property {number[] | null} shown the segments with texts, in order; null for all. A "place" is a place in it
 * @property {Config} config
 * @property {string} signature
 * @property {(string | null)[] | null} source by place
 * @property {Lines[]} references
 * @property {System[]} systems
 * @property {Column[]} columns of the input
 * @property {Pair[]} pairs
 */
/** @typedef {{max_ngram_order: number, smooth_method: "exp" | "floor" | "add-k" | "none", smooth_value: number | null, weights: number[] | null, effective_order: boolean}} Config */
/**
 * @typedef {object} PageDocument
 * @property {"bleuscope-page"} format
 * @property {1} version
 * @property {string} program
 * @property {"comparison" | "ranking" | "suite"} kind
 * @property {string} title
 * @property {import("browser/glossary_tip.js").Glossary} glossary
 * @property {TestSet[]} sets
 * @property {import("./systems/systems.js").RankingScreen | null} ranking whose set has its systems in this order
 * @property {import("./suites/suites.js").SuiteScreen | null} suite
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
