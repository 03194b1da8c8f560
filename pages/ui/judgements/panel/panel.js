// The panel under the texts of the open segment: judgment, labels, errors, note, and whether they are saved.

import { button, element, focusOf } from "browser/dom.js";
import { keyButton } from "browser/keys.js";
import { A, B, SIDE_NAMES } from "browser/pair.js";
import { itemOf, labels, markError, marksNow, numbersOf, recordJudgement, textOf, toggle, unsavedHere } from "./items.js";
import { discard, isLate, problemOf, put, unsaved } from "./outbox.js";
import { titleOfMark } from "../marking/layer.js";

/** @typedef {import("../marking/marking.js").Mark} Mark */
/**
 * What the panel asks of what is around it. @typedef {object} PanelCalls
 * @property {() => void} changed something is to be saved
 * @property {() => void} typed something will be, once no more is typed
 * @property {() => boolean} isEdited whether a text is an edit, which is no output of a system
 * @property {() => void} draw draws all annotations anew
 * @property {() => void} switchOn starts annotating, or ends it
 * @property {() => boolean} hasTexts whether texts are displayed
 * @property {(mark: Mark) => string} excerpt what is marked
 * @property {(mark: Mark) => void} openMark
 * @property {() => void} openDialog of files and label types
 * @property {() => void} openName where the annotator's name is set
 * @property {() => void} keep saves the comparison
 */
/** @typedef {ReturnType<typeof buildPanel>} Panel */

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
  const area = element("textarea", { rows: 1, dir: "auto", maxLength: 10000, placeholder: "Note  (n)", title: "Enter saves the note; Shift+Enter starts a new line", ariaLabel: "Note on this segment" });
  area.oninput = () => {
    put(panel().box, panel().note, area.value);
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

/** Begin or end choosing labels. @param {Panel} panel */
function toggleChoosing(panel) {
  set(panel, { choosing: !panel.choosing, ungraded: null, isGraded: false });
}

/** A severity is that of the error just labelled, if it was given none; else of the next ones. @param {Panel} panel @param {string} grade */
function chooseGrade(panel, grade) {
  const { ungraded } = panel, labelled = ungraded && textOf(panel, ungraded) ? ungraded : null; // it may have been deleted
  set(panel, { grade, ungraded: null, isGraded: !labelled });
  if (labelled) recordJudgement(panel, labelled, grade);
}

/** @param {string} name @param {Node[]} buttons */
function groupOfButtons(name, buttons) {
  return element("div", { className: "group", role: "group", ariaLabel: name }, ...buttons);
}

/** @param {Panel} panel */
function labelChoices(panel) {
  const { kinds, severities } = panel.data;
  const sides = /** @type {("A" | "B")[]} */ (["A", "B"]).map((side) => {
    const key = side.toLowerCase();
    return keyButton(SIDE_NAMES[key], key, panel.side === side, () => set(panel, { side }), key);
  });
  const grades = severities.map((grade, i) => keyButton(grade, String(i + 1), panel.grade === grade, () => chooseGrade(panel, grade)));
  const done = keyButton("Done", "l", null, () => toggleChoosing(panel));
  const first = element("div", "choose-row",
    element("span", "muted", "Error in"), groupOfButtons("System", sides), element("span", "muted", "severity"), groupOfButtons("Severity", grades),
    done, element("span", "muted", "Shift: add another of the same type"));
  return [first, element("div", "choose-row", ...kinds.map((kind) => kindButton(panel, kind)))];
}

/** @param {Panel} panel @param {{name: string, key: string, meaning: string}} kind */
function kindButton(panel, { name, key, meaning }) {
  const given = numbersOf(panel, name);
  const on = given.length > 0 && textOf(panel, itemOf(panel, "label", panel.side, name, given.at(-1))) === panel.grade;
  const node = keyButton(name + (given.length > 1 ? ` ×${given.length}` : ""), key, on, (event) => markError(panel, name, event.shiftKey));
  node.title = `${meaning} With Shift: add another.`.trim();
  return node;
}

/** @param {Panel} panel @param {ReturnType<typeof labels>[number]} item */
function chipOf(panel, { system, label, number, text }) {
  const side = system.toLowerCase(), away = button("✕", "away", () => toggle(panel, "label", text, system, label, number));
  away.ariaLabel = `Delete: ${SIDE_NAMES[side]} ${label}`;
  return element("span", `chip ${side}`, element("b", side, SIDE_NAMES[side]), element("span", "", label), element("span", "muted", text), away);
}

// ---- Errors in the texts.

/** Both outputs. @param {import("./items.js").Judging} data */
export function outputsOf({ systems }) {
  return systems.map((system, i) => ({ system, name: [A, B][i], key: "ab"[i] }));
}

/** One's own error, which opens its form. @param {Panel} panel @param {Mark} mark */
function markChip(panel, mark) {
  const side = "ab"[panel.data.systems.indexOf(mark.system)] ?? "", node = button("", "chip " + side, () => panel.openMark(mark));
  node.disabled = !panel.hasTexts();
  node.append(element("b", side, SIDE_NAMES[side] ?? ""), element("bdi", "", panel.excerpt(mark)), element("span", "muted", titleOfMark(mark, { outputs: outputsOf(panel.data) })));
  return node;
}

// ---- What is not saved, of any segment.

/** @param {Panel} panel @param {boolean} isWaiting whether keys wait for the next segment */
function stuckChanges(panel, isWaiting) {
  const { box, data } = panel;
  if (!isLate(box)) return [];
  const changes = unsaved(box), problem = problemOf(box);
  const numbers = [...new Set(changes.filter(({ comparison }) => comparison === data.comparison).map(({ segment }) => segment + 1))].sort((x, y) => x - y);
  // In another comparison, or under another name.
  const others = changes.some(({ comparison }) => comparison !== data.comparison) ? ["elsewhere"] : [];
  const held = isWaiting ? " Keys pressed after a step wait for its segment." : "";
  const of = [numbers.length ? (numbers.length > 1 ? "in segments " : "in segment ") + numbers.join(", ") : [], others].flat().join(" and ");
  const giveUp = () => {
    discard(box);
    panel.area.value = textOf(panel, panel.note);
    panel.draw();
  };
  return [
    element("span", "", `Not saved: ${changes.length}, ${of}. ${problem || "The server does not respond."} Saving is retried.${held}`),
    button("Retry", "", panel.changed), ...(problem ? [button("Discard", "", giveUp)] : []),
  ];
}

/** Whether what was said is saved. @param {Panel} panel @param {boolean} isWaiting whether keys wait for the next segment */
function drawState(panel, isWaiting) {
  const { parts: { state }, box } = panel;
  state.textContent = isLate(box) ? "" : unsaved(box).length || isWaiting ? "Saving …" : box.last || isAnnotated(panel) ? "✓ Saved" : "";
}

// ---- The panel.

/** Whether one has said anything of the segment. @param {Panel} panel */
function isAnnotated(panel) {
  const { saved: { verdict, note, labels: given }, marks } = panel.data;
  return Boolean(verdict || note || given.length || marks.some(({ mine }) => mine) || unsavedHere(panel).length);
}

/** Whether anybody has. @param {Panel} panel */
export function hasAnnotations(panel) {
  const { others, marks } = panel.data;
  return isAnnotated(panel) || others.length > 0 || marks.length > 0;
}

/** New data of the segment that is open. @param {Panel} panel @param {import("./items.js").Judging} data */
export function takeJudging(panel, data) {
  const before = panel.data, isOther = before?.comparison !== data.comparison || before.segment !== data.segment;
  if (isOther) Object.assign(panel, { choosing: false, ungraded: null, isGraded: false, edited: false, grade: panel.grade || data.severities[1] });
  panel.data = data;
  panel.note = itemOf(panel, "note");
  if (isOther || focusOf(panel.root) !== panel.area) panel.area.value = textOf(panel, panel.note);
}

/** @param {Panel} panel @param {boolean} on whether words can be marked @param {boolean} isWaiting */
export function drawPanel(panel, on, isWaiting) {
  const { root, parts, data, choosing } = panel, active = focusOf(root), where = active?.dataset.place, verdict = textOf(panel, itemOf(panel, "verdict"));
  parts.unkept.hidden = !data.unkept;
  for (const node of [parts.fields, parts.foot]) node.hidden = data.unkept;
  parts.verdicts.replaceChildren(...data.verdicts.map(([name, key]) => keyButton(name, key, verdict === name, () => toggle(panel, "verdict", name), key)));
  panel.add.ariaExpanded = String(choosing);
  parts.labels.replaceChildren(...labels(panel).map((item) => chipOf(panel, item)), panel.add);
  parts.choosing.hidden = !choosing;
  parts.choosing.replaceChildren(...(choosing ? labelChoices(panel) : []));
  panel.mark.ariaPressed = String(on);
  const own = marksNow(panel).filter(({ mine }) => mine), hint = !on ? "" : panel.hasTexts() ? "Click a word or drag over several." : "Words cannot be marked, because the texts are not displayed.";
  parts.errors.replaceChildren(...own.map((mark) => markChip(panel, mark)), panel.mark, element("span", "muted", hint));
  parts.others.hidden = !data.others.length;
  parts.others.lastElementChild.replaceChildren(...data.others.map((text) => element("div", "", text)));
  panel.edited &&= panel.isEdited();
  parts.edited.textContent = panel.edited ? "This text is edited, so it is not a system output. Reset it to judge." : "";
  parts.stuck.replaceChildren(...stuckChanges(panel, isWaiting));
  drawState(panel, isWaiting);
  const name = annotatorOf(data);
  parts.who.replaceChildren(...(name ? ["as ", element("bdi", "", name)] : ["Set your name"]));
  // What is drawn anew has the focus there again.
  for (const part of [parts.verdicts, parts.labels, parts.choosing, parts.errors]) part.querySelectorAll("button").forEach((one, i) => { one.dataset.place = part.className + i; });
  if (where && !active.isConnected) /** @type {HTMLElement | null} */ (root.querySelector(`[data-place="${where}"]`))?.focus({ preventScroll: true });
}

/** Whether a key is of use here. @param {Panel} panel @param {string} key */
export function judgingKey(panel, key) {
  const { verdicts, severities, kinds } = panel.data, { choosing } = panel;
  const kind = kinds.find((one) => one.key && one.key === key.toLowerCase()), verdict = verdicts.find(([, its]) => its === key);
  if (key === "l" || (choosing && key === "Escape")) toggleChoosing(panel);
  else if (choosing && (key === "a" || key === "b")) set(panel, { side: key === "a" ? "A" : "B" });
  else if (choosing && "123".includes(key)) chooseGrade(panel, severities[Number(key) - 1]);
  else if (choosing && kind) markError(panel, kind.name, key !== kind.key);
  else if (!choosing && verdict) toggle(panel, "verdict", verdict[0]);
  else if (!choosing && key === "n") panel.area.focus();
  else return false;
  return true;
}

/** The name in the key of a comparison, "" for none: see saved_annotations.py. @param {import("./items.js").Judging} data */
function annotatorOf({ comparison }) {
  return decodeURIComponent(comparison.split(/[~ ]/)[1]);
}

/** @param {HTMLElement} root @param {import("./outbox.js").Outbox} box @param {PanelCalls} calls */
export function buildPanel(root, box, calls) {
  const fields = element("div", "fields"), files = button("Export, import, label types", "files", calls.openDialog);
  const who = button("", "who", calls.openName);
  const [verdicts, labelled, choosing, errors, noted, others] = ["Judgment", "Labels", "", "Errors", "Note", "Others"].map((name) => {
    const content = element("div", name.toLowerCase() || "choosing");
    fields.append(element("div", "annotation", element("span", "muted", name), content));
    return content;
  });
  const [edited, stuck] = ["edited", "stuck"].map(() => element("div", { className: "problem", role: "alert" }));
  const state = element("span", { className: "state", role: "status" }), foot = element("div", "foot-of-panel", state, who, stuck, files);
  const unkept = element("div", "unkept", button("Save this comparison to annotate it", "", calls.keep));
  const node = element("div", "judging", unkept, fields, edited, foot);
  const area = /** @type {HTMLTextAreaElement} */ (noted.appendChild(noteField(() => panel)));
  Object.assign(verdicts, { role: "group", ariaLabel: "Judgment" });
  others.dir = "auto";
  root.replaceChildren(node);
  const panel = {
    root, box, parts: { unkept, fields, foot, verdicts, labels: labelled, choosing, errors, others: others.parentElement, edited, stuck, state, who }, ...calls,
    area, // of the note, which is sent after a while
    timer: 0,
    data: /** @type {import("./items.js").Judging} */ (null), note: /** @type {import("./items.js").Item} */ (null),
    past: /** @type {import("./items.js").Step[]} */ ([]), // verdicts, labels and marks that this page gave, for Ctrl+Z
    side: /** @type {"A" | "B"} */ ("B"), // that errors are labelled in
    grade: "", // of those errors
    ungraded: /** @type {import("./items.js").Item | null} */ (null), // the error just labelled, if no severity was given for it
    isGraded: false, // whether a severity was given for the next one
    choosing: false, // whether labels are being chosen
    edited: false, // whether a key was refused, as the texts are edits
    add: /** @type {HTMLElement} */ (keyButton("Add label", "l", null, () => toggleChoosing(panel))),
    mark: /** @type {HTMLElement} */ (keyButton("Mark errors", "w", false, calls.switchOn)),
  };
  return panel;
}
