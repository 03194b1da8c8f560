// The matrix of all pairs of systems, from the data of present/matrix.py. Its display is chosen here.

import { button, element, find, presses, showPressed } from "./dom.js";
import { asking } from "./glossary_tip.js";

// ---- A pair of systems, whichever of them is the row.

/**
 * A list has an entry a pair of A and B, those of an upper triangle row by row. In the matrix the row is B and the
 * column A, so that Δ is row minus column.
 * @typedef {object} Pairs
 * @property {string[]} names the best first
 * @property {[number, number]} chosen the places of A and B
 * @property {number} [only] the place of the only system whose pairs can be opened; else all can
 * @property {string} metric
 * @property {boolean} tested
 * @property {Record<string, string>} notes the meaning of a cell, by content
 * @property {[string, string]} family the note on corrected p-values, and on uncorrected ones
 * @property {string[]} delta
 * @property {string[]} short with a decimal less
 * @property {string[]} p
 * @property {string[]} holm
 * @property {number[]} found 2 significant after correction, 1 without it alone, 0 neither
 * @property {string[]} [won] segments that B wins, once known
 * @property {string[]} [lost]
 * @property {import("./glossary_tip.js").Glossary} glossary
 */
/** @typedef {{what: string, alone: boolean}} Shown the content of the cells; whether p is uncorrected */

/** @type {Record<string, string>} */
const OTHER_SIGN = { "+": "−", "−": "+" };

/** @param {string} delta */
function turnedDelta(delta) {
  return delta && delta[0] in OTHER_SIGN ? OTHER_SIGN[delta[0]] + delta.slice(1) : delta;
}

/** A and B of a cell. @param {[number, number]} cell @returns {[number, number]} */
function pairOfCell([row, column]) {
  return [column, row];
}

/** @param {Pairs} data @param {number} row @param {number} column */
function pairAt(data, row, column) {
  const [a, b] = pairOfCell([row, column]), upper = a < b;
  const [first, second] = upper ? [a, b] : [b, a];
  const i = first * data.names.length - (first * (first + 1)) / 2 + second - first - 1;
  const sign = upper ? (/** @type {string} */ text) => text : turnedDelta;
  return {
    delta: sign(data.delta[i]), short: sign(data.short[i]), p: data.p[i], holm: data.holm[i],
    found: data.found[i],
    // Systems are sorted, best first: B is never better if it comes after A.
    tone: /^[+−]/.test(data.delta[i]) || data.found[i] ? (upper ? "loss" : "gain") : "",
    won: (upper ? data.won : data.lost)?.[i], lost: (upper ? data.lost : data.won)?.[i],
  };
}

/** @typedef {ReturnType<typeof pairAt>} OnePair */

/** @param {Pairs} data @param {[number, number]} pair */
function isOpenable({ only }, pair) {
  return only === undefined || pair.includes(only);
}

/** @param {OnePair} pair @param {Shown} shown */
function isFoundPair({ found }, { alone }) {
  return found > (alone ? 0 : 1);
}

/** @param {Pairs} data @param {OnePair} pair @param {Shown} shown */
function chanceOf(data, pair, shown) {
  if (!data.tested) return "not tested";
  const verdict = isFoundPair(pair, shown) ? "significant" : "not significant";
  return "p " + pair.p + (shown.alone ? "" : ", corrected " + pair.holm) + ", " + verdict;
}

// ---- The table: a row and a column per system, a cell per pair.

/** @param {string} name @param {number} at @param {number[]} chosen */
function systemHeading(name, at, [a, b]) {
  const th = element("th", at === a ? "a" : at === b ? "b" : "");
  th.scope = "col";
  const text = element("span", "name", name);
  text.dir = "auto";
  text.title = name;
  th.append(text);
  return th;
}

/** @param {Pairs} data */
function matrixGrid(data) {
  const { names, chosen } = data;
  const table = element("table");
  table.setAttribute("role", "grid");
  table.setAttribute("aria-label", "All pairs of systems");
  const head = table.createTHead().insertRow();
  head.append(element("td", "corner"), ...names.map((name, at) => systemHeading(name, at, chosen)));
  const body = table.createTBody();
  names.forEach((name, row) => {
    const tr = body.insertRow();
    const heading = systemHeading(name, row, chosen);
    heading.scope = "row";
    tr.append(heading);
    names.forEach((_, column) => {
      const td = tr.insertCell();
      if (row === column) {
        td.className = "self";
        return;
      }
      // The visible text is a short form of the accessible one.
      td.appendChild(element("span")).setAttribute("aria-hidden", "true");
      td.append(element("span", "heard"));
      td.dataset.row = String(row);
      td.dataset.column = String(column);
      const isChosen = pairOfCell([row, column]).join() === chosen.join();
      td.classList.toggle("chosen", isChosen);
      td.classList.toggle("shut", !isOpenable(data, [row, column]));
      if (isChosen) td.setAttribute("aria-current", "true");
      td.tabIndex = isChosen ? 0 : -1;
    });
  });
  const cells = matrixCells(table);
  if (cells.length && !cells.some((td) => td.tabIndex === 0)) cells[0].tabIndex = 0;
  return table;
}

/** @param {HTMLElement} td @returns {[number, number]} */
function pairPlace(td) {
  return [Number(td.dataset.row), Number(td.dataset.column)];
}

/** @param {HTMLTableElement} table */
function matrixCells(table) {
  return /** @type {HTMLElement[]} */ ([...table.querySelectorAll("td[data-row]")]);
}

// ---- The content of a cell: the number where it fits, else a shorter one, else its sign.

// Pixels: of a character at 13 px, beside the text, of the names, and of the smallest and largest cell.
const CHARACTER_WIDTH = 6.9, BESIDE_TEXT = 5, NAMES_WIDTH = 132, SMALLEST_CELL = 20, LARGEST_CELL = 64;

/** @param {string} text */
function signOfDelta(text) {
  return /^[+−]/.test(text) ? text[0] : "·";
}

/** @param {Record<string, any>} pair @param {string} form @returns {string} */
function cellText(pair, form) {
  return pair[form];
}

/**
 * @param {HTMLElement} root
 * @param {HTMLTableElement} table
 * @param {Pairs} data
 * @param {Shown} shown
 * @returns {() => void} rewrites the cells for the current content and width
 */
function fittingCells(root, table, data, shown) {
  const cells = matrixCells(table).map((td) => ({ td, pair: pairAt(data, ...pairPlace(td)) }));
  let written = "";
  return () => {
    const room = (root.clientWidth - NAMES_WIDTH) / data.names.length;
    const forms = { delta: ["delta", "short"], p: [shown.alone ? "p" : "holm"], won: ["won"] }[shown.what];
    const width = (/** @type {string} */ form) =>
      Math.max(...cells.map(({ pair }) => cellText(pair, form).length)) * CHARACTER_WIDTH + BESIDE_TEXT;
    const form = forms.find((one) => width(one) <= room) ?? "";
    const size = form ? Math.min(room, Math.max(LARGEST_CELL, width(form))) : Math.max(SMALLEST_CELL, Math.min(room, 30));
    const now = [form, shown.what, shown.alone, Math.floor(size)].join();
    if (now === written || !root.clientWidth) return;
    written = now;
    table.style.setProperty("--size", Math.floor(size) + "px");
    for (const { td, pair } of cells) {
      const [row, column] = pairPlace(td);
      td.firstElementChild.textContent = form ? cellText(pair, form) : signOfDelta(pair.delta);
      td.classList.remove("gain", "loss");
      if (pair.tone) td.classList.add(pair.tone);
      td.classList.toggle("found", isFoundPair(pair, shown));
      const [a, b] = pairOfCell([row, column]), names = data.names[b] + " minus " + data.names[a];
      td.lastElementChild.textContent = names + ": " + pair.delta + ", " + chanceOf(data, pair, shown);
    }
  };
}

// ---- The switches above the matrix: what cells show, and which p-value.

const CONTENTS = [["delta", "Δ"], ["p", "p"], ["won", "segments won"]];

/**
 * @param {Pairs} data
 * @param {Shown} shown
 * @param {() => void} fit
 */
function matrixSwitches(data, shown, fit) {
  const bar = element("div", "bar");
  const group = element("div", "buttons");
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", "Content of the cells");
  const note = element("p", "note"), family = element("p", "note");
  /** @type {Record<string, boolean>} */
  const there = { delta: true, p: data.tested, won: !!data.won };
  const buttons = CONTENTS.filter(([what]) => there[what]).map(([what, label]) => {
    const node = button(label, "", () => { shown.what = what; show(); });
    return { what, node };
  });
  group.append(...buttons.map(({ node }) => node));
  bar.append(group);
  const alone = element("input");
  if (data.tested && data.p.length > 1) {
    const label = element("label");
    alone.type = "checkbox";
    alone.onchange = () => { shown.alone = alone.checked; show(); };
    label.append(alone, " uncorrected");
    bar.append(label, asking("Holm", data.glossary, "holm"));
  }
  const show = () => {
    if (!buttons.some(({ what }) => what === shown.what)) shown.what = "delta";
    showPressed(buttons.map(({ node }) => node), buttons.find(({ what }) => what === shown.what).node);
    alone.checked = shown.alone;
    note.textContent = data.notes[shown.what];
    family.textContent = data.family[shown.alone ? 1 : 0];
    fit();
  };
  show();
  const all = element("div", "switches");
  all.append(bar, note, family);
  if (data.only !== undefined) all.append(element("p", "note", `Only pairs with ${data.names[data.only]} can be opened.`));
  return all;
}

// ---- The tip of a cell, one for all cells.

/** @param {HTMLTableElement} table @param {number} row @param {number} column */
function lightHeadings(table, row, column) {
  table.querySelectorAll("th.at").forEach((th) => th.classList.remove("at"));
  if (row < 0) return;
  table.tHead.rows[0].cells[column + 1].classList.add("at");
  table.tBodies[0].rows[row].cells[0].classList.add("at");
}

/**
 * @param {HTMLTableElement} table
 * @param {Pairs} data
 * @param {Shown} shown
 */
function tipOfPairs(table, data, shown) {
  const tip = element("div", "asked");
  tip.popover = "manual"; // above everything, whatever scrolls or is cut around it
  tip.setAttribute("aria-hidden", "true"); // each cell is named so itself
  const hide = () => {
    lightHeadings(table, -1, -1);
    if (tip.isConnected && tip.matches(":popover-open")) tip.hidePopover();
  };
  const tell = (/** @type {Event} */ event) => {
    const td = /** @type {HTMLElement} */ (event.target).closest("td");
    if (!td?.dataset.row) return hide();
    const [row, column] = pairPlace(td), pair = pairAt(data, row, column), [a, b] = pairOfCell([row, column]);
    lightHeadings(table, row, column);
    const lines = [pair.delta + " " + data.metric, chanceOf(data, pair, shown)];
    if (pair.won !== undefined) lines.push(pair.won + " segments won, " + pair.lost + " lost");
    tip.replaceChildren(
      element("b", "", data.names[b]), " minus ", element("b", "", data.names[a]),
      ...lines.map((line) => element("span", "told", line)),
    );
    if (isOpenable(data, [row, column])) tip.append(element("span", "way", "Open this pair"));
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

// ---- Arrow keys: the grid is one stop of the Tab key; Enter and a click open a cell.

/** @type {Record<string, [number, number]>} */
const MATRIX_STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @param {HTMLTableElement} table @param {(pair: [number, number]) => void} open */
function walkingPairs(table, open) {
  const cells = matrixCells(table);
  const last = table.tBodies[0].rows.length - 1;
  const at = new Map(cells.map((td) => [pairPlace(td).join(), td]));
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
    if (td) open(pairPlace(td));
  });
  table.addEventListener("focusin", (event) => {
    const td = cellOf(event);
    if (td) cells.forEach((other) => { other.tabIndex = other === td ? 0 : -1; });
  });
  table.addEventListener("keydown", (event) => {
    const td = cellOf(event);
    if (!td || event.metaKey || event.altKey) return;
    if (presses(event)) return open(pairPlace(td));
    const [row, column] = pairPlace(td);
    const next = event.key in MATRIX_STEPS ? step(row, column, MATRIX_STEPS[event.key]) : ends(event, row);
    if (!next && !(event.key in MATRIX_STEPS)) return;
    event.preventDefault();
    event.stopPropagation(); // the arrow keys of the page are others
    next?.focus();
  });
}

// ---- The whole, drawn anew when its data has changed.

/**
 * @typedef {object} KeptMatrix
 * @property {string} [content] as JSON
 * @property {Shown} [shown]
 * @property {ResizeObserver} [observer]
 */
/** @typedef {HTMLElement & KeptMatrix} MatrixRoot */

/**
 * @param {MatrixRoot} root an element of the class "pairs"
 * @param {Pairs} data
 * @param {(pair: [number, number]) => void} open is called with A and B of a pressed cell; it stays
 *     the same until the data changes
 */
export function drawPairs(root, data, open) {
  const content = JSON.stringify(data);
  if (root.content === content) return; // a run without changes must not redraw under the pointer
  root.content = content;
  root.shown ??= { what: "delta", alone: false };
  const hadFocus = find(root, "td:focus") !== null;
  const table = matrixGrid(data);
  const box = element("div", "scrolled");
  box.append(table);
  const fit = fittingCells(root, table, data, root.shown);
  walkingPairs(table, (cell) => { if (isOpenable(data, cell)) open(pairOfCell(cell)); });
  root.replaceChildren(matrixSwitches(data, root.shown, fit), box, tipOfPairs(table, data, root.shown));
  fit();
  root.observer?.disconnect();
  root.observer = new ResizeObserver(fit);
  root.observer.observe(root);
  if (hadFocus) find(table, "td[tabindex='0']")?.focus({ preventScroll: true });
}
