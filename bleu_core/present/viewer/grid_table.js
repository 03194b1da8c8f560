// Tables whose rows are grids on narrow screens, where all parts would lose their roles if these were not written.

import { element } from "browser/dom.js";

/** @typedef {(Node | string)[]} Content */

/** @param {string} className @param {Content} content */
export function gridCell(className, ...content) {
  const td = element("td", className);
  td.setAttribute("role", "cell");
  td.append(...content);
  return td;
}

/** @param {string} className @param {"row" | "col"} scope @param {Content} content */
export function gridHeading(className, scope, ...content) {
  const th = element("th", className);
  th.scope = scope;
  th.setAttribute("role", scope === "row" ? "rowheader" : "columnheader");
  th.append(...content);
  return th;
}

/** @param {string} className @param {Node[]} cells */
export function gridRow(className, ...cells) {
  const tr = element("tr", className);
  tr.setAttribute("role", "row");
  tr.append(...cells);
  return tr;
}

/** @param {string} className @param {string} label @param {Content[]} columns the class of each before its heading @param {Node[]} rows */
export function gridTable(className, label, columns, rows) {
  const table = element("table", "grid-table " + className);
  table.setAttribute("role", "table");
  table.setAttribute("aria-label", label);
  table.createTHead().append(gridRow("", ...columns.map(([name, ...content]) => gridHeading(String(name), "col", ...content))));
  table.createTBody().append(...rows);
  for (const part of table.children) part.setAttribute("role", "rowgroup");
  return table;
}
