"""A metric and people on single segments."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan

import numpy as np

from bleu_core.common.numerals import counted, points, whole
from bleu_core.people.against.standings import Against
from bleu_core.people.against.systems import Measure, Measured
from bleu_core.present.account.people_numbers import correlation, interval, share
from bleu_core.present.account.spans import Span
from bleu_core.present.document import Column, Table


def about_segments(held: Against, found: Measured) -> list[Span]:
    """How near the metric is to people on single segments."""
    segments = found.by_segment
    if segments is None or segments.calibrated is None:
        return [Span("No segment has two outputs that people judged.", "muted")]
    calibrated, label = segments.calibrated, held.about.label
    number = counted(len(segments.segments), "segment")
    drawn = (
        f", drawn from {whole(segments.judged)},"
        if len(segments.segments) < segments.judged
        else ""
    )
    spans = [
        Span(f"On {number}{drawn} {label} has "),
        Span(share(calibrated.accuracy), "strong", "acc-eq"),
        Span(" of pairs as people have them"),
        Span(_over(found.acc_eq, share)),
        Span(f": differences up to {points(calibrated.epsilon, held.about.decimals)} count as "
             f"ties. People find {share(calibrated.tied)} of pairs equal"),
    ]  # fmt: skip
    if calibrated.accuracy - calibrated.tied < 0.0005:
        spans.append(Span(f", so {label} does no better here than calling every pair a tie"))
    spans.append(Span(". "))
    if not isnan(segments.tau):
        with_tau = int((~np.isnan(segments.taus)).sum())
        spans += [
            Span("Kendall's τ-b", "", "kendall"),
            Span(f" over the systems of a segment is {correlation(segments.tau)}"),
            Span(_over(found.tau_of_segments, points)),
            Span(f", which {counted(with_tau, 'segment has', 'segments have')}."),
        ]
    return spans


def _over(measure: Measure, write: Callable[[float], str]) -> str:
    return "" if measure.over_segments is None else f" ({interval(measure.over_segments, write)})"


def parted_table(held: Against, found: Measured, rows: slice) -> Table:
    """Segments where the metric prefers one output and people another, the farthest apart first."""
    label = held.about.label
    columns = [
        Column("segment", "", "segment"),
        Column("people prefer", is_text=True),
        Column("by", "", "people-said"),
        Column(f"{label} prefers", is_text=True),
        Column("by", "", "sentence-bleu" if held.about.key == "bleu" else held.about.glossary_key),
    ]
    if found.by_segment is None:
        return Table("", columns, [])
    parted = found.by_segment.parted
    cells = [
        [
            Span(whole(int(parted.segments[row]) + 1), opens=str(row)),
            Span(held.names[parted.people[row]], "quoted"),
            Span(points(float(parted.of_people[row]))),
            Span(held.names[parted.metric[row]], "quoted"),
            Span(points(float(parted.of_metric[row]), held.about.decimals)),
        ]
        for row in range(*rows.indices(len(parted)))
    ]
    return Table(f"Segments on which {label} and people part most", columns, cells)
