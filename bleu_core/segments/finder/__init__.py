"""The slice finder: conjunctions of conditions that contribute more to Δ than their share.

One random half of the segments is searched; the other half confirms. `find_slices` below runs the
steps.

- `conditions`: conditions made from columns, words and word pairs
- `search`: searches all conjunctions, and merges near-duplicates
- `confirmation`: tests on the half that was not searched
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.progress import Progress, sub_progress
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import query as messages
from bleu_core.messages import slice as slice_messages
from bleu_core.segments.columns import SegmentTable
from bleu_core.segments.expressions import conjuncts, written_conjuncts
from bleu_core.segments.finder.conditions import (
    SearchSplit,
    SliceCondition,
    conditions_of,
    word_conditions,
)
from bleu_core.segments.finder.confirmation import confirm_slices
from bleu_core.segments.finder.search import (
    Conjunction,
    SliceGroup,
    deduplicate,
    excess_of,
    relative_lengths,
    search_conjunctions,
)
from bleu_core.significance import MIN_DOCUMENTS, MIN_SEGMENTS, SEED, documents_of
from bleu_core.text.evalset import EvalSet

Masks = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class FoundSlice:
    """A slice found by the slice finder.

    Scores and Δ are those of its segments on the held-out half; on all segments if only described.
    Intervals are simultaneous over all slices shown; they and p are None without a test.
    """

    expression: str  # selects its segments
    rows: NDArray[np.int64]  # (n,) indices of its segments, in file order
    share: float  # of the reference length of all segments, 0 to 1
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


def draw_halves(evalset: EvalSet, size: int, seed: int) -> tuple[Masks, NDArray[np.int64] | None]:
    """(S,) which segments are searched, and the document of each, if documents were drawn.

    Half of the documents are drawn if they are known and each half has `MIN_DOCUMENTS`. Segments of
    one document are similar: if they were in both halves, a property of one document
    would be found in one half and confirmed in the other. With fewer documents, segments are drawn.
    """
    documents = documents_of(evalset)
    rng = np.random.default_rng(seed)
    if documents is not None and len(numbers := np.unique(documents)) >= 2 * MIN_DOCUMENTS:
        half = rng.permutation(numbers)[: len(numbers) // 2]
        return np.isin(documents, half), documents
    searched = np.zeros(size, bool)
    searched[rng.permutation(size)[: size // 2]] = True
    return searched, None


# Most conditions in a search, and most of these from columns; the rest are words.
MAX_CONDITIONS, MAX_COLUMN_CONDITIONS = 500, 350
MAX_DESCRIBED_CONDITIONS = 100  # of each kind, for slices that are only described


def find_slices(
    table: SegmentTable,
    min_segments: int = 30,
    max_results: int = 10,
    depth: int = 3,
    seed: int = SEED,
    progress: Progress | None = None,
    describe: bool = True,
) -> SliceFindings:
    """Search half of the segments for slices, and test them on the other half.

    A slice is a conjunction of conditions whose segments contribute more of Δ than their share of
    the reference tokens.

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
    is_searched, documents = draw_halves(comparison.evalset, len(comparison), seed)
    searched, held_out = np.flatnonzero(is_searched), np.flatnonzero(~is_searched)
    unit = "segment" if documents is None else "document"

    def nothing(reason: str) -> SliceFindings:
        return SliceFindings([], [], 0, 0, len(searched), len(held_out), unit, seed, reason)

    if comparison.evalset.no_test_reason:
        return nothing(comparison.evalset.no_test_reason)
    if min(len(searched), len(held_out)) < MIN_SEGMENTS:
        return nothing(messages.too_few_segments(2 * MIN_SEGMENTS, len(table)))
    if (comparison.stats_a.matrix == comparison.stats_b.matrix).all():
        return nothing(messages.alike())
    parts = comparison.part(searched), comparison.part(held_out)
    if not all(part.ledger.defined for part in (comparison, *parts)):
        return nothing(slice_messages.unavailable("ledger"))

    halves = SearchSplit(is_searched, min_segments, MIN_SEGMENTS)
    excess = np.zeros(len(table))
    points, lengths = parts[0].ledger.segments, _reference_lengths(comparison)
    excess[searched] = excess_of(points, lengths[searched])
    conditions = [own for own in conditions_of(table, halves) if own.exchangeable]
    conditions = _largest_excess(conditions, excess, MAX_COLUMN_CONDITIONS)
    conditions += word_conditions(table, halves, excess, MAX_CONDITIONS - len(conditions))
    if progress is not None:
        progress(0.1)
    masks, share = _mask_matrix(conditions, len(table))[searched], sub_progress(progress, 0.1, 0.8)
    best, looked_at = search_conjunctions(
        masks, points, lengths[searched], min_segments, depth, None, share
    )
    enough = (
        (conjunction, chosen)
        for conjunction, chosen in _with_masks(conditions, best)
        if np.count_nonzero(chosen & ~is_searched) >= MIN_SEGMENTS
    )
    groups = deduplicate(enough, excess, max_results)
    losses = [(group.mask, group.shown.excess_points < 0) for group in groups]
    tests = confirm_slices(comparison, held_out, losses, lengths, documents, seed)
    slices = [
        replace(
            _found_slice(comparison, conditions, group),
            **test._asdict(), delta=test.score_b - test.score_a, skip_reason="",
        )
        for group, test in zip(groups, tests, strict=True)
    ]  # fmt: skip
    slices.sort(key=lambda found: (not found.confirmed, -abs(found.excess_points)))
    if progress is not None:
        progress(0.85)
    described: list[FoundSlice] = []
    if describe:
        rest = sub_progress(progress, 0.85, 1)
        described, more = _describe_slices(
            table, conditions, documents, min_segments, max_results, depth, rest
        )
        looked_at += more
    sizes = len(searched), len(held_out)
    return SliceFindings(slices, described, len(conditions), looked_at, *sizes, unit, seed)


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
    lengths = _reference_lengths(table.comparison)
    excess = excess_of(points, lengths)
    whole = SearchSplit(np.ones(len(table), bool), min_segments, 0)
    leading = [
        own
        for own in conditions_of(table, whole)
        if not own.exchangeable
        or (documents is not None and len(np.unique(documents[own.mask])) == 1)
    ]
    leading = _largest_excess(leading, excess, MAX_DESCRIBED_CONDITIONS)
    rest = [other for other in others if other.exchangeable]
    conditions = [*leading, *_largest_excess(rest, excess, MAX_DESCRIBED_CONDITIONS)]
    masks = _mask_matrix(conditions, len(table))
    best, looked_at = search_conjunctions(
        masks, points, lengths, min_segments, depth, len(leading), progress
    )
    groups = deduplicate(_with_masks(conditions, best), excess, max_results)
    return [_found_slice(table.comparison, conditions, group) for group in groups], looked_at


def _found_slice(
    comparison: Comparison, conditions: Sequence[SliceCondition], group: SliceGroup
) -> FoundSlice:
    """A slice described on all segments, without a test."""
    rows = np.flatnonzero(group.mask)
    points, lengths = comparison.ledger.segments, _reference_lengths(comparison)
    direction = -1 if group.shown.excess_points < 0 else 1
    moved = np.maximum(direction * points, 0)
    alike = all(conditions[part].exchangeable for part in group.shown.parts)
    a, b = (stats.subset(rows).corpus().score for stats in (comparison.stats_a, comparison.stats_b))
    return FoundSlice(
        expression=_slice_expression(conditions, group.shown),
        rows=rows,
        share=float(relative_lengths(lengths)[rows].sum() / len(comparison)),
        points=float(points[rows].sum()),
        share_of_change=float(moved[rows].sum() / moved.sum()) if moved.any() else 0.0,
        score_a=a,
        score_b=b,
        delta=b - a,
        ci_low=None,
        ci_high=None,
        p_value=None,
        confirmed=False,
        exchangeable=alike,
        variants=tuple(_slice_expression(conditions, other) for other in group.variants),
        excess_points=float(excess_of(points, lengths)[rows].sum()),
        skip_reason=messages.one_document() if alike else slice_messages.not_exchangeable(),
    )


def _reference_lengths(comparison: Comparison) -> NDArray[np.float64]:
    """(S,) reference length of each segment in tokens, the mean of A's and B's."""
    lengths: NDArray[np.float64] = (comparison.stats_a.ref_len + comparison.stats_b.ref_len) / 2
    return lengths


def _slice_expression(conditions: Sequence[SliceCondition], found: Conjunction) -> str:
    nodes = (conditions[number].node for number in found.parts)
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
    for found in conjunctions:
        # Not from the mask matrix, in which a condition's values are not contiguous.
        yield found, np.logical_and.reduce([conditions[part].mask for part in found.parts])


__all__ = ["FoundSlice", "SliceFindings", "find_slices"]
