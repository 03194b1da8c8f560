"""The slice finder: conjunctions of conditions that carry more of Δ than their share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.progress import Progress, part_of
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import Message
from bleu_core.messages import finder as messages
from bleu_core.segments.columns import Table
from bleu_core.segments.expressions import And, Node, written
from bleu_core.segments.finder.conditions import Condition, Halves, conditions_of
from bleu_core.segments.finder.confirming import Confirmed, confirm
from bleu_core.segments.finder.folding import Folded, fold
from bleu_core.segments.finder.found_slice import FoundSlice, SliceFindings
from bleu_core.segments.finder.halves import drawn
from bleu_core.segments.finder.search import Conjunction, search
from bleu_core.segments.finder.words import word_conditions
from bleu_core.significance import MIN_SEGMENTS

Masks = NDArray[np.bool_]

# Most conditions in a search, and most of these from columns; the rest are words.
CONDITIONS, OF_COLUMNS = 500, 350
BESIDE = 100  # of each kind, for slices that are only described


def find_slices(
    table: Table,
    min_segments: int = 30,
    max_results: int = 10,
    depth: int = 3,
    seed: int = 12345,
    progress: Progress | None = None,
    describe: bool = True,
) -> SliceFindings:
    """Search one half of the segments for slices, and test them on the other half.

    Parameters
    ----------
    table : Table
    min_segments : int
        Segments that a slice needs in the searched half; in the other half it needs
        `MIN_SEGMENTS`. A slice that is only described needs them in all segments.
    max_results : int
        Most slices to test, and most slices to describe.
    depth : int
        Most conditions in a slice, 1 to 3.
    seed : int
        Seed of the halves and the test; the same seed gives the same result.
    progress : optional
        Called with the part done, 0 to 1; may raise to stop.
    describe : bool
        Whether to look for slices that cannot be tested, too.

    Examples
    --------
    >>> from bleu_core import Comparison, EvalSet
    >>> from bleu_core.segments.columns import table_of
    >>> kinds = [("news", "talk")[i % 2] for i in range(400)]
    >>> reference = [f"on day {i} they all came home again" for i in range(400)]
    >>> new = [line.replace("home", "back") if kind == "talk" else line
    ...        for line, kind in zip(reference, kinds, strict=True)]
    >>> evalset = EvalSet({"old": reference, "new": new}, [reference], metadata={"kind": kinds})
    >>> found = find_slices(table_of(Comparison.of(evalset)))
    >>> found.slices[0].expression, found.slices[0].confirmed
    ('kind = "talk"', True)
    >>> round(found.slices[0].share_of_change, 2)
    1.0
    """
    comparison = table.comparison
    split = drawn(comparison.evalset, len(comparison), seed)
    searched, held_out = np.flatnonzero(split.searched), np.flatnonzero(~split.searched)

    def nothing(why: Message) -> SliceFindings:
        return SliceFindings([], [], 0, 0, len(searched), len(held_out), split.unit, seed, why)

    if min(len(searched), len(held_out)) < MIN_SEGMENTS:
        return nothing(messages.too_few_segments(2 * MIN_SEGMENTS, len(table)))
    if (comparison.stats_a.matrix == comparison.stats_b.matrix).all():
        return nothing(messages.alike())
    parts = comparison.part(searched), comparison.part(held_out)
    if not all(one.ledger.defined for one in (comparison, *parts)):
        return nothing(messages.no_ledger())

    halves = Halves(split.searched, min_segments, MIN_SEGMENTS)
    excess = np.zeros(len(table))
    excess[searched] = parts[0].ledger.segments - parts[0].ledger.segments.mean()
    conditions = [one for one in conditions_of(table, halves) if one.exchangeable]
    conditions = _farthest(conditions, excess, OF_COLUMNS)
    conditions += word_conditions(table, halves, excess, CONDITIONS - len(conditions))
    if progress is not None:
        progress(0.1)
    masks = _side_by_side(conditions, len(table))
    result = search(
        masks[searched],
        parts[0].ledger.segments,
        min_segments,
        depth,
        None,
        part_of(progress, 0.1, 0.8),
    )
    each = ((one, _chosen(conditions, one)) for one in result.best)
    enough = (
        (one, chosen)
        for one, chosen in each
        if np.count_nonzero(chosen & ~split.searched) >= MIN_SEGMENTS
    )
    groups = fold(enough, excess, max_results)
    tests = confirm(
        comparison,
        held_out,
        [(group.mask, group.shown.excess_points < 0) for group in groups],
        split.documents,
        seed,
    )
    slices = [
        _slice(comparison, conditions, group, test)
        for group, test in zip(groups, tests, strict=True)
    ]
    slices.sort(key=lambda one: (not one.confirmed, -abs(one.excess_points)))
    if progress is not None:
        progress(0.85)
    described: list[FoundSlice] = []
    more = 0
    if describe:
        rest = part_of(progress, 0.85, 1)
        described, more = _described(
            table, conditions, split.documents, min_segments, max_results, depth, rest
        )
    return SliceFindings(
        slices,
        described,
        len(conditions),
        result.looked_at + more,
        len(searched),
        len(held_out),
        split.unit,
        seed,
    )


def _described(
    table: Table,
    others: Sequence[Condition],
    documents: NDArray[np.int64] | None,
    min_segments: int,
    max_results: int,
    depth: int,
    progress: Progress | None,
) -> tuple[list[FoundSlice], int]:
    """Slices that cannot be tested, on all segments; and the number of conjunctions searched."""
    points = table.comparison.ledger.segments
    excess = points - points.mean()
    whole = Halves(np.ones(len(table), bool), min_segments, 0)
    leading = []
    for one in conditions_of(table, whole):
        if not one.exchangeable or _in_one(one.mask, documents):
            leading.append(one)
    leading = _farthest(leading, excess, BESIDE)
    rest = _farthest([other for other in others if other.exchangeable], excess, BESIDE)
    conditions = [*leading, *rest]
    masks = _side_by_side(conditions, len(table))
    result = search(masks, points, min_segments, depth, len(leading), progress)
    groups = fold(((one, _chosen(conditions, one)) for one in result.best), excess, max_results)
    return [_slice(table.comparison, conditions, group, None) for group in groups], result.looked_at


def _slice(
    comparison: Comparison, conditions: Sequence[Condition], group: Folded, test: Confirmed | None
) -> FoundSlice:
    """The result for a slice; without a test, on all segments."""
    rows = np.flatnonzero(group.mask)
    points = comparison.ledger.segments
    direction = -1 if group.shown.excess_points < 0 else 1
    moved = np.maximum(direction * points, 0)
    alike = all(conditions[part].exchangeable for part in group.shown.parts)
    a, b = (stats.subset(rows).corpus().score for stats in (comparison.stats_a, comparison.stats_b))
    skip_reason: Message | str = messages.one_document() if alike else messages.one_output()
    if test is not None:
        a, b, skip_reason = test.score_a, test.score_b, ""
    return FoundSlice(
        expression=_written(conditions, group.shown),
        rows=rows,
        share=len(rows) / len(comparison),
        points=float(points[rows].sum()),
        share_of_change=float(moved[rows].sum() / moved.sum()) if moved.any() else 0.0,
        score_a=a,
        score_b=b,
        delta=b - a,
        ci_low=None if test is None else test.ci_low,
        ci_high=None if test is None else test.ci_high,
        p_value=None if test is None else test.p_value,
        confirmed=test is not None and test.confirmed,
        exchangeable=alike,
        variants=tuple(_written(conditions, one) for one in group.variants),
        excess_points=float((points - points.mean())[rows].sum()),
        tested=0 if test is None else len(test.rows),
        skip_reason=skip_reason,
    )


def _written(conditions: Sequence[Condition], one: Conjunction) -> str:
    parts: list[Node] = []
    for number in one.parts:
        node = conditions[number].node
        parts += node.parts if isinstance(node, And) else (node,)
    return written(And(tuple(parts)) if len(parts) > 1 else parts[0])


def _farthest(
    conditions: Sequence[Condition], excess: NDArray[np.float64], limit: int
) -> list[Condition]:
    """The conditions farthest from carrying their share, in their original order."""
    far = np.array([abs(float(excess[condition.mask].sum())) for condition in conditions])
    largest = np.sort(np.argsort(-far, kind="stable")[:limit])
    return [conditions[i] for i in largest.tolist()]


def _side_by_side(conditions: Sequence[Condition], size: int) -> Masks:
    """(S, C) which segments match which condition."""
    if not conditions:
        return np.zeros((size, 0), bool)
    return np.column_stack([condition.mask for condition in conditions])


def _chosen(conditions: Sequence[Condition], one: Conjunction) -> NDArray[np.bool_]:
    # Not from the mask matrix, in which a condition's values are not contiguous.
    return np.logical_and.reduce([conditions[part].mask for part in one.parts])


def _in_one(mask: NDArray[np.bool_], documents: NDArray[np.int64] | None) -> bool:
    return documents is not None and len(np.unique(documents[mask])) == 1
