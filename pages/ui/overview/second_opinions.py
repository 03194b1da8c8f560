"""Other metrics: a row per metric, whether it agrees with BLEU, and metrics to count on request.

A background task counts them, so that the script never delays a press.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from bleu_core import Comparison
from bleu_core.common.escaping import unmarked
from bleu_core.common.numerals import percent
from bleu_core.messages import screen
from bleu_core.present.account import Account
from bleu_core.present.account import opinions as told
from bleu_core.present.account.spans import Span
from bleu_core.present.document import Table
from bleu_core.segments.worklist.orders import written_metrics
from bleu_core.significance import MIN_SEGMENTS
from bleu_core.significance.opinions import Judged
from pages.ui import opinions, results, subset
from pages.ui.overview import strips
from pages.ui.overview.opinions_job import OpinionsTask, opinions_task
from pages.ui.widgets.account_table import draw
from pages.ui.widgets.notice import notice
from pages.ui.widgets.prose import prose
from pages.ui.widgets.rerun import run_again

# Seconds between refreshes while a task is running.
TICK = 0.5
QUICK_ONES = "quick opinions"
WAITING = "What other metrics say is being counted."


def show(comparison: Comparison) -> None:
    """Draw the section, which refreshes while a task is running."""
    st.subheader("Second opinions", anchor=False)
    _start_quick_ones(comparison)
    ticking = is_counting(comparison)
    st.fragment(partial(_section, ticking), run_every=TICK if ticking else None)()


def _section(ticking: bool) -> None:
    comparison = subset.shown()
    if is_counting(comparison) != ticking:
        run_again()
    found = Account(
        comparison, results.significance.ready(comparison), opinions=opinions.judged(comparison)
    ).all_opinions
    # As high as its final content, so that nothing moves later.
    with st.container(key="agreement"):
        sentences = told.agreement(found) or [
            Span(WAITING if ticking or _unasked(comparison) else "Not counted yet.", "muted")
        ]
        prose(sentences, key="agreement-told", small=True)
    opened = draw(_table(comparison, found), key="opinions", narrow=True)
    if opened:
        _open_segments(comparison, opened, found)
    _problems(comparison)
    _on_demand(comparison)
    with st.container(key="people"):
        if people := told.people(found):
            prose(people, key="people-told", small=True)
    _explain(found)


def _table(comparison: Comparison, found: Sequence[Judged]) -> Table:
    """Return a row for each metric, counted or not."""
    table = told.opinions_table(found)
    rows = dict(zip((one.opinion.about.key for one in found), table.rows, strict=True))
    keys = opinions.available(comparison)
    return Table(
        table.label, table.columns, [rows.get(key) or _waiting(comparison, key) for key in keys]
    )


def _waiting(comparison: Comparison, key: str) -> list[Span]:
    """Return the row of a metric without numbers, with its state."""
    task = _task(comparison, key)
    state = "not counted"
    if key in _unasked(comparison) or (task is not None and task.running):
        state = "counting …"
    elif task is not None and (task.failed or key in task.problems):
        state = "failed"
    name = told.label(opinions.about(comparison, key))
    return [name, *[Span("")] * 3, Span(state, "muted"), *[Span("")] * 2]


def _problems(comparison: Comparison) -> None:
    """Draw why metrics could not be counted."""
    sentences = []
    for key in opinions.available(comparison):
        task = _task(comparison, key)
        if task is None or task.running or opinions.ready_judged(comparison, key) is not None:
            continue
        name = opinions.about(comparison, key).label
        if key in task.problems:
            sentences.append(screen.not_counted(name, task.problems[key]))
        elif task.failed:
            sentences.append(screen.count_failed(name))
    if sentences:
        notice("warning", "Not counted:", sentences, key="opinion-problems")


def _on_demand(comparison: Comparison) -> None:
    """Draw a button for each metric on request; a progress bar and Stop while it is counted."""
    with st.container(horizontal=True, vertical_alignment="center", key="on-demand"):
        for key in opinions.available(comparison):
            if _is_told(comparison, key) or key in _unasked(comparison):
                continue
            name = unmarked(opinions.about(comparison, key).label)
            task = _task(comparison, key)
            if task is None or not task.running:
                if st.button(f"Count {name}", key=f"count-{key}"):
                    opinions_task.renew(task, comparison, key, [key])
                    run_again()
            elif task.keys == (key,):
                st.progress(task.part, text=f"Counting {name}: {percent(task.part)}")
                if st.button("Stop", key=f"stop-{key}"):
                    task.stopped = True
                    run_again()


def _explain(found: Sequence[Judged]) -> None:
    """Draw units and signatures, one click away."""
    table = told.metrics_table(found)
    panel = st.expander(table.label, on_change="rerun", key="metrics")
    if panel.open:
        with panel:
            draw(table, key="metrics-table")


def _start_quick_ones(comparison: Comparison) -> None:
    """Start to count the quick metrics once BLEU has been tested."""
    is_tested = results.significance.ready(comparison) is not None or len(comparison) < MIN_SEGMENTS
    keys, task = _unasked(comparison), opinions_task.ready(comparison, QUICK_ONES)
    if keys and is_tested and not (task and task.running):
        opinions_task.renew(task, comparison, QUICK_ONES, keys)


def _unasked(comparison: Comparison) -> list[str]:
    """Return the metrics that are counted without a request and have not failed."""
    task = opinions_task.ready(comparison, QUICK_ONES)
    failed = () if task is None else task.keys if task.failed else task.problems
    return [
        key
        for key in opinions.available(comparison)
        if not _is_told(comparison, key)
        and key not in failed
        and opinions.takes_a_moment(comparison, key)
    ]


def _is_told(comparison: Comparison, key: str) -> bool:
    """Whether a metric's row has its numbers; BLEU's come from the tests of the verdict."""
    return key == "bleu" or opinions.ready_judged(comparison, key) is not None


def _task(comparison: Comparison, key: str) -> OpinionsTask | None:
    """Return the task that counts, or counted, a metric: its own, or that of the quick ones."""
    task = opinions_task.ready(comparison, key)
    if task is None:
        quick = opinions_task.ready(comparison, QUICK_ONES)
        task = quick if quick is not None and key in quick.keys else None
    return task


def is_counting(comparison: Comparison) -> bool:
    """Whether a task is counting or testing."""
    tasks = (_task(comparison, key) for key in opinions.available(comparison))
    return any(task is not None and task.running for task in tasks)


def _open_segments(comparison: Comparison, opened: str, found: Sequence[Judged]) -> None:
    """Open the segments by the metric's Δ, those that agree with its sign first."""
    key = opened.removeprefix("metric:")
    if key == "bleu":
        strips.open_segments(comparison)
    better = next(one.opinion.better for one in found if one.opinion.about.key == key)
    sort = f"metric:{written_metrics([key])}"
    strips.open_segments(comparison, sort=f"-{sort}" if better > 0 else sort)
