// Every pair of systems, as __init__.py gives them. What the cells show is chosen here: nothing is
// sent but the pair of a cell that is opened.

import { element, find } from "../../widgets/dom.js";
import { afterRelease } from "../../widgets/pressed.js";
import { fitting } from "./fitting.js";
import { gridOf } from "./grid.js";
import { switches } from "./switches.js";
import { telling } from "./telling.js";
import { walkingCells } from "./walking_cells.js";

/** @typedef {import("./pairs.js").Pairs} Pairs */
/** @typedef {import("./pairs.js").Shown} Shown */
/**
 * @typedef {object} Kept
 * @property {string} [content] as JSON
 * @property {Shown} [shown]
 * @property {(pair: [number, number]) => void} [open]
 * @property {(draw: () => void) => void} [draw]
 * @property {ResizeObserver} [observer]
 */
/** @typedef {HTMLElement & Kept} Root */

/** @param {Root} root @param {Pairs} data */
function drawPairs(root, data) {
  const content = JSON.stringify(data);
  if (root.content === content) return; // a run that changes nothing takes nothing from under the pointer
  root.content = content;
  root.shown ??= { what: "delta", alone: false };
  const hadFocus = find(root, "td:focus") !== null;
  const table = gridOf(data);
  const box = element("div", "scrolled");
  box.append(table);
  const fit = fitting(root, table, data, root.shown);
  walkingCells(table, (pair) => root.open(pair));
  root.replaceChildren(switches(data, root.shown, fit), box, telling(table, data, root.shown));
  fit();
  root.observer?.disconnect();
  root.observer = new ResizeObserver(fit);
  root.observer.observe(root);
  if (hadFocus) find(table, "td[tabindex='0']")?.focus({ preventScroll: true });
}

/** @param {Omit<import("../../widgets/dom.js").Mounted, "data"> & {data: Pairs}} mounted */
export default function ({ data, parentElement, setTriggerValue }) {
  /** @type {Root} */
  const root = find(parentElement, ".pairs");
  root.open = (pair) => setTriggerValue("open", pair);
  root.draw ??= afterRelease(root);
  root.draw(() => drawPairs(root, data));
}
