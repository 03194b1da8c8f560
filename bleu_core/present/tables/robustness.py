"""Δ under other settings and by other metrics, as a table."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import (
    NO_VALUE,
    format_count,
    format_delta,
    format_interval,
    format_p_cell,
    format_score,
)
from bleu_core.common.pair import LABEL_A, LABEL_B, LABEL_DELTA
from bleu_core.metrics.imported import KEY_PREFIX
from bleu_core.present.document import Column, Span, Table, signed
from bleu_core.present.tables.other_metrics import metrics_results_table
from bleu_core.significance.metric_tests import MetricSignificance
from bleu_core.significance.robustness_results import RobustnessCell

COLUMNS = [
    Column("metric", "", "metric", is_text=True),
    Column("tokenizer", "", "token", is_text=True),
    Column("case", "", "case", is_text=True),
    Column("smoothing", "", "smoothing", is_text=True),
    Column("references", "", "reference", is_text=True),
    Column(LABEL_A, "a", "metric"),
    Column(LABEL_B, "b", "metric"),
    Column(LABEL_DELTA, "", "delta"),
    Column("95% CI", "", "confidence-interval"),
    Column("p", "", "p-value"),
    Column("Δ′ − Δ", "", "robustness"),
    Column("95% CI of Δ′ − Δ", "", "robustness"),
]


def robustness_table(
    cells: Sequence[RobustnessCell], others: Sequence[MetricSignificance]
) -> Table:
    """A row for each setting, the current one first, and for each other metric."""
    rows = [_setting_row(cell, is_current=i == 0) for i, cell in enumerate(cells)]
    rows += [_metric_row(other) for other in others]
    return Table("Δ under other settings and by other metrics", COLUMNS, rows)


def _setting_row(cell: RobustnessCell, is_current: bool) -> list[Span]:
    references = f"reference {cell.reference}" if cell.reference else "all"
    if cell.without:
        references = f"all but reference {cell.without}"
    if cell.left_out:
        references += f" ({format_count(cell.left_out, 'segment')} without it)"
    tone = "strong" if cell.moved else "muted"
    moved = [
        Span(format_delta(cell.move), tone),
        Span(format_interval(cell.move_low, cell.move_high), tone),
    ]
    case = "lower" if cell.config.lowercase else "mixed"
    texts = ["BLEU", cell.config.tokenize, case, ", ".join(cell.smoothings), references]
    return [
        *map(Span, [*texts, format_score(cell.score_a), format_score(cell.score_b)]),
        signed(format_delta(cell.delta)),
        Span(format_interval(cell.ci_low, cell.ci_high)),
        Span(format_p_cell(cell.p)),
        *([Span(""), Span("current setting", "muted")] if is_current else moved),
    ]


def _metric_row(other: MetricSignificance) -> list[Span]:
    """A metric's numbers; a dash for settings that it does not have."""
    settings = other.metric_pair.a.settings
    lower = settings.get("lowercase", not settings.get("case_sensitive", True))
    case = "lower" if lower else "mixed"
    texts = [str(settings.get("tokenize", NO_VALUE)), case, NO_VALUE, "all"]
    if other.metric_pair.about.key.startswith(KEY_PREFIX):
        texts = [NO_VALUE] * 4
    metric, a, b, delta, _, p, interval = metrics_results_table([other]).rows[0]
    own_scale = Span("own scale", "muted")
    name = metric._replace(opens="")
    return [name, *map(Span, texts), a, b, delta, interval, p, Span(""), own_scale]
