"""The page around the elements: less empty space than Streamlit's default, and the icon."""

import streamlit as st

ICON = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect x="3" y="6" width="11" height="22" rx="2" fill="#0072B2"/>
<rect x="18" y="12" width="11" height="16" rx="2" fill="#D55E00"/>
</svg>
"""

_CSS = """<style>
[data-testid="stMainBlockContainer"] { padding: 3.4rem 2rem 2rem; max-width: 1680px; }
[data-testid="stMainBlockContainer"] h2 { font-size: 1.3rem; padding: 0.4rem 0 0.2rem; }
[data-testid="stMainBlockContainer"] h3 {
  font-size: 1.02rem; font-weight: 650; padding: 0.3rem 0 0;
}
[data-testid="stCaptionContainer"] { font-size: 0.9rem; }
/* What a row opens comes into view below the header. */
.st-key-opened { scroll-margin-top: 4rem; }
/* Streamlit stacks columns below 640 px, where half of that is too narrow for a table. */
@media (max-width: 900px) {
  [data-testid="stMainBlockContainer"] { padding-left: 1rem; padding-right: 1rem; }
  [data-testid="stColumn"] { min-width: calc(100% - 1.5rem); }
}
</style>"""


def apply() -> None:
    """Put the style sheet into the page. It holds no text of any user's."""
    st.html(_CSS)
    st.logo(ICON, size="small")
