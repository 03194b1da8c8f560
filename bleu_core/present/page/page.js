// The page: what is open stands in its address, after "#", so that links and Back work from a file.

import { button, element } from "browser/dom.js";
import { readDocument } from "./document.js";
import { drawNgrams } from "./ngrams.js";
import { drawSegments } from "./segments.js";
import { drawSlices } from "./slices.js";

/** @typedef {import("./document.js").PageDocument} PageDocument */
/**
 * What is open. Texts and numbers as they stand in the address; what is usual is left out of it.
 * @typedef {object} State
 * @property {string} view "overview", "segments", "ngrams", "slices"; of several comparisons "all"
 * @property {number} set
 * @property {number} pair
 * @property {string} where the expression that segments match
 * @property {string} sort
 * @property {number} seg the row of the open segment; -1 for the first of the list
 * @property {string} ngram
 * @property {string} slice
 */
/**
 * @typedef {object} Page
 * @property {PageDocument} doc
 * @property {import("./document.js").TestSet} set
 * @property {import("./document.js").Pair} pair
 * @property {State} state
 * @property {(changes: Partial<State>) => void} go
 */

/** @type {[string, string, (root: HTMLElement, page: Page) => void][]} */
const SCREENS = [
  ["overview", "Overview", drawOverview],
  ["segments", "Segments", drawSegments],
  ["ngrams", "N-grams", drawNgrams],
  ["slices", "Slices", drawSlices],
];

/** @type {State} */
const USUAL = { view: "overview", set: 0, pair: 0, where: "", sort: "carried", seg: -1, ngram: "", slice: "" };

/** @param {string} hash @returns {State} */
function stateOf(hash) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const entries = Object.entries(USUAL).map(([name, usual]) => {
    const text = given.get(name);
    const number = Number(text);
    if (typeof usual === "number") return [name, text !== null && Number.isInteger(number) ? number : usual];
    return [name, text ?? usual];
  });
  return Object.fromEntries(entries);
}

/** @param {State} state */
function hashOf(state) {
  const changed = Object.entries(state).filter(([name, value]) => value !== USUAL[/** @type {keyof State} */ (name)]);
  return "#" + new URLSearchParams(changed.map(([name, value]) => [name, String(value)]));
}

/** @param {HTMLElement} root @param {Page} page */
function drawOverview(root, { doc, pair }) {
  const html = pair.overview || doc.overview;
  if (root.dataset.drawn === html) return;
  root.dataset.drawn = html;
  root.innerHTML = html; // Python has escaped it
}

async function openPage() {
  const doc = await readDocument();
  const main = document.querySelector("main");
  const tabs = element("nav"), screens = SCREENS.map(() => element("section"));
  main.replaceChildren(tabs, ...screens);
  const draw = () => {
    const state = stateOf(location.hash);
    const set = doc.sets[state.set] ?? doc.sets[0], pair = set.pairs[state.pair] ?? set.pairs[0];
    const go = (/** @type {Partial<State>} */ changes) => { location.hash = hashOf({ ...state, ...changes }); };
    tabs.replaceChildren(...SCREENS.map(([name, label]) => button(label, name === state.view ? "on" : "", () => go({ view: name }))));
    SCREENS.forEach(([name, , show], i) => {
      screens[i].hidden = name !== state.view;
      if (name === state.view) show(screens[i], { doc, set, pair, state, go });
    });
  };
  addEventListener("hashchange", draw);
  draw();
}

openPage();
