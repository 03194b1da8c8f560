// What could not be saved, and the ways out.

import { element } from "../../widgets/dom.js";
import { itemOf, say, textOf } from "./items.js";
import { keyButton } from "./key_button.js";
import { markOfText } from "./mark_text.js";
import { sayMark } from "./marks.js";
import { fillNote } from "./note.js";
import { keyOf, letGo, same } from "./outbox.js";

/** @typedef {import("./items.js").Panel} Panel */

/** @param {string} label @param {() => void} act */
const choice = (label, act) => keyButton(label, "", null, act);

/**
 * What was refused: on its own segment with the choice, from others with the way back.
 * @param {Panel} panel
 */
export function refusal(panel) {
  if (panel.edited) return [element("span", "", "The text is an edit, which is no output of a system: reset it to judge.")];
  const all = [...panel.box.conflicts.values()];
  const here = all.find(({ op }) => same(op, itemOf(panel, op.kind, op.system, op.label, op.number)));
  if (!here) return all.slice(0, 1).map(({ op }) => element("span", "", `The ${op.kind} of segment ${op.segment + 1} was not saved: go back to it.`));
  const { op, there } = here;
  if (op.kind === "mark") return refusedMark(panel, op);
  if (op.kind !== "note") return [element("span", "", "Another window changed this meanwhile; it shows now. Press again to change it.")];
  return [
    element("span", "", there ? "Not saved. Another window wrote: " : "Not saved. Another window took the note back."),
    ...(there ? [element("q", "", there)] : []),
    choice("Keep mine", () => { panel.base = panel.area.value; say(panel, panel.note, panel.area.value, there); }),
    choice("Take theirs", () => { panel.box.conflicts.delete(keyOf(op)); fillNote(panel, there); panel.changed(); }),
  ];
}

/** A mark that was not saved can be given beside that of the other window. @param {Panel} panel @param {import("./outbox.js").Op} op */
function refusedMark(panel, op) {
  const told = element("span", "", "Another window changed this mark meanwhile; what it has shows now. Yours was not saved.");
  if (!op.text) return [told];
  return [told, choice("Mark it beside", () => {
    panel.box.conflicts.delete(keyOf(op));
    sayMark(panel, null, { ...markOfText(op.text), system: op.system });
  })];
}

/**
 * What cannot be saved now, of whatever segment; it is tried again until it is, or let go.
 * @param {Panel} panel
 */
export function stuck(panel) {
  const ops = panel.box.ops.filter((op) => op.problem);
  if (!ops.length) return [];
  const { comparison } = panel.data;
  const numbers = [...new Set(ops.filter((op) => op.comparison === comparison).map((op) => op.segment + 1))].sort((x, y) => x - y);
  const others = ops.some((op) => op.comparison !== comparison) ? ["another comparison"] : [];
  const of = [numbers.length ? (numbers.length > 1 ? "segments " : "segment ") + numbers.join(", ") : [], others].flat().join(" and ");
  return [
    element("span", "", `Not saved: ${ops.length}, of ${of}. ${ops.at(-1).problem} It is tried again.`),
    choice("Try now", () => panel.changed()),
    choice("Let go", () => { letGo(panel.box); fillNote(panel, textOf(panel, panel.note)); panel.changed(); }),
  ];
}
