// A title and sentences, set as text: see alert.py.

import { element, find } from "browser/dom.js";

/** @param {import("browser/dom.js").Mounted} mounted */
export default function ({ data, parentElement }) {
  const root = find(parentElement, ".notice");
  root.className = `notice ${data.tone}${data.folded ? " folded" : ""}`;
  root.setAttribute("role", data.tone === "error" ? "alert" : "status");
  const list = element("ul");
  for (let i = 0; i < data.sentences.length; i += 1) {
    const item = element("li", "", data.sentences[i]);
    item.dataset.code = data.codes[i];
    list.append(item);
  }
  const title = element("b", "", data.title);
  title.dataset.code = data.code;
  if (!data.folded || !data.sentences.length) {
    root.replaceChildren(title, ...(data.sentences.length ? [list] : []));
    return;
  }
  const box = element("details"), summary = element("summary");
  box.open = root.querySelector("details")?.open ?? false;
  summary.append(title, element("span", "more", `${data.sentences.length} more`));
  box.append(summary, list);
  root.replaceChildren(box);
}
