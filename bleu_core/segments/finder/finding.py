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

# So many conditions are looked at: of columns first, words after them.
CONDITIONS, OF_COLUMNS = 500, 350
BESIDE = 100  # of each kind, where slices are only described


def find_slices(
    table: Table,
    least: int = 30,
    most: int = 10,
    depth: int = 3,
    seed: int = 12345,
    progress: Progress | None = None,
    describe: bool = True,
) -> SliceFindings:
    """Search one half of the segments for slices, and test on the other what was found.

    Parameters
    ----------
    table : Table
    least : int
        Segments that a slice has at least in the half that is searched; in the other it has
        `MIN_SEGMENTS`. One that is only described has so many of all.
    most : int
        Slices that are shown at most: that many to test, and that many to describe.
    depth : int
        Conditions in a slice at most, 1 to 3.
    seed : int
        Of the halves, and of the test. The same seed finds the same.
    progress : optional
        Called with the part done, 0 to 1; may raise to stop.
    describe : bool
        Whether slices that cannot be tested are looked for, too.

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

    halves = Halves(split.searched, least, MIN_SEGMENTS)
    beyond = np.zeros(len(table))
    beyond[searched] = parts[0].ledger.segments - parts[0].ledger.segments.mean()
    conditions = [one for one in conditions_of(table, halves) if one.exchangeable]
    conditions = _farthest(conditions, beyond, OF_COLUMNS)
    conditions += word_conditions(table, halves, beyond, CONDITIONS - len(conditions))
    if progress is not None:
        progress(0.1)
    masks = _side_by_side(conditions, len(table))
    found = search(
        masks[searched], parts[0].ledger.segments, least, depth, None, part_of(progress, 0.1, 0.8)
    )
    each = ((one, _chosen(conditions, one)) for one in found.best)
    enough = (
        (one, chosen)
        for one, chosen in each
        if np.count_nonzero(chosen & ~split.searched) >= MIN_SEGMENTS
    )
    groups = fold(enough, beyond, most)
    tests = confirm(
        comparison,
        held_out,
        [(group.mask, group.shown.beyond < 0) for group in groups],
        split.documents,
        seed,
    )
    slices = [
        _slice(comparison, conditions, group, test)
        for group, test in zip(groups, tests, strict=True)
    ]
    slices.sort(key=lambda one: (not one.confirmed, -abs(one.beyond)))
    if progress is not None:
        progress(0.85)
    described: list[FoundSlice] = []
    more = 0
    if describe:
        rest = part_of(progress, 0.85, 1)
        described, more = _described(table, conditions, split.documents, least, most, depth, rest)
    return SliceFindings(
        slices,
        described,
        len(conditions),
        found.looked_at + more,
        len(searched),
        len(held_out),
        split.unit,
        seed,
    )


def _described(
    table: Table,
    others: Sequence[Condition],
    documents: NDArray[np.int64] | None,
    least: int,
    most: int,
    depth: int,
    progress: Progress | None,
) -> tuple[list[FoundSlice], int]:
    """Slices that no test can be made on, of all segments; and how many were looked at."""
    points = table.comparison.ledger.segments
    beyond = points - points.mean()
    whole = Halves(np.ones(len(table), bool), least, 0)
    leading = []
    for one in conditions_of(table, whole):
        if not one.exchangeable or _in_one(one.mask, documents):
            leading.append(one)
    leading = _farthest(leading, beyond, BESIDE)
    rest = _farthest([one for one in others if one.exchangeable], beyond, BESIDE)
    conditions = [*leading, *rest]
    masks = _side_by_side(conditions, len(table))
    found = search(masks, points, least, depth, len(leading), progress)
    groups = fold(((one, _chosen(conditions, one)) for one in found.best), beyond, most)
    return [_slice(table.comparison, conditions, group, None) for group in groups], found.looked_at


def _slice(
    comparison: Comparison, conditions: Sequence[Condition], group: Folded, test: Confirmed | None
) -> FoundSlice:
    """A slice as it is shown; without a test it is of all segments."""
    rows = np.flatnonzero(group.mask)
    points = comparison.ledger.segments
    way = -1 if group.shown.beyond < 0 else 1
    moved = np.maximum(way * points, 0)
    alike = all(conditions[part].exchangeable for part in group.shown.parts)
    a, b = (stats.subset(rows).corpus().score for stats in (comparison.stats_a, comparison.stats_b))
    untested: Message | str = messages.one_document() if alike else messages.one_output()
    if test is not None:
        a, b, untested = test.score_a, test.score_b, ""
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
        beyond=float((points - points.mean())[rows].sum()),
        tested=0 if test is None else len(test.rows),
        untested=untested,
    )


def _written(conditions: Sequence[Condition], one: Conjunction) -> str:
    parts: list[Node] = []
    for number in one.parts:
        node = conditions[number].node
        parts += node.parts if isinstance(node, And) else (node,)
    return written(And(tuple(parts)) if len(parts) > 1 else parts[0])


def _farthest(
    conditions: Sequence[Condition], beyond: NDArray[np.float64], most: int
) -> list[Condition]:
    """Those that are farthest from carrying their share, in the order in which they came."""
    far = np.array([abs(float(beyond[one.mask].sum())) for one in conditions])
    kept = np.sort(np.argsort(-far, kind="stable")[:most])
    return [conditions[i] for i in kept.tolist()]


def _side_by_side(conditions: Sequence[Condition], size: int) -> Masks:
    """(S, C) which segments fulfil which condition."""
    if not conditions:
        return np.zeros((size, 0), bool)
    return np.column_stack([one.mask for one in conditions])


def _chosen(conditions: Sequence[Condition], one: Conjunction) -> NDArray[np.bool_]:
    # Not of the masks side by side, where those of one condition lie far apart.
    return np.logical_and.reduce([conditions[part].mask for part in one.parts])


def _in_one(mask: NDArray[np.bool_], documents: NDArray[np.int64] | None) -> bool:
    return documents is not None and len(np.unique(documents[mask])) == 1
