// The controls of the filter: a text and where it is searched for, and lists of Δ, documents, flags and slices.

import { partColumns, partLabel, partValues, SEARCH_PLACES } from "./filter.js";
import { formatInt, oneLine } from "./numbers.js";
import { element } from "browser/dom.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./filter.js").PartColumn} PartColumn */
/**
 * A condition in a list.
 * @typedef {object} Option
 * @property {string} label
 * @property {string} about
 * @property {(state: State) => boolean} isOn
 * @property {(state: State) => Partial<State>} on
 * @property {(state: State) => Partial<State>} off
 */
/** @typedef {[group: string, options: Option[]]} OptionGroup the group "" for none */
/** @typedef {{list: HTMLSelectElement, options: Option[]}} Choice its first option, which is none of `options`, has its label */
/**
 * @typedef {object} FilterControls
 * @property {HTMLElement} search
 * @property {HTMLElement} lists
 * @property {HTMLInputElement} field
 * @property {HTMLSelectElement} place
 * @property {Page} page
 * @property {import("./document.js").Pair} pair that the choices are of
 * @property {Choice[]} choices
 */

/** Values of a column in a list, documents in one, and characters of a text. */
const MOST_OFFERED = 60, MOST_DOCUMENTS = 2000, LONGEST_OPTION = 60, LONGEST_TEXT = 500;
const DOCUMENT = "document";

// ---- What can be chosen.

/** @param {string} delta @param {string} label @returns {Option} */
function deltaOption(delta, label) {
  return { label, about: "", isOn: (state) => state.delta === delta, on: () => ({ delta }), off: () => ({ delta: "" }) };
}

/** @param {PartColumn} column @param {string} value @param {string} label @returns {Option} */
function partOption({ name, about }, value, label) {
  const without = (/** @type {State} */ { parts }) => parts.filter((part) => part[0] !== name);
  return {
    label, about,
    isOn: ({ parts }) => parts.some((part) => part[0] === name && part[1] === value),
    on: (state) => ({ parts: [...without(state), [name, value]] }),
    off: (state) => ({ parts: without(state) }),
  };
}

/** @param {import("./document.js").Column} slice @returns {Option} */
function sliceOption({ name, about }) {
  return { label: name, about, isOn: ({ slice }) => slice === name, on: () => ({ slice: name }), off: () => ({ slice: "" }) };
}

/** The values that segments have. @param {PartColumn} column */
function valueOptions(column) {
  const there = new Set(column.kind === "text" ? column.values.flat().map((word) => column.words[word] ?? "") : []);
  return partValues(column).filter((value) => there.has(value)).map((value) => partOption(column, value, partLabel(value, column)));
}

/** The flags that some segments have, but not all; also identical outputs left out. @param {PartColumn} column @param {number} size */
function flagOptions(column, size) {
  const number = column.values.filter((value) => value === 1).length;
  if (!number || number === size) return [];
  const option = partOption(column, "yes", `${column.name} (${formatInt(number)})`);
  return column.name === "same" ? [partOption(column, "no", `not same (${formatInt(size - number)})`), option] : [option];
}

/** The lists with what they offer; none without options. @param {Page} page @returns {[label: string, groups: OptionGroup[]][]} */
function offeredLists({ set, pair }) {
  const columns = partColumns(set, pair).filter((column) => !pair.bands.includes(column));
  const texts = columns.filter(({ kind }) => kind === "text"), documents = texts.filter(({ name }) => name === DOCUMENT).flatMap(valueOptions);
  const values = texts.filter(({ name }) => name !== DOCUMENT).map((column) => /** @type {OptionGroup} */ ([column.name, valueOptions(column)]));
  const few = values.filter(([, options]) => options.length > 1 && options.length <= MOST_OFFERED);
  const flags = columns.filter(({ kind }) => kind === "flag").flatMap((column) => flagOptions(column, set.size));
  const deltas = [deltaOption("..0", "B lost (Δ < 0)"), deltaOption("0..", "B gained (Δ > 0)"), deltaOption("..", "Changed (Δ ≠ 0)")];
  /** @type {OptionGroup[]} */
  const slices = pair.slices.length ? [["Named slices", pair.slices.map(sliceOption)]] : [];
  return [
    ["Δ (B − A)", [["", deltas]]],
    ["Document", [["", documents.length <= MOST_DOCUMENTS ? documents : []]]],
    ["Flag", [["", flags]]],
    ["Slice", [...slices, ...few]],
  ];
}

// ---- The controls.

/** @param {FilterControls} controls @param {string} label @param {OptionGroup[]} groups @returns {Choice} */
function buildChoice(controls, label, groups) {
  const list = element("select"), options = groups.flatMap(([, some]) => some);
  list.setAttribute("aria-label", label);
  list.append(new Option(label)); // none of the others
  for (const [name, some] of groups) {
    const nodes = some.map((one) => Object.assign(new Option(oneLine(one.label, LONGEST_OPTION)), { title: one.about }));
    const group = element("optgroup");
    group.label = name;
    if (name) group.append(...nodes);
    list.append(...(name ? [group] : nodes));
  }
  list.onchange = () => {
    const chosen = options[list.selectedIndex - 1], { state, go } = controls.page;
    let next = state;
    for (const one of options) if (one.isOn(next)) next = { ...next, ...one.off(next) };
    if (chosen) next = { ...next, ...chosen.on(next) };
    go({ delta: next.delta, parts: next.parts, slice: next.slice, seg: -1 });
  };
  return { list, options };
}

/** @returns {FilterControls} */
export function buildFilterControls() {
  const search = element("div", "search"), lists = element("div", "lists"), field = element("input"), place = element("select");
  Object.assign(field, { type: "search", placeholder: "Find text", maxLength: LONGEST_TEXT });
  field.setAttribute("aria-label", "Find in segments");
  place.setAttribute("aria-label", "Search text in");
  search.append(field, place);
  /** @type {FilterControls} */
  const controls = { search, lists, field, place, page: null, pair: null, choices: [] };
  // Back leads to the list before the first letter.
  field.oninput = () => controls.page.go({ text: field.value, seg: -1 }, Boolean(controls.page.state.text));
  place.onchange = () => controls.page.go({ in: place.value, seg: -1 });
  return controls;
}

/** Show the filter in force. @param {FilterControls} controls @param {Page} page */
export function showFilterControls(controls, page) {
  const { field, place, lists } = controls, { set, pair, state } = page;
  controls.page = page;
  if (controls.pair !== pair) {
    controls.pair = pair;
    const places = Object.entries(SEARCH_PLACES).filter(([name]) => set.source || name !== "source");
    place.replaceChildren(...places.map(([name, { label }]) => new Option("in " + label, name)));
    const offered = offeredLists(page).filter(([, groups]) => groups.some(([, options]) => options.length));
    controls.choices = offered.map(([label, groups]) => buildChoice(controls, label, groups));
    lists.replaceChildren(...controls.choices.map(({ list }) => list));
  }
  if (field.value !== state.text) field.value = state.text;
  place.value = state.in;
  if (place.selectedIndex < 0) place.selectedIndex = 0;
  for (const { list, options } of controls.choices) list.selectedIndex = 1 + options.findIndex(({ isOn }) => isOn(state));
}
