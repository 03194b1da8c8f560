// The board, as board/__init__.py sends it: a table of test sets and systems.

import { element, find } from "browser/dom.js";
import { drawing } from "browser/svg.js";
import { afterRelease } from "browser/pressed.js";
import { walkable } from "browser/walking.js";
import { bringIntoView } from "../../widgets/bring_into_view.js";

// ---- The scores of the last runs as a small line; failed runs are crossed out.

/** @typedef {[score: number, passed: boolean, ground: number]} SmallPoint scores of one ground compare */

/** Pixels of the drawing, beside its points, and of half a cross; points of BLEU that always fit. */
const WIDTH = 98, HEIGHT = 26, EDGE = 5, CROSS = 2.6, LEAST = 1;

/** @param {SmallPoint[]} line @returns {[number, number][]} the place of each point, the last at the right */
function placesOf(line) {
  const scores = line.map(([score]) => score);
  const low = Math.min(...scores), high = Math.max(...scores);
  const reach = Math.max(high - low, LEAST), middle = (low + high) / 2;
  const step = Math.min(10, (WIDTH - 2 * EDGE) / Math.max(1, line.length - 1));
  return line.map(([score], i) => [
    WIDTH - EDGE - (line.length - 1 - i) * step,
    HEIGHT / 2 - ((score - middle) / reach) * (HEIGHT - 2 * EDGE),
  ]);
}

/** @param {SmallPoint[]} line the oldest first */
function smallLine(line) {
  const svg = drawing("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, "aria-hidden": "true" });
  const places = placesOf(line);
  places.forEach(([x, y], i) => {
    if (i && line[i][2] === line[i - 1][2]) {
      const [x1, y1] = places[i - 1];
      svg.append(drawing("line", { x1, y1, x2: x, y2: y, class: "step" }));
    }
  });
  places.forEach(([x, y], i) => {
    const isLast = i === line.length - 1;
    if (line[i][1]) {
      if (isLast || line.length < 12) svg.append(drawing("circle", { cx: x, cy: y, r: isLast ? 3 : 1.6, class: "passed" }));
    } else {
      const d = `M${x - CROSS} ${y - CROSS}l${2 * CROSS} ${2 * CROSS}m0 ${-2 * CROSS}l${-2 * CROSS} ${2 * CROSS}`;
      svg.append(drawing("path", { d, class: "failed" }));
    }
  });
  return svg;
}

// ---- A cell: numbers that link to the comparison, and the line of runs as a button for details.

/**
 * @typedef {object} BoardCell
 * @property {"failed" | "no verdict" | "passed"} state
 * @property {string} score
 * @property {string} delta
 * @property {string} tone of the difference
 * @property {string} p
 * @property {string} told all of it, in words
 * @property {string} href
 * @property {SmallPoint[]} line
 * @property {string} more the runs and failures, in words
 */

const SIGNS = { failed: "✗", "no verdict": "?", passed: "✓" };

/** @param {BoardCell} cell */
function numbersOf(cell) {
  const box = cell.href ? element("a", "numbers") : element("span", "numbers");
  if (box instanceof HTMLAnchorElement) box.href = cell.href;
  const change = element("span", "change " + cell.tone, cell.delta);
  box.append(
    element("span", "score", cell.score), change,
    element("span", "state", SIGNS[cell.state]), element("span", "p", cell.p),
  );
  box.title = cell.told + (cell.href ? ". Opens the comparison" : "");
  box.setAttribute("aria-label", box.title);
  if (!cell.href) box.setAttribute("role", "img");
  return box;
}

/**
 * @param {BoardCell | null} cell
 * @param {[number, number]} at
 * @param {Tell} tell
 */
function boardCell(cell, at, tell) {
  const td = element("td", cell ? "cell " + cell.state.replace(" ", "-") : "none");
  if (!cell) {
    td.textContent = "–";
    return td;
  }
  const numbers = numbersOf(cell);
  numbers.dataset.at = "open " + at.join();
  numbers.onclick = (event) => {
    // Ctrl, Shift and ⌘ open it elsewhere, as of any link.
    if (!cell.href || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    tell("open", at);
  };
  const more = element("button", "more");
  more.type = "button";
  more.title = cell.more;
  more.setAttribute("aria-label", cell.more);
  more.dataset.at = "more " + at.join();
  more.append(smallLine(cell.line));
  more.onclick = () => tell("choose", at);
  td.append(numbers, more);
  return td;
}

// ---- The table.

/**
 * @typedef {object} BoardRow
 * @property {string} name
 * @property {string} about
 * @property {string} trouble in two words: why not all of it could be compared
 * @property {string[]} problems the reasons in sentences
 * @property {(BoardCell | null)[]} cells one a system
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

/** @param {Omit<import("browser/dom.js").Mounted, "data"> & {data: Board}} mounted */
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
