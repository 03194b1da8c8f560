"""Excerpts of both outputs around the largest change, and quoted passages."""

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core.explain.changed_spans import ChangedSpan, SegmentChanges, segment_changes
from bleu_core.explain.comparison import Comparison
from bleu_core.explain.excerpts import excerpts, quote
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet
from bleu_core.text.spans import TokenSpan, tokens_with_spans
from tests.core import sample
from tests.effort import examples


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
