// The lessons by track.

import { button, element, find } from "browser/dom.js";
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
  const node = button("", "row", () => open(name));
  const sign = element("span", "mark " + mark, SIGNS[mark]);
  if (mark) {
    sign.setAttribute("role", "img");
    sign.setAttribute("aria-label", SAID[mark]);
    sign.title = SAID[mark];
  }
  node.append(element("span", "number", String(number)), element("span", "title", title), sign);
  node.tabIndex = isOpen ? 0 : -1;
  if (isOpen) node.setAttribute("aria-current", "page");
  return node;
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
  const nav = element("nav");
  nav.setAttribute("aria-label", "Lessons");
  if (title) nav.append(element("p", "set", title));
  for (const track of tracks) {
    // Only the track of the open lesson is open at first, and none above the lesson on a narrow screen.
    const box = element(track.title ? "details" : "div"), rows = element("ul");
    if (box instanceof HTMLDetailsElement) {
      box.append(element("summary", "", track.title));
      box.open = !NARROW.matches && track.lessons.some((lesson) => lesson.name === shown);
    }
    for (const lesson of track.lessons) {
      const entry = element("li");
      entry.append(item(lesson, lesson.name === shown, open));
      rows.append(entry);
    }
    box.append(rows);
    nav.append(box);
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
  const open = (/** @type {string} */ name) => setTriggerValue("open", name);
  const told = element("p", "told", data.told);
  const focused = /** @type {HTMLElement} */ (/** @type {ShadowRoot} */ (root.getRootNode()).activeElement);
  const hadFocus = focused?.matches(".row");
  root.replaceChildren(list(data, open), told);
  if (hadFocus) find(root, "[aria-current]").focus({ preventScroll: true });
}
