"""A message made of sentences that may quote what a user gave: set as text, never as Markdown."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

_JS = """
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".notice");
  root.className = "notice " + data.tone;
  root.setAttribute("role", data.tone === "error" ? "alert" : "status");
  const title = document.createElement("b");
  title.textContent = data.title;
  const list = document.createElement("ul");
  for (const sentence of data.sentences) {
    const item = document.createElement("li");
    item.textContent = sentence;
    list.append(item);
  }
  root.replaceChildren(title, ...(data.sentences.length ? [list] : []));
}
"""
_CSS = """
.notice {
  font: 14px/1.5 var(--st-font); color: var(--st-text-color); padding: 10px 14px;
  border: 1px solid var(--st-border-color); border-left: 4px solid var(--edge);
  border-radius: 6px; overflow-wrap: anywhere;
}
.error { --edge: light-dark(#b3261e, #ff8a80); }
.warning { --edge: light-dark(#a86400, #f5b95f); }
.info { --edge: light-dark(#0072b2, #56a8e8); }
ul { margin: 4px 0 0; padding-left: 20px; }
"""
_mount = st.components.v2.component(
    "bleuscope_notice", html='<div class="notice"></div>', js=_JS, css=_CSS
)


def notice(tone: str, title: str, sentences: Sequence[str] = (), *, key: str) -> None:
    """Show a message. `tone` is "error", "warning" or "info"."""
    _mount(data={"tone": tone, "title": title, "sentences": list(sentences)}, key=key)
