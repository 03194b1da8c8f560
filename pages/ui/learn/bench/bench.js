// The bench: its data, title, scores, tips and steps. desk.js has the texts that are edited.

import { element, find } from "browser/dom.js";
import { rove } from "../../widgets/roving.js";
import { action, drawDesk, hideScores } from "./desk.js";
import { STEPS } from "./steps.js";

/** @typedef {import("./desk.js").Bench} Bench */
/** @typedef {import("./token_lines.js").Occurrences} Occurrences */
/** @typedef {import("browser/characters.js").Token} Token */
// The data from Python, see `bench_data` of __init__.py; numbers are texts, as displayed.
/** @typedef {Record<string, any>} Row */
/** @typedef {{text: string, tokens: Token[], occurrences: Occurrences, references: Occurrences[]}} Line */
/** @typedef {Row & {rows: (Row & {in_refs: number[]})[]}} OrderData */
/** @typedef {{method: "exp" | "floor" | "add-k" | "none", value: string, score: string, current: boolean}} Smoothing */
/** @typedef {Row & {lines: Line[], orders: OrderData[], lengths: (Row & {refs: (number | null)[]})[], rules: Row[], smoothings: Smoothing[]}} SideData a candidate */
/** @typedef {Row & {sides: SideData[], curve: [number, number][], references: {text: string, tokens: Token[] | null}[][]}} BenchData */
/** @typedef {[sign: string, text: string]} Printed a number and the sign before it: "=", or "≈" where it is rounded */
/** @typedef {{candidates: string[], references: string[], settings: Record<string, any>}} OnDesk what is edited */

// ---- The title.

/** @param {Bench} bench */
function headOf(bench) {
  const reset = action("Reset", "Restore the texts and settings of the lesson", () => bench.send("reset"));
  reset.classList.add("reset");
  return element("div", "deskhead",
    element("h3", "", "Bench"), element("span", "muted invitation", "Change a word and see what it does to BLEU."),
    element("span", "muted ownwork", "Texts or settings changed."), element("span", "grow"), reset);
}

// ---- The scores, and the effect of the last edit; always visible.

const COVERED = "Scores and steps appear with the answer, because they would give it away.";

/** @param {BenchData} data */
function scores(data) {
  return data.sides.map((side) => {
    const letter = side.letter.toLowerCase(), precisions = side.orders.map((order) => order.scored);
    // This word opens the glossary; a symbol in a formula cannot be a link and is only focusable.
    const name = element("span", { className: "who " + letter, role: "link", tabIndex: 0 }, "BLEU of " + side.letter);
    name.dataset.term = "bleu";
    return element("div", "score " + letter,
      name, element("span", "value " + letter, side.score), element("span", "muted parts", ["BP " + side.bp, ...precisions].join(" · ")),
      ...(side.smoothed ? [element("span", "smoothed", side.smoothed)] : []));
  });
}

/** @param {BenchData} data */
function messages(data) {
  const paragraphs = data.notes.map((/** @type {string} */ note) => element("p", "muted", note));
  if (data.problem) paragraphs.unshift(element("p", "problem", data.problem));
  if (data.changes === null) return paragraphs;
  const title = data.changes.length ? "Changed: " : "Unchanged: numbers of matches, c, r and scores.";
  const changes = data.changes.map((/** @type {string} */ change) => element("span", "change", change));
  return [...paragraphs, element("p", "changes", element("b", "", title), ...changes)];
}

/** @param {import("./desk.js").Bench} bench */
function drawBoard(bench) {
  const { parts, data } = bench;
  parts.signature.textContent = data.covered ? "" : data.signature;
  parts.scores.replaceChildren(...(data.covered ? [element("p", "muted cover", COVERED)] : scores(data)));
  parts.said.replaceChildren(...messages(data));
  hideScores(bench);
}

/** As a link does: the header opens it over the page; without one, as in a class, it is another tab. @param {Element} root @param {string} href */
function openTerm(root, href) {
  const link = root.appendChild(element("a", { href, target: "_blank" }));
  link.click();
  link.remove();
}

// ---- Tooltips of symbols and numbers with data-term; pressing one opens the glossary.

/** @param {Event} event @returns {HTMLElement | null} */
function termAt({ target }) {
  return target instanceof Element ? target.closest("[data-term]") : null;
}

/** @param {import("./desk.js").Bench} bench */
function listenForTerms(bench) {
  const { node: root, parts: { tip } } = bench;
  const show = (/** @type {Event} */ event) => {
    const node = termAt(event);
    if (!node) { tip.hidden = true; return; }
    const [term, text] = bench.data.terms[node.dataset.term];
    tip.replaceChildren(element("b", "", term), element("span", "", text), element("span", "muted", "Press to open the glossary ↗"));
    tip.hidden = false;
    const [at, home] = [node.getBoundingClientRect(), root.getBoundingClientRect()];
    tip.style.left = Math.max(0, Math.min(at.left - home.left, home.width - tip.offsetWidth)) + "px";
    tip.style.top = at.bottom - home.top + 8 + "px";
  };
  root.addEventListener("pointerover", show);
  root.addEventListener("focusin", show);
  for (const name of ["pointerleave", "focusout"]) root.addEventListener(name, () => { tip.hidden = true; });
  const press = (/** @type {Event} */ event) => {
    const node = termAt(event);
    if (!node) return;
    event.preventDefault(); // Enter would press what it opens
    openTerm(root, bench.data.glossary + node.dataset.term);
  };
  root.addEventListener("click", press);
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape") tip.hidden = true;
    else if (event.key === "Enter") press(event);
  });
}

// ---- The component.

/** @param {Bench} bench */
function drawSteps(bench) {
  const { node, data, ui } = bench;
  ui.order = Math.min(ui.order, data.settings.max_ngram_order);
  /** @type {NodeListOf<HTMLDetailsElement>} */
  const boxes = node.querySelectorAll(".step");
  const redraw = (/** @type {{order: number}} */ changes) => {
    Object.assign(ui, changes);
    drawSteps(bench);
    find(node, ".buttons .on").focus();
  };
  STEPS.forEach(([title, make, brief], i) => {
    const details = boxes[i], body = find(details, ".body");
    const texts = data.sides.map((side) => element("span", "brief " + side.letter.toLowerCase(), (data.sides.length > 1 ? side.letter + "  " : "") + brief(side)));
    details.open = ui.open.has(i + 1);
    find(details, "summary").replaceChildren(
      element("span", "stepnumber", String(i + 1)), element("span", "steptitle", title), element("span", "briefs", ...texts));
    body.replaceChildren(...make(data, ui, redraw));
    rove(body, ".symbol");
  });
}

/** Draw the bench; steps only once the answer may be seen. @param {Bench} bench */
function draw(bench) {
  const { node, data } = bench;
  node.classList.toggle("covered", data.covered);
  node.classList.toggle("own", data.own);
  drawBoard(bench);
  for (const part of node.querySelectorAll(".step .body, .step summary")) part.replaceChildren();
  if (!data.covered) drawSteps(bench);
}

/** @param {HTMLElement} node */
export function build(node) {
  const [texts, settings, signature, scores] = ["texts", "settingsbox", "signature", "scores"].map((name) => element("div", name));
  const said = element("div", { className: "saidbox", ariaLive: "polite" }), tip = element("div", { className: "tip", role: "tooltip", hidden: true });
  const bench = {
    node, parts: { texts, settings, signature, scores, said, tip },
    data: /** @type {BenchData} */ (null), local: /** @type {OnDesk} */ (null), // as it is here
    ui: { order: 1, open: /** @type {Set<number>} */ (new Set()) }, // the order that is shown, and the steps that are open
    mount: Math.random().toString(36).slice(2), // what tells this page from others
    count: 0, // of edits
    timer: 0, // of an edit that is not sent yet, 0 for none
    sent: "", // the serial of the last edit, "" for none
    drawn: "", // the last bench from Python as text, "" where the next one is drawn anew
    send: /** @type {(message: "edit" | "reset", typed?: boolean) => void} */ (() => {}),
  };
  const steps = STEPS.map((_, i) => {
    const details = element("details", "step", element("summary"), element("div", "body"));
    details.ontoggle = () => bench.ui.open[details.open ? "add" : "delete"](i + 1);
    return details;
  });
  node.append(headOf(bench), texts, settings, signature, element("div", "board", scores, said), ...steps, tip);
  listenForTerms(bench);
  return bench;
}

/** @param {BenchData} data @returns {OnDesk} */
const deskOf = ({ candidates, texts, settings }) => structuredClone({ candidates, references: texts, settings });

/** An edit replaces the address and adds no entry to the browser's history. @param {BenchData} data */
function followInAddress({ address }) {
  const query = address ? "?" + address : "";
  if (location.search !== query) history.replaceState(history.state, "", location.pathname + query);
}

/** @param {Omit<import("browser/dom.js").Mounted, "data"> & {data: BenchData}} mounted */
export default function ({ data, parentElement, setStateValue, setTriggerValue }) {
  /** @type {HTMLElement & {bench?: Bench}} */
  const root = find(parentElement, ".bench");
  const bench = root.bench ??= build(root);
  bench.send = (message, typed = false) => {
    clearTimeout(bench.timer);
    bench.timer = 0;
    if (message === "reset") {
      bench.drawn = "";
      setTriggerValue("reset", true);
    } else {
      bench.sent = bench.mount + ":" + ++bench.count;
      setStateValue("edit", { ...structuredClone(bench.local), lesson: bench.data.lesson, typed, serial: bench.sent });
    }
  };
  // The fields stay for an answer to their edit, and for a run that knows of no edit yet. The same
  // bench may come back later, by Back or with its lesson.
  const answered = bench.sent !== "" && data.serial !== null && data.serial.startsWith(bench.mount + ":");
  const desk = deskOf(data), drawn = JSON.stringify([data.lesson, desk]);
  const other = bench.data?.lesson !== data.lesson, stays = bench.drawn !== "" && (answered || drawn === bench.drawn);
  Object.assign(bench, { data, drawn });
  if (answered) followInAddress(data);
  if (!stays) {
    clearTimeout(bench.timer);
    Object.assign(bench, { timer: 0, sent: "", local: desk });
    drawDesk(bench);
  }
  if (other) Object.assign(bench.ui, { open: new Set(data.opens), order: 1 });
  draw(bench);
}
