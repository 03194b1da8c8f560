"""A figure in a file of its own: the script that draws figures, and a figure's data."""

from __future__ import annotations

import plotly.graph_objects as go
from plotly.offline import get_plotlyjs


def script() -> str:
    """Plotly's script, whole: it loads nothing."""
    return get_plotlyjs()


def data(figure: go.Figure) -> str:
    """The figure as JSON that is safe inside an element of HTML."""
    alone = go.Figure(figure).update_layout(template="none", dragmode="zoom")
    return str(alone.to_json()).replace("<", "\\u003c")
