"""Spans of scored tokens in the text as written, and where a search finds what it looks for."""

import re

import pyarrow as pa
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU

from bleu_core.text.config import BleuConfig
from bleu_core.text.spans import TokenSpan, align_tokens, contains, find_spans, tokens_with_spans
from tests.core.refusing import refused
from tests.effort import examples

NAMES = ("13a", "none", "char", "zh", "intl")
SACREBLEU = {name: BLEU(tokenize=name).tokenizer for name in NAMES}
CONFIGS = [BleuConfig(tokenize=name, lowercase=low) for name in NAMES for low in (False, True)]
PIECES = [
    *"abAB019.,-'&;<>$", *" \t\n\r\u00a0\u3000\u2028\x1f", "é", "e\u0301", "İ", "Σ", "ς", "ß", "ﬁ",
    "你", "好", "。", "，", "💩", "👩\u200d👩", "\u200b", "ا", "\u200f", "\ud800", "<skipped>",
    "<SKIPPED>", "-\n", "&quot;", "&amp;", "&lt;", "&gt;", "&AMP;", "&amp;lt;", "&amp;amp;",
    "&am", "p;", "3.5",
]  # fmt: skip
NASTY = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)


def scored(text: str, config: BleuConfig) -> list[str]:
    text = text.lower() if config.lowercase else text
    return SACREBLEU[config.tokenize](text.rstrip()).split()


def spans(text: str, **settings_: object) -> list[tuple[str, str]]:
    """Each token with the stretch of the text that it lies on."""
    found = tokens_with_spans(text, BleuConfig(**settings_))
    return [(token.text, text[token.start : token.end]) for token in found]


def check_order(tokens: list[TokenSpan], text: str) -> None:
    position = 0
    for token in tokens:
        assert position <= token.start <= token.end <= len(text)
        position = token.end


def check(text: str, config: BleuConfig) -> None:
    tokens = tokens_with_spans(text, config)
    assert [token.text for token in tokens] == scored(text, config)
    check_order(tokens, text)
    if not (config.lowercase and "İ" in text):
        assert all(token.start < token.end for token in tokens)
    changed = config.tokenize == "13a" and any(s in text for s in ("&", "<", "-\n"))
    written = text.lower() if config.lowercase else text
    if not changed and len(written) == len(text):
        assert [written[t.start : t.end] for t in tokens] == [t.text for t in tokens]
        # And nothing that is written is left out, but white space.
        assert "".join(t.text for t in tokens) == "".join(written.split())


@pytest.mark.parametrize("config", CONFIGS, ids=lambda c: f"{c.tokenize}-{c.lowercase}")
@settings(max_examples=examples(400))
@given(text=NASTY | st.text(max_size=30))
@example(text="")
@example(text=" \n\u3000")
@example(text="end-\n")
@example(text="a-<skipped>\nb")
def test_spans_of_nasty_text(config: BleuConfig, text: str) -> None:
    check(text, config)


def test_a_span_covers_the_whole_entity_and_what_13a_takes_out_of_a_word() -> None:
    assert spans("x &amp;lt; y") == [("x", "x"), ("<", "&amp;lt;"), ("y", "y")]
    assert spans("&quot;a&quot;") == [('"', "&quot;"), ("a", "a"), ('"', "&quot;")]
    assert spans("&<skipped>gt;") == [(">", "&<skipped>gt;")]
    assert spans("&lt;", tokenize="none") == [("&lt;", "&lt;")]
    assert spans("ab<skipped>cd e") == [("abcd", "ab<skipped>cd"), ("e", "e")]
    assert spans("<skipped>ab<skipped> cd") == [("ab", "ab"), ("cd", "cd")]
    assert spans("exam-\nple") == [("example", "exam-\nple")]
    assert spans("end-\n") == [("end-", "end-")]


def test_lower_case_of_another_length() -> None:
    assert spans("İki ÇAY", lowercase=True) == [("i̇ki", "İki"), ("çay", "ÇAY")]
    assert spans("ΟΔΟΣ ΣΑΣ.", lowercase=True) == [("οδος", "ΟΔΟΣ"), ("σας", "ΣΑΣ"), (".", ".")]
    # One character, two tokens: the text is not shown twice.
    assert spans("İa", lowercase=True, tokenize="char") == [("i", "İ"), ("\u0307", ""), ("a", "a")]


@pytest.mark.parametrize(
    ("text", "pieces", "written"),
    [
        ("Hello  world.", "▁He llo ▁world .", ["He", "llo", "world", "."]),
        ("你好 世界", "▁ 你好 ▁ 世界", ["", "你好", "", "世界"]),
        ("ﬁnd ½", "▁fi nd ▁1⁄2", ["ﬁ", "nd", "½"]),
        # Composed, removed and replaced characters: the best fit.
        ("cafe\u0301 au", "▁café ▁au", ["cafe\u0301", "au"]),
        ("a\u200bb c", "▁ab ▁c", ["a\u200bb", "c"]),
        ("one “two” x", '▁one ▁" two " ▁x', ["one", "“", "two", "”", "x"]),
    ],
)
def test_pieces_of_sentencepiece(text: str, pieces: str, written: list[str]) -> None:
    tokens = align_tokens(pieces.split(), text, BleuConfig(tokenize="flores200"))
    assert [token.text for token in tokens] == pieces.split()
    assert [text[token.start : token.end] for token in tokens] == written


@settings(max_examples=examples(200))
@given(NASTY, st.lists(st.sampled_from(["▁a", "b", "▁", "▁B.", "你", "fi", "x▁y"]), max_size=12))
def test_any_tokens_get_spans_in_order(text: str, tokens: list[str]) -> None:
    for name in ("13a", "spm"):
        found = align_tokens(tokens, text, BleuConfig(tokenize=name, lowercase=True))
        assert [token.text for token in found] == tokens
        check_order(found, text)


LINES = st.text(alphabet="aAbB .*+?()[]{}\\|^$-é\ue000\n\t", max_size=30)


@settings(max_examples=examples(400))
@given(LINES, st.text(alphabet="aAbB .*+?()[]{}\\|^$-é\n", min_size=1, max_size=3))
def test_text_is_found_where_it_stands(line: str, wanted: str) -> None:
    found = find_spans(line, wanted)
    if wanted.startswith("/"):
        return
    assert found == [m.span() for m in re.finditer(re.escape(wanted), line, re.IGNORECASE)]
    assert bool(found) == contains(pa.array([line]), wanted)[0]


def test_places_and_lines_that_are_missing() -> None:
    for line, wanted, expected in [
        ("the cat on the mat", "THE", [(0, 3), (11, 14)]),
        ("the cat on the mat", "/[cm]at/", [(4, 7), (15, 18)]),
        ("a 💩 b 💩", "💩", [(2, 3), (6, 7)]),
        ("aab", "/a*/", [(0, 2)]),
        ("a💩a", r"/a|\B/", [(0, 1), (2, 3)]),
        ("<b>", "<B>", [(0, 3)]),
        (r"a\0b", r"\0", [(1, 3)]),
        ("the", "/(/", []),
        ("the", "/^the$/", [(0, 3)]),
    ]:
        assert find_spans(line, wanted) == expected
    assert contains(pa.array(["The", None, "he"]), "the").tolist() == [True, False, False]
    with refused("search.not_a_pattern") as messages:
        contains(pa.array(["the"]), "/(/")
    assert messages[0].values["pattern"] == "/(/"
