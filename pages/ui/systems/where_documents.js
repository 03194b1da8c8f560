// A map of documents and systems, as disagreement.py gives it: a number in each cell.

import { element, find, presses } from "browser/dom.js";
import { A, B } from "browser/pair.js";

/** @typedef {{gap: number, text: string, told: string}} GapCell */
/** @typedef {{id: number, name: string, about: string, cells: GapCell[]}} MapDocument */
/**
 * @typedef {object} DocumentMap @property {string[]} systems @property {string} a
 * @property {string} b @property {number} largest @property {MapDocument[]} documents
 * @property {string} label
 */

/** The part of the gain's or the loss's colour in the cell that lies farthest off, in per cent. */
const DEEPEST = 45;

/** @param {DocumentMap} data */
function mapHead(data) {
  const row = element("tr");
  const corner = element("th", "", "document");
  corner.scope = "col";
  row.append(corner);
  for (const name of data.systems) {
    const th = element("th", name === data.a ? "a" : name === data.b ? "b" : "");
    th.scope = "col";
    th.title = name;
    th.append(element("span", "name", name));
    if (name === data.a || name === data.b) th.append(element("span", "letter", name === data.a ? A : B));
    row.append(th);
  }
  return row;
}

/** @param {GapCell} cell @param {number} largest */
function gapCell(cell, largest) {
  const td = element("td", "gap", cell.text);
  const depth = largest ? (Math.abs(cell.gap) / largest) * DEEPEST : 0;
  td.style.background = `color-mix(in srgb, var(${cell.gap < 0 ? "--loss" : "--gain"}) ${depth.toFixed(1)}%, transparent)`;
  td.title = cell.told;
  td.tabIndex = -1;
  td.setAttribute("aria-label", cell.told);
  td.setAttribute("aria-description", "Enter opens its segments");
  return td;
}

/** One stop of the Tab key; the arrow keys walk the cells. @param {HTMLTableElement} table */
function walkCells(table) {
  const rows = [...table.tBodies[0].rows].map((row) => [.../** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll(".gap"))]);
  let stop = rows[0][0];
  stop.tabIndex = 0;
  table.addEventListener("focusin", (event) => {
    if (!(event.target instanceof HTMLElement) || !event.target.matches(".gap")) return;
    stop.tabIndex = -1;
    stop = event.target;
    stop.tabIndex = 0;
  });
  table.addEventListener("keydown", (event) => {
    const r = rows.findIndex((row) => row.some((cell) => cell === event.target));
    if (r < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const c = rows[r].findIndex((cell) => cell === event.target);
    /** @type {Record<string, HTMLElement | undefined>} */
    const next = {
      ArrowUp: rows[r - 1]?.[c], ArrowDown: rows[r + 1]?.[c],
      ArrowLeft: rows[r][c - 1], ArrowRight: rows[r][c + 1],
      Home: rows[r][0], End: rows[r].at(-1),
    };
    if (!next[event.key]) return;
    event.preventDefault();
    event.stopPropagation(); // the arrow keys of the page are others
    next[event.key].focus();
  });
}

/** @param {Omit<import("browser/dom.js").Mounted, "data"> & {data: DocumentMap}} mounted */
export default function ({ data, parentElement, setTriggerValue }) {
  /** @type {HTMLElement & {content?: string}} */
  const root = find(parentElement, ".map");
  const content = JSON.stringify(data);
  if (root.content === content) return;
  root.content = content;
  const table = element("table");
  table.setAttribute("aria-label", data.label);
  table.createTHead().append(mapHead(data));
  const body = table.createTBody();
  for (const one of data.documents) {
    const row = body.insertRow();
    const th = element("th");
    th.scope = "row";
    const name = element("div", "name", one.name);
    name.dir = "auto";
    name.title = one.name;
    th.append(name, element("div", "about", one.about));
    row.append(th);
    one.cells.forEach((cell, system) => {
      const td = gapCell(cell, data.largest);
      const open = () => setTriggerValue("open", [one.id, system]);
      td.onclick = open;
      td.onkeydown = (event) => { if (presses(event)) open(); };
      row.append(td);
    });
  }
  root.replaceChildren(table);
  walkCells(table);
}
