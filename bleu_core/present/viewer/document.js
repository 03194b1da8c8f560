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
 * a segment with several texts has a list).
 * @typedef {{name: string, about: string} & ({kind: "number", values: (number | null)[]} | {kind: "flag", values: number[]} | {kind: "text", words: string[], values: (number | number[])[]})} Column
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
 * A row for each n-gram, the largest contributions first; q is null where it is not tested.
 * @typedef {[text: string, order: number, matchesA: number, matchesB: number, winsA: number, winsB: number, q: number | null, points: number, withNested: number]} NgramRow
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
/**
 * A compared with B: places in `systems`.
 * @typedef {object} Pair
 * @property {number} a
 * @property {number} b
 * @property {number} delta
 * @property {number[] | null} prices points of one more unit of each statistic; null if BLEU of a system is 0
 * @property {string} overview HTML that Python has escaped, or ""
 * @property {Column[]} columns of this pair
 * @property {Changes | null} changes null where they were not computed; a ranking has those of pairs with the baseline
 * @property {Metric[]} metrics
 * @property {NgramRow[] | null} ngrams null where they were not counted
 * @property {Column[]} bands columns of texts: the bands into which numbers of this pair are cut
 * @property {Column[]} slices columns of flags: slices with names
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
 * @property {string} overview HTML that Python has escaped: of the ranking or the suite, "" for a comparison
 * @property {import("browser/glossary_tip.js").Glossary} glossary
 * @property {TestSet[]} sets
 * @property {Omit<import("browser/matrix.js").Pairs, "glossary"> | null} matrix of a ranking, whose set has its systems in
 *     this order
 * @property {import("browser/board.js").Board & {anchors: string[], legend: string} | null} board of a suite: anchors of
 *     the test sets in `overview`
 */

/** The document of this page, which is compressed: see viewer/__init__.py. @returns {Promise<PageDocument>} */
export async function readDocument() {
  const text = document.getElementById("document").textContent.trim();
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}
