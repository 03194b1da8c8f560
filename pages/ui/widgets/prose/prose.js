// One paragraph: spans of text, [text, tone, term, opens]; a term is the glossary's name of a
// number. What opens something is a button, with the glossary's words as its tip.

import { element, find, presses } from "browser/dom.js";
import { addTip, asking } from "browser/glossary_tip.js";

/**
 * A <button> would be parted from the comma behind it at the end of a line, and could not be
 * broken. @param {string} text @param {string | undefined} tip @param {() => void} open
 */
function opening(text, tip, open) {
  const span = element("span", "opens", text);
  span.setAttribute("role", "button");
  span.tabIndex = 0;
  span.onclick = open;
  span.addEventListener("keydown", (event) => { if (presses(event)) open(); });
  if (tip) addTip(span, tip, "Open details");
  return span;
}

/** @param {import("browser/dom.js").Mounted} mounted */
export default function ({ data, parentElement, setTriggerValue }) {
  /** @type {[string, string, string, string][]} */
  const spans = data.spans;
  const paragraph = find(parentElement, ".prose");
  paragraph.classList.toggle("small", data.small);
  paragraph.replaceChildren(...spans.map(([text, tone, term, opens]) => {
    const span = element("span", tone);
    if (opens) {
      const open = () => setTriggerValue("open", opens);
      span.append(opening(text, data.glossary.short[term], open));
    } else span.append(term ? asking(text, data.glossary, term) : text);
    return span;
  }));
}
