// How often each n-gram of a segment occurs in A, B and the references, and how often it is credited and clipped:
// counted from the signs.

/** @typedef {import("./opened.js").Opened} Opened */
/** @typedef {import("./opened.js").OutputLine} OutputLine */
/** @typedef {{count: number, credited: number, clipped: number}} Occurring */
/**
 * @typedef {object} NgramCount
 * @property {string} text
 * @property {number} order
 * @property {Occurring} a
 * @property {Occurring} b
 * @property {number[]} references counts
 */

/** By text, how often n-grams of an order occur. @param {import("./opened.js").TextLine | null} line @param {number} order @param {string} [signs] */
function occurring(line, order, signs = "") {
  /** @type {Map<string, Occurring>} */
  const found = new Map(), tokens = line?.tokens.map(({ text }) => text) ?? [];
  for (let t = 0; t + order <= tokens.length; t++) {
    const text = tokens.slice(t, t + order).join(" "), counts = found.get(text) ?? { count: 0, credited: 0, clipped: 0 };
    counts.count++;
    if (signs[t] === "+") counts.credited++;
    else if (signs[t] === "^") counts.clipped++;
    found.set(text, counts);
  }
  return found;
}

const NOWHERE = { count: 0, credited: 0, clipped: 0 };

/** By order, then as they appear in A, B and the references. @param {Opened} opened @returns {NgramCount[]} */
export function ngramCounts({ texts: { a, b, references }, config }) {
  return Array.from({ length: config.max_ngram_order }, (_, i) => i + 1).flatMap((order) => {
    const inA = occurring(a, order, a.signs[order - 1]), inB = occurring(b, order, b.signs[order - 1]);
    const inReferences = references.map((line) => occurring(line, order));
    const all = new Set([inA, inB, ...inReferences].flatMap((found) => [...found.keys()]));
    return [...all].map((text) => ({
      text, order, a: inA.get(text) ?? NOWHERE, b: inB.get(text) ?? NOWHERE, references: inReferences.map((found) => found.get(text)?.count ?? 0),
    }));
  });
}

/** Which n-grams each choice of the table has, with its label and what it means. @type {Record<string, [label: string, about: string, has: (ngram: NgramCount) => boolean]>} */
export const NGRAM_CHOICES = {
  differ: ["differ", "N-grams credited more often in one system", ({ a, b }) => a.credited !== b.credited],
  clipped: ["clipped", "N-grams that occur more often in a system than in any single reference", ({ a, b }) => a.clipped + b.clipped > 0],
  missed: ["missed", "N-grams of a reference that neither system has", ({ a, b, references }) => a.count + b.count === 0 && references.some((count) => count > 0)],
  all: ["all", "All n-grams of A, B and the references", () => true],
};
