"""Texts in subwords: found in each column, and joined as they were before."""

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import EvalSet
from bleu_core.readers.input_checks import SUBWORDS, examine, join_subwords
from tests.effort import examples

# Each line of words, each word of pieces, as a tool writes it.
WRITTEN: dict[str, Callable[[list[list[str]]], str]] = {
    "@@": lambda words: " ".join("@@ ".join(pieces) for pieces in words),
    "▁": lambda words: " ".join("▁" + " ".join(pieces) for pieces in words),
    "##": lambda words: " ".join(" ##".join(pieces) for pieces in words),
    "￭": lambda words: " ".join("￭ ".join(pieces) for pieces in words),
    "￭ before": lambda words: " ".join(" ￭".join(pieces) for pieces in words),
    "￭ between": lambda words: " ".join(" ￭ ".join(pieces) for pieces in words),
    "▁ of OpenNMT": lambda words: " ▁".join(" ".join(pieces) for pieces in words),
    "▁ alone": lambda words: " ▁ ".join(" ".join(pieces) for pieces in words),
}
PIECE = st.builds(str.__add__, st.sampled_from("abX7ßж中ा"), st.text("abX7é'-#.", max_size=3))
SPLIT = st.lists(PIECE, min_size=2, max_size=4)
LINE = st.tuples(SPLIT, st.lists(st.lists(PIECE, min_size=1, max_size=4), min_size=1)).map(
    lambda drawn: [drawn[0], *drawn[1]]
)
WORDS = ["river", "table", "teacher", "window", "market", "garden", "letter", "doctor"]


def joined(words: list[list[str]]) -> str:
    return " ".join("".join(pieces) for pieces in words)


def lines(seed: int, size: int = 100) -> list[list[str]]:
    rng = random.Random(seed)
    return [[*rng.choices(WORDS, k=9), f"{seed}x{i}"] for i in range(size)]


def plain(seed: int) -> list[str]:
    return [" ".join(words) for words in lines(seed)]


def split(seed: int, sign: str, count: int = 100) -> list[str]:
    """The lines of a seed, the first `count` in subwords of three letters."""
    write = WRITTEN[sign]
    pieces = [
        [[word[at : at + 3] for at in range(0, len(word), 3)] for word in words]
        for words in lines(seed)
    ]
    return [write(one) for one in pieces[:count]] + plain(seed)[count:]


def found(data: EvalSet) -> dict[str, tuple[str, str]]:
    """Kind and severity of the finding on each column."""
    kinds = (SUBWORDS, "subword marks")
    return {f.stream: (f.kind, f.severity) for f in examine(data) if f.kind in kinds}


@pytest.mark.parametrize("sign", WRITTEN)
@given(st.lists(LINE, min_size=1, max_size=8))
@settings(max_examples=examples(60))
def test_joining_inverts_splitting(sign: str, drawn: list[list[list[str]]]) -> None:
    clean, written = [joined(line) for line in drawn], [WRITTEN[sign](line) for line in drawn]
    made, repaired = join_subwords(EvalSet({"a": written, "b": clean}, [clean], source=written))
    assert made.systems["a (repaired)"].to_pylist() == clean
    assert (made.systems["b"].to_pylist(), made.source.to_pylist()) == (clean, clean)
    assert [(f.kind, f.severity, f.stream) for f in repaired] == [
        ("repaired", "notice", "system 'a'"), ("repaired", "notice", "the source")
    ]  # fmt: skip


@pytest.mark.parametrize("sign", ["@@", "▁", "##", "￭"])
def test_split_columns_are_serious_even_if_all_are(sign: str) -> None:
    a, b, reference = (split(seed, sign) for seed in (1, 2, 3))
    serious = (SUBWORDS, "serious")
    data = EvalSet({"a": a, "b": b}, [reference], source=split(4, sign))
    assert found(data) == {
        "system 'a'": serious, "system 'b'": serious, "reference 1": serious,
        "the source": (SUBWORDS, "notice"),
    }  # fmt: skip
    alone = EvalSet({"a": a, "b": plain(2)}, [plain(3)])
    assert found(alone) == {"system 'a'": serious}
    assert found(join_subwords(alone).evalset) == {}


def test_half_of_the_lines_or_a_few_tokens_make_a_column_split() -> None:
    # A line has ten words, and a line in BPE eight to nine marked tokens among nineteen.
    for count, kind in ((50, SUBWORDS), (4, SUBWORDS), (3, "subword marks")):
        severity = "serious" if count >= 5 else "notice"
        data = EvalSet({"a": split(1, "@@", count), "b": plain(2)}, [plain(3)])
        assert found(data) == {"system 'a'": (kind, severity)}
        assert len(join_subwords(data).findings) == (kind == SUBWORDS)
    # One marked token in each of half of the lines.
    once = [f"{line} reg@@ ion" for line in plain(1)[:50]] + ["word " * 40] * 50
    assert found(EvalSet({"a": once}, [plain(3)])) == {"system 'a'": (SUBWORDS, "serious")}


def test_what_is_no_subword_is_left_alone() -> None:
    right = [
        "## Heading", "#hashtag", "a ## b", "C## and F#", "mail me @@ home", "@@ -1,3 +1,3 @@",
        "five @-@ day", "▁▂▃▄▅▆▇█ up", "load: ▁▃▅", "￭ bullet", "ann@example.org",
    ]  # fmt: skip
    texts = [f"{right[i % len(right)]}" for i in range(100)]
    data = EvalSet({"a": texts}, [plain(1)])
    assert found(data) == {}
    assert join_subwords(data) == (data, [])
