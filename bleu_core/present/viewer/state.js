// What is open, and how it is written in the address of the page, after "#".

/**
 * What is open, as texts and numbers of the address, which omits usual values.
 * @typedef {object} State
 * @property {string} view "overview", "segments", "ngrams", "slices"; of several comparisons "all"
 * @property {number} set
 * @property {number} pair
 * @property {string} text that segments contain, in any case
 * @property {string} in where the text is searched for, of SEARCH_PLACES
 * @property {string} delta a range of Δ, such as "-5..2"; either end may be missing
 * @property {[column: string, value: string][]} parts of columns, "" for no value: `part.COLUMN=VALUE` in the address
 * @property {string} slice a named slice
 * @property {string} has an n-gram that segments have
 * @property {string} [where] an expression that segments match, in the app
 * @property {string} [only] "yes" if other screens are about these segments only, in the app
 * @property {string} sort
 * @property {number} seg the number of the open segment in the whole test set, from 1; 0 for the first of the list
 * @property {string} marks of the open segment: "all" for all matches, "" for the difference
 * @property {string} ngram
 * @property {string} side of the n-grams that are listed: "lost" or "gained" by B, "" for both
 * @property {number} order of these, 0 for all
 * @property {string} find the text that they contain
 * @property {string} by the column that segments are sliced by
 */

/** No filter: all segments. @satisfies {Partial<State>} */
export const NO_FILTER = { text: "", in: "", delta: "", parts: /** @type {[string, string][]} */ ([]), slice: "", has: "" };

/** Nothing chosen within a comparison: how another one opens. @satisfies {Partial<State>} */
export const NOTHING_CHOSEN = { ...NO_FILTER, seg: 0, ngram: "", side: "", order: 0, find: "", by: "" };

const PART = "part.";

/** @param {string} view the first screen @returns {State} */
export function usualState(view) {
  return { view, set: 0, pair: 0, sort: "-carried", marks: "", ...NOTHING_CHOSEN };
}

/** @template {State} S @param {string} hash @param {S} usual @returns {S} */
export function stateOf(hash, usual) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const entries = Object.entries(usual).map(([name, value]) => {
    const text = given.get(name);
    if (typeof value === "number") return [name, /^\d{1,9}$/.test(text ?? "") ? Number(text) : value];
    return [name, typeof value === "string" ? text ?? value : value];
  });
  const parts = [...given].filter(([name]) => name.startsWith(PART)).map(([name, value]) => [name.slice(PART.length), value]);
  return { ...Object.fromEntries(entries), parts };
}

/** @param {State} state @param {State} usual */
export function hashOf({ parts, ...state }, usual) {
  const changed = Object.entries(state).filter(([name, value]) => value !== usual[/** @type {keyof State} */ (name)]);
  const written = changed.map(([name, value]) => [name, String(value)]);
  return "#" + new URLSearchParams([...written, ...parts.map(([name, value]) => [PART + name, value])]);
}
