// The filter: a field for a text, and a panel with all other conditions, which one button opens.

import { B } from "browser/pair.js";
import { opensUnder } from "./options_menu.js";
import { inGroup } from "./list.js";
import { conditionsOf, readRange, SEARCH_PLACES, writtenRange } from "../conditions.js";
import { formatInt, oneLine } from "../numbers.js";
import { NO_FILTER } from "../state.js";
import { button, element } from "browser/dom.js";

/** @import { Page } from "../page.js" */
/** @import { State } from "../state.js" */
/** @import { Choices, Rows } from "../source.js" */
/** A condition in a list; one of delta, part and slice. @typedef {{label: string, about?: string, delta?: string, part?: [string, string], slice?: string}} FilterOption */
/** @typedef {{list: HTMLSelectElement, options: FilterOption[]}} FilterList its first option, which is none of `options`, filters nothing */
/** @typedef {ReturnType<typeof buildFilter>} FilterPanel */

const LONGEST_OPTION = 60, LONGEST_TEXT = 500; // characters

// ---- What can be chosen.

/** @param {Choices} choices @returns {[label: string, all: string, groups: [group: string, options: FilterOption[]][]][]} */
function offeredLists({ documents, flags, columns, slices, bins, unchanged }) {
  const size = bins.reduce((sum, [, , number]) => sum + number, unchanged);
  /** @type {(name: string, value: string, label: string, about?: string) => FilterOption} */
  const partOption = (name, value, label, about = "") => ({ label, about, part: [name, value] });
  const flagOptions = flags.flatMap(({ name, about, segments }) => [
    ...(name === "same" ? [partOption(name, "no", `not same (${formatInt(size - segments)})`, about)] : []),
    partOption(name, "yes", `${name} (${formatInt(segments)})`, about),
  ]);
  const values = columns.map(({ name, about, values: all }) => /** @type {[string, FilterOption[]]} */ (
    [name, all.map((value) => partOption(name, value, value || "(none)", about))]));
  return [
    ["Change", "Any", [["", [{ label: `${B} lost`, delta: "..0" }, { label: `${B} gained`, delta: "0.." }, { label: `${B} lost or gained`, delta: ".." }]]]],
    ["Document", "All", [["", documents.map((name) => partOption("document", name, name || "(none)"))]]],
    ["Flag", "Any", [["", flagOptions]]],
    ["Slice", "All", [["Named slices", slices.map(({ name, about }) => ({ label: name, about, slice: name }))], ...values]],
  ];
}

/** @param {FilterOption} option @param {State} state */
function isOn({ delta, part, slice }, state) {
  if (part) return state.parts.some(([name, value]) => name === part[0] && value === part[1]);
  return delta === undefined ? state.slice === slice : state.delta === delta;
}

/** The filter with an option of a list, or none, instead of its others. @param {State} state @param {FilterOption[]} options @param {FilterOption} [chosen] @returns {Partial<State>} */
function withOption(state, options, chosen = { label: "" }) {
  const off = options.filter((option) => isOn(option, state)), { part } = chosen;
  const parts = state.parts.filter(([name, value]) => name !== part?.[0] && !off.some((one) => one.part?.[0] === name && one.part[1] === value));
  return {
    parts: part ? [...parts, part] : parts,
    delta: chosen.delta ?? (off.some(({ delta }) => delta) ? "" : state.delta),
    slice: chosen.slice ?? (off.some(({ slice }) => slice) ? "" : state.slice),
  };
}

// ---- The controls.

/** @param {FilterPanel} filter @param {string} all @param {[group: string, options: FilterOption[]][]} groups @returns {FilterList} */
function buildFilterList(filter, all, groups) {
  const options = groups.flatMap(([, some]) => some), nodes = groups.flatMap(([name, some]) => inGroup(name, some.map(({ label, about = "" }) => (
    Object.assign(new Option(oneLine(label, LONGEST_OPTION)), { title: about })))));
  const list = element("select", {
    onchange: () => filter.page.go({ ...withOption(filter.page.state, options, options[list.selectedIndex - 1]), seg: 0 }),
  }, new Option(all), ...nodes);
  return { list, options };
}

function buildFilter() {
  const go = (/** @type {Partial<State>} */ changes, replace = false) => filter.page.go({ ...changes, seg: 0 }, replace);
  const field = element("input", {
    type: "search", placeholder: "Find text", maxLength: LONGEST_TEXT, ariaLabel: "Find in segments",
    oninput: () => go({ text: field.value }, Boolean(filter.page.state.text)), // Back leads to the list before the first letter
  });
  const count = element("span", { className: "count", role: "status" }), panel = element("div", { className: "filter-panel", role: "dialog", ariaLabel: "Filter" });
  const opener = Object.assign(button("Filter", "opener", null), { ariaHasPopup: "dialog" });
  const place = element("select", { onchange: () => go({ in: place.value }) }), ends = ["from", "to"].map((label) => element("input", {
    type: "number", step: "any", ariaLabel: `Δ ${label}`, placeholder: label,
    onchange: () => go({ delta: ends.some(({ value }) => value) ? writtenRange(ends.map(endOf)) : "" }),
  }));
  opensUnder(opener, panel);
  const find = element("div", "find", element("div", "field", field, count), opener, panel);
  const filter = { find, field, count, panel, place, ends, page: /** @type {Page} */ (null), lists: /** @type {FilterList[]} */ ([]) };
  return filter;
}

/** @param {HTMLInputElement} end @param {number} i */
function endOf({ value }, i) {
  return value ? Number(value) : [-Infinity, Infinity][i];
}

/** Offer other choices. @param {FilterPanel} filter @param {Choices} choices */
function fillFilter(filter, choices) {
  const { place, ends, panel } = filter, places = Object.entries(SEARCH_PLACES).filter(([name]) => choices.source || name !== "source");
  place.replaceChildren(...places.map(([name, { label }]) => new Option(label, name)));
  const offered = offeredLists(choices).filter(([, , groups]) => groups.some(([, { length }]) => length));
  filter.lists = offered.map(([, all, groups]) => buildFilterList(filter, all, groups));
  const [first, ...rest] = offered.map(([label], i) => element("label", "", label, filter.lists[i].list));
  const clear = button("Clear filter", "", () => filter.page.go({ ...NO_FILTER, seg: 0 }));
  panel.replaceChildren(element("label", "", "Find text in", place), first, element("div", "range", "Δ", ...ends), ...rest, clear);
}

/** Show the filter in force, and how many segments match. @param {FilterPanel} filter @param {Page} page @param {Rows} rows */
function showFilter(filter, page, { total, size }) {
  const { field, place, ends, count } = filter, { state } = page;
  filter.page = page;
  const number = total < size ? `${formatInt(total)} of ${formatInt(size)}` : formatInt(size);
  if (count.textContent !== number) count.textContent = number;
  if (field.value !== state.text) field.value = state.text;
  place.value = state.in;
  if (place.selectedIndex < 0) place.selectedIndex = 0;
  for (const { list, options } of filter.lists) list.selectedIndex = 1 + options.findIndex((option) => isOn(option, state));
  const range = readRange(state.delta) ?? [];
  ends.forEach((end, i) => { end.value = Number.isFinite(range[i]) ? String(range[i]) : ""; });
}

/** The filter of a page. @returns {import("./segments.js").SegmentFilter} */
export function newFilterPanel() {
  const filter = buildFilter();
  return {
    root: filter.find,
    focus: () => filter.field.focus(),
    fill: (choices) => fillFilter(filter, choices),
    show: (page, rows) => showFilter(filter, page, rows),
    conditions: ({ state, pair }) => conditionsOf(state, pair),
    range: ({ state }) => readRange(state.delta),
    chooseRange: (limits) => filter.page.go({ delta: writtenRange(limits), seg: 0 }),
    extras: () => [],
  };
}
