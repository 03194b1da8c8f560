"""The table of counted data sets: to open, and to delete."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from bleu_core import BleuConfig, datasets
from bleu_core.common.escaping import visible
from bleu_core.common.numerals import delta, megabytes, when, whole
from bleu_core.datasets import Job
from bleu_core.datasets.forgetting import bytes_of, forget
from bleu_core.datasets.titles import folder_of, size_of, title_of
from pages.ui import kept_comparisons, login, state, store, user_workspace
from pages.ui.data import where_kept
from pages.ui.view import JOB
from pages.ui.widgets.cells import signed
from pages.ui.widgets.controls import follow
from pages.ui.widgets.notice import notice
from pages.ui.widgets.paging import paging
from pages.ui.widgets.table import Cell, table

TAB = "Data sets"
ABOUT = (
    "Parquet of any size, counted by the command `bleuscope compare --data` where it stands. Its "
    "statistics are kept {where}; its texts are not copied."
)
OF_THE_TEAM = "on this server, where everybody who is logged in may read them"
HEADINGS = [
    {"label": "data set", "help": "Its folder, or its only file."},
    {"label": "A, baseline", "tone": "a", "help": "The column with the outputs of A."},
    {"label": "B, candidate", "tone": "b", "help": "The column with the outputs of B."},
    {"label": "segments", "align": "right", "term": "segment"},
    {"label": "Δ BLEU", "align": "right", "term": "delta"},
    {"label": "settings", "term": "signature", "help": "What it was counted under."},
    {"label": "counted", "help": "When it was counted. The last one comes first."},
]
LONGEST = 40


def show() -> None:
    """Draw the data sets; a row opens one."""
    space, folder = user_workspace.own(), user_workspace.jobs()
    if space is None or folder is None:
        notice("info", "Nothing is kept here.", [user_workspace.why_nothing()], key="keeps-no-sets")
        return
    digests = datasets.digests(folder)
    is_team_s = login.is_asked()
    st.caption(ABOUT.format(where=OF_THE_TEAM if is_team_s else where_kept.folder(space)))
    with st.container(horizontal=True, vertical_alignment="center"):
        page = paging(len(digests), key="jobs-page")
        jobs = [job for digest in digests[page] if (job := store.job(digest))]
        if jobs and not is_team_s:
            with st.popover("Forget", key="job-change", width="content"):
                _forgetting(jobs)
    opened = table(
        HEADINGS,
        [_row(job) for job in jobs],
        ids=[job.plan.digest for job in jobs],
        selected=state.current().job,
        key="jobs",
        label="Data sets that have been counted",
        empty="No data set has been counted yet.",
    )
    if opened:
        kept_comparisons.open_anew(f"{JOB}{opened}", BleuConfig())
        state.switch_to("overview.py")


def _row(job: Job) -> list[Cell]:
    at = datasets.finished(job.folder, job.plan.digest) / 1e9
    where = f"{size_of(job.plan)}: {folder_of(job.plan)}"
    return [
        {"t": visible(title_of(job.plan), LONGEST), "title": visible(where)},
        visible(job.a, LONGEST),
        visible(job.b, LONGEST),
        whole(len(job)),
        signed(job.delta),
        {"t": job.score_a.signature, "tone": "muted"},
        when(at).replace(" ", "\u00a0"),  # on one line
    ]


def _forgetting(jobs: Sequence[Job]) -> None:
    """Draw the choice of a data set whose statistics can be deleted."""
    names = {job.plan.digest: _name(job) for job in jobs}
    usual = state.current().job if state.current().job in names else jobs[0].plan.digest
    chosen = st.session_state.get("job-one")
    chosen = chosen if chosen in names else usual
    digest = st.selectbox(
        "Data set",
        list(names),
        list(names).index(chosen),
        format_func=names.__getitem__,
        **follow("job-chosen", chosen, _choose),
    )
    job = next(job for job in jobs if job.plan.digest == digest)
    notice(
        "warning",
        f"Forget what was counted of “{_name(job)}”?",
        [
            f"Its statistics go ({megabytes(bytes_of(job))}), but for those that another data set "
            "here has too. The data set itself stays as it is, and can be counted again."
        ],
        key="job-confirm",
    )
    st.button("Forget it", on_click=_forget, args=(digest,), key="job-forget")


def _name(job: Job) -> str:
    return (
        f"{visible(title_of(job.plan), LONGEST)} · {visible(job.a, LONGEST)} → "
        f"{visible(job.b, LONGEST)} · {whole(len(job))} segments · Δ {delta(job.delta)}"
    )


def _choose(digest: str) -> None:
    st.session_state["job-one"] = digest


def _forget(digest: str) -> None:
    job = store.job(digest)  # it may have been deleted in another window
    if job is not None:
        forget(job)
    if state.current().job == digest:
        kept_comparisons.open_anew("", BleuConfig())
