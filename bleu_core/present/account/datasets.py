"""The account of a data set whose texts are still in files, with its slices and n-grams."""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.formatting import (
    format_count,
    format_delta,
    format_duration,
    format_int,
    format_interval,
    format_p_cell,
    format_score,
    format_small_delta,
    format_upper_bound,
)
from bleu_core.common.pair import LABEL_A, LABEL_B
from bleu_core.datasets import (
    DatasetComparison,
    DataSlice,
    Excerpt,
    SegmentSummary,
    TopSegments,
    skip_reason,
    texts_of,
)
from bleu_core.datasets.ngram_evidence import NgramEvidence
from bleu_core.datasets.ngram_pass import SECONDS
from bleu_core.present.account import MOVERS, PairAccount
from bleu_core.present.account.segments import text_at
from bleu_core.present.account.verdict import Verdict, contribution_sentences, headline
from bleu_core.present.document import Column, Segment, Span, Table, build_table, signed
from bleu_core.significance import Significance


@dataclass(frozen=True, eq=False)
class DatasetAccount(PairAccount):
    """The account of a data set; each piece is computed when it is first used.

    `significance` is from `run_dataset_tests`. `survey` and `ngrams` are None until segments and
    n-grams have been counted.
    """

    job: DatasetComparison
    significance: Significance | None = None
    survey: SegmentSummary | None = None
    ngrams: NgramEvidence | None = None
    most: int = MOVERS

    @property
    def compared(self) -> DatasetComparison:
        return self.job

    @cached_property
    def verdict(self) -> Verdict:
        """The result, whether it may be chance, and the largest contributions.

        The contributions are in `waiting` if the difference may be chance or was not tested.
        """
        told = headline(self.job, self.significance)
        if self.significance is None:
            told.append(Span(f" {skip_reason(self.job) or 'Whether it is chance is not tested.'}"))
        spread = self.survey and self.survey.spread
        carrying = spread.concentration(self.job.delta) if spread else 0
        parts = contribution_sentences(self.job, None, carrying, about=True)
        if self.significance is not None and self.significance.significant:
            return Verdict(told + parts)
        return Verdict(told, parts)

    @property
    def losses(self) -> list[Segment]:
        return self._movers[1]

    @property
    def gains(self) -> list[Segment]:
        return self._movers[0]

    @property
    def without_texts(self) -> tuple[list[Segment], list[Segment]]:
        """Gains and losses, for when the texts cannot be read any more."""
        gains, losses = self._tops
        return list(map(_without_texts, gains)), list(map(_without_texts, losses))

    @property
    def _tops(self) -> tuple[Sequence[TopSegments], Sequence[TopSegments]]:
        if self.survey is None:
            return [], []
        return self.survey.gains[: self.most], self.survey.losses[: self.most]

    @property
    def segments_sentence(self) -> str:
        """How many segments are better and worse; "" where that is not known."""
        if self.survey is None:
            return ""
        better, worse, equal = self.survey.better, self.survey.worse, self.survey.equal
        all_segments = f"{format_int(better)} of {format_int(len(self.job))} segments"
        return (
            f"Sentence BLEU is higher in B in {all_segments}, lower in {format_int(worse)}, "
            f"and the same in {format_int(equal)}."
        )

    @cached_property
    def _movers(self) -> tuple[list[Segment], list[Segment]]:
        """Gains and losses, with their texts: read from the data set together."""
        gains, losses = self._tops
        found = list(segments_of(self.job, [*gains, *losses]))
        return found[: len(gains)], found[len(gains) :]


def segments_of(job: DatasetComparison, tops: Sequence[TopSegments]) -> Iterator[Segment]:
    """Segments of a survey with their texts; InputError if the files have changed since."""
    if tops:
        texts = texts_of(job.plan, [top.line for top in tops])
        yield from (_segment(job, texts, i, top) for i, top in enumerate(tops))


def slices_table(job: DatasetComparison, how: str, slices: Sequence[DataSlice]) -> Table:
    """The parts of a data set, with their scores, Δ and points; intervals and p if tested."""
    is_tested = any(part.p_value is not None for part in slices)

    def interval(part: DataSlice) -> str:
        return "" if part.ci_low is None else format_interval(part.ci_low, part.ci_high)

    return build_table(
        f"Parts of the data set by {how}",
        slices,
        (
            Column(how, is_text=True, is_quoted=True),
            lambda part: Span(part.label, "quoted" if part.value else ""),
        ),
        (Column("segments", "", "segment"), lambda part: format_int(part.n)),
        (Column(LABEL_A, "a", "bleu"), lambda part: format_score(part.score_a)),
        (Column(LABEL_B, "b", "bleu"), lambda part: format_score(part.score_b)),
        (Column("Δ", "", "delta"), lambda part: signed(format_delta(part.delta))),
        *[
            (Column("95 % interval of Δ", "", "simultaneous-interval"), interval),
            (Column("p (Holm)", "", "holm"), lambda part: format_p_cell(part.p_value)),
        ][: 2 * is_tested],
        (Column("points", "", "points"), lambda part: signed(format_small_delta(part.points))),
        kind="slices",
    )


def _segment(job: DatasetComparison, texts: Excerpt, i: int, top: TopSegments) -> Segment:
    return _without_texts(top)._replace(
        document=text_at(texts.documents, i),
        a=texts.systems[job.a][i].as_py(),
        b=texts.systems[job.b][i].as_py(),
        references=[text_at(column, i) for column in texts.references],
        source=text_at(texts.source, i),
    )


def _without_texts(top: TopSegments) -> Segment:
    """A segment of which only the numbers are known."""
    scores = top.points, top.delta, top.score_a, top.score_b
    return Segment(top.line - 1, top.line, None, *scores, a="", b="", references=[], source=None)


# Rows of the table.
MOST_NGRAMS = 20
NGRAMS_TITLE = "N-grams with most points"


def ngrams_table(found: NgramEvidence, rows: NDArray[np.int64]) -> Table:
    """Some n-grams, a row each."""
    return build_table(
        NGRAMS_TITLE,
        found.listed(rows),
        (Column("n-gram", is_text=True), lambda row: Span(row.text, "quoted")),
        (Column("n", "", "n-gram"), lambda row: format_int(row.order)),
        (Column("Δ matches", "", "credited"), lambda row: format_delta(row.gained, 0)),
        (Column("points", "", "points"), lambda row: signed(format_small_delta(row.points))),
        (Column("A wins", "a", "wins"), lambda row: format_int(row.wins_a)),
        (Column("B wins", "b", "wins"), lambda row: format_int(row.wins_b)),
        (Column("p", "", "sign-test"), lambda row: format_p_cell(row.p)),
        (Column("q", "", "q-value"), lambda row: format_p_cell(row.q)),
        (
            Column("at most left out", "", "left-out"),
            lambda row: Span(format_int(row.left_out), "muted"),
        ),
        kind="phrases",
    )


def ngram_notes(found: NgramEvidence, rows: NDArray[np.int64]) -> list[str]:
    """A bound for the n-grams outside some rows, and the number that q is corrected for."""
    tested = format_count(found.tested, "n-gram")
    return [*_beyond(found, rows), f"q is corrected for {tested}: those kept that can be tested."]


def cost_notes(job: DatasetComparison) -> list[str]:
    """The time that counting takes here, and the alternatives."""
    took = format_duration(max(1.0, SECONDS * len(job)))
    columns, segments = job.plan.columns, format_count(len(job), "segment")
    words = ["--a", columns.a, "--b", columns.b, "--ref", *columns.references, "--ngrams"]
    return [
        f"The texts of {segments} are read again for it, which takes about {took} of one "
        "processor; the app can be used meanwhile.",
        "On all cores, or on a cluster: add --ngrams to the command that counted the data set, as "
        f"in bleuscope compare --data … {shlex.join(words)} --cluster local.",
    ]


def _beyond(found: NgramEvidence, rows: NDArray[np.int64]) -> list[str]:
    bound = found.part.bound
    if len(rows) == len(found) and not bound:
        return ["No n-gram that A and B match differently often in a segment is left out."]
    points = found.points_beyond(rows)
    note = "As a BLEU is 0, no n-gram has points: the order is by matches, either way."
    if not math.isnan(points):
        most = format_upper_bound(points)
        note = f"No other n-gram carries more than {most} points, either way."
    if not bound:
        return [note]
    matches = format_count(bound, "match", "matches")
    left_out = "Only the n-grams in which A and B differ most are kept: in each of the others they "
    return [note, f"{left_out}differ by at most {matches}, all segments together."]
