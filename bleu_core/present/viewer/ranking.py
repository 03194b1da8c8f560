"""The page of a ranking, with all pairs of its systems."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bleu_core.explain.comparison import Comparison
from bleu_core.explain.ledger import PointSources, attribute, point_sources
from bleu_core.explain.ngram_families import Families, Phrase
from bleu_core.explain.ngrams import evidence
from bleu_core.messages import screen
from bleu_core.metrics.bleu import SegmentStatistics
from bleu_core.present.comparison_report import NgramRow, largest_ngrams
from bleu_core.present.ranking_report import RankingReport
from bleu_core.present.viewer import to_page
from bleu_core.present.viewer.columns import input_columns
from bleu_core.present.viewer.contents import (
    MOST_IN_PAGE,
    MOST_SHOWN,
    page_document,
    pair_data,
    set_data,
    shown_rows,
)
from bleu_core.present.viewer.ngrams import ngrams_data
from bleu_core.present.viewer.systems import MOST_SYSTEMS, ranking_screen
from bleu_core.segments.columns import table_of
from bleu_core.systems import ScoredSystems

# The n-grams of a pair, and the points of Δ by source.
_Ngrams = tuple[list[NgramRow], PointSources]
# Outputs of systems on segments, with texts; of more, only some segments have texts.
MOST_LINES = 30_000


def render_ranking_page(standings: RankingReport) -> bytes:
    """The page of a ranking as a file; ValueError if it has too many segments."""
    segments, most = standings.segments, 2 * MOST_IN_PAGE // len(standings.scored)
    if segments > most:
        raise ValueError(screen.too_many_for_page(segments, most))
    return to_page(ranking_contents(standings)).encode()


def ranking_contents(standings: RankingReport) -> dict[str, Any]:
    """The document of a ranking: its systems are in the order of the ranking."""
    scored = standings.scored
    names = [one.name for one in standings.ranking.systems]
    statistics = {name: scored.statistics[name] for name in names}
    places = _openable(names, standings.ranking.baseline)
    table = table_of(scored.pair(*(names[i] for i in places[0])))
    test_set = set_data(
        scored.evalset,
        statistics,
        list(_pairs(scored, names, places, standings.ranking.baseline)),
        columns=input_columns(table),
        shown=_shown(scored, statistics),
        baseline=names.index(standings.ranking.baseline),
    )
    shown = ranking_screen(standings)
    return page_document("ranking", shown["title"], [test_set], ranking=shown)


def _openable(names: Sequence[str], baseline: str) -> list[tuple[int, int]]:
    """A and B of each pair, in both directions; those with the baseline as A come first."""
    first = names.index(baseline)
    if len(names) == 1:
        return [(0, 0)]  # a single system is compared with itself
    all_open = len(names) <= MOST_SYSTEMS
    pairs = [pair for pair in permutations(range(len(names)), 2) if all_open or first in pair]
    return sorted(pairs, key=lambda pair: pair[0] != first)


def _pairs(
    scored: ScoredSystems, names: Sequence[str], places: Sequence[tuple[int, int]], baseline: str
) -> Iterator[dict[str, Any]]:
    """The `Pair`s; those with the baseline have n-grams, which take long for all.

    In the other direction, a pair has the same prices and n-grams.
    """
    made: dict[tuple[int, int], tuple[dict[str, Any], _Ngrams | None]] = {}
    for a, b in places:
        if (b, a) in made:
            turned, found = made[b, a]
            delta = -turned["delta"]
            ngrams = None if found is None else _ngrams_data(*_turned(*found), delta)
            yield turned | {"a": a, "b": b, "delta": delta, "ngrams": ngrams}
            continue
        comparison = scored.pair(names[a], names[b])
        found = _ngrams(comparison) if baseline in (names[a], names[b]) else None
        ngrams = None if found is None else _ngrams_data(*found, comparison.delta)
        made[a, b] = pair_data(comparison, (a, b), ngrams=ngrams), found
        yield made[a, b][0]


def _ngrams(comparison: Comparison) -> _Ngrams | None:
    """The n-grams of a pair; None if their points are undefined."""
    ledger = comparison.ledger
    if not ledger.defined:
        return None
    sources = point_sources(ledger, comparison.stats_a, comparison.stats_b)
    return largest_ngrams(evidence(comparison, ledger.per_match)), sources


def _ngrams_data(rows: list[NgramRow], sources: PointSources, delta: float) -> dict[str, Any]:
    """The n-grams of a pair, whose families are not searched for: that takes long for all."""
    families = Families([], sources)
    towards = (row for row in rows if row.points_with_folded * delta > 0)
    if largest := next(towards, None):
        families = replace(families, phrase=Phrase(largest.text, largest.points_with_folded, None))
    return ngrams_data(rows, families, delta)


def _turned(rows: list[NgramRow], sources: PointSources) -> _Ngrams:
    """N-grams with B as A."""
    turned = [
        row._replace(
            matches_a=row.matches_b, matches_b=row.matches_a, wins_a=row.wins_b, wins_b=row.wins_a,
            points=-row.points, points_with_folded=-row.points_with_folded,
        )
        for row in rows
    ]  # fmt: skip
    return turned, PointSources(*(-points for points in sources))


def _shown(
    scored: ScoredSystems, statistics: Mapping[str, SegmentStatistics]
) -> NDArray[np.int64] | None:
    """The segments with texts, ascending: those on which systems differ most; None for all."""
    first, *others = statistics.values()
    weights, most = _spread(first, others), min(MOST_SHOWN, MOST_LINES // len(statistics))
    return shown_rows(scored.evalset, list(statistics), scored.config, weights, most)


def _spread(first: SegmentStatistics, others: Sequence[SegmentStatistics]) -> NDArray[np.float64]:
    """(S,) the range of the points that segments contribute to the systems' differences.

    If a BLEU is 0, nothing is attributed to segments: then of their sentence scores.
    """
    if not others:
        return np.zeros(len(first))
    ledgers = [attribute(first, other) for other in others]
    if all(ledger.defined for ledger in ledgers):
        return np.ptp([np.zeros(len(first)), *(ledger.segments for ledger in ledgers)], axis=0)
    return np.ptp([one.effective_sentence_scores for one in (first, *others)], axis=0)
