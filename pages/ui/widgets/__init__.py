"""What several screens are made of: components of the browser, and controls over Streamlit's."""

from pathlib import Path

# Of every component that marks what is credited and clipped in lines of tokens.
MARKED_LINES = Path(__file__).with_name("marked_lines.js").read_text(encoding="utf-8")
