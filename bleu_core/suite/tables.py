"""Tables of one system on a test set of a suite, and the list of all failures."""

from __future__ import annotations

from math import isnan

from bleu_core.common.formatting import (
    NO_VALUE,
    format_int,
    format_interval,
    format_p_cell,
)
from bleu_core.metrics.registry import get_metric, is_metric
from bleu_core.present.document import Column, Span, Table, build_table
from bleu_core.suite.rendering.document import SuiteCell, cells, change, score_text, worst_first
from bleu_core.suite.results import MetricResult, SliceResult, SuiteResult, SystemResult


def metrics_table(system: SystemResult) -> Table:
    """The results of a system by each metric, BLEU first."""

    def interval(result: MetricResult) -> str:
        if result is not system.bleu or isnan(system.ci_low):
            return NO_VALUE
        return format_interval(system.ci_low, system.ci_high)

    return build_table(
        "Results by metric",
        system.said,
        (Column("metric", is_text=True), lambda row: Span(row.label, "", term_of(row.key))),
        (Column("baseline", "", "score"), lambda row: score_text(row.baseline)),
        (Column("system", "", "score"), lambda row: Span(score_text(row.score), "strong")),
        (Column("Δ", "", "delta"), change),
        (Column("95% CI of Δ", "", "confidence-interval"), interval),
        (Column("p", "", "p-value"), lambda row: format_p_cell(row.p)),
        (Column("p (Holm)", "", "holm"), lambda row: format_p_cell(row.p_holm)),
    )


def slices_table(system: SystemResult) -> Table:
    """BLEU on the slices of a system, with p if any slice is tested."""
    tested = any(part.bleu.p_holm is not None for part in system.slices)
    p_holm = Column("p (Holm)", "", "holm"), lambda part: format_p_cell(part.bleu.p_holm)
    return build_table(
        "BLEU by slice",
        system.slices,
        (Column("slice", is_text=True), lambda part: Span(part.name, "quoted")),
        (Column("expression", is_text=True), lambda part: Span(part.where, "quoted")),
        (Column("segments", "", "segment"), lambda part: format_int(part.segments)),
        (Column("baseline", "", "bleu"), lambda part: score_text(part.bleu.baseline)),
        (Column("system", "", "bleu"), lambda part: score_text(part.bleu.score)),
        (Column("Δ", "", "delta"), lambda part: change(part.bleu)),
        *[p_holm][:tested],
        (Column("", is_text=True), _ending),
    )


def _ending(part: SliceResult) -> Span:
    if part.failures:
        return Span("✗ failed", "loss")
    return Span("✓ passed", "muted") if part.judged else Span("? no verdict", "loss")


def not_passed(result: SuiteResult) -> list[SuiteCell]:
    """All comparisons that did not pass, the worst first."""
    return [cell for cell in worst_first(cells(result)) if cell.why]


def term_of(key: str) -> str:
    """The glossary entry of a metric; "metric" for an unknown one."""
    return get_metric(key).about.glossary_key if is_metric(key) else "metric"
