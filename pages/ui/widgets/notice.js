// A title and sentences, set as text: see notice.py.

import { element, find } from "./dom.js";

/** @param {import("./dom.js").Mounted} mounted */
export default function ({ data, parentElement }) {
  const root = find(parentElement, ".notice");
  root.className = "notice " + data.tone;
  root.setAttribute("role", data.tone === "error" ? "alert" : "status");
  const list = element("ul");
  for (const sentence of data.sentences) list.append(element("li", "", sentence));
  root.replaceChildren(element("b", "", data.title), ...(data.sentences.length ? [list] : []));
}
