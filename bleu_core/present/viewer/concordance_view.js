// The segments with the open n-gram, one group at a time, with the n-gram in the middle of each text.

import { button, element, showPressed } from "browser/dom.js";
import { drawTable } from "browser/table.js";
import { CONCORDANCE_GROUPS, concordanceGroups, findConcordance, ngramInContext, usualGroup } from "./concordance.js";
import { formatCount, formatInt } from "./numbers.js";
import { numberOfRow } from "./segment_rows.js";
import { NO_FILTER } from "./state.js";
import { moreButton, plainTable } from "./table_parts.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./concordance.js").Concordant} Concordant */
/** @typedef {import("./concordance.js").ConcordanceGroup} ConcordanceGroup */
/**
 * @typedef {object} OpenedConcordance
 * @property {Page} page
 * @property {string} drawn the n-gram, and the pair
 * @property {string} ngram
 * @property {Concordant[]} found
 * @property {Record<ConcordanceGroup, Concordant[]>} groups
 * @property {ConcordanceGroup} group the one that is listed
 * @property {number} most segments that are drawn
 */

/** @type {WeakMap<HTMLElement, OpenedConcordance>} */
const openedConcordances = new WeakMap();

/** Segments drawn at a time: about as tall as the list beside them. */
const CONCORDANT_AT_A_TIME = 10;

/** @param {HTMLElement} root @param {Page} page @param {string} ngram "" for none */
export function drawConcordance(root, page, ngram) {
  const drawn = JSON.stringify([page.state.set, page.state.pair, ngram]), opened = openedConcordances.get(root);
  if (opened?.drawn === drawn) {
    opened.page = page;
    return;
  }
  const found = findConcordance(page.set, page.pair, ngram), groups = concordanceGroups(found);
  const fresh = { page, drawn, ngram, found, groups, group: usualGroup(groups), most: CONCORDANT_AT_A_TIME };
  openedConcordances.set(root, fresh);
  root.hidden = !ngram;
  if (ngram) buildConcordance(root, fresh);
}

/** @param {HTMLElement} root @param {OpenedConcordance} opened */
function buildConcordance(root, opened) {
  const back = button("Back to the list", "", () => root.parentElement.scrollIntoView({ block: "start" }));
  const way = element("div", "marked to-list"), title = element("h2", "", opened.ngram), note = element("p", "note", occurrenceNote(opened));
  way.append(back);
  title.dir = "auto";
  const bar = element("div", "marked"), groups = element("div", "buttons");
  const list = element("div", "frame"), more = element("div", "marked below");
  groups.setAttribute("role", "group");
  groups.setAttribute("aria-label", "Group of segments");
  bar.append(groups);
  const draw = () => drawConcordant(opened, list, more, draw);
  const names = /** @type {ConcordanceGroup[]} */ (Object.keys(CONCORDANCE_GROUPS));
  const buttons = names.map((group) => {
    const node = button(`${group} ${formatInt(opened.groups[group].length)}`, "", () => choose(group));
    node.title = CONCORDANCE_GROUPS[group];
    return node;
  });
  groups.append(...buttons);
  const choose = (/** @type {ConcordanceGroup} */ group) => {
    Object.assign(opened, { group, most: CONCORDANT_AT_A_TIME });
    showPressed(buttons, buttons[names.indexOf(group)]);
    draw();
  };
  root.replaceChildren(way, title, note, bar, list, more);
  if (opened.found.length) choose(opened.group);
  else bar.hidden = true;
}

/** @param {OpenedConcordance} opened */
function occurrenceNote({ found, page: { set } }) {
  const sum = (/** @type {(one: Concordant) => number} */ of) => found.reduce((total, one) => total + of(one), 0);
  const times = (/** @type {number} */ number, /** @type {number} */ credited) => `${formatCount(number, "time")} (${formatInt(credited)} credited)`;
  const searched = set.shown ? `${formatCount(set.shown.length, "segment")} that have texts here` : formatCount(set.size, "segment");
  if (!found.length) return `In none of ${searched}.`;
  const a = times(sum((one) => one.a), sum((one) => one.creditedA)), b = times(sum((one) => one.b), sum((one) => one.creditedB));
  return `In ${formatInt(found.length)} of ${searched}: A ${a}, B ${b}.`;
}

/** @param {OpenedConcordance} opened @param {HTMLElement} list @param {HTMLElement} more @param {() => void} redraw */
function drawConcordant(opened, list, more, redraw) {
  const { page: { doc, set }, ngram, found } = opened;
  const group = opened.groups[opened.group], first = group.slice(0, opened.most);
  const rows = first.map(({ place }) => set.shown?.[place] ?? place);
  drawTable(list, plainTable({
    columns: [{ label: "#", align: "right", tone: "muted", narrow: true, help: "Line number." }, { label: "in context" }],
    rows: first.map(({ place }, i) => [formatInt(numberOfRow(opened.page.set, rows[i])), { lines: contextLines(opened.page, place, ngram) }]),
    ids: rows.map(String), label: "Segments with the n-gram", how: "Enter opens the segment",
    empty: "No segments in this group.", glossary: doc.glossary,
  }), (row) => opened.page.go({ view: "segments", seg: Number(row) }));
  const all = button(`List ${formatCount(found.length, "segment")}`, "", () =>
    opened.page.go({ ...NO_FILTER, view: "segments", has: ngram, seg: -1 }));
  all.title = "List the segments where A, B or a reference has this n-gram.";
  more.replaceChildren(...moreButton(group.length - first.length, CONCORDANT_AT_A_TIME, (number) => {
    opened.most += number;
    redraw();
  }), all);
}

/** @param {Page} page @param {number} place @param {string} ngram @returns {import("browser/table.js").Line[]} */
function contextLines({ set, pair }, place, ngram) {
  /** @type {[string, string, import("./document.js").Lines][]} */
  const texts = [["A", "a", set.systems[pair.a].lines], ["B", "b", set.systems[pair.b].lines]];
  set.references.forEach((lines, i) => texts.push([`r${i + 1}`, "muted", lines]));
  return texts.flatMap(([tag, tone, lines]) => {
    const found = ngramInContext(lines, place, ngram);
    if (!found) return [];
    return [found.ngram ? { tag, tone, t: found.before, hit: found.ngram, after: found.after } : { tag, tone, t: found.before }];
  });
}
