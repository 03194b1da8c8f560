"""N-grams in a page: the `PairNgrams` of document.js, whose rows add up to Δ."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from bleu_core.common.arrays import string_array
from bleu_core.common.formatting import format_count, format_delta
from bleu_core.common.rounding import rounded
from bleu_core.explain.family_members import FamilyMembers
from bleu_core.explain.ledger import ROUNDING, PointSources
from bleu_core.explain.ngram_families import Families, Family
from bleu_core.explain.ngrams import contains_text
from bleu_core.present import document as doc
from bleu_core.present.comparison_report import ComparisonReport, NgramRow
from bleu_core.present.document import Span
from bleu_core.present.report.html import pieces_html
from bleu_core.present.report.markup import join
from bleu_core.present.tables.verdict import family_name, family_sentences, substitute_sentence
from bleu_core.present.viewer.changes import text_data
from bleu_core.present.viewer.links import hash_of, linked_spans

# The most families that a sentence names.
MOST_NAMED = 4


def report_ngrams(
    content: ComparisonReport, sections: Iterable[doc.Section]
) -> dict[str, Any] | None:
    """The n-grams of a report, with its table of words; None without counts or points."""
    if content.families is None:
        return None
    delta = content.comparison.delta
    data = ngrams_data(content.ngrams, content.families, delta, content.members)
    for section in sections:
        if section.id == "frequencies":
            data["words"] = {"title": section.title, "html": join(pieces_html(section))}
    return data


def ngrams_data(
    rows: Sequence[NgramRow],
    families: Families,
    delta: float,
    members: Sequence[FamilyMembers] = (),
) -> dict[str, Any]:
    """A `PairNgrams`: families with members, and n-grams, largest first, in their first family."""
    first, texts = np.full(len(rows), -1), string_array([row.text for row in rows])
    for place in reversed(range(len(families.rows))):
        first[contains_text(texts, families.rows[place].search)] = place
    family_of = first.tolist()
    outside = [row for row, family in zip(rows, family_of, strict=True) if family < 0]
    listed = sum(row.points_with_folded for row in outside)

    def address(opens: str) -> str:  # of a number of the sentence: its n-grams alone
        return hash_of(view="ngrams", find=opens.removeprefix("ngrams:")) if opens else ""

    return {
        "sentence": text_data(linked_spans(_sentence(families, delta), address)),
        "families": [_family(*both) for both in zip(families.rows, members, strict=True)],
        "rows": [
            [
                *(*row[:6], rounded(row.points_with_folded), row.folded),
                *(None if math.isnan(row.q) else row.q, family),
            ]
            for row, family in zip(rows, family_of, strict=True)
        ],
        "closing": _closing(families.sources, families.others - listed),
        "words": None,
    }


def _sentence(families: Families, delta: float) -> list[Span]:
    """What stands out among n-grams, and what all families contribute together."""
    spans = family_sentences(families, delta)
    # A single family that is named already contributes no more together.
    if len(families.rows) > 1 or (families.rows and not spans):
        names = [family_name(one) for one in families.rows[:MOST_NAMED]]
        if more := len(families.rows) - len(names):
            names.append(Span(format_count(more, "more family", "more families")))
        spans.append(Span(" Together, n-grams with " if len(names) > 1 else " N-grams with "))
        for place, name in enumerate(names):
            before = " and " if place == len(names) - 1 else ", "
            spans += [Span(before), name] if place else [name]
        spans.append(Span(" contribute "))
        tone = "gain" if families.listed > 0 else "loss"
        spans += [Span(format_delta(families.listed), tone, "family")]
        spans.append(Span(f"; Δ is {format_delta(delta)}."))
    if not spans:
        spans = [Span("No n-gram or family of n-grams stands out.")]
    return [spans[0]._replace(text=spans[0].text.lstrip()), *spans[1:]]


def _family(family: Family, members: FamilyMembers) -> dict[str, Any]:
    substitute = []
    if family.substitute is not None:
        substitute = [*substitute_sentence(family.substitute, family.points)]
    return {
        "text": family.text,
        "sign": family.is_sign,
        "search": family.search,
        "points": rounded(family.points),
        "wins": [family.wins_a, family.wins_b],
        "substitute": text_data(substitute),
        "members": [[*one[:-1], rounded(one.points)] for one in members.listed],
        "others": {
            "number": members.others,
            "once": members.differ_once,
            "points": rounded(members.other_points),
        },
    }


def _closing(sources: PointSources, others: float) -> list[list[Any]]:
    """What completes families and n-grams to Δ: names with points."""
    produced = "fewer n-grams produced" if sources.totals > 0 else "more n-grams produced"
    rows = [
        ("all other n-grams", others),
        (produced, sources.totals),
        ("brevity penalty", sources.lengths),
        ("not attributed to segments", sources.unattributed),
    ]
    return [
        [name, rounded(points)]
        for name, points in rows
        if name == "all other n-grams" or abs(points) > ROUNDING
    ]
