// Characters, words and tokens of a line. Characters are code points, as in Python: one beyond the
// first 65,536 is two units of a JavaScript string.

// ---- Characters.

/** @typedef {{start: number, end: number}} Stretch from a character to the one before another */
/** @typedef {Stretch & {text: string}} Token as scored, and its place */

/** @param {string} text */
export function lengthOf(text) {
  return Array.from(text).length;
}

/**
 * The characters start to end of a line whose text comes first in it, in each node that has some.
 * @param {HTMLElement} line
 * @param {Stretch} stretch
 * @returns {Range[]}
 */
export function rangesOver(line, { start, end }) {
  const nodes = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  /** @type {Range[]} */
  const ranges = [];
  let passed = 0;
  while (passed < Math.max(end, start + 1) && nodes.nextNode()) {
    const node = /** @type {Text} */ (nodes.currentNode);
    const characters = Array.from(node.data);
    const from = Math.max(0, start - passed), to = Math.min(characters.length, end - passed);
    passed += characters.length;
    const isPlace = start === end && from === to && start <= passed && !ranges.length;
    if (from >= to && !isPlace) continue;
    const units = (/** @type {number} */ n) => characters.slice(0, n).join("").length;
    const range = document.createRange();
    range.setStart(node, units(from));
    range.setEnd(node, units(to));
    ranges.push(range);
  }
  return ranges;
}

/**
 * The tokens that have a character of a stretch: the first and the last one, or null. An empty
 * stretch has the token that it lies in or begins at.
 * @param {Stretch[]} tokens
 * @param {Stretch} stretch
 */
export function tokensUnder(tokens, { start, end }) {
  const last = tokens.findLastIndex((token) => token.start < Math.max(end, start + 1));
  const first = tokens.findIndex((token) => token.end > start);
  return first >= 0 && first <= last ? { first, last } : null;
}

/**
 * As `rangesOver` for tokens that are written as they are scored: whole ones, with what is between. `tokens` has one for
 * each element `.token` of the line.
 * @param {HTMLElement} line
 * @param {Stretch[]} tokens
 * @param {Stretch} stretch
 */
export function rangesOfTokens(line, tokens, stretch) {
  const under = tokensUnder(tokens, stretch);
  if (!under) return [];
  const spans = line.querySelectorAll(".token"), range = document.createRange();
  range.setStart(spans[under.first], 0);
  range.setEnd(spans[under.last], spans[under.last].childNodes.length);
  return [range];
}

// ---- Words and signs of a text without tokens: the units of a mark.

const MOST_WORDS = 1_000; // a browser draws no more at ease; what comes after is not marked

/** The words and signs of a text, and their places, by the browser's rules for all writing. @param {string} text @returns {Token[]} */
export function wordsOf(text) {
  const words = [];
  let start = 0;
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)) {
    const end = start + lengthOf(segment);
    if (segment.trim()) words.push({ text: segment, start, end });
    start = end;
    if (words.length === MOST_WORDS) break;
  }
  return words;
}
