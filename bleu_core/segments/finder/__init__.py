"""The slice finder: conjunctions of conditions that contribute more to Δ than their share.

One random half of the segments is searched; the other half confirms. `find_slices` below runs the
steps.

- `conditions`: conditions made from columns, words and word pairs
- `search`: searches all conjunctions, and merges near-duplicates
- `confirmation`: tests on the half that was not searched
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.progress import Progress, sub_progress
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import Message
from bleu_core.messages import query as messages
from bleu_core.segments.columns import SegmentTable
from bleu_core.segments.expressions import conjuncts, written_conjuncts
from bleu_core.segments.finder.conditions import (
    SearchSplit,
    SliceCondition,
    conditions_of,
    word_conditions,
)
from bleu_core.segments.finder.confirmation import ConfirmedSlice, confirm_slices
from bleu_core.segments.finder.search import (
    Conjunction,
    SliceGroup,
    deduplicate,
    search_conjunctions,
)
from bleu_core.significance import MIN_DOCUMENTS, MIN_SEGMENTS, documents_of
from bleu_core.text.evalset import EvalSet


@dataclass(frozen=True, eq=False)
class FoundSlice:
    """A slice found by the slice finder.

    Scores and Δ are those of its segments on the held-out half; on all segments if only described.
    Intervals are simultaneous over all slices shown; they and p are None without a test.
    """

    expression: str  # selects its segments
    rows: NDArray[np.int64]  # (n,) indices of its segments, in file order
    share: float  # of all segments, 0 to 1
    points: float  # contribution of its segments to Δ, in the ledger of all segments
    share_of_change: float  # of all losses or all gains, by the slice's direction, 0 to 1
    score_a: float
    score_b: float
    delta: float  # B − A
    ci_low: float | None  # interval of `delta`; None also if the segments come from a single unit
    ci_high: float | None
    p_value: float | None  # corrected for the number of slices shown (Holm)
    confirmed: bool
    exchangeable: bool  # stays the same when A and B are swapped, so a test is valid
    variants: tuple[str, ...] = ()  # expressions of slices that select nearly the same segments
    excess_points: float = 0.0  # the part of `points` beyond their share
    tested: int = 0  # number of held-out segments on which it was tested; 0 if not tested
    skip_reason: str = ""  # message on why it was not tested; '' if it was
    surplus: float | None = None  # points beyond its share on the held-out half
    surplus_low: float | None = None
    surplus_high: float | None = None


@dataclass(frozen=True, eq=False)
class SliceFindings:
    """Result of the slice finder.

    Attributes
    ----------
    slices : list of FoundSlice
        Slices that were tested: confirmed ones first, then by excess points.
    described : list of FoundSlice
        Slices that cannot be tested, with the reason: most depend on the output of one system.
    conditions, conjunctions : int
        Numbers of conditions and conjunctions searched.
    searched, held_out : int
        Numbers of segments searched, and held out for the test.
    unit : str
        Unit of the halves and of exchange: "document" or "segment".
    seed : int
    reason : str
        Message on why no search was possible; '' if it was.

    Examples
    --------
    >>> from bleu_core import Comparison, EvalSet
    >>> from bleu_core.segments.columns import table_of
    >>> from bleu_core.segments.finder import find_slices
    >>> comparison = Comparison.of(EvalSet({"old": ["a"], "new": ["b"]}, [["a"]]))
    >>> find_slices(table_of(comparison)).reason
    'The slice finder needs 60 segments: half to search, half to test. This comparison has 1.'
    """

    slices: list[FoundSlice]
    described: list[FoundSlice]
    conditions: int
    conjunctions: int
    searched: int
    held_out: int
    unit: str
    seed: int
    reason: str = ""


class RandomHalves(NamedTuple):
    """(S,) which segments are searched; and the document of each, if documents were drawn."""

    searched: NDArray[np.bool_]
    documents: NDArray[np.int64] | None

    @property
    def unit(self) -> str:
        return "segment" if self.documents is None else "document"


def draw_halves(evalset: EvalSet, size: int, seed: int) -> RandomHalves:
    """Draw half of the documents, if they are known and each half has `MIN_DOCUMENTS`.

    Segments of one document are similar: if they were in both halves, a property of one document
    would be found in one half and confirmed in the other. With fewer documents, segments are drawn.
    """
    documents = documents_of(evalset)
    rng = np.random.default_rng(seed)
    if documents is not None and len(numbers := np.unique(documents)) >= 2 * MIN_DOCUMENTS:
        half = rng.permutation(numbers)[: len(numbers) // 2]
        return RandomHalves(np.isin(documents, half), documents)
    searched = np.zeros(size, bool)
    searched[rng.permutation(size)[: size // 2]] = True
    return RandomHalves(searched, None)


Masks = NDArray[np.bool_]

# Most conditions in a search, and most of these from columns; the rest are words.
MAX_CONDITIONS, MAX_COLUMN_CONDITIONS = 500, 350
MAX_DESCRIBED_CONDITIONS = 100  # of each kind, for slices that are only described


def find_slices(
    table: SegmentTable,
    min_segments: int = 30,
    max_results: int = 10,
    depth: int = 3,
    seed: int = 12345,
    progress: Progress | None = None,
    describe: bool = True,
) -> SliceFindings:
    """Search half of the segments for slices, and test them on the other half.

    A slice is a conjunction of conditions whose segments contribute more of Δ than their share.

    Parameters
    ----------
    table : SegmentTable
    min_segments : int
        Segments that a slice needs in the searched half; in the other half it needs `MIN_SEGMENTS`.
        A slice that is only described needs `min_segments` in all segments.
    max_results : int
        Maximum number of slices to test, and of slices to describe.
    depth : int
        Maximum number of conditions in a slice, 1 to 3.
    seed : int
        Seed of the halves and the test; the same seed gives the same result.
    progress : callable, optional
        Called with the part done, 0 to 1; may raise to stop.
    describe : bool
        Whether to search for slices that cannot be tested, too.

    Returns
    -------
    SliceFindings
        `.slices` were tested, `.described` were not; p-values and intervals are corrected for the
        number of slices.

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
    split = draw_halves(comparison.evalset, len(comparison), seed)
    searched, held_out = np.flatnonzero(split.searched), np.flatnonzero(~split.searched)

    def nothing(why: str) -> SliceFindings:
        return SliceFindings([], [], 0, 0, len(searched), len(held_out), split.unit, seed, why)

    if comparison.evalset.no_test_reason:
        return nothing(comparison.evalset.no_test_reason)
    if min(len(searched), len(held_out)) < MIN_SEGMENTS:
        return nothing(messages.too_few_segments(2 * MIN_SEGMENTS, len(table)))
    if (comparison.stats_a.matrix == comparison.stats_b.matrix).all():
        return nothing(messages.alike())
    parts = comparison.part(searched), comparison.part(held_out)
    if not all(one.ledger.defined for one in (comparison, *parts)):
        return nothing(messages.no_ledger())

    halves = SearchSplit(split.searched, min_segments, MIN_SEGMENTS)
    excess = np.zeros(len(table))
    excess[searched] = parts[0].ledger.segments - parts[0].ledger.segments.mean()
    conditions = [one for one in conditions_of(table, halves) if one.exchangeable]
    conditions = _largest_excess(conditions, excess, MAX_COLUMN_CONDITIONS)
    conditions += word_conditions(table, halves, excess, MAX_CONDITIONS - len(conditions))
    if progress is not None:
        progress(0.1)
    masks, share = _mask_matrix(conditions, len(table))[searched], sub_progress(progress, 0.1, 0.8)
    result = search_conjunctions(masks, parts[0].ledger.segments, min_segments, depth, None, share)
    enough = (
        (one, chosen)
        for one, chosen in _with_masks(conditions, result.best)
        if np.count_nonzero(chosen & ~split.searched) >= MIN_SEGMENTS
    )
    groups = deduplicate(enough, excess, max_results)
    losses = [(group.mask, group.shown.excess_points < 0) for group in groups]
    tests = confirm_slices(comparison, held_out, losses, split.documents, seed)
    pairs = zip(groups, tests, strict=True)
    slices = [_found_slice(comparison, conditions, group, test) for group, test in pairs]
    slices.sort(key=lambda one: (not one.confirmed, -abs(one.excess_points)))
    if progress is not None:
        progress(0.85)
    described: list[FoundSlice] = []
    more = 0
    if describe:
        rest = sub_progress(progress, 0.85, 1)
        described, more = _describe_slices(
            table, conditions, split.documents, min_segments, max_results, depth, rest
        )
    conjunctions, sizes = result.looked_at + more, (len(searched), len(held_out))
    return SliceFindings(slices, described, len(conditions), conjunctions, *sizes, split.unit, seed)


def _describe_slices(
    table: SegmentTable,
    others: Sequence[SliceCondition],
    documents: NDArray[np.int64] | None,
    min_segments: int,
    max_results: int,
    depth: int,
    progress: Progress | None,
) -> tuple[list[FoundSlice], int]:
    """Slices that cannot be tested, on all segments; and the number of conjunctions searched."""
    points = table.comparison.ledger.segments
    excess = points - points.mean()
    whole = SearchSplit(np.ones(len(table), bool), min_segments, 0)
    leading = [
        one
        for one in conditions_of(table, whole)
        if not one.exchangeable
        or (documents is not None and len(np.unique(documents[one.mask])) == 1)
    ]
    leading = _largest_excess(leading, excess, MAX_DESCRIBED_CONDITIONS)
    rest = [other for other in others if other.exchangeable]
    conditions = [*leading, *_largest_excess(rest, excess, MAX_DESCRIBED_CONDITIONS)]
    masks = _mask_matrix(conditions, len(table))
    result = search_conjunctions(masks, points, min_segments, depth, len(leading), progress)
    groups = deduplicate(_with_masks(conditions, result.best), excess, max_results)
    slices = [_found_slice(table.comparison, conditions, group, None) for group in groups]
    return slices, result.looked_at


def _found_slice(
    comparison: Comparison,
    conditions: Sequence[SliceCondition],
    group: SliceGroup,
    test: ConfirmedSlice | None,
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
        expression=_slice_expression(conditions, group.shown),
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
        variants=tuple(_slice_expression(conditions, one) for one in group.variants),
        excess_points=float((points - points.mean())[rows].sum()),
        tested=0 if test is None else len(test.rows),
        skip_reason=skip_reason,
        surplus=None if test is None else test.excess_points,
        surplus_low=None if test is None else test.excess_low,
        surplus_high=None if test is None else test.excess_high,
    )


def _slice_expression(conditions: Sequence[SliceCondition], one: Conjunction) -> str:
    nodes = (conditions[number].node for number in one.parts)
    return written_conjuncts(part for node in nodes for part in conjuncts(node))


def _largest_excess(
    conditions: Sequence[SliceCondition], excess: NDArray[np.float64], limit: int
) -> list[SliceCondition]:
    """The conditions with the largest excess, in their original order."""
    far = np.array([abs(float(excess[condition.mask].sum())) for condition in conditions])
    largest = np.sort(np.argsort(-far, kind="stable")[:limit])
    return [conditions[i] for i in largest.tolist()]


def _mask_matrix(conditions: Sequence[SliceCondition], size: int) -> Masks:
    """(S, C) which segments match which condition."""
    if not conditions:
        return np.zeros((size, 0), bool)
    return np.column_stack([condition.mask for condition in conditions])


def _with_masks(
    conditions: Sequence[SliceCondition], conjunctions: Iterable[Conjunction]
) -> Iterator[tuple[Conjunction, Masks]]:
    """Each conjunction with (S,) which segments match it."""
    for one in conjunctions:
        # Not from the mask matrix, in which a condition's values are not contiguous.
        yield one, np.logical_and.reduce([conditions[part].mask for part in one.parts])


__all__ = ["FoundSlice", "SliceFindings", "find_slices"]
