"""Other metrics: scores, agreement with BLEU, what people would notice; Δ under other settings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from bleu_core.common.formatting import (
    NO_VALUE,
    format_count,
    format_delta,
    format_int,
    format_interval,
    format_p_cell,
    format_percent,
    format_score,
    plural,
)
from bleu_core.common.pair import B_MINUS_A, A, B
from bleu_core.metrics.facts import MetricInfo
from bleu_core.metrics.imported import KEY_PREFIX
from bleu_core.metrics.metric_comparison import has_agreement_curve, least_informative_delta
from bleu_core.metrics.metric_comparison import human_agreement as people_agreement
from bleu_core.present.document import (
    SPAN_A,
    SPAN_B,
    Column,
    Span,
    Table,
    build_table,
    joined,
    signed,
)
from bleu_core.significance import MIN_DOCUMENTS, MIN_SEGMENTS
from bleu_core.significance.metric_tests import (
    Agreement,
    MetricSignificance,
    group_by_agreement,
    significant_direction,
)
from bleu_core.significance.robustness_results import RobustnessCell

_WORDS = {1: "better", -1: "worse", 0: "equal"}
_TONES = {1: "gain", -1: "loss", 0: "muted"}
_CHANCE = "no significant difference"

_WHAT_SHARE_IS = (
    "of system pairs with such a Δ (Kocmi et al. 2024). This is a share of many pairs of similar "
    "systems, not a property of this pair; expect less agreement for dissimilar systems."
)


def label(about: MetricInfo) -> Span:
    """The name of a metric; that of an imported one was given by a user."""
    is_given = about.key.startswith(KEY_PREFIX)
    return Span(about.label, "quoted" if is_given else "", about.glossary_key)


def metrics_results_table(judged: Sequence[MetricSignificance]) -> Table:
    """The scores of A and B by each metric, Δ, the better output, p and interval."""

    def name(row: MetricSignificance) -> Span:
        about = row.metric_pair.about
        return label(about)._replace(opens=f"metric:{about.key}")

    def delta(row: MetricSignificance) -> Span:
        pair = row.metric_pair
        return Span(format_delta(pair.delta, pair.about.decimals), _TONES[pair.better])

    return build_table(
        "Other metrics",
        judged,
        (Column("Metric", is_text=True), name),
        (Column(A, "a", "metric"), lambda row: _score(row, row.metric_pair.score_a)),
        (Column(B, "b", "metric"), lambda row: _score(row, row.metric_pair.score_b)),
        (Column(B_MINUS_A, "", "delta"), delta),
        (Column(f"{B} is", "", "better"), _better),
        (Column("p", "", "p-value"), lambda row: format_p_cell(row.p)),
        (Column("95% CI of Δ", "", "confidence-interval"), _interval),
        kind="opinions",
    )


def _score(judged: MetricSignificance, score: float) -> str:
    return format_score(score, judged.metric_pair.about.decimals)


def _interval(judged: MetricSignificance) -> str:
    interval = judged.bootstrap
    low, high = (interval.ci_low, interval.ci_high) if interval else (None, None)
    return format_interval(
        low, high, partial(format_delta, digits=judged.metric_pair.about.decimals)
    )


def _better(judged: MetricSignificance) -> Span:
    """Whether B is better, with a question mark where it may be chance."""
    better = judged.metric_pair.better
    if math.isnan(judged.metric_pair.delta):
        return Span(NO_VALUE, "muted")
    if better and not judged.significant:
        return Span(f"{_WORDS[better]}?", "muted")
    return Span(_WORDS[better], _TONES[better])


def metrics_table(judged: Sequence[MetricSignificance]) -> Table:
    """Direction, unit and signature of each metric."""
    return build_table(
        "Metric details",
        [row.metric_pair for row in judged],
        (Column("Metric", is_text=True), lambda row: label(row.about)),
        (
            Column("better if", is_text=True),
            lambda row: "higher" if row.about.higher_is_better else "lower",
        ),
        (Column("unit", is_text=True), lambda row: row.about.unit),
        (
            Column("signature", "", "signature", is_text=True),
            lambda row: Span(row.a.corpus().signature, "signature"),
        ),
        kind="metrics",
    )


def coverage(
    about: MetricInfo, segments: int, of: int, whom: str = "at least one system", tone: str = "name"
) -> list[Span]:
    """Over how many segments imported scores are, if some have no number for one of the systems."""
    if not about.key.startswith(KEY_PREFIX) or segments == of:
        return []
    others = plural(of - segments, "the other lacks", "the others lack")
    where = f"{format_int(segments)} of {format_count(of, 'segment')}"
    return [
        Span(" "),
        label(about)._replace(tone=tone),
        Span(f" covers {where}; {others} a score for {whom}."),
    ]


def agreement(judged: Sequence[MetricSignificance]) -> list[Span]:
    """Which metrics agree with the first, BLEU, and how many segments imported scores cover."""
    spans = _agreement(judged)
    for one in judged[1:]:
        metric_pair = one.metric_pair
        own = metric_pair.counted, len(metric_pair.a), f"{A} or {B}"
        spans += coverage(metric_pair.about, *own, tone="quoted")
    return spans


def _agreement(judged: Sequence[MetricSignificance]) -> list[Span]:
    bleu, *others = judged
    if not others:
        return []
    tested = [one for one in others if one.randomization is not None]
    if bleu.randomization is None:
        return _directions(judged)
    clauses: list[list[Span]] = []
    if significant_direction(bleu) == 0:
        clauses.append([Span(f"BLEU finds {_CHANCE}")])
    groups = group_by_agreement(bleu, tested)
    # Disagreement comes first: a folded line shows only the beginning.
    kinds: tuple[Agreement, ...] = ("opposite", "silent", "agrees")
    clauses += [_clause(bleu, kind, groups[kind]) for kind in kinds if kind in groups]
    # Metrics that find a difference are split by the better output.
    for way in (1, -1):
        if ones := [row for row in groups.get("finds", []) if significant_direction(row) == way]:
            clauses.append(_clause(bleu, "finds", ones))
    # An imported score may have numbers for some segments only.
    no_test_reason = [one for one in others if one.randomization is None]
    for is_undefined, why in (
        (False, f"fewer than {MIN_SEGMENTS} segments"),
        (True, "Δ is undefined"),
    ):
        if ones := [
            one for one in no_test_reason if math.isnan(one.metric_pair.delta) == is_undefined
        ]:
            were = plural(len(ones), "was", "were")
            clauses.append([*_names(ones), Span(f" {were} not tested ({why})")])
    # Where BLEU is tested by document, and too few documents have numbers (`clusters_that_count`).
    most = bleu.randomization.units
    by_segment = [one for one in tested if one.randomization and one.randomization.units > most]
    if by_segment:
        were = plural(len(by_segment), "was", "were")
        what = f" {were} tested by segment (fewer than {MIN_DOCUMENTS} documents have numbers)"
        clauses.append([*_names(by_segment), Span(what)])
    end = "."
    if tested:
        end += f" p-values are not corrected for testing {format_int(len(tested) + 1)} metrics."
    return [*joined(clauses, "; "), Span(end)]


def _clause(
    bleu: MetricSignificance, kind: Agreement, ones: Sequence[MetricSignificance]
) -> list[Span]:
    names, better = _names(ones), _output(significant_direction(ones[0]))
    verb = partial(plural, len(ones))
    match kind:
        case "agrees" if significant_direction(bleu) == 0:
            return [*names, Span(f" {verb('agrees', 'agree')}")]
        case "agrees":
            start = f" {verb('agrees', 'agree')} with BLEU that "
            return [*names, Span(start), better, Span(" is better")]
        case "silent":
            return [*names, Span(f" {verb('finds', 'find')} {_CHANCE}")]
        case "opposite":
            start = f" {verb('contradicts', 'contradict')} BLEU: "
            return [*names, Span(start), better, Span(" is significantly better")]
    return [*names, Span(f" {verb('finds', 'find')} "), better, Span(" significantly better")]


def _directions(judged: Sequence[MetricSignificance]) -> list[Span]:
    """Which output is better by which metric, where nothing was tested."""
    clauses = []
    for way in (1, -1):
        ones = [one for one in judged if one.metric_pair.better == way]
        if ones:
            clauses.append([_output(way), Span(" is better according to "), *_names(ones)])
    alike = [one for one in judged if one.metric_pair.better == 0]
    if alike:
        verb = plural(len(alike), "rates", "rate")
        clauses.append([*_names(alike), Span(f" {verb} them equal")])
    few = len(judged[0].metric_pair.a) < MIN_SEGMENTS
    why = f" Significance is not tested on fewer than {MIN_SEGMENTS} segments." if few else ""
    return [*joined(clauses, "; "), Span(f".{why}")]


def people(judged: Sequence[MetricSignificance]) -> list[Span]:
    """Whether people would notice, for metrics with known agreement and enough segments."""
    known = [one.metric_pair for one in judged if has_agreement_curve(one.metric_pair)]
    if not known or len(known[0].a) < MIN_SEGMENTS:
        return []
    parts = [(one.about, people_agreement(one.about.key, one.delta)) for one in known]
    told = [Span("Would people notice?", "strong", "would-people-notice")]
    shares = [
        [Span(f"with {about.label} on "), Span(format_percent(part, 1), "strong")]
        for about, part in parts
        if part is not None
    ]
    if shares:
        told += [Span(" People agreed "), *joined(shares, " and "), Span(f" {_WHAT_SHARE_IS}")]
    if len(shares) > 1 and len({one.better for one in known}) > 1:
        told += [Span(" "), Span("Here, these metrics prefer different outputs.", "strong")]
    for about, part in parts:
        if part is None:
            smallest = format_score(least_informative_delta(about.key))
            no_evidence = f" A Δ of {about.label} below {smallest} is no evidence that they would."
            told.append(Span(no_evidence))
    return told


def _names(judged: Sequence[MetricSignificance]) -> list[Span]:
    # The table links the glossary; here each link would be one more tab stop.
    names = [[label(one.metric_pair.about)._replace(term="")] for one in judged]
    return joined(names, last=" and ")


def _output(way: int) -> Span:
    return SPAN_B if way > 0 else SPAN_A


COLUMNS = [
    Column("metric", "", "metric", is_text=True),
    Column("tokenizer", "", "token", is_text=True),
    Column("case", "", "case", is_text=True),
    Column("smoothing", "", "smoothing", is_text=True),
    Column("references", "", "reference", is_text=True),
    Column(A, "a", "metric"),
    Column(B, "b", "metric"),
    Column(B_MINUS_A, "", "delta"),
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
    metric, a, b, delta, _, p, interval, *_ = metrics_results_table([other]).rows[0]
    own_scale = Span("own scale", "muted")
    name = metric._replace(opens="")
    return [name, *map(Span, texts), a, b, delta, interval, p, Span(""), own_scale]
