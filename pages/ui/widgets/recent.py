"""A quiet line of links to comparisons that are kept; names are set as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

_JS = """
function element(name, className, text) {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

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

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".recent");
  root.replaceChildren();
  if (!data.items.length) return;
  root.append(element("span", "muted", "Go on with"));
  for (const item of data.items) {
    const node = link(item.href, () => setTriggerValue("open", item.id));
    if (item.title) {
      node.append(element("span", "name title", item.title));
    } else {
      node.append(element("span", "name a", item.a), element("span", "", " → "));
      node.append(element("span", "name b", item.b));
    }
    node.title = item.a + " → " + item.b + ", " + item.about;
    node.append(element("span", "muted", item.when));
    root.append(node);
  }
  const all = link("data", () => setTriggerValue("all", true));
  all.append(element("span", "", "all on Data"));
  root.append(all);
}
"""
_CSS = """
.recent {
  --a: light-dark(#0064a0, #6cb4ee); --b: light-dark(#b84e00, #f5a163);
  --muted: light-dark(#5b6672, #9aa6b3);
  display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 18px;
  font: 14px/1.5 var(--st-font); color: var(--st-text-color);
}
a {
  display: flex; gap: 6px; color: inherit; white-space: nowrap; text-decoration: none;
  border-radius: 4px;
}
a:hover span:not(.muted), a:last-child { text-decoration: underline; text-underline-offset: 3px; }
a:focus-visible { outline: 2px solid var(--st-primary-color); outline-offset: 2px; }
.name {
  max-width: clamp(9ch, 8vw, 24ch); overflow: hidden; text-overflow: ellipsis;
  unicode-bidi: isolate;
}
.title { max-width: clamp(18ch, 16vw, 40ch); }
.muted { color: var(--muted); }
.a { color: var(--a); }
.b { color: var(--b); }
"""
_mount = st.components.v2.component(
    "bleuscope_recent", html='<nav class="recent"></nav>', js=_JS, css=_CSS
)


def recent(items: Sequence[dict[str, Any]], *, key: str) -> tuple[str | None, bool]:
    """Draw the line; answer the id of the one that was just opened, and whether all are wanted.

    `items` are {"id", "href", "title", "a", "b", "about", "when"} each.
    """
    result = _mount(
        data={"items": list(items)},
        key=key,
        on_open_change=lambda: None,
        on_all_change=lambda: None,
    )
    return result.get("open"), bool(result.get("all"))
