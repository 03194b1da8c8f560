// Where the texts of a segment are in the document, with their tokens.

import { computedOnce } from "./segment_numbers.js";

/** @import { Lines, TestSet } from "./document.js" */
/** @import { Token } from "browser/characters.js" */

/** The place of a segment among those with texts; -1 if it has none in the document. @param {TestSet} set @param {number} row */
export function shownPlace(set, row) {
  const { shown, size } = set;
  if (!shown) return row >= 0 && row < size ? row : -1;
  return computedOnce(set, "places", () => new Map(shown.map((one, place) => [one, place]))).get(row) ?? -1;
}

/** The document of a segment; null without one. @param {TestSet} set @param {number} row */
export function documentOf({ columns }, row) {
  const column = columns.find(({ name }) => name === "document");
  return column?.kind === "text" ? column.words[Number(column.values[row])] ?? null : null;
}

const BEYOND_BMP = /[\ud800-\udfff]/;

/** The tokens of a line; null where the segment lacks it. @param {Lines} lines @param {number} place @returns {Token[] | null} */
export function tokensAt({ texts, tokens, scored }, place) {
  const text = texts[place], widths = tokens[place], other = scored[place] ?? {};
  if (text === null || !widths) return null;
  const characters = BEYOND_BMP.test(text) ? Array.from(text) : null;
  const part = (/** @type {number} */ start, /** @type {number} */ end) =>
    characters ? characters.slice(start, end).join("") : text.slice(start, end);
  const found = [];
  for (let t = 0, end = 0; 2 * t < widths.length; t++) {
    const start = end + widths[2 * t];
    end = start + widths[2 * t + 1];
    found.push({ text: other[t] ?? part(start, end), start, end });
  }
  return found;
}
