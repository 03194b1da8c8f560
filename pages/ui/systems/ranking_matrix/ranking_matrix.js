// The matrix of all pairs of systems, as __init__.py sends it. Its display is chosen here; only an
// opened pair is sent to Python.

import { button, element, find, presses } from "browser/dom.js";
import { asking } from "browser/glossary_tip.js";
import { afterRelease } from "browser/pressed.js";

// ---- A pair of systems, whichever of them is the row.

/**
 * A list has an entry a pair, those of an upper triangle row by row: the row is A, the column B.
 * @typedef {object} Pairs
 * @property {string[]} names the best first
 * @property {[number, number]} chosen the places of A and B
 * @property {string} metric
 * @property {boolean} tested
 * @property {Record<string, string>} notes the meaning of a cell, by content
 * @property {[string, string]} family the note on corrected p-values, and on uncorrected ones
 * @property {string[]} delta
 * @property {string[]} short with a decimal less
 * @property {string[]} p
 * @property {string[]} holm
 * @property {number[]} found 2 significant after correction, 1 without it alone, 0 neither
 * @property {string[]} [won] segments that the column wins, once known
 * @property {string[]} [lost]
 * @property {import("browser/glossary_tip.js").Glossary} glossary
 */
/** @typedef {{what: string, alone: boolean}} Shown the content of the cells; whether p is uncorrected */

/** @type {Record<string, string>} */
const TURNED = { "+": "−", "−": "+" };

/** @param {string} delta */
function turned(delta) {
  return delta && delta[0] in TURNED ? TURNED[delta[0]] + delta.slice(1) : delta;
}

/** @param {Pairs} data @param {number} row @param {number} column */
function pairAt(data, row, column) {
  const upper = row < column;
  const [first, second] = upper ? [row, column] : [column, row];
  const i = first * data.names.length - (first * (first + 1)) / 2 + second - first - 1;
  const sign = upper ? (/** @type {string} */ text) => text : turned;
  return {
    delta: sign(data.delta[i]), short: sign(data.short[i]), p: data.p[i], holm: data.holm[i],
    found: data.found[i],
    // Systems are sorted, best first: a column to the right of its row is never better.
    tone: /^[+−]/.test(data.delta[i]) || data.found[i] ? (upper ? "loss" : "gain") : "",
    won: (upper ? data.won : data.lost)?.[i], lost: (upper ? data.lost : data.won)?.[i],
  };
}

/** @typedef {ReturnType<typeof pairAt>} OnePair */

/** @param {OnePair} pair @param {Shown} shown */
function isFound({ found }, { alone }) {
  return found > (alone ? 0 : 1);
}

/** @param {Pairs} data @param {OnePair} pair @param {Shown} shown */
function chance(data, pair, shown) {
  if (!data.tested) return "not tested";
  const verdict = isFound(pair, shown) ? "significant" : "not significant";
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
function gridOf({ names, chosen }) {
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
      const isChosen = row === chosen[0] && column === chosen[1];
      td.classList.toggle("chosen", isChosen);
      if (isChosen) td.setAttribute("aria-current", "true");
      td.tabIndex = isChosen ? 0 : -1;
    });
  });
  return table;
}

/** @param {HTMLElement} td @returns {[number, number]} */
function placeOf(td) {
  return [Number(td.dataset.row), Number(td.dataset.column)];
}

/** @param {HTMLTableElement} table */
function cellsOf(table) {
  return /** @type {HTMLElement[]} */ ([...table.querySelectorAll("td[data-row]")]);
}

// ---- The content of a cell: the number where it fits, else a shorter one, else its sign.

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
 * @param {Pairs} data
 * @param {Shown} shown
 * @returns {() => void} rewrites the cells for the current content and width
 */
function fitting(root, table, data, shown) {
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

// ---- The switches above the matrix: what cells show, and which p-value.

const LABELS = [["delta", "Δ"], ["p", "p"], ["won", "segments won"]];

/**
 * @param {Pairs} data
 * @param {Shown} shown
 * @param {() => void} fit
 */
function switches(data, shown, fit) {
  const bar = element("div", "bar");
  const group = element("div", "buttons");
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", "Content of the cells");
  const note = element("p", "note"), family = element("p", "note");
  /** @type {Record<string, boolean>} */
  const there = { delta: true, p: data.tested, won: !!data.won };
  const buttons = LABELS.filter(([what]) => there[what]).map(([what, label]) => {
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
    for (const { what, node } of buttons) {
      node.classList.toggle("on", what === shown.what);
      node.setAttribute("aria-pressed", String(what === shown.what));
    }
    alone.checked = shown.alone;
    note.textContent = data.notes[shown.what];
    family.textContent = data.family[shown.alone ? 1 : 0];
    fit();
  };
  show();
  const all = element("div", "switches");
  all.append(bar, note, family);
  return all;
}

// ---- The tip of a cell, one for all cells.

/** @param {HTMLTableElement} table @param {number} row @param {number} column */
function light(table, row, column) {
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
function tipOfCells(table, data, shown) {
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

// ---- Arrow keys: the grid is one stop of the Tab key; Enter and a click open a cell.

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @param {HTMLTableElement} table @param {(pair: [number, number]) => void} open */
function walkingCells(table, open) {
  const cells = cellsOf(table);
  const last = table.tBodies[0].rows.length - 1;
  const at = new Map(cells.map((td) => [placeOf(td).join(), td]));
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
    if (td) open(placeOf(td));
  });
  table.addEventListener("focusin", (event) => {
    const td = cellOf(event);
    if (td) cells.forEach((other) => { other.tabIndex = other === td ? 0 : -1; });
  });
  table.addEventListener("keydown", (event) => {
    const td = cellOf(event);
    if (!td || event.metaKey || event.altKey) return;
    if (presses(event)) return open(placeOf(td));
    const [row, column] = placeOf(td);
    const next = event.key in STEPS ? step(row, column, STEPS[event.key]) : ends(event, row);
    if (!next && !(event.key in STEPS)) return;
    event.preventDefault();
    event.stopPropagation(); // the arrow keys of the page are others
    next?.focus();
  });
}

// ---- The component.

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
  if (root.content === content) return; // a run without changes must not redraw under the pointer
  root.content = content;
  root.shown ??= { what: "delta", alone: false };
  const hadFocus = find(root, "td:focus") !== null;
  const table = gridOf(data);
  const box = element("div", "scrolled");
  box.append(table);
  const fit = fitting(root, table, data, root.shown);
  walkingCells(table, (pair) => root.open(pair));
  root.replaceChildren(switches(data, root.shown, fit), box, tipOfCells(table, data, root.shown));
  fit();
  root.observer?.disconnect();
  root.observer = new ResizeObserver(fit);
  root.observer.observe(root);
  if (hadFocus) find(table, "td[tabindex='0']")?.focus({ preventScroll: true });
}

/** @param {Omit<import("browser/dom.js").Mounted, "data"> & {data: Pairs}} mounted */
export default function ({ data, parentElement, setTriggerValue }) {
  /** @type {Root} */
  const root = find(parentElement, ".pairs");
  root.open = (pair) => setTriggerValue("open", pair);
  root.draw ??= afterRelease(root);
  root.draw(() => drawPairs(root, data));
}
