"""The account of a data set whose texts are still in files, with its slices and n-grams."""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
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
from bleu_core.datasets.ngram_evidence import MovedNgrams, NgramEvidence
from bleu_core.datasets.ngram_pass import SECONDS
from bleu_core.present.account import MOVERS, PairAccount
from bleu_core.present.account.verdict import Verdict, contribution_sentences, headline
from bleu_core.present.document import Column, Segment, Span, Table, signed
from bleu_core.significance import Significance


@dataclass(frozen=True, eq=False)
class DatasetAccount(PairAccount):
    """The account of a data set; each piece is computed when it is first used.

    Attributes
    ----------
    job : DatasetComparison
        Its names of systems are columns.
    significance : Significance or None
        From `judge_job`; None where it is not known, or where there is none.
    survey : SegmentSummary or None
        None where the segments have not been looked through.
    ngrams : NgramEvidence or None
        None where they have not been counted.
    most : int
        The longest list of segments, each way.
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
            f"Sentence BLEU is higher in B in {format_int(better)} of "
            f"{format_int(len(self.job))} segments, "
            f"lower in {format_int(worse)}, and the same in {format_int(equal)}."
        )

    @cached_property
    def _movers(self) -> tuple[list[Segment], list[Segment]]:
        """Gains and losses, with their texts: read from the data set together."""
        if self.survey is None:
            return [], []
        gains, losses = self.survey.gains[: self.most], self.survey.losses[: self.most]
        found = list(segments_of(self.job, [*gains, *losses]))
        return found[: len(gains)], found[len(gains) :]


def segments_of(job: DatasetComparison, tops: Sequence[TopSegments]) -> Iterator[Segment]:
    """Segments of a survey with their texts.

    Raises
    ------
    InputError
        If the files of the data set have changed since they were counted.
    """
    if tops:
        texts = texts_of(job.plan, [top.line for top in tops])
        yield from (_segment(job, texts, i, top) for i, top in enumerate(tops))


def slices_table(job: DatasetComparison, how: str, slices: Sequence[DataSlice]) -> Table:
    """The parts of a data set, with their scores, Δ and points."""
    columns = [
        Column(how, is_text=True, is_quoted=True),
        Column("segments", "", "segment"),
        Column(LABEL_A, "a", "bleu"),
        Column(LABEL_B, "b", "bleu"),
        Column("Δ", "", "delta"),
        Column("points", "", "points"),
    ]
    rows = [
        [
            Span(part.label, "quoted" if part.value else ""),
            Span(format_int(part.n)),
            Span(format_score(part.score_a)),
            Span(format_score(part.score_b)),
            signed(format_delta(part.delta)),
            signed(format_small_delta(part.points)),
        ]
        for part in slices
    ]
    if any(part.p_value is not None for part in slices):
        columns[5:5] = [
            Column("95 % interval of Δ", "", "simultaneous-interval"),
            Column("p (Holm)", "", "holm"),
        ]
        for row, part in zip(rows, slices, strict=True):
            interval = "" if part.ci_low is None else format_interval(part.ci_low, part.ci_high)
            row[5:5] = [Span(interval), Span(format_p_cell(part.p_value))]
    return Table(f"Parts of the data set by {how}", columns, rows, kind="slices")


def _segment(job: DatasetComparison, texts: Excerpt, i: int, top: TopSegments) -> Segment:
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


def _without_texts(top: TopSegments) -> Segment:
    """A segment of which only the numbers are known."""
    scores = top.points, top.delta, top.score_a, top.score_b
    return Segment(top.line - 1, top.line, None, *scores, a="", b="", references=[], source=None)


# Rows of the table.
MOST_NGRAMS = 20
NGRAMS_TITLE = "N-grams with most points"
NGRAM_COLUMNS = [
    Column("n-gram", is_text=True),
    Column("n", "", "n-gram"),
    Column("Δ matches", "", "credited"),
    Column("points", "", "points"),
    Column("A wins", "a", "wins"),
    Column("B wins", "b", "wins"),
    Column("p", "", "sign-test"),
    Column("q", "", "q-value"),
    Column("at most left out", "", "left-out"),
]


def ngrams_table(found: NgramEvidence, rows: NDArray[np.int64]) -> Table:
    """Some n-grams, a row each."""
    return Table(
        NGRAMS_TITLE,
        NGRAM_COLUMNS,
        [_ngram_cells(one) for one in found.listed(rows)],
        kind="phrases",
    )


def ngram_notes(found: NgramEvidence, rows: NDArray[np.int64]) -> list[str]:
    """A bound for the n-grams outside some rows, and the number that q is corrected for."""
    return [*_beyond(found, rows), _about_q(found)]


def cost_notes(job: DatasetComparison) -> list[str]:
    """The time that counting takes here, and the alternatives."""
    took = format_duration(max(1.0, SECONDS * len(job)))
    columns = job.plan.columns
    words = ["--a", columns.a, "--b", columns.b, "--ref", *columns.references, "--ngrams"]
    return [
        f"The texts of {format_count(len(job), 'segment')} are read again for it, which takes "
        "about "
        f"{took} of one processor; the app can be used meanwhile.",
        "On all cores, or on a cluster: add --ngrams to the command that counted the data set, as "
        f"in bleuscope compare --data … {shlex.join(words)} --cluster local.",
    ]


def _ngram_cells(one: MovedNgrams) -> list[Span]:
    return [
        Span(one.text, "quoted"),
        Span(format_int(one.order)),
        Span(format_delta(one.gained, 0)),
        signed(format_small_delta(one.points)),
        *(Span(format_int(wins)) for wins in (one.wins_a, one.wins_b)),
        *(Span(format_p_cell(number)) for number in (one.p, one.q)),
        Span(format_int(one.left_out), "muted"),
    ]


def _beyond(found: NgramEvidence, rows: NDArray[np.int64]) -> list[str]:
    if len(rows) == len(found) and not found.part.bound:
        return ["No n-gram that A and B match differently often in a segment is left out."]
    told = []
    points = found.points_beyond(rows)
    if math.isnan(points):
        told.append("As a BLEU is 0, no n-gram has points: the order is by matches, either way.")
    else:
        told.append(
            f"No other n-gram carries more than {format_upper_bound(points)} points, either way."
        )
    if found.part.bound:
        told.append(
            "Only the n-grams in which A and B differ most are kept: in each of the others they "
            f"differ by at most {format_count(found.part.bound, 'match', 'matches')}, all segments "
            "together."
        )
    return told


def _about_q(found: NgramEvidence) -> str:
    return (
        f"q is corrected for {format_count(found.tested, 'n-gram')}: those kept that can be tested."
    )
