// The board, from the data of suite/rendering/board.py: a table of test sets and systems.

import { element, find } from "./dom.js";
import { drawing } from "./svg.js";
import { walkable } from "./walking.js";

// ---- The scores of the last runs as a small line; failed runs are crossed out.

/** @typedef {[score: number, passed: boolean, ground: number]} SmallPoint scores of one ground compare */

/** Pixels of the drawing, beside its points, and of half a cross; points of BLEU that always fit. */
const LINE_WIDTH = 98, LINE_HEIGHT = 26, LINE_EDGE = 5, CROSS_SIZE = 2.6, LEAST_REACH = 1;

/** @param {SmallPoint[]} line @returns {[number, number][]} the place of each point, the last at the right */
function placesOfRuns(line) {
  const scores = line.map(([score]) => score);
  const low = Math.min(...scores), high = Math.max(...scores);
  const reach = Math.max(high - low, LEAST_REACH), middle = (low + high) / 2;
  const step = Math.min(10, (LINE_WIDTH - 2 * LINE_EDGE) / Math.max(1, line.length - 1));
  return line.map(([score], i) => [
    LINE_WIDTH - LINE_EDGE - (line.length - 1 - i) * step,
    LINE_HEIGHT / 2 - ((score - middle) / reach) * (LINE_HEIGHT - 2 * LINE_EDGE),
  ]);
}

/** @param {SmallPoint[]} line the oldest first */
function lineOfRuns(line) {
  const svg = drawing("svg", { viewBox: `0 0 ${LINE_WIDTH} ${LINE_HEIGHT}`, width: LINE_WIDTH, height: LINE_HEIGHT, "aria-hidden": "true" });
  const places = placesOfRuns(line);
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
      const d = `M${x - CROSS_SIZE} ${y - CROSS_SIZE}l${2 * CROSS_SIZE} ${2 * CROSS_SIZE}m0 ${-2 * CROSS_SIZE}l${-2 * CROSS_SIZE} ${2 * CROSS_SIZE}`;
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
 * @property {string} href of the comparison; "" where none can be opened
 * @property {SmallPoint[]} line
 * @property {string} more the runs and failures, in words; "" where runs are not shown
 */

const STATE_SIGNS = { failed: "✗", "no verdict": "?", passed: "✓" };

/** @param {BoardCell} cell */
function boardNumbers(cell) {
  const box = cell.href ? element("a", "numbers") : element("span", "numbers");
  if (box instanceof HTMLAnchorElement) box.href = cell.href;
  const change = element("span", "change " + cell.tone, cell.delta);
  box.append(
    element("span", "score", cell.score), change,
    element("span", "state", STATE_SIGNS[cell.state]), element("span", "p", cell.p),
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
  const numbers = boardNumbers(cell);
  numbers.dataset.at = "open " + at.join();
  numbers.onclick = (event) => {
    // Ctrl, Shift and ⌘ open it elsewhere, as of any link.
    if (!cell.href || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    tell("open", at);
  };
  td.append(numbers);
  if (!cell.more) return td;
  const more = element("button", "more");
  more.type = "button";
  more.title = cell.more;
  more.setAttribute("aria-label", cell.more);
  more.dataset.at = "more " + at.join();
  more.append(lineOfRuns(cell.line));
  more.onclick = () => tell("choose", at);
  td.append(more);
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
 */
/** @typedef {HTMLElement & DrawnBoard} BoardRoot */

/** @param {string} text */
function boardName(text) {
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
    th.append(boardName(system));
    row.append(th);
  }
  return row;
}

/** @param {BoardRow} of @param {() => void} choose */
function boardSetHeading(of, choose) {
  const th = element("th");
  th.scope = "row";
  th.append(boardName(of.name), element("span", "about", of.about));
  if (of.trouble) {
    const more = element("button", "problem", (of.trouble === "no verdict" ? "? " : "! ") + of.trouble);
    more.type = "button";
    more.title = of.problems.join("\n");
    more.onclick = choose;
    th.append(more);
  }
  return th;
}

/**
 * @param {BoardRoot} root an element of the class "board"
 * @param {Board} data
 * @param {Tell} tell is called with a pressed cell; its system is -1 for the set itself. It stays the same until
 *     the data changes
 */
export function drawTestSets(root, data, tell) {
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
    row.append(boardSetHeading(of, () => tell("choose", [set, -1])));
    of.cells.forEach((cell, system) => {
      const td = boardCell(cell, [set, system], tell);
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
