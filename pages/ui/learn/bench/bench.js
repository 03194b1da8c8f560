// The bench: desk, result, what the last edit changed, and the steps.

import { element, find } from "../../widgets/dom.js";
import { action, drawDesk } from "./desk.js";
import { STEPS } from "./steps/steps.js";
import { tellTerms } from "./term_tips.js";

/** @typedef {import("./desk.js").Bench} Bench */
/** @typedef {import("./bench_data.js").BenchData} BenchData */

/** @param {BenchData} data */
function scoreLine(data) {
  return data.sides.map((side) => {
    const letter = side.letter.toLowerCase();
    const box = element("div", "score " + letter);
    const name = element("span", "who " + letter, "BLEU of " + side.letter);
    name.dataset.term = "bleu";
    name.tabIndex = 0;
    box.append(name, element("span", "value " + letter, side.score));
    box.append(element("span", "muted", "BP " + side.bp + " · " + side.orders.map((o) => o.credited + "/" + o.total).join(" · ")));
    return box;
  });
}

/** @param {BenchData} data */
function told(data) {
  const paragraphs = data.problem ? [element("p", "problem", data.problem)] : [];
  for (const note of data.notes) paragraphs.push(element("p", "muted", note));
  if (data.changes !== null) {
    const list = element("p", "changes");
    list.append(element("b", "", data.changes.length ? "That changed " : "That changed no count and no length: BLEU is the same."));
    for (const change of data.changes) list.append(element("span", "change", change));
    paragraphs.push(list);
  }
  return paragraphs;
}

/** @param {Bench} bench */
function drawSteps(bench) {
  const { node, data, ui } = bench;
  if (ui.order > data.order) ui.order = data.order;
  const redraw = (/** @type {{order: number}} */ changes) => { Object.assign(ui, changes); drawSteps(bench); };
  /** @type {NodeListOf<HTMLDetailsElement>} */
  const boxes = node.querySelectorAll(".step");
  STEPS.forEach(([title, make, brief], i) => {
    const details = boxes[i];
    details.open = ui.open.has(i + 1);
    const texts = element("span", "briefs");
    texts.append(...data.sides.map((side) => element("span", "brief " + side.letter.toLowerCase(), (data.sides.length > 1 ? side.letter + "  " : "") + brief(side))));
    find(details, "summary").replaceChildren(element("span", "stepnumber", String(i + 1)), element("span", "steptitle", title), texts);
    find(details, ".body").replaceChildren(...make(data, ui, redraw));
  });
}

/** @param {Bench} bench */
function headOf(bench) {
  const copy = action("Copy link", "Copy a link to this bench, with its texts and settings", async () => {
    try { await navigator.clipboard.writeText(location.href); copy.textContent = "Copied"; } catch { copy.textContent = "Copy it from the address bar"; }
    setTimeout(() => (copy.textContent = "Copy link"), 1800);
  });
  const reset = action("Start again", "Back to the texts and settings of the lesson", () => bench.send("reset"));
  const head = element("div", "deskhead");
  head.append(element("h3", "", "The bench"), element("span", "muted", "Change a word and watch every factor move."), element("span", "grow"),
    reset, copy, action("Print", "A clean handout of this lesson and bench", () => window.print()));
  return head;
}

/** @param {HTMLElement} node @returns {Bench} */
function build(node) {
  const part = (/** @type {string} */ name) => node.appendChild(element("div", name));
  /** @type {Bench} */
  const bench = {
    node, parts: {}, ui: { order: 1, open: new Set() },
    mount: Math.random().toString(36).slice(2), count: 0, timer: 0, send: () => {},
  };
  node.append(headOf(bench));
  const parts = bench.parts = { texts: part("texts"), settings: part("settingsbox"), signature: part("signature"), said: part("saidbox"), scores: part("scores") };
  parts.said.setAttribute("aria-live", "polite");
  STEPS.forEach((_, i) => {
    const details = node.appendChild(element("details", "step"));
    details.append(element("summary"), element("div", "body"));
    details.addEventListener("toggle", () => bench.ui.open[details.open ? "add" : "delete"](i + 1));
  });
  bench.parts.tip = part("tip");
  bench.parts.tip.setAttribute("role", "tooltip");
  bench.parts.tip.hidden = true;
  tellTerms(bench);
  return bench;
}

/** @param {Omit<import("../../widgets/dom.js").Mounted, "data"> & {data: BenchData}} mounted */
export default function ({ data, parentElement, setStateValue, setTriggerValue }) {
  /** @type {HTMLElement & {bench?: Bench}} */
  const root = find(parentElement, ".bench");
  const bench = root.bench ??= build(root);
  bench.send = (message, typed = false) => {
    if (message === "reset") setTriggerValue("reset", true);
    else setStateValue("edit", { ...structuredClone(bench.local), lesson: bench.data.lesson, typed, serial: bench.mount + ":" + ++bench.count });
  };
  const fromHere = data.serial !== null && data.serial.startsWith(bench.mount + ":");
  const other = bench.data?.lesson !== data.lesson;
  bench.data = data;
  if (!fromHere || !bench.local) {
    clearTimeout(bench.timer);
    bench.local = structuredClone({ candidates: data.candidates, references: data.texts, settings: data.settings });
    drawDesk(bench);
  }
  if (other) Object.assign(bench.ui, { open: new Set(data.opens), order: 1 });
  bench.parts.signature.textContent = data.signature;
  bench.parts.said.replaceChildren(...told(data));
  bench.parts.scores.replaceChildren(...scoreLine(data));
  drawSteps(bench);
}
