// A text in words and signs, where no tokenizer has parted it: what a mark begins and ends at.

import { tokenLine } from "../../widgets/marked_lines.js";
import { lengthOf } from "./characters.js";

const MOST_WORDS = 1_000; // a browser draws no more at ease; what comes after is not marked

/**
 * The words and signs of a text, and where they stand, by the browser's rules for all writing.
 * @param {string} text
 * @returns {import("../../widgets/marked_lines.js").Token[]}
 */
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

/**
 * A line of a text that can be marked: what `showMarks` of marking.js takes as `node` and `tokens`.
 * @param {string} text
 */
export function wordLine(text) {
  const tokens = wordsOf(text);
  const node = tokenLine(text, tokens, false, () => "", () => "");
  const [first] = node.querySelectorAll(".token");
  if (first instanceof HTMLElement) first.tabIndex = 0;
  return { node, tokens };
}
