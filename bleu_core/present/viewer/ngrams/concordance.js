// The segments of an n-gram, one group at a time: what A, B and a reference have at its place, in one column.

import { button, element, showPressed } from "browser/dom.js";
import { formatCount, formatInt, formatPCell } from "../numbers.js";
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
 * @property {{row: number, number: number, lines: ContextLine[]}[]} rows some segments of the group, in order
 */
/** @typedef {ReturnType<typeof buildConcordance>} ConcordanceView */

/** What each group has. @type {Record<GroupName, string>} */
const GROUPS_IN_WORDS = {
  "A more": "Segments where A has more matches.",
  "B more": "Segments where B has more matches.",
  equal: "Segments where A and B have equally many matches.",
  "in a reference only": "Segments where a reference has the n-gram, and neither A nor B.",
  "in no reference": "Segments where A or B has the n-gram, and no reference.",
};

export function buildConcordance() {
  const root = element("section", "concordance"), title = element("h2"), note = element("p", "note muted");
  const [tabs, list, more] = ["tabs", "contexts", "below"].map((name) => element("div", name));
  const view = { root, page: /** @type {Page} */ (null), shown: "", nodes: { title, note, tabs, list, more }, newest: newestOnly() };
  const back = button("‹ All n-grams", "back", () => { view.page.go({ ngram: "" }); }), head = element("div", "head");
  root.setAttribute("aria-label", "In context");
  tabs.setAttribute("role", "group");
  tabs.setAttribute("aria-label", "Group of segments");
  head.append(title, note);
  root.append(back, head, tabs, list, more);
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
  view.newest(view.page.source.concordance(ngram, group, from), (found) => {
    const { list, more } = view.nodes;
    if (!group) drawHead(view, found);
    const links = found.rows.map((row) => contextLink(view, found.ngram, row));
    if (from) list.append(...links);
    else list.replaceChildren(...(links.length ? links : [element("p", "note muted", noContexts(found))]));
    const left = found.groups.find(([name]) => name === found.group)[1] - from - found.rows.length;
    const next = () => {
      askForContexts(view, ngram, found.group, from + found.rows.length);
    };
    const all = button(`List ${formatCount(found.segments, "segment")}`, "", () => view.page.go({ ...NO_FILTER, view: "segments", has: ngram, seg: -1 }));
    all.title = "List the segments where A, B or a reference has this n-gram.";
    more.replaceChildren(...(left > 0 ? [button(`Show more of ${formatInt(left)}`, "", next)] : []), ...(found.segments ? [all] : []));
  });
}

/** @param {Concordance} found */
function noContexts({ segments, searched }) {
  if (segments) return "No segments in this group.";
  return searched === null ? "In no segment." : `In none of the ${formatCount(searched, "segment")} that have texts here.`;
}

/** @param {ConcordanceView} view @param {Concordance} found */
function drawHead(view, found) {
  const { title, note, tabs } = view.nodes, word = element("span", found.kind ? "" : "word", found.kind || found.ngram);
  word.dir = "auto";
  title.replaceChildren(word, " in context");
  const [a, b] = found.matches, matched = `A matches it ${formatCount(a, "time")}, B ${formatCount(b, "time")}`;
  const q = found.q === null ? "" : ` · q ${found.q < 0.0001 ? "" : "= "}${formatPCell(found.q)}`;
  note.textContent = matched + q + (found.searched === null ? "" : `, in the ${formatCount(found.searched, "segment")} with texts`);
  note.title = q && "q: p-value of the sign test on segments A : B, corrected for all n-grams that are tested.";
  const buttons = found.groups.map(([name, number]) => {
    const tab = button(name, "", () => {
      showPressed(buttons, tab);
      askForContexts(view, found.ngram, name, 0);
    });
    tab.title = GROUPS_IN_WORDS[name];
    tab.append(" ", element("span", "number", formatInt(number)));
    return tab;
  });
  tabs.replaceChildren(...buttons);
  showPressed(buttons, buttons[found.groups.findIndex(([name]) => name === found.group)]);
}

/** A segment, which opens with the n-gram marked, in the list of those with it. @param {ConcordanceView} view @param {string} ngram @param {Concordance["rows"][number]} segment */
function contextLink(view, ngram, { row, number, lines }) {
  const link = element("a", "context"), state = { view: "segments", has: ngram, seg: String(row) };
  link.href = view.page.address("#" + new URLSearchParams(state));
  link.append(element("span", "line muted", formatInt(number)), ...lines.map(contextLine));
  link.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    view.page.go({ ...NO_FILTER, view: "segments", has: ngram, seg: row });
  };
  return link;
}

/** @param {ContextLine} line */
function contextLine({ label, tone, before, key, after, hit }) {
  const line = element("span", "one-line"), text = element("span", "text " + tone), mark = element(hit ? "mark" : "span", "key", key);
  text.dir = "auto";
  // The direction of `left` is the other one, so that it is cut at its beginning.
  const left = element("span", "before"), inside = left.appendChild(element("span", "", before));
  inside.dir = "auto";
  mark.title = key.length > 16 ? key : "";
  text.append(left, mark, element("span", "after", after));
  line.append(element("b", "who " + tone, label), text);
  return line;
}
