"""Answers about n-grams: those of the view N-grams, and the segments of one of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from starlette.responses import Response

from bleu_core import Comparison
from bleu_core.common.escaping import to_csv
from bleu_core.explain.concordance import concordance
from bleu_core.present import document as doc
from bleu_core.present.comparison_document import words_sections
from bleu_core.present.comparison_report import ComparisonReport, largest_ngrams
from bleu_core.present.viewer.contents import part_contents
from bleu_core.present.viewer.ngrams import report_ngrams
from pages.ui import results
from pages.ui.cache import computed

COUNTING = "Counting n-grams"
# Segments of a concordance in one answer.
CONTEXTS = 4


def ngrams(comparison: Comparison, asked: dict[str, str]) -> dict[str, Any] | None:
    """The `PairNgrams` of document.js; with `find` its rows are those with that text."""
    summary = computed(COUNTING, results.ngram_summary, comparison)
    if summary is None or summary.families is None:
        return None
    rows, find = summary.ngrams, asked.get("find", "")
    is_sign = len(find) > 1 and find[0] == find[-1] == "/"  # the search of a family of signs
    if find and not is_sign:
        table = results.ngram_evidence(comparison)
        rows = largest_ngrams(table, find, table.min_count)
    content = ComparisonReport(
        comparison, families=summary.families, ngrams=rows, members=summary.members
    )
    return report_ngrams(content, words_sections(content, doc.HTML))


def ngrams_file(comparison: Comparison, asked: dict[str, str]) -> Response:
    """All n-grams that A and B match differently, as CSV."""
    table = results.ngram_evidence(comparison)
    rows = table.largest_first(table.rows())
    names = ("order", "matches_a", "matches_b", "count_a", "count_b", "limit", "wins_a", "wins_b")
    names = (*names, "p", "q", "points", "points_with_folded")
    columns = {name.replace("_with_folded", " with nested"): table.column(name) for name in names}
    shown = {"n-gram": table.texts(rows).to_pylist()}
    shown |= {name: column[rows] for name, column in columns.items()}
    return Response(to_csv(shown), media_type="text/csv")


def concordance_of(comparison: Comparison, asked: dict[str, str]) -> dict[str, Any]:
    """The `Concordance` of concordance.js with the segments of its rows in place of their lines."""
    summary = computed(COUNTING, results.ngram_summary, comparison)
    evidence, ngram = results.ngram_evidence(comparison), asked.get("ngram", "")
    found = concordance(evidence.corpus, ngram)
    groups = {name: segments.tolist() for name, segments in found.groups().items()}
    group = asked.get("group") or _usual_group(groups)
    start = int(asked.get("from", "0"))
    rows = groups[group][start : start + CONTEXTS]
    families = summary.families.rows if summary and summary.families else []
    kinds = [one.text for one in families if one.is_sign and one.search == ngram]
    q = next((row.q for row in summary.ngrams if row.text == ngram), None) if summary else None
    return {
        "ngram": ngram,
        "kind": kinds[0] if kinds else "",
        "q": None if q is None or np.isnan(q) else q,
        "matches": [int(found.matches_a.sum()), int(found.matches_b.sum())],
        "groups": [[name, len(segments)] for name, segments in groups.items()],
        "group": group,
        "segments": len(found.segments),
        "searched": None,
        "rows": rows,
        "document": part_contents(comparison, np.array(rows, np.int64)) if rows else None,
    }


def _usual_group(groups: dict[str, list[int]]) -> str:
    """The larger of those where one system has more; else the largest."""
    first = max(("A more", "B more"), key=lambda name: len(groups[name]))
    return first if groups[first] else max(groups, key=lambda name: len(groups[name]))


ANSWERS = {"ngrams": ngrams, "ngrams.csv": ngrams_file, "concordance": concordance_of}
