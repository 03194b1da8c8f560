// The tokens of a line, from the compact document.

/** @typedef {import("browser/marked_lines.js").Token} Token */
/** @typedef {import("./document.js").Lines} Lines */

const BEYOND_BMP = /[\ud800-\udfff]/;

/**
 * The tokens of a line; null where the segment lacks it.
 * @param {Lines} lines
 * @param {number} place
 * @returns {Token[] | null}
 */
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
