// The lessons, the built-in ones by track.

import { button, element, find, focusOf } from "browser/dom.js";
import { drop, keep } from "../prediction_cookie.js";

/** @typedef {{name: string, number: number, title: string, mark: "right" | "wrong" | "unknown" | ""}} Row */
/** @typedef {{title: string, tracks: {title: string, lessons: Row[]}[], open: string, told: string, teacher: boolean}} Lessons */
/** @typedef {HTMLElement & {teacher?: boolean, content?: string}} Root */

const SIGNS = { right: "✓", wrong: "✗", unknown: "?", "": "" };
const SAID = { right: "predicted right", wrong: "predicted wrong", unknown: "answered “I don’t know”", "": "" };
const TEACHER = "teacher";
// As wide as where page_style.css puts columns below one another.
const NARROW = window.matchMedia("(max-width: 900px)");

/** @param {Row} row @param {boolean} isOpen @param {(name: string) => void} open */
function item({ name, number, title, mark }, isOpen, open) {
  const node = button("", "row", () => open(name)), sign = element("span", "mark " + mark, SIGNS[mark]);
  if (mark) Object.assign(sign, { role: "img", ariaLabel: SAID[mark], title: SAID[mark] });
  node.append(element("span", "number", String(number)), element("span", "title", title), sign);
  return Object.assign(node, isOpen ? { tabIndex: 0, ariaCurrent: "page" } : { tabIndex: -1 });
}

/** The list is one tab stop; arrow keys move within it. @param {HTMLElement} list */
function walk(list) {
  list.onkeydown = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const rows = /** @type {HTMLElement[]} */ ([...list.querySelectorAll(":is(details[open], div) > ul .row")]);
    rows[rows.indexOf(/** @type {HTMLElement} */ (event.target)) + step]?.focus();
  };
}

/** @param {Lessons} data @param {(name: string) => void} open */
function list({ title, tracks, open: shown }, open) {
  const nav = element("nav", { ariaLabel: "Lessons" }, ...(title ? [element("p", "set", title)] : []));
  for (const track of tracks) {
    // Only the track of the open lesson is open at first, and none above the lesson on a narrow screen.
    const isOpen = !NARROW.matches && track.lessons.some(({ name }) => name === shown);
    const rows = element("ul", "", ...track.lessons.map((lesson) => element("li", "", item(lesson, lesson.name === shown, open))));
    nav.append(track.title ? element("details", { open: isOpen }, element("summary", "", track.title), rows) : element("div", "", rows));
  }
  walk(nav);
  return nav;
}

/** @param {Omit<import("browser/dom.js").Mounted, "data"> & {data: Lessons}} mounted */
export default function ({ data, parentElement, setTriggerValue }) {
  /** @type {Root} */
  const root = find(parentElement, ".list");
  if (root.teacher !== undefined && root.teacher !== data.teacher) {
    if (data.teacher) keep(TEACHER, "yes"); else drop(TEACHER);
  }
  root.teacher = data.teacher;
  const content = JSON.stringify(data);
  if (root.content === content) return;
  root.content = content;
  const hadFocus = focusOf(root)?.matches(".row");
  root.replaceChildren(list(data, (name) => setTriggerValue("open", name)), element("p", "told", data.told));
  if (hadFocus) find(root, "[aria-current]").focus({ preventScroll: true });
}
