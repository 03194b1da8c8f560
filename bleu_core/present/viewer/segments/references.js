// The references of a segment: where what changed occurs in them, and which one is closest to the outputs.

import { countNgrams, coverOf, joined } from "./covering.js";
import { changedSigns } from "./difference.js";

/** @import { Opened, Side } from "./opened.js" */

/** How often each changed n-gram of a side occurs as such, by order. @param {Opened} opened @param {Side} side */
function changedTexts(opened, side) {
  return changedSigns(opened, side).map((signs, i) => countNgrams(opened.texts[side].tokens, i + 1, signs));
}

/** The changes of a side that a reference can explain: not more than it has beyond what the other system matches. @param {Opened} opened @param {Side} side @param {number} r */
function explained(opened, side, r) {
  const other = opened.texts[side === "a" ? "b" : "a"];
  return changedTexts(opened, side).map((changed, i) => {
    if (!changed.size) return changed;
    const there = countNgrams(opened.texts.references[r].tokens, i + 1), matched = countNgrams(other.tokens, i + 1, other.signs[i] ?? "-");
    return new Map(Array.from(changed, ([text, number]) => [text, Math.min(number, (there.get(text) ?? 0) - (matched.get(text) ?? 0))]));
  });
}

/**
 * The signs of a reference: + where an n-gram is that B lost or gained, as often as it changed, where its longest
 * context is. @param {Opened} opened @param {Side} side @param {number} r
 */
export function referenceSigns(opened, side, r) {
  const { tokens } = opened.texts.references[r], changed = explained(opened, side, r), signs = changed.map(() => new Array(tokens.length).fill("-"));
  const depth = coverOf(opened.texts[side === "a" ? "b" : "a"].covered[r], tokens.length).tokens;
  for (let order = changed.length; order > 0; order--) {
    const left = new Map(changed[order - 1]);
    if (!left.size) continue;
    const starts = [...tokens.slice(order - 1).keys()];
    // Best inside a longer one that is marked, else where the other system matches least.
    const isInside = (/** @type {number} */ t) => order < changed.length && [t - 1, t].some((start) => signs[order][start] === "+");
    const others = starts.filter((start) => !isInside(start)).sort((one, other) => depth[one] - depth[other]);
    for (const t of [...starts.filter(isInside), ...others]) {
      const text = joined(tokens, t, order), number = left.get(text) ?? 0;
      if (number < 1) continue;
      left.set(text, number - 1);
      signs[order - 1][t] = "+";
    }
  }
  return signs.map((row) => row.join(""));
}

/** All references that this segment has, the closest first: how many changed n-grams each has, and has alone. @param {Opened} opened */
export function closestReferences(opened) {
  const { texts } = opened, there = texts.references.flatMap((line, r) => (line ? [r] : []));
  const changed = new Set(/** @type {Side[]} */ (["a", "b"]).flatMap((side) => changedTexts(opened, side).flatMap((found) => [...found.keys()])));
  const held = new Map(there.map((r) => {
    const ngrams = new Set(texts.a.signs.flatMap((_, i) => [...countNgrams(texts.references[r].tokens, i + 1).keys()]));
    return [r, [...changed].filter((text) => ngrams.has(text))];
  }));
  const covered = (/** @type {number} */ r) => [texts.a, texts.b].flatMap((line) => line.covered[r]).join("").replaceAll("-", "").length;
  const apart = (/** @type {number} */ r) => [texts.a, texts.b].reduce((sum, line) => sum + Math.abs(line.tokens.length - texts.references[r].tokens.length), 0);
  const order = there.map((r) => ({
    r, has: held.get(r).length, alone: held.get(r).filter((text) => there.every((other) => other === r || !held.get(other).includes(text))).length,
  }));
  order.sort((x, y) => y.has - x.has || covered(y.r) - covered(x.r) || apart(x.r) - apart(y.r) || x.r - y.r);
  return { order, changed: changed.size };
}
