"""The page on paper: the lesson and the bench, no navigation, and as long as it is."""

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
    """Put the style sheet into the page. It holds no text of any user's."""
    st.html(_CSS)
