// The panel of filters: boxes that read and write conditions of the expression.

import { conditionsOf, equalsCondition, joinConditions, rangeEnd, SEARCH_PLACES, searchConditions, searchOf } from "./conditions.js";
import { writtenName } from "./expressions.js";
import { columnsOf } from "./filter.js";
import { oneLine } from "./numbers.js";
import { button, element } from "browser/dom.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {(conditions: string[]) => void} SetConditions */
/** @typedef {{label: string, conditions: string[]}} Option the first of a box has none */

/** The most values of a column, and how long they may be, to choose from in a list. */
const MOST_OPTIONS = 60, LONGEST_OPTION = 60, MOST_DOCUMENTS = 2000;

/** @type {Option[]} */
const SIGN_OPTIONS = [
  { label: "all", conditions: [] }, { label: "Δ < 0: B lost", conditions: ["delta < 0"] }, { label: "Δ > 0: B gained", conditions: ["delta > 0"] },
  { label: "Δ ≠ 0", conditions: ["delta != 0"] }, { label: "Δ = 0", conditions: ["delta = 0"] },
];
/** @type {[name: string, label: string][]} */
const RANGE_BOXES = [["delta", "Δ, points"], ["a.bleu", "Sentence BLEU of A"], ["b.bleu", "Sentence BLEU of B"], ["reference.length", "Reference length, tokens"]];

/** @param {string} label @param {...HTMLElement} controls */
function labelledBox(label, ...controls) {
  const box = element(controls.length > 1 ? "fieldset" : "label", "box");
  box.append(element(controls.length > 1 ? "legend" : "span", "name", label), ...controls);
  return box;
}

/** A list whose options stand for conditions. @param {string} label @param {Option[]} options @param {string[]} now @param {SetConditions} set */
function optionBox(label, options, now, set) {
  const list = element("select"), chosen = options.findIndex(({ conditions }) => conditions.length && conditions.every((one) => now.includes(one)));
  options.forEach((option, i) => list.append(new Option(oneLine(option.label, LONGEST_OPTION), String(i))));
  list.selectedIndex = Math.max(0, chosen);
  list.onchange = () => {
    const without = now.filter((one) => chosen < 0 || !options[chosen].conditions.includes(one));
    set([...without, ...options[list.selectedIndex].conditions]);
  };
  return labelledBox(label, list);
}

/** Two fields for the ends of a range. @param {string} name @param {string} label @param {string[]} now @param {SetConditions} set */
function rangeBox(name, label, now, set) {
  const fields = [[">=", "from"], ["<=", "to"]].map(([sign, what]) => {
    const field = element("input"), isEnd = (/** @type {string} */ one) => { const end = rangeEnd(one); return end?.name === name && end.sign === sign; };
    Object.assign(field, { type: "number", step: "any", placeholder: what, value: rangeEnd(now.find(isEnd) ?? "")?.value ?? "" });
    field.setAttribute("aria-label", `${label}: ${what}`);
    field.onchange = () => {
      if (!field.validity.valid) return;
      set([...now.filter((one) => !isEnd(one)), ...(field.value === "" ? [] : [`${name} ${sign} ${Number(field.value)}`])]);
    };
    return field;
  });
  return labelledBox(label, ...fields);
}

/** @param {Page} page @param {string[]} now @param {SetConditions} set */
function searchBoxes({ set: { source } }, now, set) {
  const { text, place } = searchOf(now), field = element("input"), list = element("select");
  Object.assign(field, { type: "text", value: text, placeholder: "Text or /regex/", maxLength: 500 });
  const places = Object.keys(SEARCH_PLACES).filter((one) => source || one !== "the source");
  list.append(...places.map((one) => new Option(one, one, false, one === place)));
  const write = () => {
    const old = searchConditions(text, place);
    set([...now.filter((one) => !old.includes(one)), ...searchConditions(field.value, list.value)]);
  };
  field.onchange = write;
  list.onchange = () => { if (field.value) write(); };
  return [labelledBox("Text", field), labelledBox("Search text in", list)];
}

/** The options of a column of texts, if they are few. @param {import("./document.js").Column} column @returns {Option[]} */
function wordOptions(column) {
  const most = column.name === "document" ? MOST_DOCUMENTS : MOST_OPTIONS;
  if (column.kind !== "text" || column.words.length < 2 || column.words.length > most) return [];
  /** @type {(string | null)[]} */
  const missing = column.values.includes(-1) ? [null] : [];
  return [...column.words, ...missing].map((word) => ({ label: word ?? "(none)", conditions: [equalsCondition(column.name, word)] }));
}

/** @param {Page} page @param {string[]} now @param {SetConditions} set */
function columnBoxes({ set: testSet, pair }, now, set) {
  const all = [...testSet.columns, ...pair.columns];
  const words = all.map((column) => ({ name: column.name, options: wordOptions(column) })).filter(({ options }) => options.length);
  const flags = [...columnsOf(testSet, pair).values()].filter(({ kind, name }) => kind === "flag" && name !== "same");
  const flagged = flags.map(({ name }) => ({ label: name, conditions: [writtenName(name)] }));
  return [
    ...(flagged.length ? [optionBox("Flag", [{ label: "any or none", conditions: [] }, ...flagged], now, set)] : []),
    ...words.map(({ name, options }) => optionBox(name === "document" ? "Document" : name, [{ label: "all", conditions: [] }, ...options], now, set)),
  ];
}

/** @param {string[]} now @param {SetConditions} set */
function identicalBox(now, set) {
  const field = element("input"), box = element("label", "box check");
  Object.assign(field, { type: "checkbox", checked: now.includes("not same") });
  field.onchange = () => set([...now.filter((one) => one !== "not same"), ...(field.checked ? ["not same"] : [])]);
  box.append(field, "Hide identical outputs");
  return box;
}

/** @param {HTMLElement} panel @param {Page} page */
function drawPanel(panel, page) {
  const { set: testSet, pair, state, go } = page, now = conditionsOf(state.where);
  const set = (/** @type {string[]} */ conditions) => go({ where: joinConditions(conditions), seg: -1 });
  const columns = columnsOf(testSet, pair);
  const focused = panel.contains(document.activeElement) ? [...panel.querySelectorAll("input, select")].indexOf(document.activeElement) : -1;
  panel.replaceChildren(
    ...searchBoxes(page, now, set),
    optionBox("Sign of Δ (B − A)", SIGN_OPTIONS, now, set),
    ...RANGE_BOXES.filter(([name]) => columns.has(name)).map(([name, label]) => rangeBox(name, label, now, set)),
    ...columnBoxes(page, now, set),
    ...(columns.has("same") ? [identicalBox(now, set)] : []),
  );
  const same = panel.querySelectorAll("input, select")[focused];
  if (same instanceof HTMLElement) same.focus();
}

/**
 * @typedef {object} FilterPanel
 * @property {HTMLButtonElement} toggle
 * @property {HTMLElement} panel
 * @property {() => void} draw what it shows, if it is open
 */

/** The button of the panel, and the panel, which is drawn when it is opened. @returns {FilterPanel} */
export function buildFilterPanel() {
  const panel = element("div", "panel"), toggle = button("Filters", "", null);
  panel.popover = "auto";
  panel.setAttribute("role", "dialog");
  panel.setAttribute("aria-label", "Filters");
  toggle.popoverTargetElement = panel;
  /** @type {FilterPanel} */
  const built = { toggle, panel, draw: () => {} };
  panel.addEventListener("beforetoggle", (event) => {
    toggle.setAttribute("aria-expanded", String(event.newState === "open"));
    if (event.newState !== "open") return;
    built.draw();
    const at = toggle.getBoundingClientRect(), width = Math.min(560, innerWidth - 16);
    panel.style.width = width + "px";
    panel.style.left = Math.max(8, Math.min(at.left, innerWidth - width - 8)) + "px";
    panel.style.top = at.bottom + 4 + "px";
    panel.style.maxHeight = Math.max(200, innerHeight - at.bottom - 16) + "px";
  });
  toggle.setAttribute("aria-expanded", "false");
  return built;
}

/** Show the number of conditions, and what the boxes make of them. @param {FilterPanel} built @param {Page} page @param {number} number */
export function showFilterPanel(built, page, number) {
  built.toggle.textContent = number ? `Filters (${number})` : "Filters";
  built.draw = () => drawPanel(built.panel, page);
  if (built.panel.matches(":popover-open")) built.draw();
}
