// A line of links to saved comparisons, as line_components.py sends them.

import { element, find } from "browser/dom.js";

/**
 * @param {string} href
 * @param {() => void} press
 */
function link(href, press) {
  const node = element("a");
  node.href = href;
  node.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a tab of its own
    event.preventDefault();
    press();
  };
  return node;
}

/** @param {import("browser/dom.js").Mounted} mounted */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = find(parentElement, ".recent");
  root.replaceChildren();
  if (!data.items.length) return;
  root.append(element("span", "muted", "Recent:"));
  for (const item of data.items) {
    const node = link(item.href, () => setTriggerValue("open", item.id));
    if (item.title) {
      node.append(element("span", "name title", item.title));
    } else {
      node.append(element("span", "name a", item.a), element("span", "", " → "));
      node.append(element("span", "name b", item.b));
      if (item.more) node.append(element("span", "", item.more));
    }
    node.title = [item.a, "→", item.b, item.more].filter(Boolean).join(" ") + ", " + item.about;
    node.append(element("span", "muted", item.when));
    root.append(node);
  }
  const all = link("data", () => setTriggerValue("all", true));
  all.append(element("span", "", "All saved"));
  root.append(all);
}
