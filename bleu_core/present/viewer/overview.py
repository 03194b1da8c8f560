"""The overview of a comparison: an `Overview` of overview/overview.js."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import isnan
from typing import Any

import numpy as np

from bleu_core.common.arrays import string_array
from bleu_core.common.formatting import (
    format_count,
    format_delta,
    format_int,
    format_interval,
    format_p,
    format_score,
    format_small_delta,
)
from bleu_core.explain.changed_spans import segment_changes
from bleu_core.explain.comparison import Comparison
from bleu_core.explain.excerpts import excerpts
from bleu_core.explain.family_members import FamilyMembers
from bleu_core.explain.ledger import ROUNDING
from bleu_core.explain.ngram_families import Family
from bleu_core.explain.ngrams import contains_text
from bleu_core.present import document as doc
from bleu_core.present.comparison_document import selection_pieces, warning_pieces
from bleu_core.present.comparison_report import ComparisonReport
from bleu_core.present.document import Segment, Span
from bleu_core.present.report.html import section_html
from bleu_core.present.report.markup import join
from bleu_core.present.tables import other_metrics
from bleu_core.present.tables.comparison_tables import stability_sentence
from bleu_core.present.tables.gates import state_mark
from bleu_core.present.tables.segments import annotation_bullets
from bleu_core.present.tables.verdict import GRADES, verdict_beside_numbers, zero_sentences
from bleu_core.present.viewer.changes import text_data
from bleu_core.present.viewer.links import address, hash_of, linked_section, linked_spans
from bleu_core.segments.slice_criteria import DOCUMENT, label_values
from bleu_core.segments.slices import points_by_document, points_by_run, run_lines, run_names
from bleu_core.significance import LEVEL, MIN_SEGMENTS
from bleu_core.significance.grade import grade_difference

# The most families and phrases each way, and examples of a family.
MOST_FAMILIES, MOST_PHRASES, MOST_EXAMPLES = 4, (2, 1), 5
# Segments in the direction of Δ, and in the other one.
SEGMENTS = 3, 1
# Points of a segment in the other direction that two decimals cannot show: not worth a card.
NEGLIGIBLE = 0.005
# The most documents, and groups of lines where they are unknown, that have bars.
MOST_BARS, RUNS = 60, 30
# Room at each end of the axis of the scorecard, as a share of it.
MARGIN = 0.12
# The folded rows with the ids of their sections; all others but `ELSEWHERE` are in the last one.
FOLDS = {
    "gates": ("Gates", ["gates"]),
    "adds-up": ("How the score adds up", ["parts", "made-of", "families"]),
    "tests": (
        "Other metrics and tests",
        ["summary", "tests", "opinions", "reference-points", "reference-shares"],
    ),
    "degenerate": ("Degenerate output", ["degenerate"]),
}
MORE = "More"
ELSEWHERE = {"ngrams", "frequencies"}  # in the view "N-grams", if points are defined


def overview_data(
    content: ComparisonReport, sections: Sequence[doc.Section], is_testing: bool = False
) -> dict[str, Any]:
    """The overview, with folded sections; no sentence while tests are computed."""
    comparison = content.comparison
    own = comparison, content.significance, content.families, content.slices
    told = verdict_beside_numbers(*own, content.other_settings or (), content.detectors)
    selected = selection_pieces(comparison.evalset)
    selection = next((piece.spans for piece in selected if isinstance(piece, doc.Prose)), ())
    text = partial(_text, comparison)
    is_early = is_testing and content.significance is None
    return {
        "warnings": [
            {"title": piece.title, "sentences": list(piece.sentences)}
            for piece in warning_pieces(content.findings)
            if isinstance(piece, doc.Problems)
        ],
        "selection": text(selection),
        "scorecard": _scorecard(content),
        "sentence": [] if is_early else text(told),
        "words": _words(content),
        "segments": extreme_segments(content),
        "bars": point_bars(comparison),
        "folds": _folds(content, sections),
    }


def _text(comparison: Comparison, spans: Sequence[Span]) -> list[list[str]]:
    """Spans with addresses of the page, without space at their beginning."""
    if not spans:
        return []
    first = spans[0]._replace(text=spans[0].text.lstrip())
    return text_data(linked_spans([first, *spans[1:]], partial(address, comparison)))


# The scorecard.


def _scorecard(content: ComparisonReport) -> dict[str, Any]:
    """The result at a glance; interval, p, unit and axis only after a test."""
    comparison, found, grade = content.comparison, content.significance, content.grade
    delta, written = comparison.delta, format_delta(comparison.delta)
    badge, interval, p, unit, axis = GRADES["not_tested"], "", "", "", None
    if found is not None:
        low, high = found.bootstrap.ci_low, found.bootstrap.ci_high
        interval, unit = f"95% CI {format_interval(low, high)}", f"resampling {found.counted}"
        p, axis = format_p(found.randomization.p_value), axis_places(low, delta, high)
        badge = GRADES[grade.grade] if grade else badge
        if content.p_holm is not None:
            systems = format_int(len(comparison.evalset.systems))
            p = f"{p}, {format_p(content.p_holm)} among {systems} systems"
    elif comparison.evalset.no_test_reason:
        badge = "Not tested on these segments"
    elif len(comparison) < MIN_SEGMENTS:
        badge = f"Not tested: fewer than {MIN_SEGMENTS} segments"
    return {
        "names": list(content.names),
        "scores": [format_score(score.score) for score in (comparison.score_a, comparison.score_b)],
        "delta": written,
        "tone": "" if written == "0.00" else "gain" if delta > 0 else "loss",
        "interval": interval,
        "p": p,
        "unit": unit,
        "axis": axis,
        "badge": badge,
        "grade": grade.grade if grade and found else "not_tested",
        "reasons": list(grade.reasons) if grade else [],
        "checks": _checks(content) if grade and grade.reasons else [],
    }


def axis_places(low: float, delta: float, high: float) -> list[float]:
    """Places of an interval's low end, Δ, its high end and 0 on a line from 0 to 100."""
    first, last = min(low, delta, 0.0), max(high, delta, 0.0)
    size = last - first or 1.0
    return [
        round(100 * (MARGIN + (1 - 2 * MARGIN) * ((value - first) / size)), 2)
        for value in (low, delta, high, 0.0)
    ]


def _checks(content: ComparisonReport) -> list[dict[str, Any]]:
    """What makes a difference only "barely" significant, and what does not."""
    found, others = content.significance, content.other_settings or ()
    if found is None:
        return []
    p, stability = found.randomization.p_value, found.stability
    systems = len(content.comparison.evalset.systems)

    def check(holds: bool, title: str, failed: str, spans: Sequence[Span]) -> dict[str, Any]:
        text = _text(content.comparison, spans)
        return {"holds": holds, "title": title if holds else failed, "text": text}

    holm = Span("")
    if content.p_holm is not None:
        pairs = format_count(systems * (systems - 1) // 2, "pair")
        holm = Span(f"; {format_p(content.p_holm)} after Holm's correction for {pairs}")
    alone = grade_difference(1, p, p_holm=content.p_holm, systems=systems)
    checks = [
        check(not alone.reasons, "Significant", f"Not among {format_int(systems)} systems",
              [Span(format_p(p), "strong"), holm, Span(".")]),
    ]  # fmt: skip
    if spans := stability_sentence(content.comparison, found):
        start = spans[0].text.removeprefix("Stability: ")
        spans = [Span(f"{start[:1].upper()}{start[1:]}"), *spans[1:]]
        holds = not grade_difference(1, p, stability, found.unit).reasons
        checks.append(check(holds, "Spread out", f"Rests on few {found.unit}s", spans))
    if others:
        told = [Span("Δ is ")]
        for i, other in enumerate(others):
            told += [Span("; " if i else ""), Span(format_delta(other.delta), "strong")]
            told.append(Span(f" with {other.setting}"))
        holds = not any(other.is_less for other in others)
        title = "Holds with other settings"
        checks.append(check(holds, title, "Depends on a setting", [*told, Span(".")]))
    return checks


# The cards.


def _words(content: ComparisonReport) -> dict[str, Any]:
    """Families and phrases with their points, and what completes the families to Δ."""
    comparison, sources = content.comparison, content.sources
    if sources is None:
        zero = zero_sentences(comparison)
        return {"families": [], "phrases": [], "closing": _text(comparison, zero)}
    found = (
        list(zip(content.families.rows, content.members, strict=True)) if content.families else []
    )
    families, left = found[:MOST_FAMILIES], content.ngrams
    for family, _ in families:
        own = contains_text(string_array([row.text for row in left]), family.search)
        left = [row for row, is_own in zip(left, own, strict=True) if not is_own]
    phrases = []
    for way, most in zip((-1, 1), MOST_PHRASES, strict=True):
        ones = [row for row in left if row.points_with_folded * way > 0]
        phrases += [
            [row.text, row.points_with_folded, hash_of(view="ngrams", ngram=row.text)]
            for row in ones[:most]
        ]
    listed = sum(family.points for family, _ in families)
    return {
        "families": [_family(comparison, *both) for both in families],
        "phrases": phrases,
        "closing": text_data(_closing(sources.closing(listed), len(families))),
    }


def _family(comparison: Comparison, family: Family, members: FamilyMembers) -> dict[str, Any]:
    """A family with examples of its n-grams, those in its direction."""
    others = [one for one in members.listed if one.text != family.text]
    examples = [one.text for one in others if one.points * family.points > 0][:MOST_EXAMPLES]
    return {
        "text": family.text,
        "sign": family.is_sign,
        "points": family.points,
        "wins": [family.wins_a, family.wins_b],
        "examples": examples,
        "more": len(others) + members.others - len(examples),
        "opens": address(comparison, f"ngrams:{family.search}"),
    }


def _closing(rows: Sequence[tuple[str, float]], families: int) -> list[Span]:
    """The rest of Δ, so that all that is shown adds up; `rows` are from `PointSources.closing`."""
    (_, matches), (_, totals), (_, lengths), *left, (_, delta) = rows
    outside = {0: "matching n-grams", 1: "all n-grams outside this family"}
    named = [
        (outside.get(families, "all n-grams outside these families"), matches),
        ("fewer n-grams produced" if totals > 0 else "more n-grams produced", totals),
        ("length (brevity penalty)", lengths),
        *left,
    ]
    named = [row for row in named if row[1]] or named[: bool(families)]
    told = ", ".join(f"{name} {format_small_delta(points)}" for name, points in named)
    if not told:
        return []
    these = {0: "These add", 1: "The family and these add"}
    start = these.get(families, f"The {format_int(families)} families and these add")
    return [Span(f"{told[:1].upper()}{told[1:]}. {start} up to {format_small_delta(delta)}.")]


def extreme_segments(content: ComparisonReport) -> dict[str, Any]:
    """The segments that contribute most in the direction of Δ, and the one in the other."""
    (title, first), (opposite, other) = content.sides
    first = first[: SEGMENTS[0]]
    other = [one for one in other[: SEGMENTS[1]] if not abs(one.points) < NEGLIGIBLE]  # or NaN
    titles = [title.lower()] * bool(first)
    titles += [f"largest {'gain' if opposite.endswith('gains') else 'loss'}"] * bool(other)
    return {
        "title": " and ".join(titles),
        "of": len(content.comparison),
        "opens": address(content.comparison, "segments"),
        "rows": [_segment(content.comparison, segment) for segment in (*first, *other)],
    }


def _segment(comparison: Comparison, segment: Segment) -> dict[str, Any]:
    """A segment with the characters of A and B around its largest change."""
    found = excerpts(segment.a, segment.b, segment_changes(comparison, segment.row))
    way = "-" if (segment.delta if isnan(segment.points) else segment.points) > 0 else ""
    return {
        "row": segment.row,
        "line": segment.line,
        "document": segment.document or "",
        "scores": [segment.score_a, segment.score_b],
        "points": None if isnan(segment.points) else segment.points,
        "delta": segment.delta,
        "windows": [[one.start, one.end] for one in found],
        "opens": hash_of(view="segments", sort=f"{way}points", seg=str(segment.line)),
    }


def point_bars(comparison: Comparison) -> dict[str, Any] | None:
    """Points of documents, or along the test set, largest changes first; None without points."""
    if not (np.abs(comparison.ledger.segments) > ROUNDING).any():  # False for NaN
        return None
    found, direction = points_by_document(comparison), 1 if comparison.delta > 0 else -1
    if found is None or len(found[0]) < 2:
        edges, sums = points_by_run(comparison, RUNS)
        names = run_names(*run_lines(comparison, edges))
        every, noun, links = dict(zip(names, sums.tolist(), strict=True)), "group", {}
        shown = [*every.items()]
        title = f"points along the test set, in {format_count(len(names), noun)} of lines"
        opens = hash_of(view="segments", sort="line")
    else:
        every, noun = dict(zip(found[0], found[1].tolist(), strict=True)), "document"
        shown = sorted([*every.items()][:MOST_BARS], key=lambda item: -direction * item[1])
        of = f"{format_int(len(shown))} of " if len(shown) < len(every) else "the "
        title = f"points of {of}{format_count(len(every), noun)}"
        opens = hash_of(view="slices", by=DOCUMENT)
        assert comparison.evalset.documents is not None
        links = {
            label: hash_of(view="segments", **{f"part.{DOCUMENT}": value or ""})
            for label, value in label_values(comparison.evalset.documents).items()
        }
    closing = text_data(list(_extremes(every, direction, noun, links)))
    return {"title": title, "bars": [*map(list, shown)], "opens": opens, "closing": closing}


def _extremes(
    points: Mapping[str, float], direction: int, noun: str, links: Mapping[str, str]
) -> Iterator[Span]:
    """The part with most points in the direction of Δ, and the one with most in the other."""

    def largest(way: int) -> Iterator[Span]:
        name = max(points, key=lambda name: way * points[name])
        yield from (Span(name, "name", opens=links.get(name, "")), Span(" "))
        tone = "gain" if points[name] > 0 else "loss"
        yield Span(format_small_delta(points[name]), tone, "points")

    others = sum(-direction * value > ROUNDING for value in points.values())
    own, other = ("gain", "loss") if direction > 0 else ("loss", "gain")
    yield from (Span(f"Largest {own}: "), *largest(direction))
    if not others:
        yield Span(f"; no {noun} has a {other}.")
        return
    many = f"largest of {format_count(others, other, 'gains' if other == 'gain' else 'losses')}"
    yield Span(f"; {f'only {other}' if others == 1 else many}: ")
    yield from (*largest(-direction), Span("."))


# What is folded: all else that the report has, as HTML.


def _folds(content: ComparisonReport, sections: Sequence[doc.Section]) -> list[dict[str, Any]]:
    """The folded rows. Opened segments have a screen of their own; annotated ones are listed."""
    parts = {}
    for section in sections:
        pieces = [
            piece
            for piece in section.pieces  # opened segments, warnings, the selection: elsewhere
            if not isinstance(piece, doc.Segments)
            and not (isinstance(piece, doc.Prose) and piece.style == "only")
            and not (isinstance(piece, doc.Problems) and piece.title)
        ]
        if section.id == "annotations":
            pieces.append(doc.Bullets(annotation_bullets(content.annotations, content.annotated)))
        if pieces:
            title = section.title or "Verdict"
            parts[section.id] = replace(section, title=title, pieces=pieces)
    shown = set(parts).difference(ELSEWHERE if content.families else ())
    others = shown.difference(*(ids for _, ids in FOLDS.values()))
    folds = [(key, title, [i for i in ids if i in parts]) for key, (title, ids) in FOLDS.items()]
    folds.append(("more", MORE, [i for i in parts if i in others]))
    found = []
    for key, title, ids in folds:
        own = [linked_section(parts[i], content.comparison) for i in ids]
        if own:
            about = _about(content, key, [one.title for one in own])
            html = join(map(section_html, own))
            found.append({"key": key, "title": title, "about": text_data(about), "html": html})
    return found


def _about(content: ComparisonReport, key: str, titles: Sequence[str]) -> list[Span]:
    """A line on what a row has."""
    match key:
        case "gates":
            return [state_mark(content.gates.state)]
        case "adds-up":
            return [Span(_components(content.comparison))]
        case "tests" if content.metric_pairs:
            return other_metrics.agreement(content.all_metric_pairs)
        case "tests":
            tests = format_count(len(content.tests), "significance test")
            return [Span(tests if content.tests else "Not tested")]
        case "degenerate":
            if all(isnan(one.p) for one in content.detectors):
                return [Span("Not tested")]
            counts = [
                f"{one.label} {one.a} → {one.b}" for one in content.detectors if one.p < LEVEL
            ]
            return [Span(", ".join(counts) or "No detector differs significantly")]
    others = (f"{title[:1].lower()}{title[1:]}" for title in titles[1:])
    return [Span(", ".join([titles[0], *others]))]


def _components(comparison: Comparison) -> str:
    """The points of all components, the largest first."""
    if not comparison.ledger.defined:
        return "undefined: a BLEU score is 0"
    orders = dict(comparison.ledger.components)
    length = orders.pop("bp")
    by_size = sorted(orders.items(), key=lambda item: -abs(item[1]))
    told = ", ".join(f"{name[1:]}-grams {format_delta(points)}" for name, points in by_size)
    brevity = f"length {format_delta(length)}" if abs(length) > ROUNDING else "nothing from length"
    return f"{told}; {brevity}"
