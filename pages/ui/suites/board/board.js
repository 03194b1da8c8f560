// The board, as board/__init__.py gives it: a table of test sets and systems.

import { element, find } from "../../widgets/dom.js";
import { afterRelease } from "../../widgets/pressed.js";
import { bringIntoView } from "../../widgets/shown.js";
import { walkable } from "../../widgets/walking.js";
import { boardCell } from "./cell.js";

/**
 * @typedef {object} BoardRow
 * @property {string} name
 * @property {string} about
 * @property {string} trouble in two words, why not all of it could be compared
 * @property {string[]} problems the same in sentences
 * @property {(import("./cell.js").BoardCell | null)[]} cells one a system
 */
/**
 * @typedef {object} Board
 * @property {string[]} systems
 * @property {BoardRow[]} sets
 * @property {[number, number]} chosen
 * @property {string} label
 */
/** @typedef {(message: "open" | "choose", at: [number, number]) => void} Tell */
/**
 * @typedef {object} DrawnBoard
 * @property {string} [content] as JSON
 * @property {Tell} [tell]
 * @property {(draw: () => void) => void} [draw]
 */
/** @typedef {HTMLElement & DrawnBoard} BoardRoot */

/** The container of what is told of a cell. */
const SHOWS = "suite-cell";

/** @param {string} text */
function named(text) {
  const name = element("span", "name", text);
  name.dir = "auto";
  name.title = text;
  return name;
}

/** @param {string[]} systems */
function boardHead(systems) {
  const row = element("tr");
  row.append(element("td", "corner"));
  for (const system of systems) {
    const th = element("th");
    th.scope = "col";
    th.append(named(system));
    row.append(th);
  }
  return row;
}

/** @param {BoardRow} of @param {() => void} choose */
function setHeading(of, choose) {
  const th = element("th");
  th.scope = "row";
  th.append(named(of.name), element("span", "about", of.about));
  if (of.trouble) {
    const more = element("button", "problem", (of.trouble === "no verdict" ? "? " : "! ") + of.trouble);
    more.type = "button";
    more.title = of.problems.join("\n");
    more.onclick = choose;
    th.append(more);
  }
  return th;
}

/** @param {BoardRoot} root @param {Board} data */
function drawBoard(root, data) {
  const content = JSON.stringify(data);
  if (root.content === content) return; // a run that changes nothing takes nothing from under the pointer
  const scrolled = find(root, ".scrolled");
  const [left, top] = [scrolled?.scrollLeft ?? 0, scrolled?.scrollTop ?? 0];
  const focused = find(root, ":focus")?.dataset.at;
  root.content = content;
  const table = element("table");
  table.setAttribute("aria-label", data.label);
  table.createTHead().append(boardHead(data.systems));
  const body = table.createTBody();
  data.sets.forEach((of, set) => {
    const row = body.insertRow();
    const isChosen = set === data.chosen[0];
    row.append(setHeading(of, () => root.tell("choose", [set, -1])));
    of.cells.forEach((cell, system) => {
      const td = boardCell(cell, [set, system], root.tell);
      td.classList.toggle("chosen", isChosen && system === data.chosen[1]);
      row.append(td);
    });
    if (isChosen && data.chosen[1] < 0) row.classList.add("chosen");
  });
  const box = element("div", "scrolled");
  box.append(table);
  root.replaceChildren(box);
  box.scrollTo(left, top);
  const again = focused && find(table, `[data-at="${focused}"]`);
  walkable(table, again || find(table, "td.chosen .more"), "a, button");
  if (again) again.focus({ preventScroll: true });
}

/** @param {Omit<import("../../widgets/dom.js").Mounted, "data"> & {data: Board}} mounted */
export default function ({ data, parentElement, setTriggerValue }) {
  /** @type {BoardRoot} */
  const root = find(parentElement, ".board");
  root.tell = (message, at) => {
    setTriggerValue(message, at);
    if (message === "choose") bringIntoView(SHOWS, 2 / 3);
  };
  root.draw ??= afterRelease(root);
  root.draw(() => drawBoard(root, data));
}
