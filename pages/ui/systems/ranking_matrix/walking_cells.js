// The grid is one stop of the Tab key: the arrow keys walk its cells, Enter and a click open one.

import { presses } from "../../widgets/dom.js";
import { cellsOf, placeOf } from "./grid.js";

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @param {HTMLTableElement} table @param {(pair: [number, number]) => void} open */
export function walkingCells(table, open) {
  const cells = cellsOf(table);
  const last = table.tBodies[0].rows.length - 1;
  const at = new Map(cells.map((td) => [placeOf(td).join(), td]));
  // A system is not compared with itself: a step onto that cell goes on to the next.
  const step = (/** @type {number} */ row, /** @type {number} */ column, /** @type {[number, number]} */ [down, right]) =>
    at.get([row + down, column + right].join()) ?? at.get([row + 2 * down, column + 2 * right].join());
  const ends = (/** @type {KeyboardEvent} */ { key, ctrlKey }, /** @type {number} */ row) => {
    if (key === "Home") return ctrlKey ? cells[0] : at.get(row + ",0") ?? at.get(row + ",1");
    if (key === "End") return ctrlKey ? cells.at(-1) : at.get([row, last].join()) ?? at.get([row, last - 1].join());
    return undefined;
  };
  const cellOf = (/** @type {Event} */ event) => {
    const td = /** @type {HTMLElement} */ (event.target).closest("td");
    return td?.dataset.row ? td : null;
  };
  table.addEventListener("click", (event) => {
    const td = cellOf(event);
    if (td) open(placeOf(td));
  });
  table.addEventListener("focusin", (event) => {
    const td = cellOf(event);
    if (td) cells.forEach((other) => { other.tabIndex = other === td ? 0 : -1; });
  });
  table.addEventListener("keydown", (event) => {
    const td = cellOf(event);
    if (!td || event.metaKey || event.altKey) return;
    if (presses(event)) return open(placeOf(td));
    const [row, column] = placeOf(td);
    const next = event.key in STEPS ? step(row, column, STEPS[event.key]) : ends(event, row);
    if (!next && !(event.key in STEPS)) return;
    event.preventDefault();
    event.stopPropagation(); // the arrow keys of the page are others
    next?.focus();
  });
}
