// Long segments: words that are the same in A and B, and far from what changed, are folded in all lines.

import { changedSigns, coverOf, stretchesOf, textsOf } from "./changes.js";
import { matchingBlocks } from "../word_diff.js";

/** @import { Opened } from "./opened.js" */
/** @typedef {[first: number, last: number]} Run of tokens */
/** @typedef {Record<string, Run[]>} Folds by line: "a", "b", "0", "1" … */

/** Shorter segments are not folded; tokens beside a change that stay; the fewest tokens that are folded. */
const LONG_SEGMENT = 60, FOLD_CONTEXT = 4, FEWEST_FOLDED = 6;

/** Which tokens are within FOLD_CONTEXT of one of these. @param {number} size @param {Iterable<number>} changed */
function nearChanges(size, changed) {
  const found = new Uint8Array(size);
  for (const t of changed) found.fill(1, Math.max(0, t - FOLD_CONTEXT), t + FOLD_CONTEXT + 1);
  return found;
}

/** The tokens of a line without these blocks, and those that its signs cover. @param {Opened} opened @param {"a" | "b"} side @param {Run[]} equal */
function changedTokens(opened, side, equal) {
  const size = opened.texts[side].tokens.length, { tokens } = coverOf(changedSigns(opened, side), size), same = new Uint8Array(size);
  for (const [first, last] of equal) same.fill(1, first, last + 1);
  return tokens.flatMap((order, t) => (order || !same[t] ? [t] : []));
}

/** Runs of FEWEST_FOLDED tokens or more between `first` and `last` for which a test holds. @param {number} first @param {number} last @param {(t: number) => boolean} holds */
function runsWhere(first, last, holds) {
  /** @type {Run[]} */
  const runs = [];
  for (let t = first, start = first; t <= last + 1; t++) {
    if (t <= last && holds(t)) continue;
    if (t - start >= FEWEST_FOLDED) runs.push([start, t - 1]);
    start = t + 1;
  }
  return runs;
}

/**
 * The tokens of a reference that face a run of A: as far from the matches before and after it as the run is.
 * @param {import("../word_diff.js").Matching[]} blocks of A and the reference
 * @param {Run} run
 * @param {number} sizeA
 * @param {number} size
 * @returns {Run}
 */
function facing(blocks, [first, last], sizeA, size) {
  const before = blocks.findLast(([i]) => i < first), after = blocks.find(([i, , length]) => i + length - 1 > last);
  const from = before ? before[1] - before[0] + first : first;
  const to = after ? after[1] - after[0] + last : size - sizeA + last;
  return [first ? from : 0, last === sizeA - 1 ? size - 1 : Math.min(to, size - 1)];
}

/**
 * What is folded of each line; nothing where nothing changed.
 * @param {Opened} opened
 * @param {(r: number) => number[]} marked the tokens of a reference that stay
 * @returns {Folds}
 */
export function foldsOf(opened, marked) {
  const { a, b, references } = opened.texts;
  if (Math.max(a.tokens.length, b.tokens.length) < LONG_SEGMENT) return {};
  const blocks = matchingBlocks(textsOf(a.tokens), textsOf(b.tokens));
  const changedA = changedTokens(opened, "a", blocks.map(([i, , length]) => [i, i + length - 1]));
  const changedB = changedTokens(opened, "b", blocks.map(([, j, length]) => [j, j + length - 1]));
  if (!changedA.length && !changedB.length) return {};
  const nearA = nearChanges(a.tokens.length, changedA), nearB = nearChanges(b.tokens.length, changedB);
  const pairs = blocks.flatMap(([i, j, length]) => runsWhere(i, i + length - 1, (t) => !nearA[t] && !nearB[t - i + j]).map((run) => ({ run, by: j - i })));
  /** @type {Folds} */
  const folds = { a: pairs.map(({ run }) => run), b: pairs.map(({ run: [first, last], by }) => [first + by, last + by]) };
  references.forEach((line, r) => {
    if (!line) return;
    const own = matchingBlocks(textsOf(a.tokens), textsOf(line.tokens)), kept = nearChanges(line.tokens.length, marked(r));
    let done = -1;
    folds[r] = pairs.flatMap(({ run }) => {
      const [first, last] = facing(own, run, a.tokens.length, line.tokens.length);
      const runs = runsWhere(Math.max(first, done + 1), last, (t) => !kept[t]);
      done = Math.max(done, last);
      return runs;
    });
  });
  return folds;
}

/** The tokens near marked ones, as runs: the windows of a reference. @param {number} size @param {number[]} marked */
export function windowsOf(size, marked) {
  const kept = Array.from(nearChanges(size, marked));
  return stretchesOf({ tokens: kept, gaps: kept });
}
