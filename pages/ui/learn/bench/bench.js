// The bench: desk, board, and the steps.

import { element, find } from "../../widgets/dom.js";
import { drawBoard } from "./board.js";
import { drawDesk } from "./desk.js";
import { headOf } from "./head.js";
import { rove } from "./roving.js";
import { STEPS } from "./steps/steps.js";
import { nameTerms, tellTerms } from "./term_tips.js";

/** @typedef {import("./desk.js").Bench} Bench */
/** @typedef {import("./bench_data.js").BenchData} BenchData */

/** @param {Bench} bench */
function drawSteps(bench) {
  const { node, data, ui } = bench;
  if (ui.order > data.order) ui.order = data.order;
  /** @type {NodeListOf<HTMLDetailsElement>} */
  const boxes = node.querySelectorAll(".step");
  const redraw = (/** @type {{order: number}} */ changes) => {
    Object.assign(ui, changes);
    drawSteps(bench);
    find(node, ".buttons .on").focus();
  };
  STEPS.forEach(([title, make, brief], i) => {
    const details = boxes[i];
    details.open = ui.open.has(i + 1);
    const texts = element("span", "briefs");
    texts.append(...data.sides.map((side) => element("span", "brief " + side.letter.toLowerCase(), (data.sides.length > 1 ? side.letter + "  " : "") + brief(side))));
    find(details, "summary").replaceChildren(element("span", "stepnumber", String(i + 1)), element("span", "steptitle", title), texts);
    const body = find(details, ".body");
    body.replaceChildren(...make(data, ui, redraw));
    rove(body, ".symbol");
  });
}

/** What is seen of the texts, steps only once the answer may be seen. @param {Bench} bench */
function draw(bench) {
  const { node, data } = bench;
  node.classList.toggle("covered", data.covered);
  node.classList.toggle("own", data.own);
  drawBoard(bench);
  for (const part of node.querySelectorAll(".step .body, .step summary")) part.replaceChildren();
  if (!data.covered) drawSteps(bench);
  nameTerms(node);
}

/** @param {HTMLElement} node @returns {Bench} */
function build(node) {
  const part = (/** @type {string} */ name, parent = node) => parent.appendChild(element("div", name));
  /** @type {Bench} */
  const bench = {
    node, parts: {}, ui: { order: 1, open: new Set() },
    mount: Math.random().toString(36).slice(2), count: 0, timer: 0, sent: "", waiting: [], send: () => {},
  };
  node.append(headOf(bench));
  const [texts, settings, signature, board] = ["texts", "settingsbox", "signature", "board"].map((name) => part(name));
  bench.parts = { texts, settings, signature, scores: part("scores", board), said: part("saidbox", board) };
  bench.parts.said.setAttribute("aria-live", "polite");
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

/** An edit is no step of the browser's history: the address follows it. @param {BenchData} data */
function followInAddress({ address }) {
  const query = address ? "?" + address : "";
  if (location.search !== query) history.replaceState(history.state, "", location.pathname + query);
}

/** @param {Omit<import("../../widgets/dom.js").Mounted, "data"> & {data: BenchData}} mounted */
export default function ({ data, parentElement, setStateValue, setTriggerValue }) {
  /** @type {HTMLElement & {bench?: Bench}} */
  const root = find(parentElement, ".bench");
  const bench = root.bench ??= build(root);
  bench.send = (message, typed = false) => {
    bench.timer = 0;
    bench.sent = message === "reset" ? "" : bench.mount + ":" + ++bench.count;
    if (message === "reset") setTriggerValue("reset", true);
    else setStateValue("edit", { ...structuredClone(bench.local), lesson: bench.data.lesson, typed, serial: bench.sent });
  };
  // What was edited here may come again from elsewhere: by Back, or with its lesson.
  const fromHere = bench.sent !== "" && data.serial !== null && data.serial.startsWith(bench.mount + ":");
  const other = bench.data?.lesson !== data.lesson;
  bench.data = data;
  if (fromHere) followInAddress(data);
  if (!fromHere || !bench.local) {
    clearTimeout(bench.timer);
    bench.timer = 0;
    bench.sent = "";
    bench.local = structuredClone({ candidates: data.candidates, references: data.texts, settings: data.settings });
    drawDesk(bench);
  }
  if (!bench.sent || bench.sent === data.serial) bench.waiting.splice(0).forEach((answered) => answered());
  if (other) Object.assign(bench.ui, { open: new Set(data.opens), order: 1 });
  draw(bench);
}
