// The matrix of all pairs of systems, from the data of viewer/ranking.py. What its cells show is chosen here.

import { button, element, find, presses, showPressed } from "./dom.js";
import { asking } from "./glossary_tip.js";

/**
 * A list has an entry a pair of A and B, those of an upper triangle row by row. In the matrix the row is B and the
 * column A, so that Δ is row minus column.
 * @typedef {{names: string[], chosen: [number, number], only?: number, metric: string,
 *   tested: boolean, notes: Record<string, string>, family: [string, string], delta: string[],
 *   short: string[], p: string[], holm: string[], found: number[], won?: string[], lost?: string[],
 *   glossary: import("./glossary_tip.js").Glossary}} Pairs
 */
/** @typedef {{what: string, alone: boolean}} Shown the content of the cells; whether p is uncorrected */
/** @typedef {ReturnType<typeof newPairCell>} PairCell */

/** Whether B is significantly better or worse. @param {PairCell} cell @param {Shown} shown */
function isFoundPair({ found }, { alone }) {
  return found > (alone ? 0 : 1);
}

/** @param {Pairs} data @param {PairCell} cell @param {Shown} shown */
function chanceOf({ tested }, cell, shown) {
  if (!tested) return "not tested";
  return `p ${cell.p}${shown.alone ? "" : `, corrected ${cell.holm}`}, ${isFoundPair(cell, shown) ? "" : "not "}significant`;
}

// ---- The table: a row and a column per system, a cell per pair.

/** A cell with the numbers of its pair, as B minus A. @param {Pairs} data @param {number} row @param {number} column */
function newPairCell(data, row, column) {
  const upper = column < row, [first, second] = upper ? [column, row] : [row, column];
  const i = first * data.names.length - (first * (first + 1)) / 2 + second - first - 1;
  const turned = (/** @type {string} */ text) => (upper ? text : text.replace(/^[+−]/, (sign) => (sign === "+" ? "−" : "+")));
  const isChosen = [column, row].join() === data.chosen.join(), delta = data.delta[i], found = data.found[i];
  const opens = data.only === undefined || [row, column].includes(data.only);
  const td = element("td", { className: [isChosen ? "chosen" : "", opens ? "" : "shut"].join(" ").trim(), tabIndex: isChosen ? 0 : -1 },
    element("span", { ariaHidden: "true" }), element("span", "heard")); // the visible text is a short form of the accessible one
  Object.assign(td.dataset, { row, column });
  if (isChosen) td.ariaCurrent = "true";
  return {
    td, row, column, opens, a: data.names[column], b: data.names[row], delta: turned(delta), short: turned(data.short[i]), p: data.p[i], holm: data.holm[i], found,
    // Systems are sorted, best first: B is never better if it comes after A.
    tone: /^[+−]/.test(delta) || found ? (upper ? "loss" : "gain") : "",
    won: (upper ? data.won : data.lost)?.[i], lost: (upper ? data.lost : data.won)?.[i],
  };
}

/** @param {Pairs} data @param {number} at @param {"row" | "col"} scope */
function systemHeading({ names, chosen: [a, b] }, at, scope) {
  const name = element("span", { className: "name", dir: "auto", title: names[at] }, names[at]);
  return element("th", { className: at === a ? "a" : at === b ? "b" : "", scope }, name);
}

/** @param {Pairs} data */
function matrixGrid(data) {
  const table = element("table", { role: "grid", ariaLabel: "All pairs of systems" }), places = data.names.map((_, at) => at), body = table.createTBody();
  table.createTHead().insertRow().append(element("td", "corner"), ...places.map((at) => systemHeading(data, at, "col")));
  const cells = places.flatMap((row) => {
    const own = places.map((column) => (row === column ? null : newPairCell(data, row, column)));
    body.insertRow().append(systemHeading(data, row, "row"), ...own.map((cell) => cell?.td ?? element("td", "self")));
    return own.filter(Boolean);
  });
  if (cells.length && !cells.some(({ td }) => td.tabIndex === 0)) cells[0].td.tabIndex = 0;
  return { table, cells };
}

// ---- The content of a cell: the number where it fits, else a shorter one, else its sign.

// Pixels: of a character at 13 px, beside the text, of the names, and of the smallest and largest cell.
const CHARACTER_WIDTH = 6.9, BESIDE_TEXT = 5, NAMES_WIDTH = 132, SMALLEST_CELL = 20, LARGEST_CELL = 64;

/** Write the cells for the current content and width. @param {HTMLElement} root @param {HTMLTableElement} table @param {PairCell[]} cells @param {Pairs} data @param {Shown} shown */
function fitCells(root, table, cells, data, shown) {
  if (!root.clientWidth) return;
  const room = (root.clientWidth - NAMES_WIDTH) / data.names.length;
  /** @type {Record<string, ("delta" | "short" | "p" | "holm" | "won")[]>} */
  const forms = { delta: ["delta", "short"], p: [shown.alone ? "p" : "holm"], won: ["won"] };
  const width = (/** @type {"delta" | "short" | "p" | "holm" | "won"} */ form) => Math.max(...cells.map((cell) => cell[form].length)) * CHARACTER_WIDTH + BESIDE_TEXT;
  const form = forms[shown.what].find((name) => width(name) <= room);
  const size = form ? Math.min(room, Math.max(LARGEST_CELL, width(form))) : Math.max(SMALLEST_CELL, Math.min(room, 30));
  table.style.setProperty("--size", Math.floor(size) + "px");
  for (const cell of cells) {
    const { td, delta, tone, a, b } = cell, [seen, heard] = td.children;
    seen.textContent = form ? cell[form] : /^[+−]/.test(delta) ? delta[0] : "·";
    if (tone) td.classList.add(tone);
    td.classList.toggle("found", isFoundPair(cell, shown));
    heard.textContent = `${b} minus ${a}: ${delta}, ${chanceOf(data, cell, shown)}`;
  }
}

// ---- The switches above the matrix: what cells show, and which p-value.

/** @type {[what: string, label: string][]} */
const CONTENTS = [["delta", "Δ"], ["p", "p"], ["won", "segments won"]];

/** @param {Pairs} data @param {Shown} shown @param {() => void} fit */
function matrixSwitches(data, shown, fit) {
  const note = element("p", "note"), family = element("p", "note"), alone = element("input", { type: "checkbox" });
  const there = CONTENTS.filter(([what]) => what === "delta" || (what === "p" ? data.tested : data.won));
  const buttons = there.map(([what, label]) => button(label, "", () => { shown.what = what; show(); }));
  const show = () => {
    const at = Math.max(0, there.findIndex(([what]) => what === shown.what));
    shown.what = there[at][0];
    showPressed(buttons, buttons[at]);
    alone.checked = shown.alone;
    note.textContent = data.notes[shown.what];
    family.textContent = data.family[shown.alone ? 1 : 0];
    fit();
  };
  alone.onchange = () => { shown.alone = alone.checked; show(); };
  show();
  const bar = element("div", "bar", element("div", { className: "buttons", role: "group", ariaLabel: "Content of the cells" }, ...buttons));
  if (data.tested && data.p.length > 1) bar.append(element("label", "", alone, " uncorrected"), asking("Holm", data.glossary, "holm"));
  const only = data.only === undefined ? [] : [element("p", "note", `Only pairs with ${data.names[data.only]} can be opened.`)];
  return element("div", "switches", bar, note, family, ...only);
}

// ---- The tip of a cell, one for all cells.

/** @param {HTMLTableElement} table @param {(event: Event) => PairCell | undefined} cellOf @param {Pairs} data @param {Shown} shown */
function tipOfPairs(table, cellOf, data, shown) {
  const tip = element("div", { className: "asked", popover: "manual", ariaHidden: "true" }); // each cell is named so itself
  const light = (/** @type {PairCell | undefined} */ cell) => {
    table.querySelectorAll("th.at").forEach((th) => th.classList.remove("at"));
    if (cell) for (const th of [table.tHead.rows[0].cells[cell.column + 1], table.tBodies[0].rows[cell.row].cells[0]]) th.classList.add("at");
  };
  const hide = () => {
    light(undefined);
    if (tip.isConnected && tip.matches(":popover-open")) tip.hidePopover();
  };
  const tell = (/** @type {Event} */ event) => {
    const cell = cellOf(event);
    if (!cell) return hide();
    light(cell);
    const lines = [`${cell.delta} ${data.metric}`, chanceOf(data, cell, shown), ...(cell.won === undefined ? [] : [`${cell.won} segments won, ${cell.lost} lost`])];
    tip.replaceChildren(element("b", "", cell.b), " minus ", element("b", "", cell.a), ...lines.map((line) => element("span", "told", line)));
    if (cell.opens) tip.append(element("span", "way", "Open this pair"));
    tip.showPopover();
    const at = cell.td.getBoundingClientRect(), size = tip.getBoundingClientRect();
    tip.style.left = Math.max(8, Math.min(at.right + 6, innerWidth - size.width - 8)) + "px";
    tip.style.top = Math.max(8, Math.min(at.bottom + 6, innerHeight - size.height - 8)) + "px";
  };
  table.addEventListener("pointerover", tell);
  table.addEventListener("focusin", (event) => { if (/** @type {HTMLElement} */ (event.target).matches(":focus-visible")) tell(event); });
  for (const name of ["pointerleave", "focusout", "click"]) table.addEventListener(name, hide);
  addEventListener("scroll", () => { if (tip.isConnected) hide(); }, { capture: true, passive: true });
  table.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !tip.matches(":popover-open")) return;
    hide();
    event.stopPropagation();
  });
  return tip;
}

// ---- Arrow keys: the grid is one stop of the Tab key; Enter and a click open a cell.

/** @type {Record<string, [number, number]>} */
const MATRIX_STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @param {HTMLTableElement} table @param {PairCell[]} cells @param {(event: Event) => PairCell | undefined} cellOf @param {(cell: PairCell) => void} open */
function walkPairs(table, cells, cellOf, open) {
  const at = (/** @type {number} */ row, /** @type {number} */ column) => cells.find((cell) => cell.row === row && cell.column === column);
  const next = (/** @type {KeyboardEvent} */ { key, ctrlKey }, /** @type {PairCell} */ { row, column }) => {
    const own = ctrlKey ? cells : cells.filter((cell) => cell.row === row);
    if (key === "Home" || key === "End") return own.at(key === "Home" ? 0 : -1);
    const [down, right] = MATRIX_STEPS[key];
    // A system is not compared with itself: a step onto that cell goes on to the next.
    return at(row + down, column + right) ?? at(row + 2 * down, column + 2 * right);
  };
  table.addEventListener("click", (event) => {
    const cell = cellOf(event);
    if (cell) open(cell);
  });
  table.addEventListener("focusin", (event) => {
    const focused = cellOf(event);
    if (focused) for (const cell of cells) cell.td.tabIndex = cell === focused ? 0 : -1;
  });
  table.addEventListener("keydown", (event) => {
    const cell = cellOf(event), isStep = event.key in MATRIX_STEPS || event.key === "Home" || event.key === "End";
    if (!cell || event.metaKey || event.altKey) return;
    if (presses(event)) return open(cell);
    if (!isStep) return;
    event.preventDefault();
    event.stopPropagation(); // the arrow keys of the page are others
    next(event, cell)?.td.focus();
  });
}

// ---- The whole, drawn anew when its data has changed.

/** @typedef {HTMLElement & {content?: string, shown?: Shown, observer?: ResizeObserver}} MatrixRoot `content` is the data as JSON */

/**
 * @param {MatrixRoot} root an element of the class "pairs"
 * @param {Pairs} data
 * @param {(pair: [number, number]) => void} open is called with A and B of a pressed cell
 */
export function drawPairs(root, data, open) {
  const content = JSON.stringify(data);
  if (root.content === content) return; // must not redraw under the pointer
  root.content = content;
  const shown = root.shown ??= { what: "delta", alone: false }, hadFocus = find(root, "td:focus") !== null;
  const { table, cells } = matrixGrid(data), fit = () => fitCells(root, table, cells, data, shown);
  const cellOf = (/** @type {Event} */ { target }) => {
    const td = /** @type {HTMLElement} */ (target).closest("td");
    return cells.find((cell) => cell.td === td);
  };
  walkPairs(table, cells, cellOf, ({ opens, row, column }) => { if (opens) open([column, row]); });
  root.replaceChildren(matrixSwitches(data, shown, fit), element("div", "scrolled", table), tipOfPairs(table, cellOf, data, shown));
  fit();
  root.observer?.disconnect();
  root.observer = new ResizeObserver(fit);
  root.observer.observe(root);
  if (hadFocus) find(table, "td[tabindex='0']")?.focus({ preventScroll: true });
}
