// One line with an expression: completed as one types, applied by Enter or when it is left.

import { element, find, FIELDS_OF_TEXT } from "../dom.js";
import { freshId } from "../fresh_id.js";
import { choicesBox, showChoices, walkChoices } from "./choices.js";
import { completed } from "./completing.js";

/** @typedef {{text: string, problem: string, at: number}} Fault */
/** @typedef {{text: string, names: import("./completing.js").Column[], fault: Fault | null, label: string, placeholder: string, longest: number, slash: boolean}} Data */
/**
 * @typedef {object} Box
 * @property {HTMLElement} root
 * @property {HTMLInputElement} field
 * @property {HTMLElement} fault
 * @property {import("./choices.js").Choices} list
 * @property {Data} data
 * @property {string} sent what was applied and is not answered yet
 * @property {string} drawn what of the data is drawn, as JSON
 * @property {(text: string) => void} send
 * @property {AbortController} listening
 */
/** @type {WeakMap<HTMLElement, Box>} */
const boxes = new WeakMap();

/** What the line is to show: the expression that holds, or the one that was wrong. @param {Data} data */
const given = ({ text, fault }) => (fault ? fault.text : text);

/** @param {Box} box @param {boolean} [asked] also where nothing is typed yet */
function offer(box, asked) {
  const { field, list, data } = box;
  const { typed, choices } = completed(field.value, field.selectionStart, data.names);
  const isOpen = asked || typed !== "" || /[\s(,<>=]$/.test(field.value.slice(0, field.selectionStart));
  showChoices(list, field, isOpen ? choices : []);
}

/** @param {Box} box @param {import("./completing.js").Choice} choice */
function insert(box, choice) {
  const { field, data } = box;
  const { from, to } = completed(field.value, field.selectionStart, data.names);
  const gap = from && !/[\s(]$/.test(field.value.slice(0, from)) && !/^[,)]/.test(choice.text) ? " " : "";
  field.setRangeText(gap + choice.text + (choice.text.endsWith("(") ? "" : " "), from, to, "end");
  field.scrollLeft = field.scrollWidth;
  offer(box);
}

/** @param {Box} box @param {boolean} [left] the field, after Enter too: not sent again */
function apply(box, left) {
  showChoices(box.list, box.field, []);
  const text = box.field.value.trim();
  if (text === given(box.data) || (left && text === box.sent)) return;
  box.sent = text;
  box.send(text);
}

/** @param {Box} box @param {KeyboardEvent} event */
function onKey(box, event) {
  const { field, list } = box, isOpen = list.choices.length > 0, chosen = list.choices[list.active];
  const { typed } = completed(field.value, field.selectionStart, box.data.names);
  const take = chosen ?? (event.key === "Tab" && typed && !event.shiftKey ? list.choices[0] : undefined);
  if (event.isComposing || event.ctrlKey && event.key !== " " || event.metaKey || event.altKey) return;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") isOpen ? walkChoices(list, field, event.key === "ArrowDown" ? 1 : -1) : offer(box, true);
  else if (event.ctrlKey) offer(box, true);
  else if (take && (event.key === "Enter" || event.key === "Tab")) insert(box, take);
  else if (event.key === "Enter") apply(box);
  else if (event.key === "Escape" && isOpen) showChoices(list, field, []);
  else if (event.key === "Escape") {
    field.value = box.data.text; // the one that holds
    field.blur();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

/** What is wrong, and the place where: after the field's own text, in its letters. @param {Box} box */
function tell(box) {
  const { fault, field, data } = box, told = data.fault;
  field.toggleAttribute("aria-invalid", Boolean(told));
  if (told) field.setAttribute("aria-invalid", "true");
  fault.replaceChildren();
  if (!told) return;
  const before = told.text.slice(0, told.at), rest = told.text.slice(told.at);
  const word = /^(?:[\p{L}\p{N}_.]+|"[^"]*"?|`[^`]*`?|.)/u.exec(rest)?.[0] ?? " ";
  const line = element("code", "where", (before.length > 32 ? "…" : "") + before.slice(-32));
  line.append(element("mark", "", word), rest.slice(word.length, word.length + 24) + (rest.length > word.length + 24 ? "…" : ""));
  fault.append(element("span", "problem", told.problem), line);
  if (/** @type {ShadowRoot} */ (field.getRootNode()).activeElement === field) field.setSelectionRange(told.at, told.at);
}

/** @param {HTMLElement} root @returns {Box} */
function newBox(root) {
  const id = "choices-" + freshId(), field = element("input");
  const fault = find(root, ".fault");
  fault.id = id + "-fault";
  const attributes = { role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": id, "aria-describedby": fault.id, autocomplete: "off", autocapitalize: "off", spellcheck: "false", type: "text" };
  for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);
  /** @type {Box} */
  const box = { root, field, fault, list: choicesBox(id, (choice) => insert(box, choice)), data: { text: "", names: [], fault: null, label: "", placeholder: "", longest: 0, slash: false }, sent: "", drawn: "", send: () => {}, listening: new AbortController() };
  field.oninput = () => offer(box);
  field.onkeydown = (event) => onKey(box, event);
  field.onblur = () => apply(box, true);
  find(root, ".field").replaceChildren(field, box.list.node);
  window.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.composedPath()[0]);
    if (!box.data.slash || event.key !== "/" || event.ctrlKey || event.metaKey || target.closest?.(FIELDS_OF_TEXT)) return;
    event.preventDefault();
    field.focus();
  }, { signal: box.listening.signal });
  return box;
}

/** @param {Omit<import("../dom.js").Mounted, "data"> & {data: Data}} mounted */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = find(parentElement, ".expression");
  const box = boxes.get(root) ?? newBox(root);
  boxes.set(root, box);
  box.send = (text) => setTriggerValue("apply", { text, id: freshId() });
  const content = JSON.stringify(data), isNew = content !== box.drawn;
  const was = given(box.data);
  Object.assign(box, { data, drawn: content });
  if (isNew) {
    // Who writes on while an answer comes is not written over.
    if (box.field.value.trim() === was || box.field.value.trim() === box.sent || box.field.value === "") box.field.value = given(data);
    Object.assign(box.field, { placeholder: data.placeholder, maxLength: data.longest });
    box.field.setAttribute("aria-label", data.label);
    if (data.slash) box.field.setAttribute("aria-keyshortcuts", "/");
    tell(box);
  }
  box.sent = "";
  return () => root.isConnected || box.listening.abort();
}
