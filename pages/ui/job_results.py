"""What is found of a job: made once, in the background where it takes more than a moment."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from bleu_core import InputError
from bleu_core.common.numerals import whole
from bleu_core.common.progress import Progress
from bleu_core.datasets import DataSlice, Job, Survey, judge_job, kept_survey, slices_of, surveyed
from bleu_core.datasets.ngram_evidence import NgramEvidence
from bleu_core.datasets.ngram_parts import NgramPart
from bleu_core.datasets.ngram_pass import find_ngrams, kept_ngrams
from bleu_core.present.account.jobs import JobAccount
from bleu_core.present.account.spans import Segment
from bleu_core.significance import Significance
from pages.ui import job_passes, store
from pages.ui.widgets.rerun import run_again

SIGNIFICANCE, SURVEY, MOVERS, NGRAMS = "significance", "survey", "movers", "ngrams"


class Movers(NamedTuple):
    """The segments that carry most for B, and against; without texts where there are `problems`."""

    gains: Sequence[Segment]
    losses: Sequence[Segment]
    problems: tuple[str, ...] = ()


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
    making = job_passes.start(job, SURVEY, partial(_make_survey, job))
    making.wait(job_passes.UNSEEN)
    if making.running:
        told = f"Going through the statistics of {whole(len(job))} segments"
        job_passes.watch(making, SURVEY, told)
        return None
    found = survey(job)
    title = "The segments of this data set have not been gone through."
    rest = "Scores and parts hold all the same."
    if found is None and job_passes.say_why_not(making, SURVEY, title, rest):
        job_passes.start(job, SURVEY, partial(_make_survey, job), instead_of=making)
        run_again()
    return found


def ngrams(job: Job) -> NgramEvidence | None:
    """The n-grams of a data set as evidence, if they are kept or have been counted."""
    found: NgramEvidence | None = store.ready_result(NGRAMS, job, ())
    if found is None and (part := kept_ngrams(job)) is not None:
        return _put_ngrams(job, part)
    return found


def count_ngrams(job: Job, instead_of: job_passes.Pass | None = None) -> None:
    """Begin to count them: all texts are read again."""

    def work(progress: Progress) -> None:
        _put_ngrams(job, find_ngrams(job, progress=progress))

    job_passes.start(job, NGRAMS, work, instead_of)


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


def _make_survey(job: Job, progress: Progress) -> None:
    _put_survey(job, surveyed(job, progress=progress))


def _put_survey(job: Job, found: Survey) -> None:
    values = sum(len(groups) for one in found.divisions.values() for groups in one.values.values())
    # Of each value and group a small array, and what Python needs to hold it.
    store.put_result(SURVEY, job, (), found, 400 * values)


def _put_ngrams(job: Job, part: NgramPart) -> NgramEvidence:
    found = NgramEvidence.of(job, part)
    store.put_result(NGRAMS, job, (), found, part.rows.nbytes + 4 * 8 * len(found))
    return found
