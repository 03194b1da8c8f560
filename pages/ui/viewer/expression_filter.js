// The filter of the list in the app: a field for an expression or a text to search for, and what belongs to it.

import { button, element } from "browser/dom.js";
import { takeExpression } from "browser/expression/field.js";
import { formatInt } from "viewer/numbers.js";

/** @import { Page } from "viewer/page.js" */
/** @import { SegmentFilter } from "viewer/segments/segments.js" */
/** @import { AppChoices, AppRows, SegmentSource } from "./segment_source.js" */
/** @typedef {Page & {source: SegmentSource, go: (changes: Partial<import("./app_address.js").AppState>) => void, state: import("./app_address.js").AppState, saveSlice?: () => void}} AppPage */

const LONGEST_EXPRESSION = 2000, EXAMPLE = "Find text, or filter: points < -0.05";

/** @returns {SegmentFilter} */
export function newExpressionFilter() {
  const root = element("div", "expression"), fault = element("p", "fault");
  let /** @type {AppPage} */ page = null, /** @type {AppChoices["names"]} */ names = [], /** @type {AppRows["filter"]} */ inForce = null;
  let where = ""; // the filter in force, or the one that was asked for since
  // What was typed wrong, and that filter: rows that come late leave it.
  let /** @type {{where: string, text: string, fault: import("browser/expression/field.js").Fault} | null} */ wrong = null;
  fault.setAttribute("role", "alert");
  root.append(element("div", "field"), fault);
  /** Filter by what was typed, or say why not. @param {Record<string, string>} typed @param {string} text */
  const take = async (typed, text) => {
    const taken = await page.source.filter({ ...page.state, where }, typed);
    wrong = "fault" in taken ? { where, text, fault: taken.fault } : null;
    if ("fault" in taken) draw(where, text, taken.fault);
    else if (taken.where === where) draw(inForce.text, inForce.search, inForce.fault); // what did not hold is gone
    else page.go({ where: where = taken.where, seg: 0 });
  };
  /** @param {string} text the expression in force @param {string} search the text that it searches for @param {import("browser/expression/field.js").Fault | null} problem */
  const draw = (text, search, problem) => {
    const field = { text, names, fault: problem, label: "Find or filter segments", placeholder: EXAMPLE, longest: LONGEST_EXPRESSION, search };
    takeExpression(root, field, (typed, as) => take({ text: typed, search: as === "text" || as === "regex" ? "yes" : "" }, typed));
  };
  return {
    root,
    focus: () => root.querySelector("input").focus(),
    fill: (choices) => { names = /** @type {AppChoices} */ (choices).names; },
    show: (now, rows) => {
      inForce = /** @type {AppRows} */ (rows).filter;
      page = /** @type {AppPage} */ (now);
      where = page.state.where;
      if (wrong?.where !== where) wrong = null;
      if (wrong) draw(wrong.where, wrong.text, wrong.fault);
      else draw(inForce.text, inForce.search, inForce.fault);
    },
    conditions: (_, rows) => /** @type {AppRows} */ (rows).filter.conditions.map(({ text, rest }) => ({ name: "where", text, rest: { where: rest } })),
    range: (_, rows) => /** @type {AppRows} */ (rows).filter.range,
    chooseRange: (limits) => { take({ range: limits.join() }, ""); },
    extras: (now, rows) => {
      const { state, go, saveSlice } = /** @type {AppPage} */ (now), on = state.only === "yes", extras = [];
      if (state.where) extras.push(element("span", "matching", `${formatInt(rows.total)} of ${formatInt(rows.size)}`));
      if (state.where && saveSlice) extras.push(Object.assign(button("Save", "chip", saveSlice), { title: "Save these segments as a named slice" }));
      if (state.where || on) {
        const all = button("Use everywhere", "chip only", () => go({ only: on ? "" : "yes" }));
        all.setAttribute("role", "switch");
        all.ariaChecked = String(on);
        all.title = "Whether Overview, N-grams and Slices are about these segments only";
        extras.push(all);
      }
      return extras;
    },
  };
}
