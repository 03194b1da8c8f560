"""Tables of one system on a test set of a suite, and the list of all that did not pass."""

from __future__ import annotations

from math import isnan

from bleu_core.common.numerals import NONE, bare, bounds, points, whole
from bleu_core.metrics.registry import NAMES, known
from bleu_core.present.account.spans import Span
from bleu_core.present.document import Column, Table
from bleu_core.suite.rendering.told import Cell, cells, change, worst_first
from bleu_core.suite.results import OfSlice, OfSystem, Said, SuiteResult


def metrics_table(system: OfSystem) -> Table:
    """The results of each metric, BLEU first."""
    columns = [
        Column("metric", is_text=True),
        Column("baseline", "", "score"),
        Column("system", "", "score"),
        Column("Δ", "", "delta"),
        Column("95 % interval of Δ", "", "confidence-interval"),
        Column("p", "", "p-value"),
        Column("p, Holm", "", "holm"),
    ]
    rows = [_metric(said, system) for said in system.said]
    return Table("What each metric says", columns, rows)


def slices_table(system: OfSystem) -> Table:
    """BLEU on its slices, with p if any of them is tested."""
    tested = any(part.bleu.p_holm is not None for part in system.slices)
    columns = [
        Column("slice", is_text=True),
        Column("which segments", is_text=True),
        Column("segments", "", "segment"),
        Column("baseline", "", "bleu"),
        Column("system", "", "bleu"),
        Column("Δ", "", "delta"),
        *([Column("p, Holm", "", "holm")] if tested else []),
        Column("", is_text=True),
    ]
    rows = [
        [
            Span(part.name, "quoted"),
            Span(part.where, "quoted"),
            Span(whole(part.segments)),
            Span(_score(part.bleu.baseline)),
            Span(_score(part.bleu.score)),
            change(part.bleu),
            *([Span(bare(part.bleu.p_holm))] if tested else []),
            _ending(part),
        ]
        for part in system.slices
    ]
    return Table("BLEU on the slices", columns, rows)


def _ending(part: OfSlice) -> Span:
    if not part.judged:
        return Span("? no verdict", "loss")
    return Span("✗ failed", "loss") if part.failures else Span("✓ passed", "muted")


def not_passed(result: SuiteResult) -> list[Cell]:
    """All systems that did not pass, the worst first."""
    return [cell for cell in worst_first(cells(result)) if cell.why]


def _metric(said: Said, system: OfSystem) -> list[Span]:
    is_bleu = said is system.bleu
    known_interval = is_bleu and not isnan(system.ci_low)
    return [
        Span(said.label, "", term_of(said.key)),
        Span(_score(said.baseline)),
        Span(_score(said.score), "strong"),
        change(said),
        Span(bounds(system.ci_low, system.ci_high) if known_interval else NONE),
        Span(bare(said.p)),
        Span(bare(said.p_holm)),
    ]


def term_of(key: str) -> str:
    """The glossary entry of a metric; "metric" for an unknown one."""
    return known(key).about.glossary_key if key in NAMES else "metric"


def _score(number: float) -> str:
    return NONE if isnan(number) else points(number)
