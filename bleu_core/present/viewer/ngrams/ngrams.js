// The screen "N-grams": a sentence, families and n-grams that add up to Δ, and beside them the segments of the open one.

import { button, element, showPressed } from "browser/dom.js";
import { A, B } from "browser/pair.js";
import { buildConcordance, showConcordance } from "./concordance.js";
import { drawNgramTable } from "./table.js";
import { foldedRow, reportOf, spanNodes } from "../spans.js";
import { formatCount, formatInt } from "../numbers.js";
import { newestOnly } from "../source.js";
import { NO_FILTER } from "../state.js";

/** @import { Page } from "../page.js" */
/** @import { NgramFamily, Text } from "../document.js" */
/** @typedef {Pick<import("../state.js").State, "side" | "order" | "find">} NgramView */
/** @typedef {{text: string, matches: [number, number], wins: [number, number], points: number, nested: number}} Ngram its points are those of so many n-grams inside it, too */
/**
 * A family: what its concordance is asked for, and how many other n-grams it has.
 * @typedef {Omit<NgramFamily, "search" | "members"> & {key: string, with: number, members: Ngram[]}} Family
 */
/**
 * @typedef {object} Ngrams
 * @property {boolean} counted whether there are any; else the sentence says why
 * @property {Text} sentence
 * @property {number} size of the test set
 * @property {number} orders
 * @property {Family[]} families
 * @property {Ngram[]} rows some of the n-grams in none of these
 * @property {number} total of all such n-grams
 * @property {[name: string, points: number][]} closing what completes the rows to Δ, which is the last; empty where they
 *     are not of all n-grams
 * @property {{title: string, html: string} | null} words
 */
/** @typedef {ReturnType<typeof newNgramScreen>} NgramScreen */

/** N-grams drawn at first, and with each press of "Show more". */
const FIRST_NGRAMS = 3, MORE_NGRAMS = 50;

/** @type {[side: string, label: string][]} */
const NGRAM_SIDES = [["", "All"], ["lost", `Lost by ${B}`], ["gained", `Gained by ${B}`]];

/** @param {HTMLElement & {ngrams?: NgramScreen}} root @param {Page} page */
export function drawNgrams(root, page) {
  const screen = root.ngrams ??= newNgramScreen(root), { field, sides } = screen.nodes, { set, pair, side, order, find, ngram } = page.state;
  const view = JSON.stringify([set, pair, side, order, find]);
  if (screen.view !== view) Object.assign(screen, { view, most: FIRST_NGRAMS });
  screen.page = page;
  if (field.value !== find) field.value = find;
  showPressed(sides, sides[Math.max(0, NGRAM_SIDES.findIndex(([name]) => name === side))]);
  root.classList.toggle("one", ngram !== "");
  askForNgrams(screen);
}

/** @param {NgramScreen} screen */
function askForNgrams(screen) {
  const { page, view, most } = screen, asked = `${view} ${most}`;
  if (screen.asked === asked) {
    if (screen.answer) drawList(screen);
    return;
  }
  screen.asked = asked;
  screen.answer = null;
  screen.newest(page.source.ngrams(page.state, 0, most), (answer) => {
    screen.answer = answer;
    // What a search names is shown with all that it consists of.
    if (page.state.find) for (const { key } of answer.families) screen.open.add(openKey(screen, key));
    drawAnswer(screen);
  });
}

/** A family of this comparison. @param {NgramScreen} screen @param {string} key */
function openKey({ page: { state } }, key) {
  return JSON.stringify([state.set, state.pair, key]);
}

// ---- The parts of the screen.

/** @param {HTMLElement} root */
function newNgramScreen(root) {
  const sentence = element("p", "sentence"), words = element("div", "words"), concordance = buildConcordance();
  const [note, list, more] = ["note", "list", "below"].map((name) => element("div", name)), count = element("output", "count");
  const sides = NGRAM_SIDES.map(([side, label]) => button(label, side && `side-${side}`, () => { screen.page.go({ side }); }));
  const orders = element("select", { ariaLabel: "N-gram order", onchange: () => { screen.page.go({ order: Number(orders.value) }); } });
  const field = element("input", {
    type: "search", placeholder: 'Text or "token"', ariaLabel: "Search n-grams", oninput: () => screen.page.go({ find: field.value }, true),
  });
  const bar = element("div", "controls", element("div", { className: "sides", role: "group", ariaLabel: "Which n-grams" }, ...sides),
    orders, element("label", "search", field, count));
  const columns = element("div", { className: "columns", hidden: true }, element("div", "listed", bar, note, list, more), concordance.root); // hidden until there is an answer: nothing moves
  const screen = {
    page: /** @type {Page} */ (null), view: "", answer: /** @type {Ngrams} */ (null), newest: newestOnly(root), concordance,
    nodes: { sentence, columns, bar, note, list, more, words, count, field, orders, sides },
    asked: "", // what the list shows: `view`, which is the comparison and which n-grams, and the number of rows
    most: FIRST_NGRAMS, // n-grams that are drawn, but those of families
    open: /** @type {Set<string>} */ (new Set()), // families whose n-grams are shown
  };
  root.classList.add("view", "ngrams-view");
  root.replaceChildren(sentence, columns, words);
  return screen;
}

/** @param {NgramScreen} screen */
function drawAnswer(screen) {
  const { answer, nodes, page } = screen, { orders } = nodes;
  nodes.sentence.replaceChildren(...spanNodes(answer.sentence, page.address));
  nodes.columns.hidden = false;
  for (const node of [nodes.bar, nodes.list, nodes.more]) node.hidden = !answer.counted;
  const number = answer.families.length + answer.total;
  nodes.count.textContent = formatInt(number);
  nodes.count.title = formatCount(number, "row");
  if (orders.length !== answer.orders + 1) {
    orders.replaceChildren(new Option("All orders", "0"), ...Array.from({ length: answer.orders }, (_, i) => new Option(`${i + 1}-grams`, String(i + 1))));
  }
  orders.value = String(page.state.order);
  const filtered = Object.keys(NO_FILTER).some((name) => page.state[/** @type {keyof typeof NO_FILTER} */ (name)].length);
  nodes.note.textContent = filtered && answer.counted ? `N-grams are of all ${formatCount(answer.size, "segment")}: the filter of Segments does not apply here.` : "";
  drawWords(nodes.words, answer.words);
  drawList(screen);
}

/** @param {NgramScreen} screen */
function drawList(screen) {
  const { answer, nodes, page, concordance } = screen, { families, rows, total } = answer;
  const opened = page.state.ngram || (families[0]?.key ?? rows[0]?.text ?? "");
  const show = (/** @type {string} */ ngram) => page.go({ ngram });
  const toggle = (/** @type {string} */ key) => {
    const own = openKey(screen, key);
    if (!screen.open.delete(own)) screen.open.add(own);
    // On a phone a family opens in its place; elsewhere its segments are beside it.
    if (opened === key || getComputedStyle(nodes.list).getPropertyValue("--narrow")) drawList(screen);
    else show(key);
  };
  drawNgramTable(nodes.list, answer, { opened, isOpen: (key) => screen.open.has(openKey(screen, key)), toggle, show });
  const left = total - rows.length, file = page.source.ngramsFile;
  const next = button(`Show ${formatInt(Math.min(left, MORE_NGRAMS))} more of ${formatCount(total, "n-gram")}`, "", () => {
    screen.most += MORE_NGRAMS;
    askForNgrams(screen);
  });
  const link = element("a", { className: "file", href: file ?? "", download: "ngrams.csv", title: `All n-grams that ${A} and ${B} match differently, with p and q.` }, "CSV");
  nodes.more.replaceChildren(...(left ? [next] : []), ...(file && (screen.most > FIRST_NGRAMS || !left) ? [link] : [])); // for who wants all of them
  showConcordance(concordance, page, opened);
}

/** @param {HTMLElement} node @param {Ngrams["words"]} words */
function drawWords(node, words) {
  if (node.dataset.html === (words?.html ?? "")) return;
  node.dataset.html = words?.html ?? "";
  node.replaceChildren();
  if (!words) return;
  const inside = reportOf(words.html);
  Object.assign(inside, { tabIndex: 0, role: "region", ariaLabel: words.title }); // it scrolls on a phone
  node.append(foldedRow(words.title, [`Recall and precision of ${A} and ${B}`], inside));
}
