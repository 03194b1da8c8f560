// What data.py gives, for the type checker. Numbers are texts, as they read.

/** @typedef {import("../../widgets/marked_lines.js").Token} Token */
/** @typedef {import("../../widgets/marked_lines.js").Occurrences} Occurrences */
/** @typedef {{text: string, tokens: Token[], occurrences: Occurrences, references: Occurrences[]}} Line */
/**
 * @typedef {{line: number, text: string, count: number, in_refs: number[], limit: number, credited: number, taken: number}} NgramRow
 */
/** @typedef {[sign: string, text: string]} Printed a number and the sign before it: "=", or "≈" where it is rounded */
/**
 * @typedef {object} OrderData
 * @property {number} n
 * @property {NgramRow[]} rows
 * @property {number} standard
 * @property {number} credited
 * @property {number} taken
 * @property {number} total
 * @property {Printed | null} raw
 * @property {Printed | null} standard_share
 * @property {string} scored
 * @property {Printed} precision
 * @property {boolean} smoothed
 * @property {string} weight
 */
/**
 * @typedef {object} SideData a candidate
 * @property {"A" | "B"} letter
 * @property {Line[]} lines
 * @property {OrderData[]} orders
 * @property {{c: number, refs: (number | null)[], r: string}[]} lengths
 * @property {string} c
 * @property {string} r
 * @property {boolean} short
 * @property {string} bp
 * @property {number} bp_value
 * @property {number | null} ratio
 * @property {{name: string, r: string, bp: string}[]} rules
 * @property {string} smoothed what smoothing did to the score, "" for nothing
 * @property {string} r_exact
 * @property {string[]} logs of each order
 * @property {string[]} terms of each order
 * @property {Printed} log_sum
 * @property {[Printed, Printed, Printed]} product BP, geometric mean and BLEU
 * @property {string} geometric
 * @property {string} arithmetic
 * @property {string} score
 * @property {string[]} sentences
 * @property {string} sentence_mean
 * @property {{method: "exp" | "floor" | "add-k" | "none", value: string, score: string, current: boolean}[]} smoothings
 */
/** @typedef {{candidates: string[], references: string[], settings: Record<string, any>}} OnDesk what is edited */
/**
 * @typedef {object} BenchData
 * @property {string} lesson
 * @property {number[]} opens
 * @property {string | null} serial
 * @property {boolean} covered whether what would answer the lesson's question is left out: signature, curve, references, sides
 * @property {string} problem
 * @property {string[] | null} changes
 * @property {string[]} notes
 * @property {boolean} own whether these are not the lesson's texts and settings
 * @property {string} address the query string of this bench
 * @property {string[]} candidates
 * @property {string[]} texts
 * @property {Record<string, any>} settings
 * @property {{tokenizers: string[], smoothing: string[], values: Record<string, string>, lengths: string[], orders: number}} options
 * @property {Record<string, [string, string]>} terms
 * @property {number} longest
 * @property {number} order
 * @property {string} signature
 * @property {[number, number][]} curve
 * @property {{text: string, tokens: Token[] | null}[][]} references
 * @property {SideData[]} sides
 * @property {string} glossary
 */

export {};
