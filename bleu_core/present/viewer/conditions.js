// The conditions of the filter: how the state has them, what they are called, and the buttons that remove them.

import { button, element } from "browser/dom.js";
import { A, B } from "browser/pair.js";
import { nameOfKind } from "./ngrams/occurrences.js";
import { formatCount, formatDelta, formatInt, oneLine } from "./numbers.js";
import { newestOnly } from "./source.js";

/** @import { Pair } from "./document.js" */
/** @import { Page } from "./page.js" */
/** @import { Filter, Query } from "./source.js" */
/** @import { State } from "./state.js" */
/** @typedef {{name: string, text: string, rest: Partial<State>}} Condition its name is that in the address; the state without it */
/** @typedef {[low: number, high: number]} DeltaRange */

/** Where a text is searched for: the columns of texts that contain it, and that do not. @type {Record<string, {label: string, has: string, lacks: string}>} */
export const SEARCH_PLACES = {
  "": { label: "all texts", has: "text", lacks: "" },
  source: { label: "the source", has: "source", lacks: "" },
  reference: { label: "a reference", has: "reference", lacks: "" },
  a: { label: A, has: "a", lacks: "" },
  b: { label: B, has: "b", lacks: "" },
  "a-b": { label: `${A}, not ${B}`, has: "a", lacks: "b" },
  "b-a": { label: `${B}, not ${A}`, has: "b", lacks: "a" },
};

/** @param {string} name in the address */
export function searchPlace(name) {
  return SEARCH_PLACES[Object.hasOwn(SEARCH_PLACES, name) ? name : ""];
}

/** What finds a text in any case. @param {string} text @param {"" | "g"} [all] "g" for all places */
export function anyCase(text, all = "") {
  return new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), all + "iu");
}

/** The filter and the order of the state. @param {State} state @returns {Query} */
export function queryOf({ text, in: place, delta, parts, slice, has, where, sort }) {
  return { text, in: place, delta, parts, slice, has, where, sort };
}

/** What the filter requires, in order. @param {Filter} state @param {Pair} pair @returns {Condition[]} */
export function conditionsOf({ text, in: place, delta, parts, slice, has }, pair) {
  const range = readRange(delta), kind = nameOfKind(pair, has);
  return [
    ...(text ? [{ name: "text", text: `“${text}” in ${searchPlace(place).label}`, rest: { text: "", in: "" } }] : []),
    ...(range ? [{ name: "delta", text: rangeText(range), rest: { delta: "" } }] : []),
    ...parts.map((part) => ({ name: "part." + part[0], text: `${part[0]}: ${part[1] || "(none)"}`, rest: { parts: parts.filter((other) => other !== part) } })),
    ...(slice ? [{ name: "slice", text: slice, rest: { slice: "" } }] : []),
    ...(has ? [{ name: "has", text: kind ? `n-gram with ${kind}` : `n-gram “${has}”`, rest: { has: "" } }] : []),
  ];
}

// ---- A range of Δ, of which unchanged segments are no part.

/** @param {string} text @returns {DeltaRange | null} */
export function readRange(text) {
  const ends = text.split("..");
  if (ends.length !== 2) return null;
  const low = ends[0] ? Number(ends[0]) : -Infinity, high = ends[1] ? Number(ends[1]) : Infinity;
  return Number.isNaN(low) || Number.isNaN(high) ? null : [low, high];
}

/** @param {number[]} ends none for all segments */
export function writtenRange(ends) {
  return ends.length ? ends.map((end) => (Number.isFinite(end) ? String(end) : "")).join("..") : "";
}

/** @param {DeltaRange} range */
function rangeText([low, high]) {
  if (low === 0 && high === Infinity) return `${B} gained`;
  if (high === 0 && low === -Infinity) return `${B} lost`;
  const ends = [...(low > -Infinity ? [`from ${formatDelta(low, 1)}`] : []), ...(high < Infinity ? [`to ${formatDelta(high, 1)}`] : [])];
  return ends.length ? `Δ ${ends.join(" ")}` : "Δ ≠ 0";
}

// ---- What the page is filtered by: a button for each condition, which removes it.

/** @typedef {ReturnType<typeof newestOnly>} Newest */

const LONGEST_CONDITION = 48;

/** A button for each condition; `missing` are those on what this comparison lacks, which select nothing. @param {Page} page @param {string[]} missing @param {Condition[]} conditions */
export function conditionChips({ go }, missing, conditions) {
  return conditions.map(({ name, text, rest }) => {
    const short = oneLine(text, LONGEST_CONDITION), lacks = missing.includes(name) ? " (not in this comparison)" : "";
    const chip = Object.assign(button("", "chip", () => go({ ...rest, seg: 0 })), { title: text, ariaLabel: "Remove the condition " + short });
    chip.append(element("span", "", short + lacks), " ✕");
    return chip;
  });
}

/** A line above a screen, hidden without a filter. @param {HTMLElement & {newest?: Newest}} node @param {Page} page */
export function drawFilterLine(node, page) {
  const conditions = conditionsOf(page.state, page.pair), newest = node.newest ??= newestOnly(node);
  Object.assign(node, { className: "filter-line", hidden: !conditions.length });
  if (!conditions.length) return;
  newest(page.source.rows(queryOf(page.state), 0, 0), ({ total, size, missing }) => {
    const number = missing.length < conditions.length ? `${formatInt(total)} of ${formatCount(size, "segment")}:` : "All segments:";
    node.replaceChildren(element("span", "", number), ...conditionChips(page, missing, conditions));
  });
}
