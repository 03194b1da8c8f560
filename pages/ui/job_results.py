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
from bleu_core.datasets.ngram_pass import find_ngrams, kept_ngrams
from bleu_core.present.account.jobs import JobAccount
from bleu_core.present.account.spans import Segment
from bleu_core.significance import Significance
from pages.ui import job_passes
from pages.ui.cache import result
from pages.ui.widgets.rerun import run_again

SURVEY, NGRAMS = "survey", "ngrams"


class Movers(NamedTuple):
    """The segments that carry most for B, and against; without texts where there are `problems`."""

    gains: Sequence[Segment]
    losses: Sequence[Segment]
    problems: tuple[str, ...] = ()


def survey(job: Job) -> Survey | None:
    """The survey of a job, if it is kept or has been made."""
    found = _survey.ready(job)
    if found is None and (found := kept_survey(job)) is not None:
        _survey.put(found, job)
    return found


def survey_or_wait(job: Job) -> Survey | None:
    """The survey of a job; None where it is being made, or cannot be, which is drawn."""
    found = survey(job)
    if found is not None:
        return found
    making = job_passes.start(job, SURVEY, partial(_survey, job))
    making.wait(job_passes.UNSEEN)
    if making.running:
        told = f"Going through the statistics of {whole(len(job))} segments"
        job_passes.watch(making, SURVEY, told)
        return None
    found = survey(job)
    title = "The segments of this data set have not been gone through."
    rest = "Scores and parts hold all the same."
    if found is None and job_passes.say_why_not(making, SURVEY, title, rest):
        job_passes.start(job, SURVEY, partial(_survey, job), instead_of=making)
        run_again()
    return found


def ngrams(job: Job) -> NgramEvidence | None:
    """The n-grams of a data set as evidence, if they are kept or have been counted."""
    found = _ngrams.ready(job)
    if found is None and (part := kept_ngrams(job)) is not None:
        found = NgramEvidence.of(job, part)
        _ngrams.put(found, job)
    return found


def count_ngrams(job: Job, instead_of: job_passes.Pass | None = None) -> None:
    """Begin to count them: all texts are read again."""
    job_passes.start(job, NGRAMS, partial(_ngrams, job), instead_of)


@result()
def slices(job: Job, _survey: Survey, how: str) -> list[DataSlice]:
    """The scores of the parts of a data set by one of `criteria_of`."""
    return slices_of(job, _survey, how)


@result(size=lambda made: 0 if made is None else made.bootstrap.deltas.nbytes)
def significance(job: Job, progress: Progress | None = None) -> Significance | None:
    """p and interval of a job, where there are enough blocks."""
    return judge_job(job, progress=progress)


def untold_movers(job: Job, survey: Survey) -> Movers:
    """The same without their texts."""
    return Movers(*JobAccount(job, survey=survey).without_texts)


@result(size=lambda _: 100_000)
def read_movers(job: Job, _survey: Survey) -> Movers:
    """The segments that carry most with their texts, or without, where these cannot be read."""
    account = JobAccount(job, survey=_survey)
    try:
        return Movers(account.gains, account.losses)
    except InputError as error:
        return Movers(*account.without_texts, tuple(error.problems))


def _size_of_survey(made: Survey) -> int:
    values = sum(len(groups) for one in made.divisions.values() for groups in one.values.values())
    # Of each value and group a small array, and what Python needs to hold it.
    return 400 * values


@result(size=_size_of_survey)
def _survey(job: Job, progress: Progress | None = None) -> Survey:
    return surveyed(job, progress=progress)


@result()
def _ngrams(job: Job, progress: Progress | None = None) -> NgramEvidence:
    return NgramEvidence.of(job, find_ngrams(job, progress=progress))
