// A list of links to saved comparisons, as open_comparison.py sends them.

import { afterRelease, element, find } from "browser/dom.js";

/** @param {string} href @param {string} name @param {() => void} press */
function link(href, name, press) {
  const node = element("a", name);
  node.href = href;
  node.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a tab of its own
    event.preventDefault();
    press();
  };
  return node;
}

/** @param {any} item */
function names({ title, a, b, more }) {
  const node = element("span", "names");
  if (title) node.append(element("bdi", "", title));
  else node.append(element("bdi", "a", a), " → ", element("bdi", "b", b), more && ` ${more}`);
  return node;
}

/** @param {import("browser/dom.js").Mounted} mounted */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = /** @type {HTMLElement & {draw?: ReturnType<typeof afterRelease>}} */ (find(parentElement, ".recent"));
  root.draw ??= afterRelease(root);
  root.draw(() => drawRecent(root, data, setTriggerValue));
}

/** @param {HTMLElement} root @param {any} data @param {import("browser/dom.js").Mounted["setTriggerValue"]} setTriggerValue */
function drawRecent(root, data, setTriggerValue) {
  root.replaceChildren();
  root.classList.toggle("line", data.line);
  if (!data.items.length) return;
  const all = link("data", "all", () => setTriggerValue("all", true));
  all.append("All saved");
  root.append(element("h3", "", data.title), all);
  for (const item of data.items) {
    const node = link(item.href, "item", () => setTriggerValue("open", item.id));
    node.title = [item.a, "→", item.b, item.more].filter(Boolean).join(" ");
    node.append(names(item), element("span", `delta ${item.delta?.tone ?? ""}`, item.delta?.t ?? ""));
    node.append(element("span", "about", [item.size, item.when, item.beginning].filter(Boolean).join(" · ")));
    root.append(node);
  }
}
