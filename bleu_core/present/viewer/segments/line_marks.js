// How tokens are marked: by the difference or by all matches, in the lines of systems and of references.

import { coverOf } from "./covering.js";
import { changedSigns, differenceMarks } from "./difference.js";
import { referenceSigns } from "./references.js";

/** @import { Opened, Side, Ui } from "./opened.js" */
/** @import { Marks } from "./marked_text.js" */

/** Steps of colour: the highest order is the deepest, however many there are. @param {number} depth @param {number} orders */
export function step(depth, orders) {
  return depth === 0 ? 0 : orders <= 4 ? depth + 4 - orders : Math.ceil((depth * 4) / orders);
}

/** Whether changes of a side are marked: those of A are lost. @param {Ui} ui @param {Side} side */
function isMarked({ only }, side) {
  return !only || (only === "lost") === (side === "a");
}

/** Every token by the longest credited n-gram over it; what is clipped. @param {Opened} opened @param {Side} side @param {Ui} ui @returns {Marks} */
function allMatchMarks(opened, side, ui) {
  const { signs, tokens } = opened.texts[side], { order, only } = ui, size = tokens.length;
  const credited = !only ? signs : isMarked(ui, side) ? changedSigns(opened, side) : [];
  const good = coverOf(credited, size, "+", order), over = coverOf(signs, size, "^", order || 1);
  const deep = (/** @type {number} */ n) => (n ? "m" + step(n, opened.config.max_ngram_order) : "");
  return {
    around: (t) => deep(good.tokens[t]),
    between: (t) => deep(good.gaps[t]),
    own: (t) => [!only && over.tokens[t] ? "clipped" : "", order > 1 && credited[order - 1]?.[t] === "+" ? "begins" : ""].filter(Boolean).join(" "),
  };
}

/** @param {Opened} opened @param {Side} side @param {Ui} ui @returns {Marks} */
export function systemMarks(opened, side, ui) {
  if (ui.all) return allMatchMarks(opened, side, ui);
  return differenceMarks(opened, side, isMarked(ui, side) ? ui.order : -1);
}

/** Of a reference: what A had there, and what B has; or which of both covers it by longer n-grams. @param {Opened} opened @param {number} r @param {Ui} ui @returns {Marks} */
export function referenceMarks(opened, r, ui) {
  const size = opened.texts.references[r].tokens.length, all = ui.all && !ui.only;
  const [a, b] = /** @type {Side[]} */ (["a", "b"]).map((side) => {
    const signs = all ? opened.texts[side].covered[r] : isMarked(ui, side) ? referenceSigns(opened, side, r) : [];
    return coverOf(signs, size, "+", ui.order);
  });
  const of = (/** @type {number} */ inA, /** @type {number} */ inB, /** @type {string} */ none) => {
    if (!all) return [inA ? "had-a" : "", inB ? "has-b" : ""].filter(Boolean).join(" ");
    return inA > inB ? "had-a" : inB > inA ? "has-b" : inA ? "equal" : none;
  };
  return { around: (t) => of(a.tokens[t], b.tokens[t], all ? "missed" : ""), between: (t) => of(a.gaps[t], b.gaps[t], "") };
}
