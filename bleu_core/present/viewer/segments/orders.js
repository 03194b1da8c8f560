// The orders of the list of segments: their keys are those of bleu_core/segments/worklist.py.

import { formatComponent, formatDelta, formatNumber, formatSmallDelta, NO_VALUE, oneLine } from "../numbers.js";
import { element } from "browser/dom.js";

/** @import { Choices, Rows } from "../source.js" */
/** @typedef {[key: string, name: string][]} Orders */

const LONGEST_NAME = 40;

/** @type {Orders} */
const ORDER_NAMES = [
  ["-carried", "by contribution"], ["points", "contribution, losses first"], ["-points", "contribution, gains first"],
  ["-size", "|Δ|, largest first"], ["size", "|Δ|, smallest first"], ["delta", "Δ, losses first"], ["-delta", "Δ, gains first"],
  ["line", "file order"], ["-line", "file order, reversed"],
  ["a", "BLEU of A, lowest first"], ["-a", "BLEU of A, highest first"], ["b", "BLEU of B, lowest first"], ["-b", "BLEU of B, highest first"],
  ["-length", "reference length, longest first"], ["length", "reference length, shortest first"],
  ["ratio", "length ratio B / A, smallest first"], ["-ratio", "length ratio B / A, largest first"],
];

/** @param {Choices} choices @returns {[group: string, orders: Orders][]} */
function orderGroups({ components, metrics, numbers }) {
  const ofComponents = components.flatMap((key) => /** @type {Orders} */ ([
    [key, `${formatComponent(key)} contribution, losses first`], ["-" + key, `${formatComponent(key)} contribution, gains first`],
  ]));
  const ofMetrics = metrics.flatMap(({ key, label, lower }) => {
    const name = oneLine(label, LONGEST_NAME), note = lower ? " (lower is better)" : "";
    return /** @type {Orders} */ ([
      ["metric:" + key, `Δ ${name}, losses first${note}`], ["-metric:" + key, `Δ ${name}, gains first${note}`],
      ["-disagree:" + key, `BLEU and ${name} disagree most`],
    ]);
  });
  const ofNumbers = numbers.map((name) => [name, oneLine(name, LONGEST_NAME)]).flatMap(([name, label]) => /** @type {Orders} */ ([
    ["-column:" + name, label + ", largest first"], ["column:" + name, label + ", smallest first"],
  ]));
  return [["", ORDER_NAMES], ["Components of Δ", ofComponents], ["Other metrics", ofMetrics], ["Columns", ofNumbers]];
}

/** Fill the list of orders. @param {HTMLSelectElement} list @param {Choices} choices */
export function fillOrders(list, choices) {
  list.replaceChildren(...orderGroups(choices).flatMap(([name, orders]) => inGroup(name, orders.map(([key, label]) => new Option(label, key)))));
}

/** Options of a list in a group, if it has a name; nothing without options. @param {string} name @param {HTMLOptionElement[]} options */
export function inGroup(name, options) {
  if (!name || !options.length) return options;
  const group = element("optgroup");
  group.label = name;
  group.append(...options);
  return [group];
}

// ---- What an order shows.

/** @type {Record<string, string>} */
const NUMBER_NAMES = { length: "reference length", ratio: "length ratio B / A" };
const LEAD_NAMES = { change: "largest change", source: "source", reference: "reference" };

/** What the entries of the list show. @param {Rows} rows */
export function entriesInWords({ by, lead }) {
  const name = oneLine(by.name, LONGEST_NAME), scores = oneLine(by.scores, LONGEST_NAME);
  const number = {
    points: by.name ? formatComponent(by.name) + " points" : "points", delta: name ? "Δ " + name : "Δ",
    number: NUMBER_NAMES[by.name] ?? name, ranks: "ranks apart",
  }[by.kind];
  return `${number} · ${scores} A → B · ${LEAD_NAMES[lead]}`;
}

/** The number that an order shows, with its tone. @param {Rows["by"]} by @param {number | null} value @returns {[text: string, tone: string]} */
export function shownNumber({ kind, lower, decimals }, value) {
  if (value === null) return [NO_VALUE, "muted"];
  if (kind === "number") return [formatNumber(value, 4), ""];
  const text = kind === "points" ? formatSmallDelta(value) : formatDelta(value, decimals);
  // What is written as zero is neither a gain nor a loss.
  return [text, !/[1-9∞]/.test(text) ? "muted" : value < 0 === lower ? "gain" : "loss"];
}
