// What the page is filtered by: a button for each condition, which removes it.

import { button, element } from "browser/dom.js";
import { conditionsOf, queryOf } from "./conditions.js";
import { formatCount, formatInt, oneLine } from "./numbers.js";
import { newestOnly } from "./source.js";

/** @import { Condition } from "./conditions.js" */
/** @import { Page } from "./page.js" */
/** @typedef {ReturnType<typeof newestOnly>} Newest */

const LONGEST_CONDITION = 48;

/** A button for each condition; `missing` are those on what this comparison lacks, which select nothing. @param {Page} page @param {string[]} missing @param {Condition[]} conditions */
export function conditionChips({ go }, missing, conditions) {
  return conditions.map(({ name, text, rest }) => {
    const short = oneLine(text, LONGEST_CONDITION), lacks = missing.includes(name) ? " (not in this comparison)" : "";
    const chip = button("", "chip", () => go({ ...rest, seg: -1 }));
    chip.append(element("span", "", short + lacks), " ✕");
    chip.title = text;
    chip.setAttribute("aria-label", "Remove the condition " + short);
    return chip;
  });
}

/** A line above a screen, hidden without a filter. @param {HTMLElement & {newest?: Newest}} node @param {Page} page */
export function drawFilterLine(node, page) {
  const conditions = conditionsOf(page.state, page.pair);
  node.newest ??= newestOnly();
  node.className = "filter-line";
  node.hidden = !conditions.length;
  if (!conditions.length) return;
  node.newest(page.source.rows(queryOf(page.state), 0, 0), ({ total, size, missing }) => {
    const number = missing.length < conditions.length ? `${formatInt(total)} of ${formatCount(size, "segment")}:` : "All segments:";
    node.replaceChildren(element("span", "", number), ...conditionChips(page, missing, conditions));
  });
}
