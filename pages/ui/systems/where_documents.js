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
  return element("tr", "", element("th", { scope: "col" }, "document"), ...data.systems.map((name) => {
    const side = name === data.a ? "a" : name === data.b ? "b" : "";
    const letter = side ? [element("span", "letter", side === "a" ? A : B)] : [];
    return element("th", { className: side, scope: "col", title: name }, element("span", "name", name), ...letter);
  }));
}

/** @param {GapCell} cell @param {number} largest */
function gapCell(cell, largest) {
  const td = element("td", {
    className: "gap", title: cell.told, tabIndex: -1, ariaLabel: cell.told, ariaDescription: "Enter opens its segments",
  }, cell.text);
  const depth = largest ? (Math.abs(cell.gap) / largest) * DEEPEST : 0;
  td.style.background = `color-mix(in srgb, var(${cell.gap < 0 ? "--loss" : "--gain"}) ${depth.toFixed(1)}%, transparent)`;
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
  const rows = data.documents.map(({ id, name, about, cells }) => {
    const label = element("div", { className: "name", dir: "auto", title: name }, name);
    return element("tr", "", element("th", { scope: "row" }, label, element("div", "about", about)), ...cells.map((cell, system) => {
      const open = () => setTriggerValue("open", [id, system]);
      return Object.assign(gapCell(cell, data.largest), {
        onclick: open, onkeydown: (/** @type {KeyboardEvent} */ event) => { if (presses(event)) open(); },
      });
    }));
  });
  const table = element("table", { ariaLabel: data.label }, element("thead", "", mapHead(data)), element("tbody", "", ...rows));
  root.replaceChildren(table);
  walkCells(table);
}
