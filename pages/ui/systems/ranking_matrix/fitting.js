// What stands in the cells: the number where it has room, a shorter one, or its sign alone.

import { cellsOf, placeOf } from "./grid.js";
import { chance, isFound, pairAt } from "./pairs.js";

// Pixels: of a character at 13 px, beside the text, of the names, and of the smallest and largest cell.
const CHARACTER = 6.9, BESIDE = 5, NAMES = 132, SMALLEST = 20, LARGEST = 64;

/** @param {string} text */
function signOf(text) {
  return /^[+−]/.test(text) ? text[0] : "·";
}

/** @param {Record<string, any>} pair @param {string} form @returns {string} */
function textOf(pair, form) {
  return pair[form];
}

/**
 * @param {HTMLElement} root
 * @param {HTMLTableElement} table
 * @param {import("./pairs.js").Pairs} data
 * @param {import("./pairs.js").Shown} shown
 * @returns {() => void} writes the cells anew, as what is shown and the room are now
 */
export function fitting(root, table, data, shown) {
  const cells = cellsOf(table).map((td) => ({ td, pair: pairAt(data, ...placeOf(td)) }));
  let written = "";
  return () => {
    const room = (root.clientWidth - NAMES) / data.names.length;
    const forms = { delta: ["delta", "short"], p: [shown.alone ? "p" : "holm"], won: ["won"] }[shown.what];
    const width = (/** @type {string} */ form) =>
      Math.max(...cells.map(({ pair }) => textOf(pair, form).length)) * CHARACTER + BESIDE;
    const form = forms.find((one) => width(one) <= room) ?? "";
    const size = form ? Math.min(room, Math.max(LARGEST, width(form))) : Math.max(SMALLEST, Math.min(room, 30));
    const now = [form, shown.what, shown.alone, Math.floor(size)].join();
    if (now === written || !root.clientWidth) return;
    written = now;
    table.style.setProperty("--size", Math.floor(size) + "px");
    for (const { td, pair } of cells) {
      const [row, column] = placeOf(td);
      td.firstElementChild.textContent = form ? textOf(pair, form) : signOf(pair.delta);
      td.classList.remove("gain", "loss");
      if (pair.tone) td.classList.add(pair.tone);
      td.classList.toggle("found", isFound(pair, shown));
      const names = data.names[column] + " minus " + data.names[row];
      td.lastElementChild.textContent = names + ": " + pair.delta + ", " + chance(data, pair, shown);
    }
  };
}
