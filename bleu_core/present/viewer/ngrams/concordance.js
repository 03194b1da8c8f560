// The segments of an n-gram, one group at a time: what A, B and a reference have at its place, in one column.

import { button, element, isPlainClick, showPressed } from "browser/dom.js";
import { A, B } from "browser/pair.js";
import { formatCount, formatInt, formatPCell, oneLine } from "../numbers.js";
import { newestOnly } from "../source.js";
import { NO_FILTER } from "../state.js";

/** @import { Page } from "../page.js" */
/** @typedef {"A more" | "B more" | "equal" | "in a reference only" | "in no reference"} GroupName by clipped matches */
/** @typedef {{label: string, tone: "a" | "b" | "muted", before: string, key: string, after: string, hit: boolean}} ContextLine a hit is the n-gram, else what stands at its place */
/**
 * @typedef {object} Concordance
 * @property {string} ngram
 * @property {string} kind the kind of character that is searched for instead, or ""
 * @property {number | null} q
 * @property {[number, number]} matches of A and B
 * @property {[GroupName, number][]} groups with their segments; each segment is in one
 * @property {GroupName} group the one of the rows
 * @property {number} segments of all groups
 * @property {number | null} searched how many segments have texts; null for all
 * @property {{number: number, lines: ContextLine[]}[]} rows some segments of the group, in order
 */
/** @typedef {ReturnType<typeof buildConcordance>} ConcordanceView */

/** What each group is called, and what it has. @type {Record<GroupName, [string, string]>} */
const GROUPS_IN_WORDS = {
  "A more": [`${A} more`, `Segments where ${A} has more matches.`],
  "B more": [`${B} more`, `Segments where ${B} has more matches.`],
  equal: ["equal", `Segments where ${A} and ${B} have equally many matches.`],
  "in a reference only": ["in a reference only", `Segments where a reference has the n-gram, and neither ${A} nor ${B}.`],
  "in no reference": ["in no reference", `Segments where ${A} or ${B} has the n-gram, and no reference.`],
};

export function buildConcordance() {
  const title = element("h2"), note = element("p", "note muted"), list = element("div", "contexts"), more = element("div", "below");
  const tabs = element("div", { className: "tabs", role: "group", ariaLabel: "Group of segments" });
  const back = button("‹ All n-grams", "back", () => { view.page.go({ ngram: "" }); });
  const root = element("section", { className: "concordance", ariaLabel: "In context" }, back, element("div", "head", title, note), tabs, list, more);
  const view = { root, page: /** @type {Page} */ (null), shown: "", nodes: { title, note, tabs, list, more }, newest: newestOnly(root) };
  return view;
}

/** Show the segments of an n-gram, unless they are shown. @param {ConcordanceView} view @param {Page} page @param {string} ngram "" for none */
export function showConcordance(view, page, ngram) {
  const shown = JSON.stringify([page.state.set, page.state.pair, ngram]);
  view.page = page;
  view.root.hidden = !ngram;
  if (view.shown === shown) return;
  view.shown = shown;
  if (ngram) askForContexts(view, ngram, "", 0);
}

/** @param {ConcordanceView} view @param {string} ngram @param {string} group @param {number} from */
function askForContexts(view, ngram, group, from) {
  view.newest(view.page.source.concordance(ngram, group, from), (answer) => {
    const { list, more } = view.nodes, { rows, segments, searched } = answer;
    if (!group) drawHead(view, answer);
    const links = rows.map((row) => contextLink(view, answer.ngram, row));
    const none = searched === null ? "In no segment." : `In none of the ${formatCount(searched, "segment")} that have texts here.`;
    if (from) list.append(...links);
    else list.replaceChildren(...(links.length ? links : [element("p", "note muted", segments ? "No segments in this group." : none)]));
    const left = answer.groups.find(([name]) => name === answer.group)[1] - from - rows.length;
    const next = button(`Show more of ${formatInt(left)}`, "", () => { askForContexts(view, ngram, answer.group, from + rows.length); });
    const all = button(`List ${formatCount(segments, "segment")}`, "", () => openSegments(view, ngram, 0));
    all.title = `List the segments where ${A}, ${B} or a reference has this n-gram.`;
    more.replaceChildren(...(left > 0 ? [next] : []), ...(segments ? [all] : []));
  });
}

/** @param {ConcordanceView} view @param {string} has an n-gram @param {number} seg as in the address */
function openSegments({ page }, has, seg) {
  page.go({ ...NO_FILTER, view: "segments", has, seg });
}

/** @param {ConcordanceView} view @param {Concordance} answer */
function drawHead(view, answer) {
  const { title, note, tabs } = view.nodes, { ngram, kind, matches: [a, b], q, groups, group, searched } = answer;
  title.replaceChildren(element("span", { className: kind ? "" : "word", dir: "auto" }, kind || oneLine(ngram)), " in context");
  const tested = q === null ? "" : ` · q ${q < 0.0001 ? "" : "= "}${formatPCell(q)}`;
  const within = searched === null ? "" : `, in the ${formatCount(searched, "segment")} with texts`;
  note.textContent = `${A} matches it ${formatCount(a, "time")}, ${B} ${formatCount(b, "time")}${tested}${within}`;
  note.title = tested && `q: p-value of the sign test on segments ${A} : ${B}, corrected for all n-grams that are tested.`;
  const buttons = groups.map(([name, number]) => {
    const [called, meaning] = GROUPS_IN_WORDS[name], tab = button(called, "", () => {
      showPressed(buttons, tab);
      askForContexts(view, ngram, name, 0);
    });
    tab.title = meaning;
    tab.append(" ", element("span", "number", formatInt(number)));
    return tab;
  });
  tabs.replaceChildren(...buttons);
  showPressed(buttons, buttons[groups.findIndex(([name]) => name === group)]);
}

/** A segment, which opens with the n-gram marked, in the list of those with it. @param {ConcordanceView} view @param {string} has @param {Concordance["rows"][number]} segment */
function contextLink(view, has, { number, lines }) {
  const href = view.page.address("#" + new URLSearchParams({ view: "segments", has, seg: String(number) }));
  const onclick = (/** @type {MouseEvent} */ event) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    openSegments(view, has, number);
  };
  return element("a", { className: "context", href, onclick }, element("span", "line muted", formatInt(number)), ...lines.map(contextLine));
}

/** @param {ContextLine} line */
function contextLine({ label, tone, before, key, after, hit }) {
  // The direction of what is before is the other one, so that it is cut at its beginning.
  const text = element("span", { className: "text " + tone, dir: "auto" },
    element("span", "before", element("span", { dir: "auto" }, before)),
    element(hit ? "mark" : "span", { className: "key", title: key.length > 16 ? key : "" }, key), element("span", "after", after));
  return element("span", "one-line", element("b", "who " + tone, label), text);
}
