// Verdict, labels and note of the segment that is open; saved as they are said.

import { element } from "../../widgets/dom.js";
import { errorChoices, set } from "./errors.js";
import { itemOf, labels, markError, textOf, toggle } from "./items.js";
import { keyButton } from "./key_button.js";
import { fillNote, noteField, saveNote } from "./note.js";
import { keyOf } from "./outbox.js";
import { refusal, stuck } from "./problems.js";

/** @typedef {import("./items.js").Panel} Panel */

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
  away.setAttribute("aria-label", `Take back: ${system} ${label}`);
  chip.append(element("b", system.toLowerCase(), system), element("span", "", label), element("span", "severity", text), away);
  return chip;
}

/** @param {Panel} panel */
function drawJudging(panel) {
  const { node, parts, data, open, box, area } = panel;
  const active = focusedWith(panel);
  node.classList.toggle("closed", data.closed);
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
  if (!panel.data || panel.data.closed) return false;
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
  parts.verdicts.setAttribute("aria-label", "Verdict");
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
