"""Spans that a segment lost and gained, and excerpts around them."""

from collections import Counter
from difflib import SequenceMatcher
from functools import cache

import numpy as np
import pytest
import regex
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bleu_core.explain import changed_spans, credit
from bleu_core.explain.changed_spans import ChangedSpan, SegmentChanges, segment_changes
from bleu_core.explain.comparison import Comparison
from bleu_core.explain.credit import diff_blocks
from bleu_core.explain.excerpts import excerpts, quote
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet
from bleu_core.text.spans import TokenSpan, tokens_with_spans
from tests.core import sample
from tests.effort import examples

# Few words, so that n-grams repeat, are clipped, and stand in several places.
TEXTS = st.lists(st.sampled_from(["a", "b", "c", "A", "d.", "e"]), max_size=14).map(" ".join)
CONFIGS = st.builds(
    BleuConfig, tokenize=st.sampled_from(["13a", "none", "char"]), lowercase=st.booleans(),
    max_ngram_order=st.integers(1, 5), effective_order=st.booleans(),
    smooth_method=st.sampled_from(["exp", "floor", "add-k", "none"]),
    reference_length=st.sampled_from(["closest", "shortest", "average"]),
)  # fmt: skip


@st.composite
def comparisons(draw: st.DrawFn) -> Comparison:
    size, references = draw(st.integers(1, 3)), draw(st.integers(1, 2))
    streams = [draw(st.lists(TEXTS, min_size=size, max_size=size)) for _ in range(2 + references)]
    a, b, *refs = streams
    return Comparison.of(EvalSet({"A": a, "B": b}, refs), draw(CONFIGS))


Occurrence = tuple[int, int]


def slow_spans(comparison: Comparison, row: int) -> list[ChangedSpan]:
    """The definition, word for word, with sets and loops over everything."""
    config, texts = comparison.config, comparison.evalset
    a, b = (
        tokens_of(texts.systems[name][row].as_py(), config) for name in (comparison.a, comparison.b)
    )
    refs = [tokens_of(column[row].as_py(), config) for column in texts.references]
    return [
        *slow_side("a", a, b, refs, -comparison.ledger.per_match),
        *slow_side("b", b, a, refs, comparison.ledger.per_match),
    ]


def tokens_of(text: str | None, config: BleuConfig) -> list[str]:
    return [token.text for token in tokens_with_spans(text or "", config)]


def ngrams_of(tokens: list[str], order: int) -> list[tuple[str, ...]]:
    return [tuple(tokens[i : i + order]) for i in range(len(tokens) - order + 1)]


def slow_side(
    side: str, own: list[str], other: list[str], refs: list[list[str]], prices: np.ndarray
) -> list[ChangedSpan]:
    blocks = SequenceMatcher(None, own, other, autojunk=False).get_opcodes()
    equal = [(start, end) for kind, start, end, _, _ in blocks if kind == "equal"]
    credited: set[Occurrence] = set()
    chosen: set[Occurrence] = set()
    for order in range(len(prices), 0, -1):
        longer = set(credited)
        for ngram, count in Counter(ngrams_of(own, order)).items():
            limit = max(ngrams_of(ref, order).count(ngram) for ref in refs)
            places = [
                (i, i + order) for i, held in enumerate(ngrams_of(own, order)) if held == ngram
            ]

            def longest_around(place: Occurrence, longer: set[Occurrence] = longer) -> int:
                around = (e - s for s, e in longer if s <= place[0] and place[1] <= e)
                return max(around, default=0)

            places.sort(key=lambda place: (-longest_around(place), place))
            matches = min(count, limit)
            credited.update(places[:matches])
            extra = matches - min(ngrams_of(other, order).count(ngram), limit)
            in_equal = [
                place
                for place in places[:matches]
                if any(start <= place[0] and place[1] <= end for start, end in equal)
            ]
            outside = [place for place in places[:matches] if place not in in_equal]
            right_to_left = sorted(outside, reverse=True) + sorted(in_equal, reverse=True)
            chosen.update(right_to_left[: max(0, extra)])
    spans = []
    while chosen:
        span = {chosen.pop()}
        covered = {t for start, end in span for t in range(start, end)}
        while touching := {one for one in chosen if covered & set(range(*one))}:
            span |= touching
            chosen -= touching
            covered |= {t for start, end in touching for t in range(start, end)}
        first, last = min(covered), max(covered)
        held = tuple(sum(end - start == n + 1 for start, end in span) for n in range(len(prices)))
        points = float(np.dot(held, prices))
        spans.append(ChangedSpan(side, " ".join(own[first : last + 1]), first, last, points, held))
    return sorted(spans, key=lambda span: span.first)


def check_segment(comparison: Comparison, row: int) -> SegmentChanges:
    """The spans are those of the definition, and add up to the segment."""
    changes, expected = segment_changes(comparison, row), slow_spans(comparison, row)
    assert changes.spans is not None
    assert [span._replace(points=0) for span in changes.spans] == [
        span._replace(points=0) for span in expected
    ]
    np.testing.assert_allclose(
        [span.points for span in changes.spans], [span.points for span in expected], atol=1e-12
    )
    total = sum(span.points for span in changes.spans) + changes.rest_points
    np.testing.assert_allclose(total, comparison.ledger.segments[row], rtol=0, atol=1e-9)
    # Every additional match is held once.
    difference = (comparison.stats_b.counts - comparison.stats_a.counts)[row]
    sign = {"a": -1, "b": 1}
    held = [[sign[span.side] * n for n in span.matches] for span in changes.spans]
    assert np.sum([np.zeros(len(difference)), *held], axis=0).tolist() == difference.tolist()
    return changes


@cache
def of_sample(config: BleuConfig = BleuConfig()) -> Comparison:
    systems = {"A": sample.DIRECT, "B": sample.PIVOT}
    return Comparison.of(EvalSet(systems, sample.REFERENCES), config)


@pytest.mark.parametrize("config", [BleuConfig(), BleuConfig("none", True, max_ngram_order=2)])
def test_segments_of_the_sample_are_as_defined_and_add_up(config: BleuConfig) -> None:
    comparison = of_sample(config)
    for row in range(0, len(comparison), 4):
        check_segment(comparison, row)


@settings(max_examples=examples(400))
@given(comparison=comparisons())
def test_random_segments_are_as_defined_and_add_up(comparison: Comparison) -> None:
    for row in range(len(comparison)):
        check_segment(comparison, row)


def changes_of(a: str, b: str, *references: str, **config: object) -> SegmentChanges:
    """A pair of segments beside one that gives the corpus matches of every order."""
    common = "one two three four five"
    systems = {"A": [a, common], "B": [b, common]}
    evalset = EvalSet(systems, [[reference, common] for reference in references])
    return segment_changes(Comparison.of(evalset, BleuConfig(**config)), 0)


def brief(changes: SegmentChanges) -> list[tuple[str, str, int]]:
    return [(span.side, span.text, span.first) for span in changes.spans or ()]


def test_without_points_there_are_counts() -> None:
    evalset = EvalSet({"A": ["a b c"], "B": ["a x y"]}, [["a b c"]])
    comparison = Comparison.of(evalset, BleuConfig(smooth_method="none"))
    changes = segment_changes(comparison, 0)
    assert not comparison.ledger.defined
    assert [span.matches for span in changes.spans or ()] == [(2, 2, 1, 0)]
    assert np.isnan([changes.spans[0].points, changes.rest_points]).all()
    assert not changes.has_points
    assert changes.largest == changes.spans[0]


def test_spans_of_very_long_texts_are_not_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changed_spans, "MOST_CHARACTERS", 20)
    changes = changes_of("a b c d e f g h", "a b", "a b c d e f g h")
    assert (changes.spans, changes.largest, changes.longer) == (None, None, -6)


@pytest.mark.parametrize("limit", ["MOST_PAIRS", "MOST_TOKENS"])
def test_texts_with_a_slow_diff_are_one_block(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(credit, limit, 3)
    assert diff_blocks(list("abc"), list("abx")) == [("equal", 0, 2, 0, 2), ("replace", 2, 3, 2, 3)]
    assert diff_blocks(list("abca"), list("abxa")) == [("replace", 0, 4, 0, 4)]
    assert diff_blocks(list("aaaa"), []) == [("delete", 0, 4, 0, 0)]
    # Without alignment points still add up.
    changes = segment_changes(of_sample(), 89)
    total = sum(span.points for span in changes.spans or ()) + changes.rest_points
    np.testing.assert_allclose(total, of_sample().ledger.segments[89], rtol=0, atol=1e-9)


def windows(a: str, b: str, reference: str, width: int = 72) -> list[str]:
    comparison = Comparison.of(EvalSet({"A": [a], "B": [b]}, [[reference]]))
    found = excerpts(a, b, segment_changes(comparison, 0), width)
    return [excerpt.of(text) for excerpt, text in zip(found, (a, b), strict=True)]


def test_three_tokens_stand_before_the_largest_change_and_the_other_text_is_aligned() -> None:
    outputs = {"A": sample.DIRECT, "B": sample.PIVOT}
    comparison = Comparison.of(EvalSet(outputs, sample.REFERENCES))
    a, b = (sample.DIRECT[89], sample.PIVOT[89])
    found = excerpts(a, b, segment_changes(comparison, 89))
    assert [excerpt.of(text) for excerpt, text in zip(found, (a, b), strict=True)] == [
        "…fish in the coast and be back in the square for the first covers.",
        "…fish at the coast and be of return at the plaza for the first lid.",
    ]
    # The largest change of segment 4 is a gain, so A is aligned to B.
    a, b = (sample.DIRECT[3], sample.PIVOT[3])
    found_a, found_b = excerpts(a, b, segment_changes(comparison, 3))
    assert found_a.of(a).startswith("…Teresa Alcubierre, presented the plan in ")
    assert found_b.of(b).startswith("…Teresa Alcubierre, presented the plan at ")


def test_short_texts_are_shown_in_full() -> None:
    a, b = "one two three four five six seven", "one two three four five six 7"
    assert windows(a, b, a, width=34) == [a, b]
    assert windows(a, b, "six seven", width=33) == ["…three four five six seven", b]
    assert windows("", b, b) == ["", b]
    assert windows("", "", b) == ["", ""]


def test_the_end_of_a_text_that_ends_sooner_is_shown() -> None:
    a = "one two three four five six seven eight nine ten"
    assert windows(a, "one two three four five", "nine ten", width=21) == [
        "…six seven eight nine…",
        "…two three four five",
    ]


@pytest.mark.parametrize(
    ("text", "tokens", "first", "last", "quoted"),
    [
        ("by car, e.g. a bus", "13a", 4, 7, "e.g. a"),  # Tokens ". g . a"
        ("by car, e.g. a bus", "13a", 1, 2, "car,"),
        ("by car, e.g. a bus", "13a", 1, 1, "car"),
        ("(Spanish food)", "13a", 1, 2, "Spanish food"),
        ("see AT&T now", "13a", 1, 1, "AT&T"),
        ("don't", "char", 3, 3, "don't"),
        ("go… on", "char", 2, 2, "…"),
        ("这个问题", "char", 2, 3, "问题"),
        ("ภาษาไทย", "char", 4, 4, "ไ"),
        ("&quot;so it&quot; is", "13a", 1, 3, "so it&quot;"),
    ],
)
def test_a_passage_is_quoted_as_written_in_whole_words(
    text: str, tokens: str, first: int, last: int, quoted: str
) -> None:
    spans = tokens_with_spans(text, BleuConfig(tokens))
    assert quote(text, spans, span_of("a", first, last), 60) == quoted


def span_of(side: str, first: int, last: int) -> ChangedSpan:
    return ChangedSpan(side, "", first, last, -0.5, (1,))


# What a cut could damage: marks, viramas, joined emoji, flags, Hangul letters, Thai vowels.
NASTY = ["e", "\u0301", " ", "क", "्", "ष", "ि", "👩", "\u200d", "🏽", "🇸", "🇰", "한", "ᄒ", "ᅡ"]
NASTY += ["ำ", "ก", "中", "，", "\ufe0f", "\r", "\n", "x-y", "...", "\u0600", "ｶ", "ﾞ", "\u00ad"]
NASTY_TEXTS = st.lists(st.sampled_from(NASTY), min_size=1, max_size=60).map("".join)


@settings(max_examples=examples(1000))
@given(a=NASTY_TEXTS, b=NASTY_TEXTS, side=st.sampled_from("ab"), data=st.data())
def test_no_grapheme_is_split(a: str, b: str, side: str, data: st.DataObject) -> None:
    texts = {"a": a, "b": b}
    tokens = {
        name: tuple(TokenSpan(c, i, i + 1) for i, c in enumerate(text))
        for name, text in texts.items()
    }
    first = data.draw(st.integers(0, len(texts[side]) - 1))
    last = data.draw(st.integers(first, len(texts[side]) - 1))
    span, width = span_of(side, first, last), data.draw(st.integers(1, 12))
    changes = SegmentChanges((span,), 0.0, 0.0, 0, tokens["a"], tokens["b"])
    for text, found in zip((a, b), excerpts(a, b, changes, width), strict=True):
        edges = {0, *(match.end() for match in regex.finditer(r"\X", text))}
        assert {found.start, found.end} <= edges
        plain = regex.search("[-.ex中][-.ex中]", text[found.start : found.end])
        assert found.end - found.start <= width or not plain
        assert found.cut_before == bool(text[: found.start].strip())
        assert found.cut_after == bool(text[found.end :].strip())
    quoted = quote(texts[side], tokens[side], span, 200)
    assert texts[side][first : last + 1] in quoted


@settings(max_examples=examples(200))
@given(comparison=comparisons())
def test_exchanging_the_systems_exchanges_lost_and_gained(comparison: Comparison) -> None:
    assume(comparison.ledger.defined)
    back = Comparison.of(comparison.evalset, comparison.config, a="B", b="A")
    for row in range(len(comparison)):
        there, here = segment_changes(comparison, row), segment_changes(back, row)
        for side, other in ("ab", "ba"):
            own, mirrored = (
                [span for span in found.spans or () if span.side == letter]
                for found, letter in ((there, side), (here, other))
            )
            assert [span[1:4] for span in own] == [span[1:4] for span in mirrored]
            assert [span.matches for span in own] == [span.matches for span in mirrored]
            np.testing.assert_allclose(
                [span.points for span in own], [-span.points for span in mirrored], atol=1e-9
            )
        np.testing.assert_allclose(there.rest_points, -here.rest_points, atol=1e-9)
