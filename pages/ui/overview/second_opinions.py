"""Second opinions: a row a metric, who agrees with BLEU, and what is to be counted on demand.

Nothing here is counted by the script: a job does it, so that a press is never kept waiting.
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
from pages.ui import opinions, results, store, subset
from pages.ui.overview import strips
from pages.ui.overview.opinions_job import OpinionsJob
from pages.ui.widgets.account_table import draw
from pages.ui.widgets.notice import notice
from pages.ui.widgets.prose import prose
from pages.ui.widgets.rerun import run_again

# Seconds from one look at what is being counted to the next.
TICK = 0.5
QUICK_ONES = "quick opinions"
WAITING = "What other metrics say is being counted."


def show(comparison: Comparison) -> None:
    """The section, which looks again while something is being counted."""
    st.subheader("Second opinions", anchor=False)
    _start_quick_ones(comparison)
    ticking = is_counting(comparison)
    st.fragment(partial(_section, ticking), run_every=TICK if ticking else None)()


def _section(ticking: bool) -> None:
    comparison = subset.shown()
    if is_counting(comparison) != ticking:
        run_again()
    found = Account(
        comparison, results.significance(comparison), opinions=opinions.judged(comparison)
    ).all_opinions
    # A place as high as what comes to stand in it, so that nothing moves when it does.
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
    """A row for each metric that there is, counted or not."""
    table = told.opinions_table(found)
    rows = dict(zip((one.opinion.about.key for one in found), table.rows, strict=True))
    keys = opinions.available(comparison)
    return Table(
        table.label, table.columns, [rows.get(key) or _waiting(comparison, key) for key in keys]
    )


def _waiting(comparison: Comparison, key: str) -> list[Span]:
    """The row of a metric without numbers, and why it has none."""
    job = _job(comparison, key)
    state = "not counted"
    if key in _unasked(comparison) or (job is not None and job.running):
        state = "counting …"
    elif job is not None and (job.failed or key in job.problems):
        state = "failed"
    name = told.label(opinions.about(comparison, key))
    return [name, *[Span("")] * 3, Span(state, "muted"), *[Span("")] * 2]


def _problems(comparison: Comparison) -> None:
    """Why a metric could not be counted."""
    sentences = []
    for key in opinions.available(comparison):
        job = _job(comparison, key)
        if job is None or job.running or opinions.ready_judged(comparison, key) is not None:
            continue
        name = opinions.about(comparison, key).label
        if key in job.problems:
            sentences.append(screen.not_counted(name, job.problems[key]))
        elif job.failed:
            sentences.append(screen.count_failed(name))
    if sentences:
        notice("warning", "Not counted:", sentences, key="opinion-problems")


def _on_demand(comparison: Comparison) -> None:
    """A button for each metric that waits; a bar and a stop for each that is being counted."""
    with st.container(horizontal=True, vertical_alignment="center", key="on-demand"):
        for key in opinions.available(comparison):
            if _is_told(comparison, key) or key in _unasked(comparison):
                continue
            name = unmarked(opinions.about(comparison, key).label)
            job = _job(comparison, key)
            if job is None or not job.running:
                if st.button(f"Count {name}", key=f"count-{key}"):
                    start = partial(OpinionsJob, comparison, [key])
                    store.start_job(_one(key), comparison, start, instead_of=job)
                    run_again()
            elif job.keys == (key,):
                st.progress(job.part, text=f"Counting {name}: {percent(job.part)}")
                if st.button("Stop", key=f"stop-{key}"):
                    job.stopped = True
                    run_again()


def _explain(found: Sequence[Judged]) -> None:
    """Units and signatures, one click away."""
    table = told.metrics_table(found)
    panel = st.expander(table.label, on_change="rerun", key="metrics")
    if panel.open:
        with panel:
            draw(table, key="metrics-table")


def _start_quick_ones(comparison: Comparison) -> None:
    """Begin to count what takes a moment, once BLEU has been tested."""
    is_tested = results.significance(comparison) is not None or len(comparison) < MIN_SEGMENTS
    keys, job = _unasked(comparison), store.find_job(QUICK_ONES, comparison)
    if keys and is_tested and not (job and job.running):
        start = partial(OpinionsJob, comparison, keys)
        store.start_job(QUICK_ONES, comparison, start, instead_of=job)


def _unasked(comparison: Comparison) -> list[str]:
    """What is counted without being asked for: what takes a moment, and has not failed."""
    job: OpinionsJob | None = store.find_job(QUICK_ONES, comparison)
    failed = () if job is None else job.keys if job.failed else job.problems
    return [
        key
        for key in opinions.available(comparison)
        if not _is_told(comparison, key)
        and key not in failed
        and opinions.takes_a_moment(comparison, key)
    ]


def _is_told(comparison: Comparison, key: str) -> bool:
    """BLEU's row stands on the tests that the verdict has."""
    return key == "bleu" or opinions.ready_judged(comparison, key) is not None


def _one(key: str) -> tuple[str, str]:
    return "opinion", key


def _job(comparison: Comparison, key: str) -> OpinionsJob | None:
    """The job that counts, or counted, a metric: its own, or that of all quick ones."""
    job: OpinionsJob | None = store.find_job(_one(key), comparison)
    if job is None:
        quick: OpinionsJob | None = store.find_job(QUICK_ONES, comparison)
        job = quick if quick is not None and key in quick.keys else None
    return job


def is_counting(comparison: Comparison) -> bool:
    """Whether a job counts, or tests, something now."""
    jobs = (_job(comparison, key) for key in opinions.available(comparison))
    return any(job is not None and job.running for job in jobs)


def _open_segments(comparison: Comparison, opened: str, found: Sequence[Judged]) -> None:
    """The segments by the metric's Δ, what goes with its difference first."""
    key = opened.removeprefix("metric:")
    if key == "bleu":
        strips.open_segments(comparison)
    better = next(one.opinion.better for one in found if one.opinion.about.key == key)
    sort = f"metric:{written_metrics([key])}"
    strips.open_segments(comparison, sort=f"-{sort}" if better > 0 else sort)
