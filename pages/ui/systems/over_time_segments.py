"""The segments that broke in one step of a sequence of runs."""

from __future__ import annotations

import streamlit as st

from bleu_core.common.escaping import visible
from bleu_core.common.numerals import counted, delta, fine_delta, points, whole
from bleu_core.common.wording import cut
from bleu_core.present.account import sequence as account
from bleu_core.present.account.segments import segment_of
from bleu_core.present.account.spans import Segment
from bleu_core.systems import RunSequence, ScoredSystems, Step
from pages.ui import pair, state, store
from pages.ui.widgets.cells import signed
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.paging import paging
from pages.ui.widgets.prose import prose
from pages.ui.widgets.table import Cell, table

# Characters of an output in the list.
START = 160


def broken_segments(systems: ScoredSystems, sequence: RunSequence, usual: Step | None) -> None:
    """Draw the broken segments of a step; default: that of `usual`."""
    steps = [step for step in sequence.steps if len(step.broken)]
    if not steps:
        return
    usual = usual or sequence.worst or steps[0]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.subheader("Segments that broke", help=help_of("lasting-loss"), anchor=False)
        step: Step = st.selectbox(
            "in the step to run",
            steps,
            steps.index(usual),
            format_func=_step_name,
            key=f"broken-in-{systems.evalset.digest}-{usual.number}",
            width=480,
        )
    prose(account.sums(step), key="broken-sums", small=True)
    page = paging(len(step.broken), key=f"broken-page-{step.number}")
    comparison = store.comparison(systems.evalset, systems.config, step.a, step.b)
    shown = step.broken[page].tolist()
    segments = [segment_of(comparison, i) for i in shown]
    opened = table(
        [
            {"label": "#", "align": "right", "tone": "muted", "narrow": True},
            {"label": "points there", "align": "right", "narrow": True, "term": "points"},
            {"label": "before", "align": "right", "narrow": True, "term": "sentence-bleu"},
            {"label": "after", "align": "right", "narrow": True, "term": "sentence-bleu"},
            {"label": "lost for good", "align": "right", "narrow": True, "term": "lasting-loss"},
            {"label": "output before (A) and after (B)"},
        ],
        [_row(one, loss) for one, loss in zip(segments, step.losses[page], strict=True)],
        ids=[one.line for one in segments],
        key="broken",
        label="Segments that broke in this step",
    )
    if opened:
        pair.choose(systems.evalset, step.a, step.b)
        state.change(segment=int(opened), sort="points", where="")
        state.switch_to("segments.py")


def _step_name(step: Step) -> str:
    return f"{whole(step.number)} · {visible(step.b, 60)} · {counted(len(step.broken), 'segment')}"


def _row(segment: Segment, loss: float) -> list[Cell]:
    return [
        whole(segment.line),
        signed(segment.points, fine_delta),
        points(segment.score_a),
        points(segment.score_b),
        signed(-loss, delta),
        {
            "lines": [
                {"tag": "A", "tone": "a", "t": cut(segment.a, START)},
                {"tag": "B", "tone": "b", "t": cut(segment.b, START)},
            ]
        },
    ]
