"""The open data set, its results, and the background passes that compute them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import NamedTuple

import streamlit as st
from bleu_core.datasets.ngram_evidence import NgramEvidence
from bleu_core.datasets.ngram_pass import find_ngrams, saved_ngrams
from bleu_core.present.account.datasets import DatasetAccount

from bleu_core import BleuConfig, InputError
from bleu_core.common.formatting import format_int, format_percent
from bleu_core.common.progress import Progress
from bleu_core.datasets import (
    DatasetComparison,
    DataSlice,
    FolderError,
    SegmentSummary,
    run_dataset_tests,
    saved_summary,
    slices_of,
    surveyed,
)
from bleu_core.messages import screen
from bleu_core.present.document import Segment
from bleu_core.significance import Significance
from bleu_core.text.link import SETTINGS, write_parameters
from pages.ui import open_comparison, state, store, user_workspace
from pages.ui.cache import BackgroundTask, result
from pages.ui.widgets.alert import draw_alert, error_sentences
from pages.ui.widgets.controls import run_again


def current_job() -> DatasetComparison:
    """The job of the current view.

    Where there is none any more, because another window deleted it while this one was open, the
    whole page is run again: it has the message.
    """
    job = store.job(state.current().job)
    if job is None:
        run_again()
    return job


def job_or_explain() -> DatasetComparison | None:
    """The job of the current view, or a message that says why there is none."""
    job = store.job(state.current().job)
    if job is None:
        _explain_gone()
    else:
        _tell_of_others_settings()
    return job


def _tell_of_others_settings() -> None:
    """A data set was counted for two systems, under its settings, as a whole: tell what is not."""
    view, usual = state.current(), BleuConfig()
    wrong = write_parameters(SETTINGS, view.config, usual)
    wrong |= {side: said for side, said in (("a", view.a), ("b", view.b)) if said}
    wrong |= {"only": "yes"} if view.only else {}
    if wrong:
        state.tell_of_link(wrong)
        state.correct(config=usual, a="", b="", only=False)


def _explain_gone() -> None:
    why = user_workspace.problem() or (
        screen.data_set_elsewhere() if user_workspace.current() else user_workspace.why_nothing()
    )
    draw_alert(
        "warning",
        "This data set has not been counted here.",
        [why, "The command bleuscope compare --data counts it; counted again, it has this link."],
        key="gone",
    )
    open_comparison.draw_recent_comparisons()
    with st.container(horizontal=True):
        st.button("Open the sample", on_click=state.change, kwargs={"data": ""}, type="primary")
        st.page_link("data.py", label="Load files")


# Seconds: what is done within them comes without a bar, which would only flicker.
UNSEEN = 0.5
# Seconds from one look at how far it is to the next.
TICK = 0.5


class Pass(BackgroundTask):
    """`problems` say why the work could not be done."""

    def __init__(self, work: Callable[[Progress], object]) -> None:
        self.problems: list[str] = []
        super().__init__(partial(self._work, work))

    @property
    def came_to_its_end(self) -> bool:
        """Whether it has found what it was to find."""
        return not (self.running or self.problems or self.failed or self.stopped)

    def _work(self, work: Callable[[Progress], object], progress: Progress) -> None:
        try:
            work(progress)
        except (InputError, FolderError) as error:
            self.problems = error_sentences(error)


def find_pass(job: DatasetComparison, what: Hashable) -> Pass | None:
    """Return the pass that computes something of a data set, if one was started."""
    return _pass.ready(job, what)


def start_pass(
    job: DatasetComparison,
    what: Hashable,
    work: Callable[[Progress], object],
    instead_of: Pass | None = None,
) -> Pass:
    """Return the pass that computes something, started once; `instead_of` is started again."""
    return _pass.renew(instead_of, job, what, work)


def _nothing(progress: Progress) -> None:
    """Compute nothing."""


@result()
def _pass(
    job: DatasetComparison, what: Hashable, _work: Callable[[Progress], object] = _nothing
) -> Pass:
    return Pass(_work)


def watch_pass(going: Pass, key: str, told: str) -> None:
    """A bar for a pass that is going on, and a stop; the page is drawn anew when it is done."""
    st.fragment(partial(_look, going, key, told), run_every=TICK)()


def _look(going: Pass, key: str, told: str) -> None:
    if not going.running:
        run_again()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(going.part, text=f"{told}: {format_percent(going.part)}")
        if st.button("Stop", key=f"stop-{key}"):
            going.stopped = True
            run_again()


def reasons_of_pass(ended: Pass) -> list[str]:
    """Why a pass that has ended has found nothing."""
    if ended.problems:
        return ended.problems
    return [screen.work_failed() if ended.failed else screen.work_stopped()]


def draw_reasons(ended: Pass, key: str, title: str, rest: str = "") -> bool:
    """Why there is nothing, and the way to another try; whether that was pressed.

    `rest` is what holds all the same.
    """
    draw_alert("warning", title, [*reasons_of_pass(ended), *filter(None, [rest])], key=f"no-{key}")
    return st.button("Try again", key=f"{key}-again")


SURVEY, NGRAMS = "survey", "ngrams"


class Movers(NamedTuple):
    """The segments that carry most for B, and against; without texts where there are `problems`."""

    gains: Sequence[Segment]
    losses: Sequence[Segment]
    problems: tuple[str, ...] = ()


def survey(job: DatasetComparison) -> SegmentSummary | None:
    """The survey of a job, if it is kept or has been made."""
    found = _survey.ready(job)
    if found is None and (found := saved_summary(job)) is not None:
        _survey.put(found, job)
    return found


def survey_or_wait(job: DatasetComparison) -> SegmentSummary | None:
    """The survey of a job; None where it is being made, or cannot be, which is drawn."""
    found = survey(job)
    if found is not None:
        return found
    making = start_pass(job, SURVEY, partial(_survey, job))
    making.wait(UNSEEN)
    if making.running:
        told = f"Going through the statistics of {format_int(len(job))} segments"
        watch_pass(making, SURVEY, told)
        return None
    found = survey(job)
    title = "The segments of this data set have not been gone through."
    rest = "Scores and parts hold all the same."
    if found is None and draw_reasons(making, SURVEY, title, rest):
        start_pass(job, SURVEY, partial(_survey, job), instead_of=making)
        run_again()
    return found


def ngrams(job: DatasetComparison) -> NgramEvidence | None:
    """The n-grams of a data set as evidence, if they are kept or have been counted."""
    found = _ngrams.ready(job)
    if found is None and (part := saved_ngrams(job)) is not None:
        found = NgramEvidence.of(job, part)
        _ngrams.put(found, job)
    return found


def count_ngrams(job: DatasetComparison, instead_of: Pass | None = None) -> None:
    """Begin to count them: all texts are read again."""
    start_pass(job, NGRAMS, partial(_ngrams, job), instead_of)


@result()
def slices(job: DatasetComparison, _survey: SegmentSummary, how: str) -> list[DataSlice]:
    """The scores of the parts of a data set by one of `criteria_of`."""
    return slices_of(job, _survey, how)


@result(size=lambda made: 0 if made is None else made.bootstrap.deltas.nbytes)
def significance(job: DatasetComparison, progress: Progress | None = None) -> Significance | None:
    """p and interval of a job, where there are enough blocks."""
    return run_dataset_tests(job, progress=progress)


def movers_without_texts(job: DatasetComparison, survey: SegmentSummary) -> Movers:
    """The same without their texts."""
    return Movers(*DatasetAccount(job, survey=survey).without_texts)


@result(size=lambda _: 100_000)
def read_movers(job: DatasetComparison, _survey: SegmentSummary) -> Movers:
    """The segments that carry most with their texts, or without, where these cannot be read."""
    account = DatasetAccount(job, survey=_survey)
    try:
        return Movers(account.gains, account.losses)
    except InputError as error:
        return Movers(*account.without_texts, tuple(error.problems))


def _size_of_survey(made: SegmentSummary) -> int:
    values = sum(len(groups) for one in made.divisions.values() for groups in one.values.values())
    # Of each value and group a small array, and what Python needs to hold it.
    return 400 * values


@result(size=_size_of_survey)
def _survey(job: DatasetComparison, progress: Progress | None = None) -> SegmentSummary:
    return surveyed(job, progress=progress)


@result()
def _ngrams(job: DatasetComparison, progress: Progress | None = None) -> NgramEvidence:
    return NgramEvidence.of(job, find_ngrams(job, progress=progress))
