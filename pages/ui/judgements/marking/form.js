// The form for an error: tokens, category, severity, comment. An existing mark changes at once.

import { button, element, focusOf } from "browser/dom.js";
import { keyButton } from "browser/keys.js";
import { tokensUnder } from "browser/characters.js";
import { boxesOf, isPlaced, putBelow, sampleOf, tokensOfLine } from "./layer.js";

/** @import { Line, Mark, Marking, Said, TextSide } from "./marking.js" */

// ---- The chosen tokens of a line.

/** From one token of a line to another, in the order that they were chosen. @typedef {{side: TextSide, system: string, anchor: number, head: number}} Chosen */

/** @param {Marking} marking @returns {Line | null | undefined} */
export function chosenLine({ chosen, shown }) {
  return chosen && shown.lines.find((line) => line.side === chosen.side && line.system === chosen.system);
}

/** The first and the last token. @param {Chosen} chosen */
export function endsOf({ anchor, head }) {
  return [Math.min(anchor, head), Math.max(anchor, head)];
}

/** The characters that are chosen in a line. @param {Chosen} chosen @param {Line} line */
export function stretchOf(chosen, { tokens }) {
  const [from, to] = endsOf(chosen);
  return { start: tokens[from].start, end: tokens[to].end };
}

/** @param {Marking} marking */
export function drawChosen(marking) {
  for (const { node } of marking.shown.lines) node.querySelectorAll(".chosen").forEach((token) => token.classList.remove("chosen"));
  const line = chosenLine(marking);
  if (!line) return;
  const tokens = tokensOfLine(line), nodes = [...line.node.querySelectorAll(".token, .gap")]; // with the gaps between
  const [first, last] = endsOf(marking.chosen).map((end) => nodes.indexOf(tokens[end]));
  for (const node of nodes.slice(first, last + 1)) node.classList.add("chosen");
}

/** @param {Marking} marking @param {Chosen | null} chosen */
export function choose(marking, chosen) {
  marking.chosen = chosen;
  drawChosen(marking);
}

/** Choose no more; the focus is on the token that was the last. @param {Marking} marking */
function leaveChosen(marking) {
  const line = chosenLine(marking);
  if (line) tokensOfLine(line)[marking.chosen.head]?.focus({ preventScroll: true });
  choose(marking, null);
}

// ---- The draft: the error being entered, and the form below it.

/** The error being entered, and the mark that it replaces. @typedef {Said & {before: Mark | null}} Draft */

/** The line that is being marked. @param {Marking} marking */
export function lineOfDraft({ draft, shown }) {
  const { side, system } = draft;
  return shown.lines.find((line) => line.side === side && (side === "source" || line.system === system));
}

/** The form stands below what is marked. @param {Marking} marking */
export function placeForm(marking) {
  const { root, form, draft } = marking;
  const line = lineOfDraft(marking);
  if (!line) return;
  const boxes = isPlaced(line, draft) ? boxesOf(line, draft) : [];
  putBelow(root, form, boxes.at(-1) ?? line.node.getBoundingClientRect());
}

/** Let the draft follow the chosen tokens. @param {Marking} marking */
export function extendDraft(marking) {
  Object.assign(marking.draft, stretchOf(marking.chosen, chosenLine(marking)));
  placeForm(marking);
}

/** One token more, or less. @param {Marking} marking @param {number} by */
function moveEnd(marking, by) {
  const line = chosenLine(marking), { chosen } = marking;
  if (!line) return; // it stands at no character
  chosen.head = Math.max(0, Math.min(line.tokens.length - 1, chosen.head + by));
  drawChosen(marking);
  extendDraft(marking);
}

// ---- Rows of the form: the lacking output, severity, category and comment.

/** @param {string} label @param {Node[]} buttons */
function groupOf(label, buttons, className = "group") {
  return element("div", { className, role: "group", ariaLabel: label }, ...buttons);
}

/** Which output lacks what is marked in the source. @param {Marking} marking */
function missingRow(marking) {
  const { draft, shown } = marking;
  if (draft.side !== "source" || shown.outputs.length < 2) return [];
  const buttons = shown.outputs.map(({ system, name, key }) => keyButton(name, key, draft.system === system, () => decide(marking, { system })));
  return [element("div", "form-row", element("span", "muted", "Missing in"), groupOf("Missing in", buttons))];
}

/** @param {Marking} marking */
function severityRow(marking) {
  const { draft, typology } = marking;
  const buttons = typology.severities.map((severity, i) => keyButton(severity, String(i + 1), draft.severity === severity, () => decide(marking, { severity })));
  buttons.forEach((node, i) => node.prepend(sampleOf(typology.severities[i])));
  return groupOf("Severity", buttons);
}

/** The kinds there are, and that of the mark where it is another. @param {Marking} marking */
function categoryRow(marking) {
  const { draft, typology: { categories } } = marking, isKnown = !draft.category || categories.some(({ name }) => name === draft.category);
  const offered = isKnown ? categories : [...categories, { name: draft.category, key: "", meaning: "" }];
  const buttons = offered.map(({ name, key, meaning: title }) =>
    Object.assign(keyButton(name, key, draft.category === name, () => decide(marking, { category: name })), { title }));
  return groupOf("Category", buttons, "kinds");
}

/** @param {Marking} marking */
function lastRow(marking) {
  const { draft } = marking, act = (/** @type {string} */ label, /** @type {(marking: Marking) => void} */ does) => button(label, "", () => does(marking));
  const about = { maxLength: 1000, dir: "auto", placeholder: "Comment  (/)", ariaLabel: "Comment on this error" };
  const comment = element("input", { value: draft.comment, ...about });
  comment.oninput = () => { draft.comment = comment.value; };
  const acts = draft.before ? [act("Save", give), act("Delete", takeAway), act("Add another here", oneMore)] : [];
  return element("div", "form-row", comment, ...acts, act("Close", closeForm));
}

// ---- The form.

/** @param {Marking} marking */
export function newForm(marking) {
  const form = element("div", { className: "mark-form", hidden: true, tabIndex: -1, role: "dialog", ariaLabel: "Annotated error" });
  form.onkeydown = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const inField = event.target instanceof HTMLInputElement;
    if (!(inField ? pressInComment(marking, event.key) : pressInForm(marking, event))) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return form;
}

/** @param {Marking} marking @param {Draft} draft */
export function openForm(marking, draft) {
  const { outputs } = marking.shown;
  marking.draft = { ...draft, system: draft.system || (outputs.length === 1 ? outputs[0].system : "") };
  marking.told.hidden = true;
  const line = lineOfDraft(marking);
  const under = draft.before && draft.start >= 0 && tokensUnder(line.tokens, draft);
  if (draft.before) choose(marking, under ? { side: line.side, system: line.system, anchor: under.first, head: under.last } : null);
  drawForm(marking);
  marking.form.focus({ preventScroll: true });
  marking.form.scrollIntoView({ block: "nearest" });
}

/** Discard the draft. @param {Marking} marking */
export function closeForm(marking) {
  if (marking.form.matches(":focus-within")) leaveChosen(marking);
  else choose(marking, null);
  marking.draft = null;
  marking.form.hidden = true;
  marking.form.replaceChildren();
}

/** @param {Marking} marking */
function drawForm(marking) {
  const { form } = marking, controls = () => /** @type {HTMLElement[]} */ ([...form.querySelectorAll("button, input")]);
  const place = controls().indexOf(focusOf(form));
  form.hidden = false;
  form.replaceChildren(...missingRow(marking), severityRow(marking), categoryRow(marking), lastRow(marking));
  placeForm(marking);
  controls()[place]?.focus({ preventScroll: true });
}

/** @param {Marking} marking @param {Partial<Draft>} choice */
function decide(marking, choice) {
  Object.assign(marking.draft, choice);
  if (!give(marking)) drawForm(marking);
}

/** Say it, if all that is asked has been chosen. @param {Marking} marking */
function give(marking) {
  const { before, side, system, start, end, category, severity, comment } = marking.draft;
  if (!category || !severity || !system) return false;
  notifyHost(marking, before, { side, system, start, end, category, severity, comment: comment.trim() });
  return true;
}

/** @param {Marking} marking */
function takeAway(marking) {
  notifyHost(marking, marking.draft.before, null);
}

/** @param {Marking} marking @param {Mark} before @param {Said | null} after */
function notifyHost(marking, before, after) {
  const { chosen } = marking;
  closeForm(marking);
  marking.say(before, after);
  marking.chosen = chosen; // in lines that may have been drawn anew
  leaveChosen(marking);
}

/** Another error at the same place. @param {Marking} marking */
function oneMore(marking) {
  Object.assign(marking.draft, { before: null, category: "", severity: "", comment: "" });
  drawForm(marking);
  marking.form.focus();
}

/** @param {Marking} marking @param {KeyboardEvent} event */
function pressInForm(marking, { key, shiftKey, target, repeat }) {
  const { typology, draft, shown, form } = marking;
  const kind = typology.categories.find((one) => one.key && one.key === key.toLowerCase());
  const severity = typology.severities[Number(key) - 1];
  const output = draft.side === "source" && shown.outputs.find((one) => one.key === key);
  const by = shiftKey && { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (by) moveEnd(marking, by);
  else if (repeat) return key.length === 1 && key !== " ";
  else if (key === "Escape") closeForm(marking);
  else if (output) decide(marking, { system: output.system });
  else if (severity) decide(marking, { severity });
  else if (kind) decide(marking, { category: kind.name });
  else if (key === "/") form.querySelector("input").focus();
  else if (key === "Delete" && draft.before) takeAway(marking);
  else if (key === "Enter" && target === form) give(marking);
  else return key.length === 1 && key !== " "; // nobody else's while this is open
  return true;
}

/** @param {Marking} marking @param {string} key */
function pressInComment(marking, key) {
  if (key === "Enter" && give(marking)) return true;
  if (key !== "Enter" && key !== "Escape") return false;
  marking.form.focus();
  return true;
}
