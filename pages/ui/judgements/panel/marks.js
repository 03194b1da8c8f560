// Marks on the texts of the segment that is open, as this window sees them.

import { itemOf, say, textOf } from "./items.js";
import { markOfText, textOfMark } from "./mark_text.js";
import { same } from "./outbox.js";

/** @typedef {import("./items.js").Panel} Panel */
/** @typedef {import("../marking/marking.js").Mark} Mark */
/** @typedef {import("../marking/marking.js").Said} Said */

/** The marks that there are once all that waits is saved. @param {Panel} panel @returns {Mark[]} */
export function marksNow(panel) {
  const { marks } = panel.data;
  const own = marks.filter(({ mine }) => mine).map(({ system, number }) => itemOf(panel, "mark", system, "", number));
  for (const op of panel.box.ops) {
    const here = op.kind === "mark" && same(op, itemOf(panel, "mark", op.system, "", op.number));
    if (here && !own.some((item) => same(item, op))) own.push(itemOf(panel, "mark", op.system, "", op.number));
  }
  const others = marks.filter(({ mine }) => !mine).map((mark) => ({ ...mark, id: [mark.system, mark.number, mark.annotator].join(" ") }));
  return [...others, ...own.flatMap((item) => {
    const text = textOf(panel, item);
    return text ? [{ ...markOfText(text), system: item.system, id: `${item.system} ${item.number}`, annotator: "", mine: true }] : [];
  })];
}

/**
 * Say what was marked, changed or taken back.
 * @param {Panel} panel
 * @param {Mark | null} before
 * @param {Said | null} after
 */
export function sayMark(panel, before, after) {
  const stays = before && after && before.system === after.system;
  if (before) say(panel, itemOf(panel, "mark", before.system, "", Number(before.id.split(" ")[1])), stays ? textOfMark(after) : "", textOfMark(before));
  if (after && !stays) say(panel, itemOf(panel, "mark", after.system, "", freshNumber(panel, after.system)), textOfMark(after), "");
}

/** One that no mark of the output has, nor one that was taken back. @param {Panel} panel @param {string} system */
function freshNumber({ data, box }, system) {
  const waits = [...box.ops, ...box.past].filter((op) => op.kind === "mark" && op.comparison === data.comparison && op.segment === data.segment);
  return Math.max(-1, ...[...data.marks, ...waits].filter((one) => one.system === system).map(({ number }) => number)) + 1;
}
