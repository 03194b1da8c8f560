// Parts of tables that several screens of the page have.

import { button } from "browser/dom.js";
import { formatCount } from "./numbers.js";

/** @typedef {import("browser/table.js").Table} Table */

/**
 * A table that is neither walked nor folded, of which rows can be opened.
 * @param {Pick<Table, "columns" | "rows" | "ids" | "label" | "how" | "empty" | "glossary"> & Partial<Table>} parts
 * @returns {Table}
 */
export function plainTable(parts) {
  const under = parts.rows.map(() => /** @type {number | null} */ (null));
  return { selected: null, shows: "", walked: false, scrolls: false, rules: [], another: null, under, ...parts };
}

/** A column's term, if the glossary of this page has it. @param {import("browser/glossary_tip.js").Glossary} glossary @param {string} term */
export function termOf(glossary, term) {
  return glossary.short?.[term] ? { term } : {};
}

/**
 * A difference, coloured by its sign.
 * @param {number | null} number
 * @param {(number: number) => string} write
 * @param {number} [largest] of a bar beside it
 * @returns {import("browser/table.js").Cell}
 */
export function signedCell(number, write, largest) {
  const text = write(number ?? NaN);
  // What is written as zero is neither a gain nor a loss.
  const tone = !/[1-9∞]/.test(text) ? "muted" : number < 0 ? "loss" : "gain";
  const bar = largest > 0 && Number.isFinite(number) ? { bar: number / largest } : {};
  return { t: text, tone, ...bar };
}

/**
 * A button that draws more rows, if there are any.
 * @param {number} left rows that are not drawn
 * @param {number} most
 * @param {(more: number) => void} draw
 */
export function moreButton(left, most, draw) {
  if (left <= 0) return [];
  const more = Math.min(left, most);
  const label = left > more ? `Show ${more} more of ${formatCount(left, "row")}` : `Show ${formatCount(more, "more row")}`;
  return [button(label, "", () => draw(more))];
}
