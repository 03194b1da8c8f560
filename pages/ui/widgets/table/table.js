// A table from what table/__init__.py gives.

import { element, find, presses } from "../dom.js";
import { afterRelease } from "../pressed.js";
import { bringIntoView } from "../shown.js";
import { walkable } from "../walking.js";
import { heading, tableCell } from "./cells.js";

/**
 * @typedef {object} Table
 * @property {import("./cells.js").Column[]} columns
 * @property {(string | import("./cells.js").Cell)[][]} rows
 * @property {(string | null)[] | null} ids
 * @property {string | null} selected
 * @property {string} label
 * @property {string} shows
 * @property {boolean} walked
 * @property {number[]} rules the rows that end a group
 * @property {[string, string] | null} another a key, and what is before the id that it answers
 * @property {string} how a row is opened, for those who hear it
 * @property {string} empty
 * @property {import("../glossary_tip.js").Glossary} glossary
 * @property {string} [run] which tells the data of this run from that of any before
 */
/**
 * @typedef {object} Drawn of a frame
 * @property {string} [content] as JSON
 * @property {(id: string) => void} [open]
 * @property {(draw: () => void) => void} [draw]
 */
/** @typedef {HTMLElement & Drawn} Frame */

/** @param {HTMLTableRowElement} tr @param {boolean} selected @param {Table} data @param {(id: string) => void} open */
function opens(tr, selected, { another, how }, open) {
  const id = tr.dataset.id;
  tr.classList.add("opens");
  if (selected) {
    tr.classList.add("selected");
    tr.setAttribute("aria-current", "true");
  }
  tr.tabIndex = 0;
  tr.setAttribute("aria-description", how);
  tr.onclick = () => open(id);
  tr.onkeydown = (event) => {
    if (presses(event)) open(id);
    else if (another && event.key === another[0] && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.stopPropagation();
      open(another[1] + id);
    }
  };
}

/** @param {Table} data @param {(id: string) => void} open */
function bodyOf(data, open) {
  const body = element("tbody");
  data.rows.forEach((row, index) => {
    const tr = element("tr");
    const id = data.ids?.[index] ?? null;
    tr.append(...row.map((cell, i) => tableCell(cell, data.columns[i], data.glossary)));
    if (id !== null) {
      tr.dataset.id = id;
      opens(tr, id === data.selected, data, open);
    }
    if (data.rules.includes(index)) tr.classList.add("ends");
    body.append(tr);
  });
  return body;
}

/** @param {Frame} root @param {Table} data */
function draw(root, { run, ...data }) {
  const content = JSON.stringify(data);
  if (root.content === content) return; // a run that changes nothing takes nothing from under the pointer
  root.content = content;
  if (!data.rows.length) {
    root.replaceChildren(element("p", "empty", data.empty));
    return;
  }
  const table = element("table");
  table.setAttribute("aria-label", data.label);
  const head = table.createTHead().insertRow();
  head.append(...data.columns.map((column) => heading(column, data.glossary)));
  const body = bodyOf(data, (id) => {
    root.open(id);
    bringIntoView(data.shows);
  });
  table.append(body);
  const rows = [...body.rows];
  const opened = rows.find((tr) => tr.matches(".selected"));
  if (data.walked) rows.forEach((tr) => { tr.tabIndex = tr === (opened ?? rows[0]) ? 0 : -1; });
  else walkable(table, opened ?? rows.find((tr) => tr.matches(".opens")));
  // A row that has the focus keeps it when the table is drawn anew, or gives it to the one walked to.
  const focused = /** @type {ShadowRoot} */ (root.getRootNode()).activeElement;
  const id = focused instanceof HTMLElement && focused.dataset.id;
  root.replaceChildren(table);
  if (!id) return;
  const same = rows.find((tr) => tr.dataset.id === id);
  (data.walked && opened ? opened : same)?.focus({ preventScroll: true });
}

/** @param {Omit<import("../dom.js").Mounted, "data"> & {data: Table}} mounted */
export default function ({ data, parentElement, setTriggerValue }) {
  /** @type {Frame} */
  const root = find(parentElement, ".frame");
  root.open = (id) => setTriggerValue("open", id);
  root.draw ??= afterRelease(root);
  root.draw(() => draw(root, data));
}
