// The note: a field that is saved a moment after the last key, and when it is left.

import { element } from "../../widgets/dom.js";
import { freshId } from "../../widgets/fresh_id.js";
import { say } from "./items.js";
import { store } from "./storage.js";

/** @typedef {import("./items.js").Panel} Panel */

const PAUSE_OF_NOTE = 300; // milliseconds

/** What is written and not yet said, as an op. @param {Panel} panel @returns {import("./outbox.js").Op | null} */
export function draft({ area, note, base }) {
  return area.value === base ? null : { ...note, id: freshId(), text: area.value, seen: base, problem: "" };
}

/** @param {Panel} panel */
export function saveNote(panel) {
  clearTimeout(panel.timer);
  const { area, note, base } = panel;
  if (!note || area.value === base) return;
  panel.base = area.value;
  say(panel, note, area.value, base);
}

/** @param {Panel} panel @param {string} text */
export function fillNote(panel, text) {
  panel.area.value = panel.base = text;
}

/** @param {() => Panel} panel */
export function noteField(panel) {
  const area = element("textarea");
  area.rows = 1;
  area.dir = "auto";
  area.maxLength = 10000;
  area.placeholder = "Note  (n)";
  area.title = "Enter saves the note and leaves it; Shift+Enter begins a new line";
  area.setAttribute("aria-label", "Note on this segment");
  area.oninput = () => {
    clearTimeout(panel().timer);
    panel().timer = setTimeout(() => saveNote(panel()), PAUSE_OF_NOTE);
    store(panel().box, draft(panel()));
    panel().draw();
  };
  area.onblur = () => saveNote(panel());
  area.onkeydown = (event) => {
    const done = event.key === "Escape" || (event.key === "Enter" && !event.shiftKey && !event.isComposing);
    if (done) { event.preventDefault(); area.blur(); }
    event.stopPropagation();
  };
  return area;
}
