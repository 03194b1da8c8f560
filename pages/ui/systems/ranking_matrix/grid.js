// The table: a row and a column a system, and a cell a pair.

import { element } from "../../widgets/dom.js";

/** @param {string} name @param {number} at @param {number[]} chosen */
function systemHeading(name, at, [a, b]) {
  const th = element("th", at === a ? "a" : at === b ? "b" : "");
  th.scope = "col";
  const text = element("span", "name", name);
  text.dir = "auto";
  text.title = name;
  th.append(text);
  return th;
}

/** @param {import("./pairs.js").Pairs} data */
export function gridOf({ names, chosen }) {
  const table = element("table");
  table.setAttribute("role", "grid");
  table.setAttribute("aria-label", "Every pair of systems");
  const head = table.createTHead().insertRow();
  head.append(element("td", "corner"), ...names.map((name, at) => systemHeading(name, at, chosen)));
  const body = table.createTBody();
  names.forEach((name, row) => {
    const tr = body.insertRow();
    const heading = systemHeading(name, row, chosen);
    heading.scope = "row";
    tr.append(heading);
    names.forEach((_, column) => {
      const td = tr.insertCell();
      if (row === column) {
        td.className = "self";
        return;
      }
      // What is drawn is a short form of what is said.
      td.appendChild(element("span")).setAttribute("aria-hidden", "true");
      td.append(element("span", "heard"));
      td.dataset.row = String(row);
      td.dataset.column = String(column);
      const isChosen = row === chosen[0] && column === chosen[1];
      td.classList.toggle("chosen", isChosen);
      if (isChosen) td.setAttribute("aria-current", "true");
      td.tabIndex = isChosen ? 0 : -1;
    });
  });
  return table;
}

/** @param {HTMLElement} td @returns {[number, number]} */
export function placeOf(td) {
  return [Number(td.dataset.row), Number(td.dataset.column)];
}

/** @param {HTMLTableElement} table */
export function cellsOf(table) {
  return /** @type {HTMLElement[]} */ ([...table.querySelectorAll("td[data-row]")]);
}
