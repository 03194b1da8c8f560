"""The page of a ranking: its first screen, the `RankingScreen` of document.js, and all pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from itertools import combinations, permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import (
    format_count,
    format_delta,
    format_int,
    format_p,
    format_p_cell,
)
from bleu_core.explain.comparison import Comparison
from bleu_core.explain.ledger import PointSources, attribute, point_sources
from bleu_core.explain.ngram_families import Families, Phrase
from bleu_core.explain.ngrams import evidence
from bleu_core.messages import screen
from bleu_core.metrics.bleu import SegmentStatistics
from bleu_core.present.comparison_document import selection_pieces, warning_pieces
from bleu_core.present.comparison_report import NgramRow, largest_ngrams
from bleu_core.present.document import HTML, Document, Piece, Section, Span, plain
from bleu_core.present.ranking_report import BLEU, RANGES, RankingReport, ranking_document
from bleu_core.present.report.html import pieces_html, section_html
from bleu_core.present.report.markup import join
from bleu_core.present.tables.ranking import about_cells, about_family, not_corrected
from bleu_core.present.tables.ranking_sentences import (
    bracket_sentence,
    correction_sentence,
    pairs_summary,
)
from bleu_core.present.tables.verdict import GRADES
from bleu_core.present.viewer import to_page
from bleu_core.present.viewer.changes import text_data
from bleu_core.present.viewer.columns import finite, input_columns, interval_data, metric_data
from bleu_core.present.viewer.contents import (
    MOST_IN_PAGE,
    MOST_SHOWN,
    page_document,
    pair_data,
    set_data,
    shown_rows,
)
from bleu_core.present.viewer.ngrams import ngrams_data
from bleu_core.segments.columns import table_of
from bleu_core.systems import RankedSystem, ScoredSystems, segments_won

# The n-grams of a pair, and the points of Δ by source.
_Ngrams = tuple[list[NgramRow], PointSources]
# With more systems, only pairs with the baseline can be opened.
MOST_SYSTEMS = 30
# The screen draws the ranking and its pairs itself, and the notes on the tests are folded.
MEDIUM = HTML._replace(omits=HTML.omits | {"summary", "ranking", "pairs"})
TESTS = "Tests and notes"
# Outputs of systems on segments, with texts; of more, only some segments have texts.
MOST_LINES = 30_000


def render_ranking_page(standings: RankingReport) -> bytes:
    """The page of a ranking as a file; ValueError if it has too many segments."""
    segments, most = standings.segments, 2 * MOST_IN_PAGE // len(standings.scored)
    if segments > most:
        raise ValueError(screen.too_many(segments, most, "an interactive page"))
    return to_page(ranking_contents(standings)).encode()


def ranking_contents(standings: RankingReport) -> dict[str, Any]:
    """The document of a ranking: its systems are in the order of the ranking."""
    scored = standings.scored
    names = [one.name for one in standings.ranking.systems]
    statistics = {name: scored.statistics[name] for name in names}
    # Of many, the segments on which systems differ most have texts.
    first, *others = statistics.values()
    weights, most = _spread(first, others), min(MOST_SHOWN, MOST_LINES // len(statistics))
    places = _openable(names, standings.ranking.baseline)
    table = table_of(scored.pair(*(names[i] for i in places[0])))
    test_set = set_data(
        scored.evalset,
        statistics,
        list(_pairs(scored, names, places, standings.ranking.baseline)),
        columns=input_columns(table),
        shown=shown_rows(scored.evalset, names, scored.config, weights, most),
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
    """The `Pair`s; only those with the baseline have n-grams, which take long for all."""
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


def _spread(first: SegmentStatistics, others: Sequence[SegmentStatistics]) -> NDArray[np.float64]:
    """(S,) the range of systems' points; of sentence scores if a BLEU is 0."""
    if not others:
        return np.zeros(len(first))
    ledgers = [attribute(first, other) for other in others]
    if all(ledger.defined for ledger in ledgers):
        return np.ptp([np.zeros(len(first)), *(ledger.segments for ledger in ledgers)], axis=0)
    return np.ptp([one.effective_sentence_scores for one in (first, *others)], axis=0)


# The first screen.


def ranking_screen(standings: RankingReport, omits: Set[str] = frozenset()) -> dict[str, Any]:
    """All that the first screen shows, in order; `omits` are ids of sections not folded up."""
    ranking, about = standings.ranking, standings.about
    document = ranking_document(standings, MEDIUM._replace(omits=MEDIUM.omits | omits))
    names = [one.name for one in ranking.systems]
    unit = [Span(f" {sentence}") for sentence in standings.about_tests[:1]]
    findings = warning_pieces(standings.combined_findings)
    warnings = [*selection_pieces(standings.scored.evalset), *findings]
    two = ranking.pairs if len(names) == 2 else []
    notes = [bracket_sentence(ranking), [*correction_sentence(ranking), *unit]]
    return {
        "title": document.title,
        "metric": metric_data(about),
        "sentence": text_data(standings.headline),
        "above": _html(warnings, [s for s in document.sections if s.id == "gates"]),
        "baseline": names.index(ranking.baseline),
        "corrected": ranking.family > 1,
        "systems": [_system(standings, one) for one in ranking.systems],
        "delta": next((interval_data(pair.ci_low, pair.ci_high) for pair in two), None),
        "brackets": [list(bracket) for bracket in ranking.brackets],
        "notes": [text_data(note) for note in notes if note],
        "pairs": {
            "title": f"All {format_count(len(ranking.pairs), 'pair')}",
            "about": text_data(pairs_summary(ranking, about)),
        }
        if len(names) > 2
        else None,
        "matrix": _matrix(standings, names) if len(names) > 2 else None,
        "folded": list(_folded(standings, document)),
    }


def _system(standings: RankingReport, one: RankedSystem) -> dict[str, Any]:
    """A row; all that depends on the baseline is null for the baseline itself."""
    ranking = standings.ranking
    row: dict[str, Any] = {
        "score": finite(one.score),
        "interval": interval_data(one.ci_low, one.ci_high),
        "ranks": [one.rank_best, one.rank_worst] if ranking.tested else None,
    }
    if one.name == ranking.baseline:
        return row | {"delta": None, "p": None, "grade": None}
    pair, found = ranking.pair(ranking.baseline, one.name), standings.grades[one.name]
    reasons = list(found.reasons)
    if pair.p_value is not None and pair.significant_alone and not pair.significant:
        reasons[0] = f"{format_p(pair.p_value)} alone"  # p after Holm is in the row
    return row | {
        "delta": finite(pair.delta),
        "p": pair.p_holm,
        "grade": {"name": found.grade, "label": GRADES[found.grade], "reasons": reasons},
    }


def _matrix(standings: RankingReport, names: Sequence[str]) -> dict[str, Any]:
    """What browser/matrix.js draws but the glossary and the chosen pair: row minus column.

    Lists with an entry per pair are of the upper triangle, row by row, with A first.
    """
    ranking, about = standings.ranking, standings.about
    pairs = [ranking.pair(a, b) for a, b in combinations(names, 2)]
    data: dict[str, Any] = {
        "names": [one_line(name) for name in names],
        "metric": one_line(about.label),
        "tested": ranking.tested,
        "notes": about_cells(about),
        "family": [about_family(ranking), not_corrected(ranking)],
        "delta": [format_delta(pair.delta, about.decimals) for pair in pairs],
        "short": [format_delta(pair.delta, about.decimals - 1) for pair in pairs],
        "p": [format_p_cell(pair.p_value) for pair in pairs],
        "holm": [format_p_cell(pair.p_holm) for pair in pairs],
        "found": [pair.significant + pair.significant_alone for pair in pairs],
    }
    if standings.by == BLEU:
        statistics = standings.scored.statistics
        index = {name: i for i, name in enumerate(statistics)}
        won = segments_won(list(statistics.values()))
        data["won"] = [format_int(won[index[pair.a], index[pair.b]]) for pair in pairs]
        data["lost"] = [format_int(won[index[pair.b], index[pair.a]]) for pair in pairs]
    if len(names) > MOST_SYSTEMS:
        data["only"] = names.index(ranking.baseline)  # only its pairs can be opened
    return data


def _folded(standings: RankingReport, document: Document) -> Iterator[dict[str, str]]:
    """The rest of the report: sections of their own, and what explains the tests together."""
    sections = {section.id: section for section in document.sections}
    together = [s for key in ("oracle", "best", "notes") if (s := sections.get(key))]
    tests: list[Piece] = []
    if standings.ranking.tested:
        tests.append(plain(RANGES))
    tests += map(plain, standings.about_tests)
    for key in ("made-of", "reference-points"):
        if section := sections.get(key):
            yield {"title": section.title, "html": _html(section.pieces)}
    if tests or together:
        yield {"title": TESTS, "html": _html(tests, together)}
    if last := sections.get("provenance"):
        yield {"title": last.title, "html": _html(last.pieces)}


def _html(pieces: Sequence[Piece], sections: Sequence[Section] = ()) -> str:
    return join([*pieces_html(Section("", "", pieces)), *map(section_html, sections)])
