// A field for an expression, with a list of completions; applied by Enter or on leaving the field.
// It tells what its text is taken as, at its end and first in the list.

import { A, B } from "browser/pair.js";
import { element, FIELDS_OF_TEXT, find, focusOf, freshId } from "../dom.js";
import { completed, meaningOf } from "./completing.js";

/** @typedef {import("./completing.js").Meaning} Meaning */
/** @typedef {import("./completing.js").Choice & {as?: Meaning}} Choice one with `as` applies the whole text as that */

// ---- The list of completions: its entries, the active one, and its place on the screen.

/** @typedef {ReturnType<typeof choicesBox>} Choices */

/** @param {string} id @param {(choice: Choice) => void} choose */
function choicesBox(id, choose) {
  const node = element("div", {
    className: "choices", id, role: "listbox", ariaLabel: "Suggestions", popover: "manual", // above everything
    onpointerdown: (event) => event.preventDefault(), // the field keeps the focus
    onclick: (event) => {
      const row = event.target instanceof Element && event.target.closest("[role=option]");
      if (row) choose(box.choices[[...node.children].indexOf(row)]);
    },
  });
  const box = { node, choices: /** @type {Choice[]} */ ([]), active: -1 }; // -1 for none
  return box;
}

/** @param {Choices} box @param {HTMLElement} field @param {Choice[]} choices none closes it */
function showChoices(box, field, choices) {
  const isOpen = choices.length > 0;
  box.choices = choices;
  box.node.replaceChildren(...choices.map(({ told, about }, i) => (
    element("div", { className: "choice", id: `${box.node.id}-${i}`, role: "option" }, element("span", "told", told), ...(about ? [element("span", "about", about)] : [])))));
  activateChoice(box, field, -1);
  field.ariaExpanded = String(isOpen);
  if (box.node.isConnected) box.node.togglePopover(isOpen);
  if (isOpen) placeChoices(box, field);
}

/** @param {Choices} box @param {HTMLElement} field */
function placeChoices({ node }, field) {
  const at = field.getBoundingClientRect(), below = innerHeight - at.bottom - 12;
  node.style.maxHeight = Math.max(120, Math.min(320, Math.max(below, at.top - 12))) + "px";
  node.style.width = Math.min(Math.max(at.width, 380), 720, innerWidth - 16) + "px";
  const size = node.getBoundingClientRect();
  node.style.left = Math.max(8, Math.min(at.left, innerWidth - size.width - 8)) + "px";
  node.style.top = (below < Math.min(size.height, 160) ? at.top - size.height - 2 : at.bottom + 2) + "px";
}

/** @param {Choices} box @param {HTMLElement} field @param {number} index */
function activateChoice(box, field, index) {
  box.node.children[box.active]?.removeAttribute("aria-selected");
  box.active = index;
  const row = box.node.children[index];
  if (!row) return field.removeAttribute("aria-activedescendant");
  row.setAttribute("aria-selected", "true");
  row.scrollIntoView({ block: "nearest" });
  field.setAttribute("aria-activedescendant", row.id);
}

// ---- The field.

/** @typedef {{text: string, problem: string, at: number}} Fault */
/** @typedef {{text: string, names: import("./completing.js").Column[], fault: Fault | null, label: string, placeholder: string, longest: number, search: string}} Field
 * `search` is the text that the expression searches for, "" if it does something else
 */
/** @typedef {ReturnType<typeof newExpressionBox>} Box */

/** The text of the field: the expression in force or the text that it searches for, or the wrong one. @param {Field} data */
function initialText({ text, fault, search, names }) {
  if (fault) return fault.text;
  return search && meaningOf(search, names) !== "expression" ? search : text;
}

/** @param {Box} box @returns {Meaning} */
const meaningOfField = ({ field, data }) => meaningOf(field.value, data.names);

/** @type {Record<Meaning, [string, string]>} a name, and what happens */
const TOLD_MEANINGS = {
  "": ["", ""],
  text: ["text", `find this text in source, references, ${A} and ${B}`],
  regex: ["regex", `find this regular expression in source, references, ${A} and ${B}`],
  expression: ["expression", "filter segments by this expression"],
};

/** What Enter does, and the other way to take an expression. @param {Box} box @returns {Choice[]} */
function waysToApply(box) {
  const { value } = box.field, as = meaningOfField(box);
  if (!as) return [];
  /** @type {Meaning[]} */
  const ways = as === "expression" ? [as, "text"] : [as];
  return ways.map((way) => ({ text: value, told: value, about: `${TOLD_MEANINGS[way][0]}: ${TOLD_MEANINGS[way][1]}`, as: way }));
}

/** @param {Box} box */
function drawMeaning(box) {
  const [name, does] = TOLD_MEANINGS[meaningOfField(box)];
  box.meaning.textContent = name;
  box.meaning.title = does && `Taken as ${name}: ${does}`;
}

/** @param {Box} box @param {boolean} [asked] also if nothing is typed yet */
function offerChoices(box, asked) {
  const { field, list, data } = box;
  const { typed, choices } = completed(field.value, field.selectionStart, data.names);
  const isOpen = asked || typed !== "" || /[\s(,<>=]$/.test(field.value.slice(0, field.selectionStart));
  drawMeaning(box);
  showChoices(list, field, [...waysToApply(box), ...(isOpen ? choices : [])]);
}

/** @param {Box} box @param {Choice} choice */
function insertChoice(box, choice) {
  const { field, data } = box;
  if (choice.as) return applyField(box, false, choice.as);
  const { from, to } = completed(field.value, field.selectionStart, data.names);
  const gap = from && !/[\s(]$/.test(field.value.slice(0, from)) && !/^[,)]/.test(choice.text) ? " " : "";
  field.setRangeText(gap + choice.text + (choice.text.endsWith("(") ? "" : " "), from, to, "end");
  field.scrollLeft = field.scrollWidth;
  offerChoices(box);
}

/** @param {Box} box @param {boolean} [left] the field, after Enter too: not sent again @param {Meaning} [as] */
function applyField(box, left, as = meaningOfField(box)) {
  showChoices(box.list, box.field, []);
  const text = box.field.value.trim();
  if ((text === initialText(box.data) && as === meaningOfField(box)) || (left && text === box.sent)) return;
  box.sent = text;
  box.send(text, as);
}

/** @param {Box} box @param {KeyboardEvent} event */
function keyInField(box, event) {
  const { field, list } = box, isOpen = list.choices.length > 0, chosen = list.choices[list.active];
  const { typed } = completed(field.value, field.selectionStart, box.data.names);
  const take = chosen ?? (event.key === "Tab" && typed && !event.shiftKey ? list.choices.find(({ as }) => !as) : undefined);
  if (event.isComposing || event.ctrlKey && event.key !== " " || event.metaKey || event.altKey) return;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const by = event.key === "ArrowDown" ? 1 : -1, number = list.choices.length + 1; // from the last to none, and on
    if (isOpen) activateChoice(list, field, ((list.active + 1 + by + number) % number) - 1);
    else offerChoices(box, true);
  }
  else if (event.ctrlKey) offerChoices(box, true);
  else if (take && (event.key === "Enter" || event.key === "Tab")) insertChoice(box, take);
  else if (event.key === "Enter") applyField(box);
  else if (event.key === "Escape" && isOpen) showChoices(list, field, []);
  else if (event.key === "Escape") {
    field.value = initialText({ ...box.data, fault: null }); // the one that holds
    drawMeaning(box);
    field.blur();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Draw the error and its place in the expression. @param {Box} box */
function drawExpressionFault({ fault, field, data: { fault: told } }) {
  if (told) field.ariaInvalid = "true";
  else field.removeAttribute("aria-invalid");
  fault.replaceChildren();
  if (!told) return;
  const before = told.text.slice(0, told.at), rest = told.text.slice(told.at);
  const word = /^(?:[\p{L}\p{N}_.]+|"[^"]*"?|`[^`]*`?|.)/u.exec(rest)?.[0] ?? " ";
  const after = rest.slice(word.length, word.length + 24) + (rest.length > word.length + 24 ? "…" : "");
  const where = element("code", "where", (before.length > 32 ? "…" : "") + before.slice(-32), element("mark", "", word), after);
  fault.append(element("span", "problem", told.problem), where);
  if (focusOf(field) === field) field.setSelectionRange(told.at, told.at);
}

/** @param {HTMLElement} root */
function newExpressionBox(root) {
  const id = "choices-" + freshId(), field = element("input", {
    type: "text", role: "combobox", ariaAutoComplete: "list", ariaExpanded: "false", autocomplete: "off", autocapitalize: "off", spellcheck: false,
    oninput: () => offerChoices(box), onkeydown: (event) => keyInField(box, event), onblur: () => applyField(box, true),
  });
  const fault = find(root, ".fault"), list = choicesBox(id, (choice) => insertChoice(box, choice));
  const box = {
    field, fault, list, meaning: element("span", "meaning"), // what the text is taken as
    data: /** @type {Field} */ ({ text: "", names: [], fault: null, label: "", placeholder: "", longest: 0, search: "" }),
    sent: "", // the applied text that is not answered yet
    drawn: "", // the drawn data, as JSON
    send: (/** @type {string} */ _text, /** @type {Meaning} */ _as) => {},
  };
  fault.id = id + "-fault";
  field.setAttribute("aria-controls", id);
  field.setAttribute("aria-describedby", fault.id);
  find(root, ".field").replaceChildren(field, box.meaning, list.node);
  window.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.composedPath()[0]);
    if (event.defaultPrevented || event.key !== "/" || event.ctrlKey || event.metaKey || !field.getClientRects().length || target.closest?.(FIELDS_OF_TEXT)) return;
    event.preventDefault();
    field.focus();
  });
  return box;
}

/**
 * Take the data of a field, and draw what of it is new.
 * @param {HTMLElement & {box?: Box}} root with a ".field" and a ".fault"
 * @param {Field} data
 * @param {(text: string, as: Meaning) => void} send
 */
export function takeExpression(root, data, send) {
  const box = root.box ??= newExpressionBox(root);
  box.send = send;
  const content = JSON.stringify(data), isNew = content !== box.drawn;
  const was = initialText(box.data);
  Object.assign(box, { data, drawn: content });
  if (isNew) {
    // Do not overwrite text typed while an answer was on its way.
    if (box.field.value.trim() === was || box.field.value.trim() === box.sent || box.field.value === "") box.field.value = initialText(data);
    Object.assign(box.field, { placeholder: data.placeholder, maxLength: data.longest });
    box.field.ariaLabel = data.label;
    box.field.setAttribute("aria-keyshortcuts", "/");
    drawExpressionFault(box);
    drawMeaning(box);
  }
  box.sent = "";
}
