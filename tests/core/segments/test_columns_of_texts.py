"""Columns of what texts look like and how they compare: against twins that read them slowly."""

import math
import unicodedata
from collections import Counter
from dataclasses import replace

import pyarrow as pa
import pyarrow.compute as pc
import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from bleu_core import BleuConfig, Comparison, EvalSet, sentence_bleu
from bleu_core.common import scripts
from bleu_core.segments.columns import SegmentTable, table_of
from bleu_core.text.tokenizers import tokenize_line
from tests.core.metrics.test_wer import edits
from tests.core.nasty_texts import PIECES, corpora, files, texts

WORDS = [*PIECES, "I", "A ", "the ", "Cat", "NASA", "É", "http://x", "WWW.x", "a@b.c", "<b>", "? "]
nasty = st.one_of(texts(WORDS), files)


def table(
    references: list[list[str | None]],
    a: list[str] | None = None,
    b: list[str] | None = None,
    source: list[str] | None = None,
    config: BleuConfig = BleuConfig(),
) -> SegmentTable:
    nothing = [""] * len(references[0])
    data = EvalSet({"A": a or nothing, "B": b or nothing}, references, source=source)
    return table_of(Comparison.of(data, config))


def is_space(c: str) -> bool:
    return c in "\t\n\r\f " or unicodedata.category(c).startswith("Z")


def is_upper(c: str) -> bool:
    return unicodedata.category(c) in ("Lu", "Lt")


def is_letter(c: str) -> bool:
    return unicodedata.category(c).startswith("L")


def question(text: str) -> bool:
    for i, c in enumerate(text):
        if c in "？؟\u037e፧⸮՞":
            return True
        is_greek = c == ";" and i and regex.match(r"\p{Greek}", text[i - 1])
        if c == "?" or is_greek:
            rest = text[i + 1 :]
            while rest and (rest[0] in "\"'!?.…*" or unicodedata.category(rest[0]) in ("Pe", "Pf")):
                rest = rest[1:]
            if not rest or is_space(rest[0]):
                return True
    return False


def digits(text: str) -> bool:
    return any(c.isdecimal() for c in text)


def capitals(text: str) -> bool:
    for i in range(1, len(text)):
        after = text[i + 1 :].lstrip("".join(c for c in text if unicodedata.category(c)[0] == "M"))
        if not (is_upper(text[i]) and after and is_letter(after[0])):
            continue
        j = i - 1
        while j >= 0 and (text[j] in "\"'" or unicodedata.category(text[j]) in ("Ps", "Pi")):
            j -= 1
        if j < 0 or not is_space(text[j]):
            continue
        while j >= 0 and is_space(text[j]):
            j -= 1
        while j >= 0 and (text[j] in "\"'" or unicodedata.category(text[j]) in ("Pe", "Pf")):
            j -= 1
        kind = unicodedata.category(text[j]) if j >= 0 else ""
        if kind[:1] in ("L", "M") or kind == "Nd" or (j >= 0 and text[j] in ",;"):
            return True
    return False


TWINS = {
    "question": question,
    "quotation": lambda text: any(c in '"“”„‟«»‹›「」『』〝〞〟＂' for c in text),
    "digits": digits,
    "brackets": lambda text: any(c in "()[]{}（）［］｛｝【】〔〕" for c in text),
    "capitals": capitals,
}


@given(st.lists(nasty, min_size=1, max_size=4))
@example(["Why? I", 'He said "why?"', "a?b", "x (Really?) y", "？", ""])
@example(["one; two", "three;", "Γιατί; Ναι", "Γιατί;»", "Γιατί\u037e", "α;β"])
@example(["then Bob", "then “Bob”", "then I went", "1 Cat", "so: Bob", "end. Bob", "x, É́t"])
@example(["the (then) Cat", "NASA", "a\u2003B c", "a\u2003Bc", "a Ǆc"])
def test_what_a_source_looks_like(lines: list[str]) -> None:
    found = table([list(lines)], source=lines)
    for name, twin in TWINS.items():
        assert found.flags(name).tolist() == [twin(line) for line in lines], (name, lines)


def test_addresses_and_markup() -> None:
    for name, yes, no in (
        ("url", ["see http://a.b", "HTTPS://x", "www.x.y", "ftp://f", "a.b@c.de", "é@ü.ö"],
         ["http", "http:// x", "www. x", "@home", "a@b", "a @b.c", "10:30"]),
        ("markup", ["<b>", "x</p>", '<a href="x">', "<!-- x", "&amp;", "&#39;", "&#x2f;", "<é>"],
         ["a < b > c", "<3", "AT&T", "& amp;", "{0}", "<>", "5 <b"]),
    ):  # fmt: skip
        lines = yes + no
        found = table([[*lines]], source=lines).flags(name).tolist()
        assert [line for line, is_so in zip(lines, found, strict=True) if is_so] == yes


@given(st.lists(nasty, max_size=5))
@example(["Ну, ok!", "日本ー", "42", "aЯ", "Яa", ""])
def test_the_script_is_that_of_most_letters(lines: list[str]) -> None:
    def of(c: str) -> str | None:
        if not is_letter(c):
            return None
        kinds = (n for n, p in scripts.SCRIPTS.items() if fits(c, p))
        return next(kinds, None)

    def slowly(text: str) -> str | None:
        counted = Counter(filter(None, map(of, text)))
        order = list(scripts.SCRIPTS)
        return min(counted, key=lambda one: (-counted[one], order.index(one)), default=None)

    found = scripts.main_script(pa.array(lines, pa.large_string())).to_pylist()
    assert found == [slowly(line) for line in lines]


def fits(c: str, pattern: str) -> bool:
    return bool(pc.match_substring_regex(pa.scalar(c), pattern).as_py())


@given(st.lists(st.tuples(nasty, nasty), min_size=1, max_size=4))
@example([("", ""), ("ab", ""), ("abc", "abd")])
def test_similarity_is_what_no_edit_touches(pairs: list[tuple[str, str]]) -> None:
    a, b = map(list, zip(*pairs, strict=True))
    found = table([["x"] * len(pairs)], a, b).numbers("similarity")
    expected = [1 - edits(x, y) / max(len(x), len(y), 1) for x, y in pairs]
    assert found.tolist() == pytest.approx(expected)


CONFIGS = [
    BleuConfig(),
    BleuConfig(max_ngram_order=2, reference_length="average", lowercase=True),
    BleuConfig(tokenize="none", reference_length="shortest", smooth_method="floor"),
]


@given(corpora(files), st.sampled_from(CONFIGS))
def test_what_is_counted_of_the_references(corpus, config) -> None:
    outputs, references = corpus
    found = table(references, outputs, outputs[::-1], config=config)
    size = len(outputs)
    words = [[tokenize_line(stream[i] or "", config) for stream in references] for i in range(size)]
    times = Counter(word for segment in words for ref in segment for word in ref)
    for i in range(size):
        own = {word for ref in words[i] for word in ref}
        least = min((times[word] for word in own), default=math.nan)
        assert found.numbers("rarest")[i] == pytest.approx(least, nan_ok=True)
        for side, streams in (("a", outputs), ("b", outputs[::-1])):
            tokens = tokenize_line(streams[i], config)
            unseen = sum(word not in own for word in tokens)
            share = unseen / len(tokens) if tokens else math.nan
            assert found.numbers(f"{side}.unseen")[i] == pytest.approx(share, nan_ok=True)
    if len(references) == 1:
        assert found.column("agreement").missing
        return
    alone = replace(config, effective_order=True)
    agreement = found.numbers("agreement")
    for i in range(size):
        here = [stream[i] for stream in references if stream[i] is not None]
        scores = [
            sentence_bleu(one, here[:r] + here[r + 1 :], alone).score
            for r, one in enumerate(here)
            if len(here) > 1
        ]
        expected = sum(scores) / len(scores) if scores else math.nan
        assert agreement[i] == pytest.approx(expected, nan_ok=True)
