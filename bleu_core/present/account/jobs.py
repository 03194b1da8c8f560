"""The account of a data set whose texts are still in files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import pyarrow as pa

from bleu_core.common.numerals import bare, bounds, delta, fine_delta, points, whole
from bleu_core.datasets import (
    DataSlice,
    Excerpt,
    Job,
    Survey,
    Top,
    texts_of,
    untested,
)
from bleu_core.datasets.ngram_evidence import NgramEvidence
from bleu_core.present.account import MOVERS, PairAccount
from bleu_core.present.account.spans import Segment, Span, signed
from bleu_core.present.account.verdict import Verdict, headline, parts_told
from bleu_core.present.document import Column, Table
from bleu_core.significance import Significance


@dataclass(frozen=True, eq=False)
class JobAccount(PairAccount):
    """The account of a data set; each piece is computed when it is first used.

    Attributes
    ----------
    job : Job
        Its names of systems are columns.
    significance : Significance or None
        From `judge_job`; None where it is not known, or where there is none.
    survey : Survey or None
        None where the segments have not been looked through.
    ngrams : NgramEvidence or None
        None where they have not been counted.
    most : int
        The longest list of segments, each way.
    """

    job: Job
    significance: Significance | None = None
    survey: Survey | None = None
    ngrams: NgramEvidence | None = None
    most: int = MOVERS

    @property
    def compared(self) -> Job:
        return self.job

    @cached_property
    def verdict(self) -> Verdict:
        """The result, whether it may be chance, and the largest contributions.

        The contributions are in `waiting` if the difference may be chance or was not tested.
        """
        told = headline(self.job, self.significance)
        if self.significance is None:
            told.append(Span(f" {untested(self.job) or 'Whether it is chance is not tested.'}"))
        spread = self.survey and self.survey.spread
        carrying = spread.concentration(self.job.delta) if spread else 0
        parts = parts_told(self.job, None, carrying, about=True)
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
        if self.survey is None:
            return [], []
        gains, losses = self.survey.gains[: self.most], self.survey.losses[: self.most]
        return list(map(_without_texts, gains)), list(map(_without_texts, losses))

    @property
    def segments_told(self) -> str:
        """How many segments are better and worse; "" where that is not known."""
        if self.survey is None:
            return ""
        better, worse, equal = self.survey.better, self.survey.worse, self.survey.equal
        return (
            f"Sentence BLEU is higher in B in {whole(better)} of {whole(len(self.job))} segments, "
            f"lower in {whole(worse)}, and the same in {whole(equal)}."
        )

    @cached_property
    def _movers(self) -> tuple[list[Segment], list[Segment]]:
        """Gains and losses, with their texts: read from the data set together."""
        if self.survey is None:
            return [], []
        gains, losses = self.survey.gains[: self.most], self.survey.losses[: self.most]
        found = list(segments_of(self.job, [*gains, *losses]))
        return found[: len(gains)], found[len(gains) :]


def segments_of(job: Job, tops: Sequence[Top]) -> Iterator[Segment]:
    """Segments of a survey with their texts.

    Raises
    ------
    InputError
        If the files of the data set have changed since they were counted.
    """
    if tops:
        texts = texts_of(job.plan, [top.line for top in tops])
        yield from (_segment(job, texts, i, top) for i, top in enumerate(tops))


def slices_table(job: Job, how: str, slices: Sequence[DataSlice]) -> Table:
    """The parts of a data set, with their scores, Δ and points."""
    columns = [
        Column(how, is_text=True, is_quoted=True),
        Column("segments", "", "segment"),
        Column("A", "a", "bleu"),
        Column("B", "b", "bleu"),
        Column("Δ", "", "delta"),
        Column("points", "", "points"),
    ]
    rows = [
        [
            Span(part.label, "quoted" if part.value else ""),
            Span(whole(part.n)),
            Span(points(part.score_a)),
            Span(points(part.score_b)),
            signed(delta(part.delta)),
            signed(fine_delta(part.points)),
        ]
        for part in slices
    ]
    if any(part.p_value is not None for part in slices):
        columns[5:5] = [
            Column("95 % interval of Δ", "", "simultaneous-interval"),
            Column("p (Holm)", "", "holm"),
        ]
        for row, part in zip(rows, slices, strict=True):
            interval = "" if part.ci_low is None else bounds(part.ci_low, part.ci_high)
            row[5:5] = [Span(interval), Span(bare(part.p_value))]
    return Table(f"Parts of the data set by {how}", columns, rows, kind="slices")


def _segment(job: Job, texts: Excerpt, i: int, top: Top) -> Segment:
    def text(column: pa.Array | None) -> str | None:
        found: str | None = None if column is None else column[i].as_py()
        return found

    return Segment(
        row=top.line - 1,
        line=top.line,
        document=text(texts.documents),
        points=top.points,
        delta=top.delta,
        score_a=top.score_a,
        score_b=top.score_b,
        a=texts.systems[job.a][i].as_py(),
        b=texts.systems[job.b][i].as_py(),
        references=[text(column) for column in texts.references],
        source=text(texts.source),
    )


def _without_texts(top: Top) -> Segment:
    """A segment of which only the numbers are known."""
    scores = top.points, top.delta, top.score_a, top.score_b
    return Segment(top.line - 1, top.line, None, *scores, a="", b="", references=[], source=None)
