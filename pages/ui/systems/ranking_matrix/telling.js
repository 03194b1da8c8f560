// What a cell tells in full when it is pointed at or focused: one tip for all cells.

import { element } from "../../widgets/dom.js";
import { placeOf } from "./grid.js";
import { chance, pairAt } from "./pairs.js";

/** @param {HTMLTableElement} table @param {number} row @param {number} column */
function light(table, row, column) {
  table.querySelectorAll("th.at").forEach((th) => th.classList.remove("at"));
  if (row < 0) return;
  table.tHead.rows[0].cells[column + 1].classList.add("at");
  table.tBodies[0].rows[row].cells[0].classList.add("at");
}

/**
 * @param {HTMLTableElement} table
 * @param {import("./pairs.js").Pairs} data
 * @param {import("./pairs.js").Shown} shown
 */
export function telling(table, data, shown) {
  const tip = element("div", "asked");
  tip.popover = "manual"; // above everything, whatever scrolls or is cut around it
  tip.setAttribute("aria-hidden", "true"); // each cell is named so itself
  const hide = () => {
    light(table, -1, -1);
    if (tip.isConnected && tip.matches(":popover-open")) tip.hidePopover();
  };
  const tell = (/** @type {Event} */ event) => {
    const td = /** @type {HTMLElement} */ (event.target).closest("td");
    if (!td?.dataset.row) return hide();
    const [row, column] = placeOf(td), pair = pairAt(data, row, column);
    light(table, row, column);
    const lines = [pair.delta + " " + data.metric, chance(data, pair, shown)];
    if (pair.won !== undefined) lines.push(pair.won + " segments won, " + pair.lost + " lost");
    tip.replaceChildren(
      element("b", "", data.names[column]), " minus ", element("b", "", data.names[row]),
      ...lines.map((line) => element("span", "told", line)), element("span", "way", "Open this pair"),
    );
    tip.showPopover();
    const at = td.getBoundingClientRect(), size = tip.getBoundingClientRect();
    tip.style.left = Math.max(8, Math.min(at.right + 6, innerWidth - size.width - 8)) + "px";
    tip.style.top = Math.max(8, Math.min(at.bottom + 6, innerHeight - size.height - 8)) + "px";
  };
  table.addEventListener("pointerover", tell);
  table.addEventListener("pointerleave", hide);
  table.addEventListener("focusin", (event) => {
    if (/** @type {HTMLElement} */ (event.target).matches(":focus-visible")) tell(event);
  });
  table.addEventListener("focusout", hide);
  table.addEventListener("click", hide);
  addEventListener("scroll", () => { if (tip.isConnected) hide(); }, { capture: true, passive: true });
  table.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !tip.matches(":popover-open")) return;
    hide();
    event.stopPropagation();
  });
  return tip;
}
