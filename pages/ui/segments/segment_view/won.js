// "Differences only": which n-grams a line keeps its marks of.

import { ngramText } from "../../widgets/marked_lines.js";
import { inFocus } from "./others.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").Side} Side */

/**
 * With "differences only", an n-gram counts where its system won it.
 * @param {View} view
 * @param {import("./view.js").Occurrences} occurrences
 * @param {import("./view.js").Token[]} tokens
 * @param {(ngram: string) => boolean} won
 */
export function kept({ ui }, occurrences, tokens, won) {
  if (!ui.diff) return occurrences;
  return occurrences.map((row, i) => row.map((status, s) => (won(ngramText(tokens, s, i + 1)) ? status : "unmatched")));
}

/** Which n-grams one of these won, of A and B. @param {View} view @param {string[]} winners */
export function wonBy({ ngrams }, winners) {
  return (/** @type {string} */ ngram) => winners.includes(ngrams.get(ngram)?.outcome);
}

/** Which n-grams a system won: A over the one in focus. @param {View} view @param {Side} side */
export function wonBySide(view, side) {
  const other = side === "a" && inFocus(view);
  return other ? within(other.lost) : wonBy(view, [side.toUpperCase()]);
}

/** @param {string[]} ngrams */
export function within(ngrams) {
  const all = new Set(ngrams);
  return (/** @type {string} */ ngram) => all.has(ngram);
}
