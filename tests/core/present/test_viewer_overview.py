"""The overview of a page: its numbers add up, and nothing of the report is lost."""

import json
import math
from dataclasses import replace
from functools import cache
from html import escape
from typing import Any
from urllib.parse import parse_qs, urlencode

import numpy as np
import pytest

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.common.formatting import format_delta, format_interval, format_p, format_score
from bleu_core.explain.ngrams import evidence
from bleu_core.messages import Message
from bleu_core.present import document as doc
from bleu_core.present.comparison_document import comparison_document
from bleu_core.present.comparison_report import ComparisonReport, gather
from bleu_core.present.document import HTML
from bleu_core.present.report.html import pieces_html, section_html
from bleu_core.present.viewer import HERE
from bleu_core.present.viewer.contents import comparison_contents
from bleu_core.present.viewer.links import address, linked_section
from bleu_core.present.viewer.overview import axis_places, overview_data
from bleu_core.readers.input_checks import Finding
from bleu_core.segments.annotations import Annotation, Label
from bleu_core.segments.detectors import DetectorCounts
from bleu_core.segments.slices import points_by_document, slice_by
from bleu_core.significance import MIN_SEGMENTS, run_tests
from tests.core.present.test_page import declared
from tests.core.present.test_report import content_of, hostile, plain
from tests.core.sample import DIRECT, PIVOT, REFERENCES
from tests.markup import Parsed
from tests.places import sample_lines


@cache
def sample() -> ComparisonReport:
    """The sample with its documents, kinds of text, and an annotation."""
    data = EvalSet(
        {"direct": DIRECT, "pivot": PIVOT},
        REFERENCES,
        documents=sample_lines("documents.txt"),
        metadata={"kind": sample_lines("kinds.txt")},
    )
    comparison = Comparison.of(data)
    table = evidence(comparison, comparison.ledger.per_match)
    annotations = {2: Annotation("A better", (), "a note")}
    return gather(comparison, run_tests(comparison, 500, 200), table, annotations=annotations)


def barely() -> ComparisonReport:
    """Only the case differs, and not among three systems."""
    reference = [f"The cat number {i} sat on the mat" for i in range(60)]
    lower = [line.lower() for line in reference]
    data = EvalSet({"A": reference, "B": lower, "C": lower}, [reference])
    comparison = Comparison.of(data, a="A", b="B")
    table = evidence(comparison, comparison.ledger.per_match)
    return gather(comparison, run_tests(comparison, 500, 200), table, p_holm=0.3)


def made(content: ComparisonReport) -> dict[str, Any]:
    """The overview as it is read from JSON."""
    document = comparison_document(content, HTML)
    return json.loads(json.dumps(overview_data(content, document.sections), allow_nan=False))


def told(text: list[list[str]]) -> str:
    return "".join(span[0] for span in text)


def compared(a: list[str], b: list[str], reference: list[str], **settings: Any) -> ComparisonReport:
    data = EvalSet({"A": a, "B": b}, [reference])
    return content_of(Comparison.of(data, BleuConfig(**settings)))


# The result, in numbers and words.


def test_the_scorecard_has_the_scores_the_interval_and_the_grade() -> None:
    content, card = sample(), made(sample())["scorecard"]
    comparison, tests = content.comparison, content.significance
    assert card["names"] == ["direct", "pivot"]
    assert card["scores"] == [
        format_score(one.score) for one in (comparison.score_a, comparison.score_b)
    ]
    assert tests is not None
    ends = format_interval(tests.bootstrap.ci_low, tests.bootstrap.ci_high)
    assert (card["delta"], card["interval"]) == (format_delta(comparison.delta), f"95% CI {ends}")
    assert (card["p"], card["badge"]) == (format_p(tests.randomization.p_value), "Worse")
    assert card["tone"] == "loss"
    low, delta, high, zero = card["axis"]
    assert 0 < low < delta < high < zero < 100
    assert (card["grade"], card["reasons"], card["checks"]) == ("worse", [], [])


@pytest.mark.parametrize("ends", [(1.0, 2.0, 3.0), (-3.0, -2.0, -1.0), (-1.0, 0.5, 2.0), (0, 0, 0)])
def test_zero_is_inside_the_interval_on_the_axis_if_it_is(ends: tuple[float, ...]) -> None:
    low, delta, high, zero = axis_places(*ends)
    assert 0 <= low <= delta <= high <= 100
    assert 0 <= zero <= 100
    assert (low <= zero <= high) == (ends[0] <= 0 <= ends[2])
    assert (zero < low) == (ends[0] > 0)


def test_what_is_not_tested_says_why() -> None:
    few = compared(REFERENCE[:2], REFERENCE[:2], REFERENCE[:2])
    assert made(few)["scorecard"]["badge"] == f"Not tested: fewer than {MIN_SEGMENTS} segments"
    pending = gather(sample().comparison)
    assert made(pending)["scorecard"]["badge"] == "Not tested"


def test_a_verdict_that_is_barely_says_what_holds_and_what_does_not() -> None:
    card = made(barely())["scorecard"]
    assert (card["grade"], card["badge"]) == ("worse_barely", "Worse, barely")
    assert card["reasons"] == ["not significant among 3 systems (p = 0.30)", "not with case:lc"]
    assert card["p"].endswith(", p = 0.30 among 3 systems")
    alone, spread, setting = card["checks"]
    assert [check["holds"] for check in card["checks"]] == [False, True, False]
    assert "after Holm's correction for 3 pairs" in told(alone["text"])
    assert spread["title"] == "Spread out"
    assert "with case:lc" in told(setting["text"])


REFERENCE = [f"the cat number {i} sat on the mat" for i in range(60)]


def test_a_difference_that_may_be_chance_is_not_explained() -> None:
    def changed(*places: int) -> list[str]:
        rugs = [line.replace("mat", "rug") for line in REFERENCE]
        return [rugs[i] if i in places else line for i, line in enumerate(REFERENCE)]

    overview = made(compared(changed(5, 20), changed(9, 30, 40, 50), REFERENCE))
    sentence = told(overview["sentence"])
    assert sentence.startswith("A and B do not differ significantly. A difference of ")
    assert "Half of" not in sentence


@pytest.mark.parametrize(
    ("cut_a", "cut_b", "first"), [(9, 5, "B is shorter"), (5, 9, "B is longer")]
)
def test_a_loss_of_length_is_said_first(cut_a: int, cut_b: int, first: str) -> None:
    a, b = ([" ".join(line.split()[:cut]) for line in REFERENCE] for cut in (cut_a, cut_b))
    sentence = told(made(compared(a, b, REFERENCE))["sentence"])
    assert sentence.startswith(f"{first} in tokens: brevity penalty ")


@pytest.mark.parametrize(
    ("a", "b", "settings", "expected"),
    [
        (REFERENCE, REFERENCE, {}, "A and B score the same"),
        (["x"] * 60, REFERENCE, {"smooth_method": "none"}, "BLEU of A is 0 because"),
        (REFERENCE[:20], ["x", *REFERENCE[1:20]], {}, "Significance is not tested on fewer"),
    ],
)
def test_where_no_difference_can_be_told_the_verdict_is(a, b, settings, expected) -> None:
    data = EvalSet({"A": a, "B": b}, [REFERENCE[: len(a)]])
    comparison = Comparison.of(data, BleuConfig(**settings))
    significance = run_tests(comparison, 200, 100) if len(a) >= 30 else None
    table = evidence(comparison, np.nan_to_num(comparison.ledger.per_match))
    content = gather(comparison, significance, table)
    overview = made(content)
    assert expected in told(overview["sentence"])
    if not comparison.ledger.defined:
        assert (overview["words"]["families"], overview["words"]["phrases"]) == ([], [])
        assert expected in told(overview["words"]["closing"])
        assert overview["bars"] is None
        # The view "N-grams" is empty.
        html = "".join(fold["html"] for fold in overview["folds"])
        sections = {one.id: one.title for one in comparison_document(content, HTML).sections}
        titles = [sections[key] for key in ("ngrams", "frequencies") if key in sections]
        assert titles
        assert all(title in html for title in titles)
        assert {row["points"] for row in overview["segments"]["rows"]} == {None}


def test_warnings_and_the_selection_stand_above_and_not_below() -> None:
    part = sample().comparison.part(np.arange(40, 100), "line > 40")
    serious = Finding("swapped", "serious", Message("A & B are <swapped>."), np.zeros(1, int))
    overview = made(gather(part, findings=[serious]))
    assert told(overview["selection"]) == "Only 60 of 252 segments: line > 40"
    (warning,) = overview["warnings"]
    assert warning["sentences"] == ["A & B are <swapped>."]
    assert "swapped" not in "".join(fold["html"] for fold in overview["folds"])
    assert [row["line"] for row in overview["segments"]["rows"]] == [
        segment.line for segment in sample_extremes(gather(part))
    ]


def test_a_segment_with_negligible_points_in_the_other_direction_has_no_card() -> None:
    reference = ["the cat sat on the mat"] * 2_000
    b = [line.replace("mat", "rug") for line in reference]
    one_word = ("no match", "good match", "good day")
    a, b, reference = (
        [*s, last] for s, last in zip((reference, b, reference), one_word, strict=True)
    )
    shown = made(compared(a, b, reference))["segments"]
    assert shown["title"] == "largest losses"
    assert len(shown["rows"]) == 3


def sample_extremes(content: ComparisonReport) -> list[doc.Segment]:
    (_, first), (_, other) = content.sides
    return [*first[:3], *other[:1]]


# The cards.


def test_families_and_what_completes_them_add_up_to_the_difference() -> None:
    content, words = sample(), made(sample())["words"]
    assert content.families is not None
    listed = [(one.text, one.points, [one.wins_a, one.wins_b]) for one in content.families.rows]
    assert [(f["text"], f["points"], f["wins"]) for f in words["families"]] == listed[:4]
    closing = told(words["closing"]).replace("\u2212", "-")
    *rest, total = [float(word.rstrip(".,")) for word in closing.split() if word[0] in "+-"]
    shown = sum(family["points"] for family in words["families"])
    assert shown + sum(rest) == pytest.approx(content.comparison.delta, abs=0.002)
    assert total == pytest.approx(content.comparison.delta, abs=0.001)
    for family, members in zip(words["families"], content.members, strict=False):
        own = {one.text for one in members.listed}
        assert set(family["examples"]) <= own - {family["text"]}
        # With the n-gram that names the family, these are all of its n-grams.
        named = len(family["examples"]) + (family["text"] in own)
        assert named + family["more"] == len(members.listed) + members.others


def test_a_family_that_has_all_of_the_difference_leaves_nothing_to_others() -> None:
    reference = [f"i{i} j{i} k{i} l{i} that m{i} n{i} o{i} p{i}" for i in range(40)]
    b = [line.replace("that", "what") if i < 20 else line for i, line in enumerate(reference)]
    words = made(compared(reference, b, reference))["words"]
    assert [family["text"] for family in words["families"]] == ["that"]
    assert told(words["closing"]).startswith(
        "All n-grams outside this family 0.000. The family and these"
    )
    # Without a family there is nothing that could be closed.
    assert made(compared(reference, reference, reference))["words"]["closing"] == []


def test_phrases_are_the_largest_that_no_family_has() -> None:
    content, words = sample(), made(sample())["words"]
    families = {family["text"] for family in words["families"]}
    rows = [row for row in content.ngrams if not families & set(row.text.split())]
    lost = [(row.text, row.points_with_folded) for row in rows if row.points_with_folded < 0]
    gained = [(row.text, row.points_with_folded) for row in rows if row.points_with_folded > 0]
    assert [(text, points) for text, points, _ in words["phrases"]] == [*lost[:2], *gained[:1]]
    for text, _, opens in words["phrases"]:
        assert parse_qs(opens[1:]) == {"view": ["ngrams"], "ngram": [text]}


def test_the_sentences_on_slices_and_documents_name_those_that_matter() -> None:
    comparison, bars = sample().comparison, made(sample())["bars"]
    (pair,) = comparison_contents(sample())["sets"][0]["pairs"]
    slices = slice_by(comparison, "kind")
    intervals = [[one.label, one.ci_low, one.ci_high] for one in slices]
    assert pair["slicing"]["criteria"][0]["intervals"] == intervals
    clear = [one.label for one in slices if one.ci_low * one.ci_high > 0]
    assert (pair["slicing"]["first"][0], clear) == ("kind", ["news"])
    assert "only in news" in told(pair["slicing"]["lead"])
    assert "length" not in told(pair["slicing"]["lead"])
    assert sum(points for _, points in bars["bars"]) == pytest.approx(comparison.delta)
    closing = told(bars["closing"])
    (largest, *_), _ = points_by_document(comparison)
    assert closing.startswith(f"Largest loss: {largest} ")
    assert "; only gain: travel-3 +0.115." in closing


# The rest of the report.


def test_all_sections_are_there_but_what_other_views_show() -> None:
    content = sample()
    parsed = Parsed("".join(fold["html"] for fold in made(content)["folds"]))
    for section in comparison_document(content, HTML).sections:
        for piece in section.pieces:
            if isinstance(piece, doc.Segments) or section.id in ("ngrams", "frequencies"):
                continue
            own = doc.Section("", "", [piece])
            assert Parsed("".join(pieces_html(own))).text in parsed.text, section.id
    assert "Largest losses" not in parsed.text
    names = {name for name, _ in parsed.elements}
    assert not names & {"script", "style", "article", "iframe", "link", "form"}
    assert not {name for name in parsed.attributes if name == "style" or name.startswith("on")}


def test_annotated_segments_are_listed_each_with_a_link() -> None:
    annotations = {2: Annotation("A better", (Label("B", "omission", "major"),), "a <note>")}
    annotations[9] = Annotation("same")
    folds = made(replace(sample(), annotations=annotations))["folds"]
    html = "".join(fold["html"] for fold in folds)
    assert "segment 3, A better, B omission (major): a <note>segment 10, same" in Parsed(html).text
    for line in (3, 10):
        assert f'href="{escape(f"#view=segments&seg={line}")}">segment {line}</a>' in html


@pytest.mark.parametrize(
    ("p", "about"),
    [
        ((0.01, 0.6), "Copied 1 → 9"),
        ((0.05, 0.6), "No detector differs significantly"),
        ((math.nan, math.nan), "Not tested"),
    ],
)
def test_the_line_of_degenerate_output_has_what_differs_significantly(p, about) -> None:
    counts = [
        DetectorCounts(label.lower(), label, "", *ab, p=p)
        for label, ab, p in zip(("Copied", "Cut off"), ((1, 9), (15, 13)), p, strict=True)
    ]
    folds = made(replace(sample(), detectors=counts))["folds"]
    (fold,) = [one for one in folds if one["key"] == "degenerate"]
    assert told(fold["about"]) == about


def test_nothing_of_a_user_is_markup_in_a_fold() -> None:
    html = "".join(fold["html"] for fold in made(hostile())["folds"])
    assert not {"script", "img", "b"} & {name for name, _ in Parsed(html).elements}


@pytest.mark.parametrize(
    ("opens", "state"),
    [
        ("segments", {"view": "segments", "sort": "points"}),
        ("component:p2", {"view": "segments", "sort": "p2"}),
        ("component:p9", None),
        ('ngrams:"a & b"', {"view": "ngrams", "find": '"a & b"'}),
        ('slice:kind = "x y"', {"view": "segments", "slice": 'kind = "x y"'}),
        ("slices:document", {"view": "slices", "by": "document"}),
        ("flags:a.copy=no", {"view": "segments", "part.a.copy": "no"}),
        ("metric:chrf", None),
    ],
)
def test_numbers_lead_to_what_they_consist_of(opens: str, state: dict[str, str] | None) -> None:
    comparison = sample().comparison
    found = address(comparison, opens)
    assert found == ("" if state is None else f"#{urlencode(state)}")
    text = doc.Prose([doc.Span("x", opens=opens)])
    section = doc.Section("a", "A", [text, doc.Details("", [text])])
    html = section_html(linked_section(section, comparison))
    assert html.count(f'<a href="{escape(found)}">') == (0 if state is None else 2)


@pytest.mark.parametrize("content", [sample, plain, hostile])
def test_an_overview_has_the_keys_that_its_readers_declare(content) -> None:
    types: dict[str, set[str]] = {}
    for path in (HERE / "overview").glob("*.js"):
        types |= declared(path)
    overview = made(content())
    words = overview["words"]
    found = {
        "Overview": [overview],
        "Scorecard": [overview["scorecard"]],
        "Check": overview["scorecard"]["checks"],
        "Words": [words],
        "Family": words["families"],
        "Extremes": [overview["segments"]],
        "ExtremeSegment": overview["segments"]["rows"],
        "PointBars": [overview["bars"]],
        "Fold": overview["folds"],
    }
    assert {name for name in types if name in found} == set(found)
    for name, every in found.items():
        assert {frozenset(one) for one in every} <= {frozenset(types[name])}, name
