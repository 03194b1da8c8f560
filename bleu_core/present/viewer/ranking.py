"""The page of a ranking: the matrix of all pairs, each of which opens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bleu_core.explain.comparison import Comparison
from bleu_core.explain.ledger import attribute
from bleu_core.explain.ngrams import evidence
from bleu_core.messages import screen
from bleu_core.metrics.bleu import SegmentStatistics
from bleu_core.present.comparison_report import NgramRow, largest_ngrams
from bleu_core.present.document import HTML
from bleu_core.present.matrix import matrix_data
from bleu_core.present.ranking_report import BLEU, RankingReport, ranking_document
from bleu_core.present.report.html import sections_html
from bleu_core.present.report.markup import join
from bleu_core.present.viewer import to_page
from bleu_core.present.viewer.columns import input_columns
from bleu_core.present.viewer.contents import (
    MOST_IN_PAGE,
    MOST_SHOWN,
    ngrams_data,
    page_document,
    pair_data,
    set_data,
    shown_rows,
)
from bleu_core.segments.columns import table_of
from bleu_core.systems import ScoredSystems, segments_won

# Outputs of systems on segments, with texts; of more, only some segments have texts.
MOST_LINES = 30_000
# With more systems, only pairs with the baseline can be opened.
MOST_SYSTEMS = 30
# The matrix shows all pairs already.
MEDIUM = HTML._replace(omits=HTML.omits | {"pairs"})


def render_ranking_page(standings: RankingReport) -> bytes:
    """The page of a ranking as a file; ValueError if it has too many segments."""
    segments, most = standings.segments, 2 * MOST_IN_PAGE // len(standings.scored)
    if segments > most:
        raise ValueError(screen.too_many_for_page(segments, most))
    return to_page(ranking_contents(standings)).encode()


def ranking_contents(standings: RankingReport) -> dict[str, Any]:
    """The document of a ranking: its systems are in the order of the ranking."""
    scored, document = standings.scored, ranking_document(standings, MEDIUM)
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
    return page_document(
        "ranking",
        document.title,
        [test_set],
        overview=join(sections_html(document)),
        matrix=_matrix(standings, names),
    )


def _matrix(standings: RankingReport, names: Sequence[str]) -> dict[str, Any]:
    """The data of the matrix; `only` is the baseline if only its pairs can be opened."""
    statistics = standings.scored.statistics
    won = segments_won(list(statistics.values())) if standings.by == BLEU else None
    data = matrix_data(standings.ranking, standings.about, list(statistics), won)
    if len(names) > MOST_SYSTEMS:
        data["only"] = names.index(standings.ranking.baseline)
    return data


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
    made: dict[tuple[int, int], tuple[dict[str, Any], list[NgramRow]]] = {}
    for a, b in places:
        if (b, a) in made:
            turned, rows = made[b, a]
            ngrams = ngrams_data(map(_turned, rows)) or None
            yield turned | {"a": a, "b": b, "delta": -turned["delta"], "ngrams": ngrams}
            continue
        comparison = scored.pair(names[a], names[b])
        rows = _ngrams(comparison) if baseline in (names[a], names[b]) else []
        made[a, b] = pair_data(comparison, (a, b), ngrams=ngrams_data(rows) or None), rows
        yield made[a, b][0]


def _ngrams(comparison: Comparison) -> list[NgramRow]:
    return largest_ngrams(evidence(comparison, np.nan_to_num(comparison.ledger.per_match)))


def _turned(row: NgramRow) -> NgramRow:
    """An n-gram with B as A."""
    return row._replace(
        matches_a=row.matches_b, matches_b=row.matches_a, wins_a=row.wins_b, wins_b=row.wins_a,
        points=-row.points, points_with_folded=-row.points_with_folded,
    )  # fmt: skip


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
