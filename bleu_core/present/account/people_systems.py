"""A metric and people over systems: measures, outliers, metrics side by side."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan, nan
from typing import NamedTuple

import numpy as np

from bleu_core.common.numerals import NONE, bare, counted, fraction, plural, points, whole
from bleu_core.common.wording import ELLIPSIS, listed
from bleu_core.people.against.standings import LEAST, Against
from bleu_core.people.against.systems import Measure, Measured
from bleu_core.present.account.people_numbers import correlation, interval, share
from bleu_core.present.account.spans import Span
from bleu_core.present.document import Column, Table
from bleu_core.significance import MIN_SEGMENTS
from bleu_core.significance.holm import holm


class Row(NamedTuple):
    """A metric among others: its measures, and p of its r against that of the selected metric."""

    held: Against
    found: Measured | None
    p: float | None = None


def headline(held: Against) -> list[Span]:
    """How many pairs of systems the metric and people put into one order."""
    label = held.about.label
    if not held.pairs:
        return [
            Span("People judged one system here, "),
            Span(held.names[0], "quoted"),
            Span(f": {label} can be held against people where there are two."),
        ]
    if held.pairs == 1 and held.alike:
        return [
            Span("People find the two systems "),
            Span("equal", "strong"),
            Span(f": {label} can be held against them on segments alone."),
        ]
    if held.pairs == 1:
        return [
            Span(f"{label} and people "),
            Span("agree" if held.agreed else "do not agree", "strong"),
            Span(" which of the two systems is better. One pair says little: see the segments."),
        ]
    return [
        Span(f"{label} and people agree on "),
        Span(f"{whole(held.agreed)} of {whole(held.pairs)} pairs", "strong", "pairwise-accuracy"),
        Span(" ("),
        Span(f"r {points(held.r)}", "", "pearson"),
        Span(f", {counted(len(held), 'system')})"),
        Span(f"; {whole(held.alike)} of the pairs people find equal." if held.alike else "."),
    ]


def measures_table(held: Against, found: Measured | None) -> Table:
    """The measures over systems with their intervals; a dash for intervals not computed yet."""
    unit = "segments" if found is None else f"{found.unit}s"
    columns = [
        Column(f"over {counted(len(held), 'system')}", is_text=True),
        Column(held.about.label, "", "human-judgement"),
        Column("95 % interval over systems", "", "confidence-interval"),
        Column(f"over {unit}", "", "confidence-interval"),
    ]
    known = Measure(held.agreed / held.pairs if held.pairs else nan)
    rows = [
        _measure("Pearson's r", "pearson", found.r if found else Measure(held.r)),
        _measure("Kendall's τ-b", "kendall", found.tau if found else Measure(held.tau)),
        _measure(
            "pairs in people's order",
            "pairwise-accuracy",
            found.accuracy if found else known,
            fraction(held.agreed, held.pairs),
        ),
        _measure(
            "soft pairwise accuracy",
            "soft-pairwise-accuracy",
            found.soft if found else Measure(nan),
            share(found.soft.value) if found else NONE,
        ),
    ]
    return Table(f"{held.about.label} and people over systems", columns, rows)


def _measure(name: str, term: str, measure: Measure, value: str = "") -> list[Span]:
    """A row: a correlation, or the share `value`."""
    write = share if value else points
    return [
        Span(name, "", term),
        Span(value or correlation(measure.value)),
        *(Span(interval(one, write)) for one in (measure.over_systems, measure.over_segments)),
    ]


def about_systems(held: Against, found: Measured | None) -> list[str]:
    """Caveats about the measures over systems."""
    judged, systems = len(held.segments), len(held)
    label = held.about.label
    told = [f"{label} is counted on the {counted(judged, 'segment')} that people judged."]
    if not held.is_complete:
        told.append(
            "Not every system was judged on each of them: people's means are over a system's own."
        )
    if systems < LEAST:
        return [*told, f"A correlation takes {LEAST} systems or more."]
    if found is None:
        return told
    told += [f"{systems} systems are few: intervals over systems are wide."] if systems < 30 else []
    if judged < MIN_SEGMENTS:
        told.append(f"On fewer than {MIN_SEGMENTS} segments there is no interval over them.")
    return told


def about_outliers(held: Against, found: Measured) -> list[Span]:
    """What r depends on: outliers, and the system without which r changes most."""
    if len(held) <= LEAST or isnan(held.r):
        return []
    spans = []
    if found.outliers:
        names = listed([held.names[k] for k in found.outliers], 5)
        one = plural(len(found.outliers), "an outlier", "outliers")
        spans += [
            Span(names, "quoted"),
            Span(f" {plural(len(found.outliers), 'is', 'are')} "),
            Span(one, "", "outlier"),
            Span(f" by people's means: without {plural(len(found.outliers), 'it', 'them')} r is "),
            Span(f"{correlation(found.r_without_outliers)}", "strong"),
            Span(". "),
        ]
    else:
        spans += [Span("No system is "), Span("an outlier", "", "outlier"), Span(". ")]
    changes = np.abs(found.r_without_each - held.r)
    if not np.isnan(changes).all():
        most = int(np.nanargmax(changes))
        spans += [
            Span("Of single systems r hangs most on "),
            Span(held.names[most], "quoted"),
            Span(f": {correlation(float(found.r_without_each[most]))} without it."),
        ]
    return spans


def metrics_table(rows: Sequence[Row]) -> Table:
    """The metrics side by side, the selected one first."""
    columns = [
        Column("metric", is_text=True),
        Column("r", "", "pearson"),
        Column("τ-b", "", "kendall"),
        Column("pairs", "", "pairwise-accuracy"),
        Column("soft", "", "soft-pairwise-accuracy"),
        Column("acc_eq", "", "acc-eq"),
        Column("p of r, Holm", "", "metric-permutation"),
    ]
    tested = [row.p for row in rows if row.p is not None and not isnan(row.p)]
    corrected = iter(holm(tested))
    cells = []
    for place, (held, found, p) in enumerate(rows):
        is_tested = p is not None and not isnan(p)
        cells.append(
            [
                Span(held.about.label, "strong" if place == 0 else "", opens=held.about.key),
                Span(correlation(held.r)),
                Span(correlation(held.tau)),
                Span(fraction(held.agreed, held.pairs)),
                Span(share(found.soft.value) if found else ELLIPSIS),
                Span(share(found.acc_eq.value) if found else ELLIPSIS),
                Span(bare(next(corrected)) if is_tested else "" if place == 0 else NONE),
            ]
        )
    return Table("Metrics and people", columns, cells)
