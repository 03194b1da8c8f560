// The glossary: a search field, the questions, the terms. Searching stays in the browser.

import { element, find } from "browser/dom.js";

/** @typedef {any} Entry a `GlossaryEntry` */
/** @typedef {{box: HTMLDetailsElement, words: string, names: string}} Shown what is searched in is lower case */
/** @typedef {HTMLElement & {term?: string, send?: (name: string) => void}} Root `term` is the entry opened last */

/** @param {Entry} data @param {(name: string) => void} opened @returns {Shown} */
function entry(data, opened) {
  const facts = [["Computation", data.how], ["Caution", data.mistake], ["Source", data.source], ["Also called", data.also.join(", ")]];
  const box = element("details", { className: "entry", id: data.name },
    element("summary", "", element("span", "term", data.term), element("span", "short", data.short)),
    element("dl", "", ...facts.filter(([, text]) => text).flatMap(([label, text]) => [element("dt", "", label), element("dd", "", text)])));
  box.ontoggle = () => { if (box.open) opened(data.name); };
  return {
    box,
    words: Object.values(data).flat().join(" ").toLowerCase(),
    names: [data.name, data.term, ...data.also].join(" ").toLowerCase(),
  };
}

/**
 * Show the entries of a group that contain all words, name matches first; return how many.
 * @param {HTMLElement} group @param {Shown[]} entries @param {string[]} words
 */
function filter(group, entries, words) {
  for (const { box, words: all, names } of entries) {
    box.hidden = !words.every((word) => all.includes(word));
    box.style.order = words.every((word) => names.includes(word)) ? "0" : "1";
  }
  const visible = entries.filter(({ box }) => !box.hidden).length;
  group.hidden = !visible;
  return visible;
}

/** @param {Root} root @param {Entry[]} entries */
function build(root, entries) {
  const placeholder = "Search the glossary: BP, zero, smoothing, 66.1/40.2 …";
  const search = element("input", { type: "search", placeholder, ariaLabel: "Search the glossary" });
  const none = element("p", "none", "No entries match.");
  const opened = (/** @type {string} */ name) => { if (root.term !== name) { root.term = name; root.send(name); } };
  const groups = [["Common questions", true], ["Terms", false]].map(([title, question]) => {
    const shown = entries.filter((e) => e.is_question === question).map((e) => entry(e, opened));
    return { group: element("section", "", element("h3", "", String(title)), ...shown.map(({ box }) => box)), shown };
  });
  search.oninput = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const counts = groups.map(({ group, shown }) => filter(group, shown, words));
    none.hidden = counts.some((count) => count > 0);
  };
  root.append(search, none, ...groups.map(({ group }) => group));
  search.dispatchEvent(new Event("input"));
}

/** @param {import("browser/dom.js").Mounted} mounted */
export default function ({ data, parentElement, setTriggerValue }) {
  /** @type {Root} */
  const root = find(parentElement, ".glossary");
  const isNew = !root.send;
  root.send = (name) => setTriggerValue("open", name);
  if (isNew) build(root, data.entries);
  if (data.term && data.term !== root.term) {
    root.term = data.term;
    const box = /** @type {HTMLDetailsElement} */ (find(root, "#" + CSS.escape(data.term)));
    box.open = true;
    requestAnimationFrame(() => box.scrollIntoView({ block: "center" }));
  }
}
