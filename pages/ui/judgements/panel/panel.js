// The panel of the open segment: verdict, labels, note, and what could not be saved.

import { element } from "browser/dom.js";
import { keyButton } from "browser/key_button.js";
import { itemOf, labels, markError, numbersOf, textOf, toggle } from "./items.js";
import { discard, isLate, problemOf, put, unsaved } from "./outbox.js";

/** @typedef {import("./items.js").Panel} Panel */

// ---- The note: each letter is in the browser's storage at once, and sent shortly after the last one.

const PAUSE_OF_NOTE = 300; // milliseconds

/** Send what was typed without waiting for more. @param {Panel} panel */
export function sendNote(panel) {
  if (!panel.timer) return;
  clearTimeout(panel.timer);
  panel.timer = 0;
  panel.changed();
}

/** @param {() => Panel} panel */
function noteField(panel) {
  const area = element("textarea");
  area.rows = 1;
  area.dir = "auto";
  area.maxLength = 10000;
  area.placeholder = "Note  (n)";
  area.title = "Enter saves the note; Shift+Enter starts a new line";
  area.setAttribute("aria-label", "Note on this segment");
  area.oninput = () => {
    put(panel().box, panel().note, area.value);
    panel().began = true;
    clearTimeout(panel().timer);
    panel().timer = setTimeout(() => sendNote(panel()), PAUSE_OF_NOTE);
    panel().typed();
  };
  area.onblur = () => sendNote(panel());
  area.onkeydown = (event) => {
    const done = event.key === "Escape" || (event.key === "Enter" && !event.shiftKey && !event.isComposing);
    if (done) { event.preventDefault(); area.blur(); }
    event.stopPropagation();
  };
  return area;
}

// ---- The labels of errors: system, severity and category.

/** @param {Panel} panel @param {Partial<Panel>} changes */
function set(panel, changes) {
  Object.assign(panel, changes);
  panel.draw();
}

/** @param {Panel} panel */
function errorChoices(panel) {
  const { kinds, severities } = panel.data;
  const sides = element("div", "group"), grades = element("div", "group"), names = element("div", "row");
  sides.setAttribute("aria-label", "System");
  grades.setAttribute("aria-label", "Severity");
  for (const side of /** @type {("A" | "B")[]} */ (["A", "B"])) {
    sides.append(keyButton(side, side.toLowerCase(), panel.side === side, () => set(panel, { side }), side.toLowerCase()));
  }
  severities.forEach((grade, i) => grades.append(keyButton(grade, String(i + 1), panel.grade === grade, () => set(panel, { grade }))));
  names.append(...kinds.map((kind) => kindButton(panel, kind)));
  const first = element("div", "row");
  first.append(element("span", "muted", "Error in"), sides, element("span", "muted", "severity"), grades,
    keyButton("Done", "l", null, () => set(panel, { open: false })), element("span", "muted", "Shift: add another of the same type"));
  return [first, names];
}

/** @param {Panel} panel @param {{name: string, key: string, meaning: string}} kind */
function kindButton(panel, { name, key, meaning }) {
  const given = numbersOf(panel, name);
  const on = given.length > 0 && textOf(panel, itemOf(panel, "label", panel.side, name, given.at(-1))) === panel.grade;
  const node = keyButton(name + (given.length > 1 ? ` ×${given.length}` : ""), key, on, (event) => markError(panel, name, event.shiftKey));
  node.title = `${meaning} With Shift: add another.`.trim();
  return node;
}

// ---- What is not saved, of any segment.

/** @param {Panel} panel */
function stuck(panel) {
  const { box, data } = panel;
  if (!isLate(box)) return [];
  const changes = unsaved(box);
  const numbers = [...new Set(changes.filter(({ comparison }) => comparison === data.comparison).map(({ segment }) => segment + 1))].sort((x, y) => x - y);
  // In another comparison, or under another name.
  const others = changes.some(({ comparison }) => comparison !== data.comparison) ? ["elsewhere"] : [];
  const of = [numbers.length ? (numbers.length > 1 ? "in segments " : "in segment ") + numbers.join(", ") : [], others].flat().join(" and ");
  const problem = problemOf(box);
  const giveUp = () => {
    discard(box);
    panel.area.value = textOf(panel, panel.note);
    panel.changed();
  };
  return [
    element("span", "", `Not saved: ${changes.length}, ${of}. ${problem || "The server does not respond."} Saving is retried.`),
    keyButton("Retry", "", null, () => panel.changed()),
    ...(problem ? [keyButton("Discard", "", null, giveUp)] : []),
  ];
}

// ---- The panel.

/**
 * New data of the segment that is open.
 * @param {Panel} panel
 * @param {import("./items.js").Judging} data
 */
export function takeJudging(panel, data) {
  const before = panel.data;
  const moved = !before || before.comparison !== data.comparison || before.segment !== data.segment;
  if (moved) Object.assign(panel, { open: false, edited: false, grade: panel.grade || data.severities[1] });
  panel.data = data;
  panel.edited &&= panel.isEdited();
  panel.note = itemOf(panel, "note");
  if (moved || focusedWith(panel) !== panel.area) panel.area.value = textOf(panel, panel.note);
  panel.draw();
}

/** @param {Panel} panel */
function focusedWith(panel) {
  return /** @type {HTMLElement | null} */ (/** @type {ShadowRoot} */ (panel.node.getRootNode()).activeElement);
}

/** @param {Panel} panel @param {ReturnType<typeof labels>[number]} item */
function chipOf(panel, { system, label, number, text }) {
  const chip = element("span", "chip " + system.toLowerCase());
  const away = keyButton("✕", "", null, () => toggle(panel, "label", text, system, label, number));
  away.setAttribute("aria-label", `Delete: ${system} ${label}`);
  chip.append(element("b", system.toLowerCase(), system), element("span", "", label), element("span", "severity", text), away);
  return chip;
}

/** @param {Panel} panel */
function drawJudging(panel) {
  const { node, parts, data, open } = panel;
  const active = focusedWith(panel);
  const where = active?.dataset.place;
  const verdict = textOf(panel, itemOf(panel, "verdict"));
  parts.verdicts.replaceChildren(...data.verdicts.map(([name, key]) => keyButton(name, key, verdict === name, () => toggle(panel, "verdict", name), key)));
  parts.labels.setAttribute("aria-expanded", String(open));
  parts.panel.hidden = !open;
  parts.panel.replaceChildren(...(open ? errorChoices(panel) : []));
  parts.chips.replaceChildren(...labels(panel).map((item) => chipOf(panel, item)));
  parts.others.replaceChildren(...data.others.map((said) => element("span", "muted", said)));
  parts.edited.textContent = panel.edited ? "This text is edited, so it is not a system output. Reset it to judge." : "";
  parts.stuck.replaceChildren(...stuck(panel));
  // What is drawn anew has the focus there again.
  for (const part of [parts.verdicts, parts.panel]) part.querySelectorAll("button").forEach((button, i) => { button.dataset.place = part.className + i; });
  if (!where || active.isConnected) return;
  /** @type {HTMLElement} */
  const again = node.querySelector(`[data-place="${where}"]`);
  again?.focus({ preventScroll: true });
}

/** Whether a key is of use here. @param {Panel} panel @param {string} key */
export function judgingKey(panel, key) {
  if (!panel.data) return false;
  const { verdicts, severities, kinds } = panel.data;
  const kind = kinds.find((k) => k.key && k.key === key.toLowerCase());
  const verdict = verdicts.find(([, its]) => its === key);
  if (key === "l" || (panel.open && key === "Escape")) set(panel, { open: !panel.open });
  else if (panel.open && (key === "a" || key === "b")) set(panel, { side: key === "a" ? "A" : "B" });
  else if (panel.open && "123".includes(key)) set(panel, { grade: severities[Number(key) - 1] });
  else if (panel.open && kind) markError(panel, kind.name, key !== kind.key);
  else if (!panel.open && verdict) toggle(panel, "verdict", verdict[0]);
  else if (!panel.open && key === "n") panel.area.focus();
  else return false;
  return true;
}

/**
 * @param {HTMLElement} node
 * @param {import("./outbox.js").Outbox} box
 * @param {Pick<Panel, "changed" | "typed" | "isEdited">} calls of the component
 * @returns {Panel}
 */
export function buildJudging(node, box, calls) {
  const part = (/** @type {string} */ name) => node.appendChild(element("div", name));
  const row = part("row");
  /** @type {Record<string, HTMLElement>} */
  const parts = { chips: part("chips row"), panel: part("panel"), others: part("others row"), edited: part("problem"), stuck: part("problem") };
  parts.verdicts = row.appendChild(element("div", "group"));
  parts.verdicts.setAttribute("role", "group");
  parts.verdicts.setAttribute("aria-label", "Judgment");
  parts.labels = row.appendChild(keyButton("Label", "l", null, () => set(panel, { open: !panel.open })));
  const area = row.appendChild(noteField(() => panel));
  parts.state = row.appendChild(element("span", "state"));
  parts.state.setAttribute("role", "status");
  parts.edited.setAttribute("role", "alert");
  parts.stuck.setAttribute("role", "alert");
  parts.others.dir = "auto";
  /** @type {Panel} */
  const panel = {
    node, parts, area, box, ...calls, draw: () => drawJudging(panel),
    timer: 0, past: [], side: "B", grade: "", open: false, edited: false, began: unsaved(box).length > 0,
  };
  return panel;
}
