// What the steps are laid out with.

import { element } from "../../../widgets/dom.js";

/** @typedef {{t: string, tone?: string, title?: string}} GridCell */
/** @typedef {string | Node | GridCell} GridContent */

/** @param {string} text */
export const say = (text) => element("p", "say", text);

/** @param {GridContent[]} cells @param {"th" | "td"} name */
function gridLine(cells, name) {
  const tr = element("tr");
  cells.forEach((cell, i) => {
    const node = element(cell === "" ? "td" : name, i ? "right" : ""); // a header that says nothing is none
    if (cell instanceof Node || typeof cell === "string") node.append(cell);
    else {
      if (cell.tone) node.className = cell.tone;
      node.textContent = cell.t;
      if (cell.title) node.title = cell.title;
    }
    tr.append(node);
  });
  return tr;
}

/** @param {GridContent[]} head @param {GridContent[][]} rows @param {GridContent[]} [foot] */
export function grid(head, rows, foot) {
  const table = element("table");
  table.createTHead().append(gridLine(head, "th"));
  table.createTBody().append(...rows.map((row) => gridLine(row, "td")));
  if (foot) table.createTFoot().append(gridLine(foot, "td"));
  return table;
}

/**
 * @param {import("../bench_data.js").BenchData} data
 * @param {(side: import("../bench_data.js").SideData) => Node[]} make
 */
export function perSide(data, make) {
  const box = element("div", data.sides.length > 1 ? "pair" : "single");
  for (const side of data.sides) {
    const column = element("section", "column " + side.letter.toLowerCase());
    if (data.sides.length > 1) column.append(element("h4", side.letter.toLowerCase(), "Candidate " + side.letter));
    column.append(...make(side));
    box.append(column);
  }
  return box;
}

/** @param {string} name @param {number} lines @param {number} i */
export function lineName(name, lines, i) {
  return lines > 1 ? name + " · " + (i + 1) : name;
}
