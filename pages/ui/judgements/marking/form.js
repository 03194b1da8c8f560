// What is chosen of an error: its kind and how grave it is, in whatever order; then it is given. A
// mark that there is changes at once. A comment may be said before, or later.

import { element } from "../../widgets/dom.js";
import { tokensUnder } from "./characters.js";
import { choose, leaveChosen } from "./chosen.js";
import { lineOfDraft, moveEnd, placeForm } from "./draft.js";
import { categoryRow, lastRow, missingRow, severityRow } from "./form_rows.js";

/** @typedef {import("./marking.js").Marking} Marking */
/** @typedef {import("./draft.js").Draft} Draft */

/** @param {Marking} marking */
export function newForm(marking) {
  const form = element("div", "mark-form");
  form.hidden = true;
  form.tabIndex = -1;
  form.setAttribute("role", "dialog");
  form.setAttribute("aria-label", "An error");
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

/** What was begun is let go. @param {Marking} marking */
export function closeForm(marking) {
  if (marking.form.matches(":focus-within")) leaveChosen(marking);
  else choose(marking, null);
  marking.draft = null;
  marking.form.hidden = true;
  marking.form.replaceChildren();
}

/** @param {Marking} marking */
function drawForm(marking) {
  const { form } = marking;
  const active = /** @type {ShadowRoot} */ (form.getRootNode()).activeElement;
  const place = form.contains(active) ? [...form.querySelectorAll("button, input")].indexOf(active) : -1;
  form.hidden = false;
  const choice = (/** @type {Partial<Draft>} */ choice) => decide(marking, choice);
  form.replaceChildren(...missingRow(marking, choice), severityRow(marking, choice), categoryRow(marking, choice), lastRow(marking, {
    give: () => give(marking), takeAway: () => takeAway(marking), oneMore: () => oneMore(marking), close: () => closeForm(marking),
  }));
  placeForm(marking);
  if (place >= 0) /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("button, input"))[place]?.focus({ preventScroll: true });
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
  tellHost(marking, before, { side, system, start, end, category, severity, comment: comment.trim() });
  return true;
}

/** @param {Marking} marking */
function takeAway(marking) {
  tellHost(marking, marking.draft.before, null);
}

/** @param {Marking} marking @param {import("./marking.js").Mark} before @param {import("./marking.js").Said | null} after */
function tellHost(marking, before, after) {
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
