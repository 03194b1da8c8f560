// The texts of a segment: draws a view, handles its keys, describes the n-gram under the pointer.

import { element, find } from "../dom.js";
import { lightIn, ngramText, unlight } from "../marked_lines.js";
import { edit, editsOf, newEditor, sendEdit } from "./editors.js";
import { drawLines, inFocus, makeB, OTHER_STEPS, stepOther, tokensOf, wonRuns } from "./lines.js";
import { clippingTable, numbersTable } from "./tables.js";
import { MOST_REFERENCES } from "./references.js";
import { DIFFERENCES, drawToolbar, legend } from "./toolbar.js";
import { markedIn, matchOf, SIDES, startUi, STEPS } from "./view.js";

/** @typedef {import("./view.js").View} View */

// ---- The inspector: the n-gram under the pointer, lit wherever it occurs, and its outcome.

/**
 * The n-gram of a token under the chosen order: the longest credited one over it, else a clipped
 * one, else the one that begins there.
 * @param {import("./view.js").Occurrences} occurrences
 * @param {number} t
 * @param {import("../marked_lines.js").Order} order
 * @param {"credited" | "covered"} good
 */
function ngramAt(occurrences, t, order, good) {
  const highest = occurrences.length;
  const orders = order === "longest" ? Array.from({ length: highest }, (_, i) => highest - i) : [order];
  for (const status of [good, "clipped"]) {
    for (const n of orders) {
      for (let start = Math.max(0, t - n + 1); start <= t; start++) {
        if (occurrences[n - 1][start] === status) return { start, n };
      }
    }
  }
  const n = order === "longest" ? 1 : order;
  const start = Math.min(t, Math.max(0, occurrences[0].length - n));
  return { start, n: Math.min(n, occurrences[0].length) };
}

/** The tokens of a row, if it has any. @param {View} view @param {HTMLElement} row */
function tokensIn({ data }, row) {
  const line = markedIn(data, row.dataset);
  return line ? line.tokens : data.match.references[Number(row.dataset.reference)];
}

/**
 * The n-gram of a token, and its outcome in that row.
 * @param {View} view
 * @param {HTMLElement} span
 */
function under(view, span) {
  const { data, ui } = view;
  /** @type {HTMLElement} */
  const row = span.closest(".row");
  const t = Number(span.dataset.t);
  const line = markedIn(data, row.dataset);
  if (line) {
    const { occurrences, tokens } = line;
    const { start, n } = ngramAt(occurrences, t, ui.order, "credited");
    return { text: ngramText(tokens, start, n), status: "here: " + occurrences[n - 1][start] };
  }
  const r = Number(row.dataset.reference);
  const [best] = SIDES.map((side) => ngramAt(matchOf(data, side).references[r].occurrences, t, ui.order, "covered"))
    .sort((x, y) => y.n - x.n);
  return { text: ngramText(data.match.references[r], best.start, best.n), status: "" };
}

/**
 * Light an n-gram, or with null none, and tell of it.
 * @param {View} view
 * @param {string | null} text
 * @param {string} status
 */
function light(view, text, status) {
  const { data, parts, ngrams } = view;
  unlight(parts.lines);
  const g = ngrams.get(text);
  // An n-gram that A, B and the references lack may be in another system's line.
  const known = Boolean(g || (text && data.others));
  parts.inspector.classList.toggle("muted", !known);
  if (!known) {
    const focus = data.others ? "In focus: " + (inFocus(view)?.name ?? "B, " + data.names.b) + ". " : "";
    parts.inspector.textContent = focus + "Hover over a token for its n-gram; click to pin.";
    return;
  }
  const order = text.split(" ").length; // no token has a space
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (parts.lines.querySelectorAll(".row"))) {
    const tokens = tokensIn(view, row);
    if (tokens) lightIn(row, tokens, text, order);
    showLit(row);
  }
  const most = data.references.length > 1 ? "most in one reference " : "reference ";
  const told = g
    ? [`A ${g.in_a}×`, `B ${g.in_b}×`, `${most}${g.limit}×`, `credited: A ${g.credited_a}, B ${g.credited_b}`]
    : ["not in the shown text of A, B and the references"];
  const name = element("b", "", "“");
  name.append(element("bdi", "", text), "”"); // which may be written from right to left
  parts.inspector.replaceChildren(name, ["", `order ${order}`, ...told, ...(status ? [status] : [])].join(" · "));
  parts.inspector.title = parts.inspector.textContent;
}

/** Scroll a line with its own bar to what is lit in it. @param {HTMLElement} row */
function showLit(row) {
  const line = /** @type {HTMLElement} */ (row.querySelector(".text")), lit = line?.querySelector(".lit");
  if (!lit || line.scrollHeight <= line.clientHeight || line.matches(":hover")) return;
  const at = lit.getBoundingClientRect(), box = line.getBoundingClientRect();
  if (at.top < box.top || at.bottom > box.bottom) line.scrollTop += at.top - box.top - line.clientHeight / 3;
}

// ---- What B lost or gained, in words: the longest runs of such n-grams.

const MOST_RUNS = 8;

/** @param {View} view */
function drawChanges(view) {
  const { ui, parts } = view;
  parts.changes.replaceChildren();
  if (ui.diff !== "lost" && ui.diff !== "gained") return;
  const runs = wonRuns(view, ui.diff === "lost" ? "a" : "b").sort((x, y) => y.tokens - x.tokens);
  const other = inFocus(view)?.name ?? "B";
  parts.changes.append(element("b", "", ui.diff === "lost" ? `Lost in ${other}: ` : "Gained in B: "));
  if (!runs.length) return parts.changes.append("no n-grams" + (ui.order === "longest" ? "." : ` of order ${ui.order}.`));
  parts.changes.append(...runs.slice(0, MOST_RUNS).flatMap(({ text }) => [element("bdi", "run", text), " "]));
  if (runs.length > MOST_RUNS) parts.changes.append(`and ${runs.length - MOST_RUNS} more`);
}

// ---- The segment.

const LONG_LINE = 90; // tokens, from which on lines are set smaller

/** @param {import("./view.js").Segment} data */
function tokensOfLongest({ match }) {
  return Math.max(match.match_a.tokens.length, match.match_b.tokens.length, ...match.references.map((tokens) => tokens?.length ?? 0));
}

/** @typedef {HTMLElement & {view?: View}} SegmentRoot */

/**
 * The path of a node below the root, child by child, to restore the focus after a redraw.
 * @param {Element} root
 * @param {Element | null} node
 */
function placeOf(root, node) {
  /** @type {number[]} */
  const place = [];
  if (!node || node === root || !root.contains(node)) return null;
  for (; node !== root; node = node.parentElement) place.unshift([...node.parentElement.children].indexOf(node));
  return place;
}

/** @param {SegmentRoot} root */
function focusedIn(root) {
  return /** @type {ShadowRoot} */ (root.getRootNode()).activeElement;
}

/** @param {SegmentRoot} root */
function drawSegment(root) {
  const { view } = root;
  const { data, ui, parts } = view;
  const whole = root.parentElement, place = placeOf(whole, focusedIn(root));
  root.classList.toggle("long", tokensOfLongest(data) > LONG_LINE);
  drawLines(view);
  drawToolbar(view);
  view.hooks.linesDrawn?.();
  parts.legend.replaceChildren(...legend(data.order, data.glossary, Object.values(data.hits).some((places) => places.length), Boolean(data.others)));
  light(view, ui.pinned, "");
  drawChanges(view);
  for (const side of SIDES) parts.editors[side].box.hidden = !ui.editing[side];
  parts.notes.replaceChildren(...data.notes.map((note) => element("p", "note", note)));
  parts.below.replaceChildren(numbersTable(data.numbers, data.glossary), clippingTable(view));
  const node = place?.reduce((parent, i) => parent?.children[i], /** @type {Element} */ (whole));
  if (node instanceof HTMLElement && node !== focusedIn(root)) node.focus({ preventScroll: true });
}

/** @param {SegmentRoot} root @returns {import("./view.js").Parts} */
function buildParts(root) {
  const part = (/** @type {string} */ name) => root.appendChild(element("div", name));
  const bar = find(root.parentElement, ".head"), lines = part("lines"), inspector = part("inspector"), changes = part("changes");
  const key = part("legend"), layers = part("legend layers");
  inspector.setAttribute("aria-live", "polite");
  const editors = { a: newEditor("a", () => root.view), b: newEditor("b", () => root.view) };
  root.append(editors.a.box, editors.b.box);
  const tokenAt = (/** @type {Event} */ event) => /** @type {HTMLElement} */ (/** @type {Element} */ (event.target).closest(".token"));
  const show = (/** @type {Event} */ event) => {
    const span = tokenAt(event);
    if (!span || span.closest(".source")) return;
    const { text, status } = under(root.view, span);
    light(root.view, text, status);
  };
  lines.addEventListener("focusin", show); // has no on… property
  lines.onpointerover = show;
  lines.onpointerleave = () => light(root.view, root.view.ui.pinned, "");
  lines.onclick = (event) => {
    const span = tokenAt(event);
    if (span && !root.view.ui.marking) root.view.pin(under(root.view, span).text);
  };
  return { bar, lines, inspector, changes, legend: key, layers, editors, notes: part("notes"), below: part("below") };
}

/** @param {SegmentRoot} root @param {import("./view.js").Side} side */
function closeEditor(root, side) {
  const { ui, parts } = root.view;
  ui.editing[side] = false;
  parts.editors[side].box.hidden = true;
  sendEdit(root.view, side, null);
  drawSegment(root);
  find(root, ".system." + side + " .pencil")?.focus();
}

/**
 * New data of the segment that is open.
 * @param {SegmentRoot} root
 * @param {import("./view.js").Segment} data
 * @param {import("./view.js").Hooks} hooks
 */
export function takeSegment(root, data, hooks) {
  const parts = root.view?.parts ?? buildParts(root);
  const ui = root.view?.ui ?? startUi(data);
  const moved = ui.segment !== data.segment;
  if (moved) Object.assign(ui, { segment: data.segment, pinned: null, allRows: false });
  if (moved || root.view?.data.comparison !== data.comparison) {
    ui.editing = { a: false, b: false };
    for (const editor of Object.values(parts.editors)) clearTimeout(editor.timer);
  }
  const redraw = (/** @type {Partial<import("./view.js").Ui>} */ changes) => { Object.assign(ui, changes); drawSegment(root); };
  root.view = {
    data, ui, parts, redraw, hooks,
    ngrams: new Map(data.match.ngrams.map((g) => [g.text, g])),
    edits: editsOf(data),
    pin: (text) => redraw({ pinned: ui.pinned === text ? null : text }),
    close: (side) => closeEditor(root, side),
  };
  drawSegment(root);
}

/**
 * Whether a key is of use here; `target` is where the focus is.
 * @param {SegmentRoot} root
 * @param {string} key
 * @param {Element | null} target
 */
export function segmentKey(root, key, target) {
  const { view } = root;
  const { data, ui, redraw } = view;
  const span = target instanceof HTMLElement && target.classList.contains("token") ? target : null;
  const along = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const difference = DIFFERENCES.find(([, , its]) => its === key);
  if (span && along) {
    const spans = [...tokensOf(span.parentElement)];
    const onwards = getComputedStyle(span.parentElement).direction === "rtl" ? -along : along;
    spans[spans.indexOf(span) + onwards]?.focus();
  } else if (along && !target?.closest?.("[role=tab], [role=radio], [role=menuitem]")) {
    find(root, ".system .token")?.focus(); // the walk begins at the first token of A
  } else if (span && key === "Enter") view.pin(under(view, span).text);
  else if (key in STEPS) view.hooks.go(STEPS[key]);
  else if (key === "0") redraw({ order: "longest" });
  else if (/^[1-9]$/.test(key)) redraw(Number(key) <= data.order ? { order: Number(key) } : {});
  else if (difference) redraw({ diff: ui.diff === difference[0] ? "" : difference[0] });
  else if (key === "r" && data.references.length > MOST_REFERENCES) redraw({ allReferences: !ui.allReferences });
  else if (key === "t") redraw({ scored: !ui.scored });
  else if (key in OTHER_STEPS && data.others) stepOther(view, OTHER_STEPS[key]);
  else if (key === "m" && inFocus(view)) makeB(view, inFocus(view));
  else if (key === "e" && view.hooks.edit) edit(view, "b", true);
  else if (key === "?") redraw({ help: !ui.help });
  else if (key === "Escape" && (ui.pinned || ui.help)) redraw({ pinned: null, help: false });
  else if (key === "/") view.hooks.search();
  else return false;
  return true;
}
