// The open segment: its bar, sentence, texts and tables, from what `Source.segment` answers.

import { B } from "browser/pair.js";
import { formatPoints } from "./changes.js";
import { searchHits } from "./hits.js";
import { lightNgram, ngramFacts, ngramUnder, walkTokens } from "./inspector.js";
import { lineRows, segmentLegend } from "./lines.js";
import { changesTable, formulas, NGRAM_CHOICES, ngramCounts, otherMetrics, scoreTable } from "./tables.js";
import { buildOptionsMenu, drawOptions } from "./options_menu.js";
import { formatDelta, formatInt, roundedScore } from "../numbers.js";
import { spanNodes } from "../spans.js";
import { newestOnly } from "../source.js";
import { button, element, find, findAll, showPressed } from "browser/dom.js";

/** @import { NgramCount } from "./tables.js" */
/** @import { Page } from "../page.js" */
/** @typedef {"a" | "b"} Side */
/** @typedef {{text: string, start: number, end: number}} Token as scored, and its characters (code points) */
/** @typedef {{text: string, tokens: Token[]}} TextLine */
/**
 * An output: by order, a sign for each n-gram by its first token (+ credited, ^ clipped, - unmatched); by reference and
 * order, a sign for each n-gram of that reference (+ covered, - missed), null without that reference.
 * @typedef {TextLine & {signs: string[], covered: (string[] | null)[]}} OutputLine
 */
/**
 * A segment as `Source.segment` gives it: plain JSON.
 * @typedef {object} Opened
 * @property {number} row
 * @property {number} number of the segment in the test set, from 1
 * @property {string | null} document null without one
 * @property {Record<Side, string>} names of the systems
 * @property {import("../document.js").Config} config
 * @property {number | null} points contribution to Δ; null if BLEU of a system is 0
 * @property {number} delta of the comparison
 * @property {number[] | null} prices points of one more unit of each statistic
 * @property {Record<Side, number[]>} statistics sys_len, ref_len, counts 1 … N, totals 1 … N
 * @property {(Omit<import("../document.js").Metric, "a" | "b"> & Record<Side, number | null>)[]} metrics others than BLEU
 * @property {{a: OutputLine, b: OutputLine, references: (TextLine | null)[], source: string | null} | null} texts
 * @property {string} missing why there are no texts
 * @property {{a: string[], b: string[], sentence: import("../document.js").Text, lead: [side: number, start: number, end: number] | null} | null} changes
 *     the n-grams that B lost and gained, as `Changes` of document.js has them; null where they were not computed
 * @property {Record<string, import("./hits.js").Found[]>} [hits] what an expression searches for, in the app
 * @property {{name: string, text: OutputLine, statistics: number[]}[]} [others] further systems, in the app
 * @property {string} [edited] what the edits of the texts do to the score of all segments, in the app
 */
/**
 * The systems beside A and B.
 * @typedef {object} MoreSystems
 * @property {string[]} names
 * @property {string[]} shown of them
 * @property {(names: string[]) => void} choose others to show
 * @property {(name: string) => void} useAsB
 */
/**
 * How a segment is shown.
 * @typedef {object} Ui
 * @property {boolean} all whether all matches are marked, not the difference: in the address
 * @property {number} order the only order that is marked; 0 for all
 * @property {"" | "lost" | "gained"} only what alone is marked
 * @property {boolean} scored whether tokens are written as they are scored
 * @property {string} words the two lines whose word differences are boxed, such as "a|b"
 * @property {boolean} allReferences
 * @property {boolean} folded whether words that are the same are folded
 * @property {string} choice of NGRAM_CHOICES
 * @property {boolean} allRows of that choice
 * @property {string} pinned the n-gram that stays lit
 * @property {Set<number>} open the passages whose n-grams are shown
 */
/** @typedef {ReturnType<typeof buildOpened>} OpenedView */

/** The keys of an open segment, in words. @type {[keys: string, what: string][]} */
export const OPENED_KEYS = [
  ["d", "Difference or all matches"],
  ["1–9", "N-grams of one order; 0: all orders"],
  ["− +", `Only what ${B} lost, or gained`],
  ["← →", "Previous and next token"],
  ["Enter", "Pin the n-gram of the token; Esc: unpin"],
  ["t", "Tokens as scored"],
  ["r", "All references, or the closest one"],
  ["f", "Fold words that are the same"],
];

/** Where the keys ← and → are not for tokens. */
export const OWN_ARROWS = "[role=tab], [role=radio], [role=menuitem]";

// ---- Building.

/** @param {(by: number) => void} step to another segment of the list */
export function buildOpened(step) {
  const told = element("p", { className: "told", role: "status" }), title = element("h2", "title"), where = element("span", "where muted");
  const sentence = element("p", "sentence"), missing = element("p", "missing"), score = element("section", "adds-up");
  const [lines, legend, annotations, rows] = ["lines", "legend", "annotations", "rows"].map((name) => element("div", name));
  const inspector = element("div", { className: "inspector", ariaLive: "polite" }), options = buildOptionsMenu(), others = element("details", "others");
  const choice = element("select", { className: "choice", ariaLabel: "Which n-grams", onchange: () => {
    Object.assign(view.ui, { choice: choice.value, allRows: false });
    drawChangesTable(view);
  } });
  const modes = [false, true].map((all) => button(all ? "All matches" : "Difference", "", () => { chooseMarks(view, all); }));
  const stepper = (/** @type {string} */ label, /** @type {string} */ title, /** @type {number} */ by) => Object.assign(button(label, "icon", () => step(by)), { title, ariaLabel: title });
  const tools = element("div", "tools", stepper("‹", "Previous segment (key k)", -1), stepper("›", "Next segment (key j)", 1),
    element("div", { className: "modes", title: "Key d" }, ...modes), options.button, options.menu);
  const texts = element("div", "texts", lines, element("div", "foot", legend, inspector));
  const ngrams = element("section", "which-ngrams", element("div", "section-head", element("h3", "", "Which n-grams"), choice), rows);
  const below = element("div", "below", score, ngrams), back = button("‹ All segments", "back", () => { view.page.go({ seg: 0 }); });
  const root = element("div", "opened view", back, element("div", "head", title, where, tools), told, sentence, missing, texts, annotations, below), view = {
    root,
    ui: /** @type {Ui} */ ({ all: false, order: 0, only: "", scored: false, words: "", allReferences: false, folded: true, choice: "differ", allRows: false, pinned: "", open: new Set() }),
    options, others, back, modes, choice, step,
    told, // what a key did not do
    parts: { title, where, tools, sentence, missing, texts, lines, inspector, legend, annotations, below, score, ngrams, rows },
    pin: (/** @type {string} */ ngram) => { pinNgram(view, ngram); },
    page: /** @type {Page} */ (null), opened: /** @type {Opened | null} */ (null), counts: /** @type {Map<string, NgramCount>} */ (new Map()),
    asked: "", // of which segment the data is drawn or awaited
    source: /** @type {Page["source"] | null} */ (null), // where it is from
    newest: newestOnly(root),
    awaited: /** @type {number | null} */ (null), // the row that a step leads to, until it is drawn; -1: it is not known yet
    reached: true, // whether the last step led to what is drawn
    redraw: (/** @type {Partial<Ui>} */ changes) => { redrawLines(view, changes); },
  };
  for (const node of [tools, texts, annotations, below]) node.hidden = true; // so that nothing moves when there is a segment
  listenForTokens(view);
  return view;
}

/** @param {OpenedView} view */
function listenForTokens(view) {
  const { lines, rows } = view.parts;
  const closest = (/** @type {Event} */ event, /** @type {string} */ selector) => /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(selector));
  const under = (/** @type {Event} */ event) => {
    const token = closest(event, ".row:not(.source) .token"); // words of the source are tokens where they are annotated
    return token && ngramUnder(view.opened, token, view.ui.order);
  };
  const show = (/** @type {Event} */ event) => {
    const { text, here } = under(event) ?? { text: view.ui.pinned, here: "" };
    inspect(view, text, here);
  };
  const leave = () => inspect(view, view.ui.pinned);
  lines.addEventListener("focusin", show);
  lines.addEventListener("focusout", leave);
  Object.assign(lines, { onpointerover: show, onpointerleave: leave, onclick: (/** @type {Event} */ event) => {
    const ngram = under(event);
    if (ngram) pinNgram(view, ngram.text);
  } });
  rows.onpointerover = (event) => inspect(view, closest(event, "[data-ngram]")?.dataset.ngram ?? view.ui.pinned);
  rows.onpointerleave = leave;
}

/** Light an n-gram and tell its counts. @param {OpenedView} view @param {string} ngram "" for none @param {string} [here] */
function inspect({ opened, parts, counts }, ngram, here = "") {
  const count = counts.get(ngram);
  lightNgram(opened, parts.lines, count ? ngram : "");
  parts.inspector.replaceChildren(...(count ? ngramFacts(count, here) : []));
  parts.inspector.title = parts.inspector.textContent;
}

/** Keep an n-gram lit, or let it go. @param {OpenedView} view @param {string} ngram */
function pinNgram(view, ngram) {
  const { ui, parts } = view;
  ui.pinned = ui.pinned === ngram ? "" : ngram;
  for (const row of findAll(parts.rows, "[data-ngram]")) row.classList.toggle("pinned", row.dataset.ngram === ui.pinned);
  inspect(view, ui.pinned);
}

// ---- Drawing.

/** @param {OpenedView} view @param {boolean} all */
function chooseMarks({ page }, all) {
  page.go({ marks: all ? "all" : "" }, true);
}

/** @param {OpenedView} view @param {Partial<Ui>} changes */
function redrawLines(view, changes) {
  Object.assign(view.ui, changes);
  drawTexts(view);
  if ("order" in changes) drawChangesTable(view);
}

/** The title, the tools and the sentence. @param {OpenedView} view */
function drawOpenedHead({ parts, opened, page, modes, ui, options }) {
  const { title, where, sentence, missing } = parts, { number, document, points, delta, changes, texts } = opened;
  title.textContent = `Segment ${formatInt(number)}`;
  const share = points === null ? [] : [`${formatPoints(opened, points)} of Δ ${formatDelta(delta)}`], carries = opened.edited ? [opened.edited] : share;
  where.replaceChildren(...(document ? [element("bdi", "", document)] : []), (document && carries.length ? " · " : "") + carries.join(""));
  sentence.replaceChildren(...spanNodes(changes?.sentence ?? [], page.address));
  missing.textContent = opened.missing;
  for (const node of [modes[0].parentElement, options.button]) node.hidden = !texts;
  showPressed(modes, modes[Number(ui.all)]);
}

/** The texts, if they are displayed, and annotations. @param {OpenedView} view */
function drawTexts(view) {
  if (view.opened.texts) drawLines(view);
  else view.parts.lines.replaceChildren();
  view.page.annotate?.(view);
}

/** @param {OpenedView} view */
function drawLines(view) {
  const { opened, ui, parts, options, page, redraw } = view, { lines, legend } = parts;
  const focused = placeInLines(lines), hits = opened.hits ?? searchHits(opened, page.state), { rows, foldable } = lineRows({ opened, ui, hits, redraw, more: page.more });
  putRows(lines, rows);
  page.edit?.(view);
  for (const row of rows) if (row.dataset.side) row.querySelector(".token")?.setAttribute("tabindex", "0"); // a walk goes on to references
  focused.map((place) => find(lines, place)).find(Boolean)?.focus({ preventScroll: true });
  legend.replaceChildren(...segmentLegend(opened, ui, page.doc.glossary, Object.values(hits).some((found) => found.length > 0)));
  drawOptions(options, opened, ui, foldable, redraw, page);
  inspect(view, ui.pinned);
}

/** Draw the lines; one that is being edited stays, with the focus. @param {HTMLElement} lines @param {HTMLElement[]} rows */
function putRows(lines, rows) {
  const edited = find(lines, ".editing"), place = rows.findIndex(({ dataset }) => edited && dataset.side === edited.dataset.side);
  if (!edited) return lines.replaceChildren(...rows);
  for (const node of [...lines.children]) if (node !== edited) node.remove();
  edited.querySelector(".label").replaceWith(rows[place].querySelector(".label"));
  edited.before(...rows.slice(0, place));
  edited.after(...rows.slice(place + 1));
}

/** Selectors of what is focused in the lines, and of what has the focus where that is gone; [] for nothing. @param {HTMLElement} lines */
function placeInLines(lines) {
  const node = find(lines, ":focus"), row = /** @type {HTMLElement} */ (node?.closest(".row"));
  if (!node || node.closest(".editing")) return [];
  const { side, reference } = row.dataset, system = side ? `[data-side="${side}"] ` : "";
  const place = node.classList.contains("token") ? `${system || `[data-reference="${reference}"] `}[data-t="${node.dataset.t}"]` : `${system}button.${node.className}`;
  return [place, `${system}.token`, ".token"];
}

/** @param {OpenedView} view */
function drawScore({ parts, opened, page, others }) {
  const { doc: { glossary } } = page, { summary, table } = otherMetrics(opened, glossary), heading = element("summary");
  const title = !roundedScore(opened.points ?? 0) ? "Scores" : `How ${formatPoints(opened, opened.points)} adds up`;
  heading.append(...summary);
  others.replaceChildren(heading, table);
  parts.score.replaceChildren(element("h3", "", title), scoreTable(opened, glossary), formulas(opened), ...(opened.metrics.length ? [others] : []));
}

/** @param {OpenedView} view */
function drawChangesTable(view) {
  const { ui, parts, counts, choice } = view, all = [...counts.values()];
  choice.replaceChildren(...Object.entries(NGRAM_CHOICES).map(([name, [label, about, has]]) =>
    Object.assign(new Option(`${label} ${formatInt(all.filter(has).length)}`, name), { title: about })));
  choice.value = ui.choice;
  choice.title = NGRAM_CHOICES[ui.choice][1];
  parts.rows.replaceChildren(...changesTable(view, () => {
    ui.allRows = true;
    drawChangesTable(view);
  }));
}

/** Show a segment of the page's pair, as its state has it. @param {OpenedView} view @param {Page} page @param {number} row -1 for none */
export function showOpened(view, page, row) {
  const { state, source } = page, { ui } = view, all = state.marks === "all", isOther = view.source !== source || view.opened?.row !== row;
  const asked = JSON.stringify([row, all, state.text, state.in, state.has, state.where]);
  view.page = page;
  if (view.asked === asked && view.source === source) return;
  Object.assign(view, { asked, source });
  ui.all = all;
  view.newest(row < 0 ? Promise.resolve(null) : source.segment(row), (opened) => {
    const { parts } = view;
    if (view.awaited !== null && (view.awaited >= 0 || row < 0)) Object.assign(view, { reached: row >= 0 && view.awaited === row, awaited: null });
    for (const node of [parts.tools, parts.annotations, parts.below]) node.hidden = !opened;
    for (const node of [parts.texts, parts.ngrams]) node.hidden = !opened?.texts;
    if (!opened) {
      view.opened = null;
      for (const node of [parts.title, parts.where, parts.sentence]) node.replaceChildren();
      parts.missing.textContent = "No segments match the filter.";
      page.annotate?.(view);
      return;
    }
    if (isOther) Object.assign(ui, { pinned: "", allRows: false, folded: true, open: new Set(), words: "" });
    drawOpened(view, opened);
  });
}

/** @param {OpenedView} view @param {Opened} opened */
export function drawOpened(view, opened) {
  view.opened = opened;
  view.counts = new Map(opened.texts ? ngramCounts(opened).map((count) => [count.text, count]) : []);
  drawOpenedHead(view);
  drawScore(view);
  drawTexts(view);
  if (opened.texts) drawChangesTable(view);
}

// ---- Keys.

/** Whether a key is of use here; `target` is where the focus is. @param {OpenedView} view @param {string} key @param {Element} target */
export function openedKey(view, key, target) {
  const { opened, ui, parts, options, page } = view;
  if (!opened?.texts) return false;
  const token = target instanceof HTMLElement && target.matches(".row:not(.source) .token") ? target : null;
  const along = { ArrowLeft: -1, ArrowRight: 1 }[key], only = /** @type {Record<string, "lost" | "gained">} */ ({ "-": "lost", "+": "gained" })[key];
  if (options.menu.matches(":popover-open")) return false;
  if (token && along) walkTokens(token, along);
  else if (along && !target.closest(OWN_ARROWS)) find(parts.lines, ".token")?.focus(); // the walk begins at the first token of A
  else if (token && key === "Enter") pinNgram(view, ngramUnder(opened, token, ui.order).text);
  else if (key === "d") chooseMarks(view, !ui.all);
  else if (/^[0-9]$/.test(key)) redrawLines(view, Number(key) <= opened.config.max_ngram_order ? { order: Number(key) } : {});
  else if (only) redrawLines(view, { only: ui.only === only ? "" : only });
  else if (key === "t") redrawLines(view, { scored: !ui.scored });
  else if (key === "r") redrawLines(view, { allReferences: !ui.allReferences });
  else if (key === "f") redrawLines(view, { folded: !ui.folded });
  else if (key === "e" && page.editLine) page.editLine(view);
  else if (key === "Escape" && ui.pinned) pinNgram(view, "");
  else return false;
  return true;
}
