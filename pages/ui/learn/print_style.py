"""Print style: the lesson and the bench, in full length, without navigation."""

import streamlit as st

_CSS = """<style>@media print {
  .stAppHeader, [data-testid="stColumn"]:has(.st-key-rail), [data-testid="stToolbar"],
  [role="tablist"], .st-key-masthead, .st-key-ignored { display: none !important; }
  .stApp, .stApp *:has([data-testid="stMainBlockContainer"]), [data-testid="stMain"] {
    position: static !important; overflow: visible !important; height: auto !important;
    display: block !important; background: #fff !important;
  }
  [data-testid="stMainBlockContainer"] { padding: 0 !important; max-width: none !important; }
  [data-testid="stColumn"] { width: 100% !important; flex: 1 1 100% !important; }
}</style>"""


def apply() -> None:
    """Add the style sheet to the page. It contains no user text."""
    st.html(_CSS)
