"""The segments whose scores differ most between systems, each a strip of dots."""

from __future__ import annotations

import streamlit as st

from bleu_core.common.escaping import visible
from bleu_core.common.numerals import counted, plural, points, whole
from bleu_core.common.wording import cut
from bleu_core.systems import ScoredSystems, Spread, spread_of
from bleu_core.text.evalset import EvalSet
from pages.ui import pair, state
from pages.ui.cache import result
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.notice import notice
from pages.ui.widgets.paging import paging
from pages.ui.widgets.table import Cell, table

ROWS = 20
# Characters of a source or reference, and of a system's name.
START, NAME = 140, 32
_spread = result()(spread_of)
EXTREMES, CHOSEN = "the worst there as A, the best as B", "the chosen A and B"


def segments(systems: ScoredSystems, a: str, b: str) -> None:
    """Draw the list, the largest spread first; a row opens its segment."""
    data = systems.evalset
    spread = _spread(systems)
    st.subheader("Segments, the largest spread first", help=help_of("segment-spread"), anchor=False)
    if not spread.differing:
        notice("info", "Every segment has one score in all systems.", key="no-spread")
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(
            f"{counted(spread.differing, 'segment')} of {whole(len(data))} "
            f"{plural(spread.differing, 'has', 'have')} a spread. "
            "A dot is a system; the square is A, the diamond is B. Short segments come first "
            "easily: there a word is worth many points."
        )
        opens = st.segmented_control(
            "A segment opens with",
            [EXTREMES, CHOSEN],
            default=EXTREMES,
            required=True,
            key="spread-opens",
        )
    page = paging(spread.differing, key="spread-page", rows=ROWS)
    shown = spread.order[: spread.differing][page].tolist()
    opened = table(
        [
            {"label": "#", "align": "right", "tone": "muted", "narrow": True},
            {"label": "reference" if data.source is None else "source", "wide": True},
            {"label": "sentence BLEU, 0 to 100", "term": "sentence-bleu"},
            {"label": "largest, smallest", "narrow": True},
            {"label": "spread", "align": "right", "narrow": True, "term": "segment-spread"},
        ],
        [_row(systems, spread, row, (a, b)) for row in shown],
        ids=[row + 1 for row in shown],
        key="spread",
        label="Segments by the spread of sentence BLEU",
    )
    if opened:
        row = int(opened) - 1
        if opens == EXTREMES:
            worst, best = (systems.names[k] for k in spread.extremes(row))
            pair.choose(data, worst, best)
        state.change(segment=row + 1, where="")
        state.switch_to("segments.py")


def _row(systems: ScoredSystems, spread: Spread, row: int, chosen: tuple[str, str]) -> list[Cell]:
    tones = dict(zip(chosen, "ab", strict=True))
    scores = spread.scores[:, row].tolist()
    worst, best = spread.extremes(row)
    return [
        whole(row + 1),
        {"t": cut(_text(systems.evalset, row), START)},
        {
            "dots": [
                [score, f"{_name(name)} {points(score)}", tones.get(name, "")]
                for name, score in zip(systems.names, scores, strict=True)
            ]
        },
        {
            "lines": [
                {"tag": points(scores[k]), "tone": "muted", "t": _name(systems.names[k])}
                for k in (best, worst)
            ]
        },
        points(spread.spreads[row].item()),
    ]


def _name(name: str) -> str:
    return cut(visible(name), NAME)


def _text(data: EvalSet, row: int) -> str:
    """Return the source of a segment, or else its first reference."""
    column = data.references[0] if data.source is None else data.source
    return column[row].as_py() or ""
