// An edited output of a system, which is not saved: a field below the lines of each.

import { button, element } from "../dom.js";
import { freshId } from "../fresh_id.js";
import { SIDES } from "./view.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").Side} Side */

const PAUSE = 200; // milliseconds after the last key

/**
 * @param {Side} side
 * @param {() => View} view the present one
 * @returns {import("./view.js").Editor}
 */
export function newEditor(side, view) {
  const area = element("textarea");
  area.setAttribute("aria-label", "Another output for " + side.toUpperCase());
  area.rows = 2;
  area.dir = "auto";
  const editor = { box: element("div", "editor " + side), area, timer: 0 };
  const reset = button("Reset " + side.toUpperCase(), "", () => { clearTimeout(editor.timer); view().close(side); });
  area.oninput = () => { clearTimeout(editor.timer); editor.timer = setTimeout(() => sendEdit(view(), side, area.value), PAUSE); };
  area.onkeydown = (event) => { if (event.key === "Escape") reset.click(); };
  editor.box.append(area, reset);
  editor.box.hidden = true;
  return editor;
}

/**
 * Open the editor of a system, or close it and take the edit back.
 * @param {View} view
 * @param {Side} side
 * @param {boolean} open
 */
export function edit(view, side, open) {
  const { data, ui, parts } = view;
  if (data.more[side]) return; // only its beginning is here
  view.redraw({ editing: { ...ui.editing, [side]: open } });
  if (!open) return sendEdit(view, side, null);
  const { area } = parts.editors[side];
  area.value = data.texts[side];
  area.focus();
}

/**
 * Try a text as a system's output; null restores its own.
 * @param {View} view
 * @param {Side} side
 * @param {string | null} text
 */
export function sendEdit(view, side, text) {
  const edits = { ...view.edits };
  if (text === null) delete edits[side]; else edits[side] = text;
  if (JSON.stringify(edits) === JSON.stringify(view.edits)) return;
  view.edits = edits;
  view.hooks.edit({ id: freshId(), comparison: view.data.comparison, segment: view.data.segment, texts: edits });
}

/**
 * The edits of what Python gave.
 * @param {import("./view.js").Segment} data
 * @returns {import("./view.js").Edits}
 */
export function editsOf({ texts, own }) {
  return Object.fromEntries(SIDES.filter((side) => texts[side] !== own[side]).map((side) => [side, texts[side]]));
}

/** Whether an edited output is shown. @param {View} view */
export function isEdited({ data, ui, parts }) {
  const typed = (/** @type {Side} */ side) => ui.editing[side] && parts.editors[side].area.value !== data.own[side];
  return SIDES.some((side) => data.texts[side] !== data.own[side] || typed(side));
}
