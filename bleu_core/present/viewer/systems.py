"""The first screen of a ranking: the `RankingScreen` of document.js."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import Any

from bleu_core.common.formatting import format_count, format_p
from bleu_core.present.comparison_document import selection_pieces, warning_pieces
from bleu_core.present.document import HTML, Document, Piece, Section, Span, as_names, plain
from bleu_core.present.matrix import matrix_data
from bleu_core.present.ranking_report import BLEU, RANGES, RankingReport, ranking_document
from bleu_core.present.report.html import piece_html, section_html
from bleu_core.present.report.markup import join
from bleu_core.present.tables.ranking_sentences import (
    at_floor,
    bracket_sentence,
    correction_sentence,
    pairs_summary,
)
from bleu_core.present.tables.verdict import GRADES
from bleu_core.present.viewer.changes import text_data
from bleu_core.present.viewer.columns import finite, interval_data, metric_data
from bleu_core.systems import RankedSystem, segments_won

# With more systems, only pairs with the baseline can be opened.
MOST_SYSTEMS = 30
# The screen draws the ranking and its pairs itself, and the notes on the tests are folded.
MEDIUM = HTML._replace(omits=HTML.omits | {"summary", "ranking", "pairs"})
TESTS = "Tests and notes"


def ranking_screen(standings: RankingReport, omits: Set[str] = frozenset()) -> dict[str, Any]:
    """All that the first screen shows; systems are in the order of the ranking.

    `omits` are the ids of sections of the report that it does not fold up.
    """
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
        "sentence": text_data(as_names(standings.headline)),
        "above": _html(warnings, [s for s in document.sections if s.id == "gates"]),
        "baseline": names.index(ranking.baseline),
        "corrected": ranking.family > 1,
        "systems": [_system(standings, one) for one in ranking.systems],
        "delta": next((interval_data(pair.ci_low, pair.ci_high) for pair in two), None),
        "brackets": [list(bracket) for bracket in ranking.brackets],
        "notes": [text_data(as_names(note)) for note in notes if note],
        "pairs": {
            "title": f"All {format_count(len(ranking.pairs), 'pair')}",
            "about": text_data(as_names(pairs_summary(ranking, about))),
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
        return row | {"delta": None, "p": None, "floor": False, "grade": None}
    pair, found = ranking.pair(ranking.baseline, one.name), standings.grades[one.name]
    reasons = list(found.reasons)
    if pair.p_value is not None and pair.significant_alone and not pair.significant:
        reasons[0] = f"{format_p(pair.p_value)} alone"  # p after Holm is in the row
    return row | {
        "delta": finite(pair.delta),
        "p": pair.p_holm,
        "floor": at_floor(ranking, pair),
        "grade": {"name": found.grade, "label": GRADES[found.grade], "reasons": reasons},
    }


def _matrix(standings: RankingReport, names: Sequence[str]) -> dict[str, Any]:
    """The data of the matrix, row minus column; `only` is the baseline if only its pairs open."""
    ranking, about = standings.ranking, standings.about
    statistics = standings.scored.statistics
    won = segments_won(list(statistics.values())) if standings.by == BLEU else None
    data = matrix_data(ranking, about, list(statistics), won)
    if len(names) > MOST_SYSTEMS:
        data["only"] = names.index(ranking.baseline)
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
    shows_labels = Section("", "", pieces).shows_labels
    own = [html for piece in pieces for html in piece_html(piece, shows_labels)]
    return join([*own, *map(section_html, sections)])
