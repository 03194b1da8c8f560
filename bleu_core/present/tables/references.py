"""References in the account of a comparison: how they score as outputs, what each contributes."""

from __future__ import annotations

from collections.abc import Callable

from bleu_core.common.formatting import (
    format_count,
    format_delta,
    format_int,
    format_interval,
    format_score,
    format_share,
)
from bleu_core.common.pair import A, B
from bleu_core.explain.comparison import Comparison
from bleu_core.present.document import SPAN_A, SPAN_B, Column, Span, Table, build_table
from bleu_core.present.tables.comparison_tables import with_drawn_intervals
from bleu_core.systems.references import (
    ReferencePoint,
    ReferencePoints,
    ReferenceShare,
    ReferenceShares,
)

TITLE = "Human reference points"
SHARES = "Contributions of references"
NO_BOUND = (
    "BLEU of people against people is no upper bound: a system can score higher by being closer to "
    "the usual wording."
)
INTERVAL = 2


def comparison_points_table(
    comparison: Comparison, found: ReferencePoints, drawn: bool = True
) -> Table:
    """References, A and B under the same number of references."""
    return reference_points_table(
        found, lambda name: SPAN_A if name == comparison.a else SPAN_B, drawn
    )


def reference_points_table(
    found: ReferencePoints,
    label: Callable[[str], Span] = lambda name: Span(name, "name"),
    drawn: bool = True,
) -> Table:
    """References and systems under the same number of references; `label` names a system."""

    def output(point: ReferencePoint) -> Span:
        if point.reference:
            return Span(f"Reference {point.reference}", "strong")
        return label(point.system)

    table = build_table(
        TITLE,
        found.points,
        (Column("output", is_text=True), output),
        (Column("BLEU"), lambda point: Span(format_score(point.score), "strong")),
        (
            Column("95% CI"),
            lambda point: format_interval(point.ci_low, point.ci_high, format_score),
        ),
        kind="reference-points",
    )
    if not drawn:
        return table
    intervals = [(one.ci_low, one.score, one.ci_high) for one in found.points]
    return with_drawn_intervals(table, INTERVAL, intervals)


def reference_shares_table(found: ReferenceShares) -> Table:
    """What each reference contributes, and Δ without it."""

    def matches(number: int, of: int) -> str:
        return f"{format_int(number)} ({format_share(number / of if of else 0)})"

    def without(share: ReferenceShare) -> Span:
        ends = format_interval(share.ci_low, share.ci_high) if share.ci_low is not None else ""
        return Span(f"{format_delta(share.delta)} {ends}".rstrip())

    return build_table(
        SHARES,
        found.shares,
        (Column("reference", is_text=True), lambda one: one.reference),
        (Column(f"own matches {A}", "a"), lambda one: matches(one.matches_a, found.matches_a)),
        (Column(f"own matches {B}", "b"), lambda one: matches(one.matches_b, found.matches_b)),
        (Column(f"sets length, {A}", "a"), lambda one: one.lengths_a),
        (Column(f"sets length, {B}", "b"), lambda one: one.lengths_b),
        (Column("Δ without it, 95% CI"), without),
        kind="reference-shares",
    )


def about_reference_shares(found: ReferenceShares) -> str:
    """What the columns count."""
    segments = format_count(found.segments, "segment")
    return (
        f"On {segments}, where Δ is {format_delta(found.delta)}. Own matches are lost without the "
        "reference; it sets the length of a segment if its length is the reference length there, "
        "alone or with others. To find segments on which references disagree, filter by the column "
        "“agreement”."
    )


def about_reference_points(found: ReferencePoints, systems: str = f"{A} and {B}") -> str:
    """What the scores are of, and what they do not mean; `systems` names the systems."""
    others = found.references - 1
    against = "other reference" if others == 1 else f"{others} other references"
    averaged = "each reference" if others == 1 else f"each {others} of the {found.references}"
    segments = format_count(found.segments, "segment")
    return (
        f"On {segments}, each reference is scored against the {against}, and {systems} against "
        f"{averaged}, averaged; so these scores are usually lower than with all references. "
        f"{NO_BOUND}"
    )
