// The panel of the open segment: verdict, labels, note, and what could not be saved.

import { element } from "browser/dom.js";
import { keyButton } from "browser/key_button.js";
import { freshId } from "browser/fresh_id.js";
import { itemOf, labels, markError, markOfText, numbersOf, recordJudgement, recordMark, textOf, toggle } from "./items.js";
import { keyOf, letGo, same } from "./outbox.js";
import { store } from "./storage.js";

/** @typedef {import("./items.js").Panel} Panel */

// ---- The note, saved shortly after the last key and on leaving the field.

const PAUSE_OF_NOTE = 300; // milliseconds
const KIND_NAMES = { verdict: "judgment", label: "label", note: "note", mark: "annotated error" };

/** The unsaved text of the note, as an op. @param {Panel} panel @returns {import("./outbox.js").Op | null} */
export function draft({ area, note, base }) {
  return area.value === base ? null : { ...note, id: freshId(), text: area.value, seen: base, problem: "" };
}

/** @param {Panel} panel */
export function saveNote(panel) {
  clearTimeout(panel.timer);
  const { area, note, base } = panel;
  if (!note || area.value === base) return;
  panel.base = area.value;
  recordJudgement(panel, note, area.value, base);
}

/** @param {Panel} panel @param {string} text */
function fillNote(panel, text) {
  panel.area.value = panel.base = text;
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

// ---- Judgements that could not be saved, and what to do about them.

/** @param {string} label @param {() => void} act */
const choice = (label, act) => keyButton(label, "", null, act);

/**
 * Refused judgements: on their own segment with a choice, elsewhere with a link back.
 * @param {Panel} panel
 */
function refusal(panel) {
  if (panel.edited) return [element("span", "", "This text is edited, so it is not a system output. Reset it to judge.")];
  const all = [...panel.box.conflicts.values()];
  const here = all.find(({ op }) => same(op, itemOf(panel, op.kind, op.system, op.label, op.number)));
  if (!here) return all.slice(0, 1).map(({ op }) => element("span", "", `The ${KIND_NAMES[op.kind]} of segment ${op.segment + 1} was not saved. Go back to it.`));
  const { op, there } = here;
  if (op.kind === "mark") return refusedMark(panel, op);
  if (op.kind !== "note") return [element("span", "", "Another window changed this; its value is shown. Press again to change it.")];
  return [
    element("span", "", there ? "Not saved. Another window wrote: " : "Not saved. Another window deleted the note."),
    ...(there ? [element("q", "", there)] : []),
    choice("Keep mine", () => { panel.base = panel.area.value; recordJudgement(panel, panel.note, panel.area.value, there); }),
    choice("Use theirs", () => { panel.box.conflicts.delete(keyOf(op)); fillNote(panel, there); panel.changed(); }),
  ];
}

/** A mark that was not saved can be given beside that of the other window. @param {Panel} panel @param {import("./outbox.js").Op} op */
function refusedMark(panel, op) {
  const told = element("span", "", "Another window changed this error; its version is shown. Yours was not saved.");
  if (!op.text) return [told];
  return [told, choice("Add mine too", () => {
    panel.box.conflicts.delete(keyOf(op));
    recordMark(panel, null, { ...markOfText(op.text), system: op.system });
  })];
}

/**
 * Judgements that cannot be saved now, of any segment; retried until saved or given up.
 * @param {Panel} panel
 */
function stuck(panel) {
  const ops = panel.box.ops.filter((op) => op.problem);
  if (!ops.length) return [];
  const { comparison } = panel.data;
  const numbers = [...new Set(ops.filter((op) => op.comparison === comparison).map((op) => op.segment + 1))].sort((x, y) => x - y);
  // In another comparison, or under another name.
  const others = ops.some((op) => op.comparison !== comparison) ? ["elsewhere"] : [];
  const of = [numbers.length ? (numbers.length > 1 ? "in segments " : "in segment ") + numbers.join(", ") : [], others].flat().join(" and ");
  return [
    element("span", "", `Not saved: ${ops.length}, ${of}. ${ops.at(-1).problem} Saving is retried.`),
    choice("Try now", () => panel.changed()),
    choice("Discard", () => { letGo(panel.box); fillNote(panel, textOf(panel, panel.note)); panel.changed(); }),
  ];
}

// ---- The panel.

/**
 * New data of the segment that is open; what waits has had its answers.
 * @param {Panel} panel
 * @param {import("./items.js").Judging} data
 */
export function takeJudging(panel, data) {
  const before = panel.data;
  const moved = !before || before.comparison !== data.comparison || before.segment !== data.segment;
  if (moved) {
    saveNote(panel);
    Object.assign(panel, { open: false, edited: false, grade: panel.grade || data.severities[1] });
    // What was refused has been seen on its segment, where the other window's text stands.
    for (const [key, { op }] of panel.box.conflicts) if (before && op.kind !== "note" && op.segment === before.segment) panel.box.conflicts.delete(key);
  }
  panel.data = data;
  panel.edited &&= panel.isEdited();
  panel.note = itemOf(panel, "note");
  const refused = panel.box.conflicts.get(keyOf(panel.note));
  const editing = focusedWith(panel) === panel.area || panel.area.value !== panel.base;
  if (moved || !(editing || refused)) fillNote(panel, refused ? refused.op.text : textOf(panel, panel.note));
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
  const { node, parts, data, open, box, area } = panel;
  const active = focusedWith(panel);
  const where = active?.dataset.place;
  const verdict = textOf(panel, itemOf(panel, "verdict"));
  parts.verdicts.replaceChildren(...data.verdicts.map(([name, key]) => keyButton(name, key, verdict === name, () => toggle(panel, "verdict", name), key)));
  parts.labels.setAttribute("aria-expanded", String(open));
  parts.panel.hidden = !open;
  parts.panel.replaceChildren(...(open ? errorChoices(panel) : []));
  parts.chips.replaceChildren(...labels(panel).map((item) => chipOf(panel, item)));
  parts.others.replaceChildren(...data.others.map((said) => element("span", "muted", said)));
  parts.conflict.replaceChildren(...refusal(panel));
  parts.stuck.replaceChildren(...stuck(panel));
  const failed = box.conflicts.size > 0 || box.ops.some((op) => op.problem);
  const saving = box.ops.length > 0 || area.value !== panel.base;
  parts.state.className = "state" + (failed ? " failed" : "");
  parts.state.textContent = failed ? "not saved" : saving ? "saving …" : panel.began ? "saved" : "";
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
 * @param {() => void} changed tells the component that something was said
 * @param {() => boolean} isEdited
 * @returns {Panel}
 */
export function buildJudging(node, box, changed, isEdited) {
  const part = (/** @type {string} */ name) => node.appendChild(element("div", name));
  const row = part("row");
  /** @type {Record<string, HTMLElement>} */
  const parts = { chips: part("chips row"), panel: part("panel"), others: part("others row"), conflict: part("conflict"), stuck: part("conflict") };
  parts.verdicts = row.appendChild(element("div", "group"));
  parts.verdicts.setAttribute("role", "group");
  parts.verdicts.setAttribute("aria-label", "Judgment");
  parts.labels = row.appendChild(keyButton("Label", "l", null, () => set(panel, { open: !panel.open })));
  const area = row.appendChild(noteField(() => panel));
  parts.state = row.appendChild(element("span", "state"));
  parts.state.setAttribute("role", "status");
  parts.conflict.setAttribute("role", "alert");
  parts.stuck.setAttribute("role", "alert");
  parts.others.dir = "auto";
  /** @type {Panel} */
  const panel = {
    node, parts, area, box, changed, isEdited, draw: () => drawJudging(panel),
    base: "", timer: 0, side: "B", grade: "", open: false, edited: false, began: box.ops.length > 0,
  };
  return panel;
}
