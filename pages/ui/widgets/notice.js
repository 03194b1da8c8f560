// A title and sentences, set as text: see alert.py.

import { element, find } from "browser/dom.js";

/** @param {import("browser/dom.js").Mounted} mounted */
export default function ({ data, parentElement }) {
  const root = find(parentElement, ".notice");
  root.className = `notice ${data.tone}${data.folded ? " folded" : ""}`;
  root.setAttribute("role", data.tone === "error" ? "alert" : "status");
  const items = data.sentences.map((/** @type {string} */ sentence) => element("li", "", sentence));
  items.forEach((/** @type {HTMLElement} */ item, /** @type {number} */ i) => { item.dataset.code = data.codes[i]; });
  const list = element("ul", "", ...items);
  const title = element("b", "", data.title);
  title.dataset.code = data.code;
  if (!data.folded || !data.sentences.length) {
    root.replaceChildren(title, ...(data.sentences.length ? [list] : []));
    return;
  }
  const open = root.querySelector("details")?.open ?? false, more = element("span", "more", `${data.sentences.length} more`);
  root.replaceChildren(element("details", { open }, element("summary", "", title, more), list));
}
