// What is open, and how it is written in the address of the page, after "#".

/**
 * What is open, as texts and numbers of the address, which omits usual values.
 * @typedef {object} State
 * @property {string} view "overview", "segments", "ngrams", "slices"; of several comparisons "all"
 * @property {number} set
 * @property {number} pair
 * @property {string} where the expression that segments match
 * @property {string} sort
 * @property {number} seg the row of the open segment; -1 for the first of the list
 * @property {string} ngram
 * @property {string} find the text that n-grams contain
 * @property {string} slice
 */

/** Nothing chosen within a comparison: how another one opens. @satisfies {Partial<State>} */
export const NOTHING_CHOSEN = { where: "", seg: -1, ngram: "", find: "", slice: "" };

/** @param {string} view the first screen @returns {State} */
export function usualState(view) {
  return { view, set: 0, pair: 0, sort: "-carried", ...NOTHING_CHOSEN };
}

/** @param {string} hash @param {State} usual @returns {State} */
export function stateOf(hash, usual) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const entries = Object.entries(usual).map(([name, value]) => {
    const text = given.get(name);
    if (typeof value === "number") return [name, /^\d{1,9}$/.test(text ?? "") ? Number(text) : value];
    return [name, text ?? value];
  });
  return Object.fromEntries(entries);
}

/** @param {State} state @param {State} usual */
export function hashOf(state, usual) {
  const changed = Object.entries(state).filter(([name, value]) => value !== usual[/** @type {keyof State} */ (name)]);
  return "#" + new URLSearchParams(changed.map(([name, value]) => [name, String(value)]));
}
