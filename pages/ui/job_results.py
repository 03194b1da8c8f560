"""What is found of a job: made once, in the background where it takes more than a moment."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import streamlit as st

from bleu_core import InputError
from bleu_core.account.jobs import JobAccount
from bleu_core.account.segments import Segment
from bleu_core.datasets import DataSlice, Job, Survey, judge_job, kept_survey, slices_of, surveyed
from bleu_core.numerals import percent, whole
from bleu_core.progress import Progress
from bleu_core.significance import Significance
from pages.ui import background, store
from pages.ui.widgets.notice import notice
from pages.ui.widgets.rerun import run_again

SIGNIFICANCE, SURVEY, MOVERS = "significance", "survey", "movers"
# Seconds: what is done within them comes without a bar, which would only flicker.
UNSEEN = 0.5
# Seconds from one look at what is being counted to the next.
TICK = 0.5


class Movers(NamedTuple):
    """The segments that carry most for B, and against; without texts where there are `problems`."""

    gains: Sequence[Segment]
    losses: Sequence[Segment]
    problems: tuple[str, ...] = ()


class SurveyJob(background.Job):
    """The statistics of a job gone through once more; `problems` say why they could not be."""

    def __init__(self, job: Job) -> None:
        self.problems: list[str] = []
        super().__init__(partial(self._work, job))

    def _work(self, job: Job, progress: Progress) -> None:
        try:
            _put_survey(job, surveyed(job, progress=progress))
        except InputError as error:
            self.problems = error.problems


def survey(job: Job) -> Survey | None:
    """The survey of a job, if it is kept or has been made."""
    found: Survey | None = store.ready_result(SURVEY, job, ())
    if found is None and (found := kept_survey(job)) is not None:
        _put_survey(job, found)
    return found


def survey_or_wait(job: Job) -> Survey | None:
    """The survey of a job; None where it is being made, or cannot be, which is drawn."""
    found = survey(job)
    if found is not None:
        return found
    making: SurveyJob = store.start_job(SURVEY, job, partial(SurveyJob, job))
    making.wait(UNSEEN)
    if making.running:
        st.fragment(partial(_watch, job), run_every=TICK)()
        return None
    return survey(job) or _say_why_not(job, making)


def slices(job: Job, survey: Survey, how: str) -> list[DataSlice]:
    """The scores of the parts of a data set by one of `criteria_of`."""
    make = partial(slices_of, job, survey, how)
    found: list[DataSlice] = store.result("slices", job, how, make, lambda made: 1_000 * len(made))
    return found


def significance(job: Job) -> Significance | None:
    """p and interval of a job, if they have been computed."""
    found: Significance | None = store.ready_result(SIGNIFICANCE, job, ())
    return found


def judge(job: Job, progress: Progress) -> None:
    """Compute p and interval, where there are enough blocks."""
    found = judge_job(job, progress=progress)
    if found is not None:
        store.put_result(SIGNIFICANCE, job, (), found, found.bootstrap.deltas.nbytes)


def ready_movers(job: Job) -> Movers | None:
    """The segments that carry most, if their texts have been read."""
    found: Movers | None = store.ready_result(MOVERS, job, ())
    return found


def untold_movers(job: Job, survey: Survey) -> Movers:
    """The same without their texts."""
    return Movers(*JobAccount(job, survey=survey).without_texts)


def read_movers(job: Job, survey: Survey) -> Movers:
    """The segments that carry most with their texts, or without, where these cannot be read."""
    account = JobAccount(job, survey=survey)

    def read() -> Movers:
        try:
            return Movers(account.gains, account.losses)
        except InputError as error:
            return Movers(*account.without_texts, tuple(error.problems))

    found: Movers = store.result(MOVERS, job, (), read, lambda _: 100_000)
    return found


def _put_survey(job: Job, found: Survey) -> None:
    values = sum(len(groups) for one in found.divisions.values() for groups in one.values.values())
    # Of each value and group a small array, and what Python needs to hold it.
    store.put_result(SURVEY, job, (), found, 400 * values)


def _watch(job: Job) -> None:
    making: SurveyJob | None = store.find_job(SURVEY, job)
    if making is None or not making.running:
        run_again()
    with st.container(horizontal=True, vertical_alignment="center"):
        what = f"Going through the statistics of {whole(len(job))} segments"
        st.progress(making.part, text=f"{what}: {percent(making.part)}")
        if st.button("Stop", key="stop-survey"):
            making.stopped = True
            run_again()


def _say_why_not(job: Job, making: SurveyJob) -> None:
    """Why there is no survey, and the way to another try."""
    what = (
        making.problems
        or (["An error of BLEUscope ended it; its log has it."] if making.failed else [])
        or ["It was stopped."]
    )
    notice(
        "warning",
        "The segments of this data set have not been gone through.",
        [*what, "Scores and parts hold all the same."],
        key="no-survey",
    )
    if st.button("Try again" if making.problems else "Go through them now", key="survey-again"):
        store.start_job(SURVEY, job, partial(SurveyJob, job), instead_of=making)
        run_again()
