// How often each n-gram of a segment occurs in A, B and the references, and how often it is credited and clipped:
// counted from the signs.

import { countNgrams } from "./covering.js";

/** @import { Opened } from "./opened.js" */
/** @typedef {{count: number, credited: number, clipped: number}} Occurring */
/**
 * @typedef {object} NgramCount
 * @property {string} text
 * @property {number} order
 * @property {Occurring} a
 * @property {Occurring} b
 * @property {number[]} references counts
 */

/** By order, then as they appear in A, B and the references. @param {Opened} opened @returns {NgramCount[]} */
export function ngramCounts({ texts: { a, b, references }, config }) {
  return Array.from({ length: config.max_ngram_order }, (_, i) => i + 1).flatMap((order) => {
    const sides = [a, b].map(({ tokens, signs }) => [
      countNgrams(tokens, order), countNgrams(tokens, order, signs[order - 1], "+"), countNgrams(tokens, order, signs[order - 1], "^"),
    ]);
    const inReferences = references.map((line) => countNgrams(line?.tokens ?? [], order));
    const all = new Set([sides[0][0], sides[1][0], ...inReferences].flatMap((found) => [...found.keys()]));
    return Array.from(all, (text) => {
      const [ofA, ofB] = sides.map((found) => found.map((counts) => counts.get(text) ?? 0)).map(([count, credited, clipped]) => ({ count, credited, clipped }));
      return { text, order, a: ofA, b: ofB, references: inReferences.map((counts) => counts.get(text) ?? 0) };
    });
  });
}

/** Which n-grams each choice of the table has, with its label and what it means. @type {Record<string, [label: string, about: string, has: (ngram: NgramCount) => boolean]>} */
export const NGRAM_CHOICES = {
  differ: ["differ", "N-grams credited more often in one system", ({ a, b }) => a.credited !== b.credited],
  clipped: ["clipped", "N-grams that occur more often in a system than in any single reference", ({ a, b }) => a.clipped + b.clipped > 0],
  missed: ["missed", "N-grams of a reference that neither system has", ({ a, b, references }) => a.count + b.count === 0 && references.some((count) => count > 0)],
  all: ["all", "All n-grams of A, B and the references", () => true],
};
