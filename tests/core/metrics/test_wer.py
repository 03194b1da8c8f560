"""Word error rate: the formula written out slowly, and which of several references counts."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import BleuConfig
from bleu_core.metrics import Wer, measure, wer_statistics, words
from bleu_core.text.tokenizers import tokenize_line
from tests.core import sample
from tests.core.nasty_texts import corpora, files
from tests.effort import examples

References = list[list[str | None]]


def edits(a: Sequence[str], b: Sequence[str]) -> int:
    """Levenshtein's distance, row by row."""
    row = list(range(len(b) + 1))
    for i, word in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, other in enumerate(b, 1):
            here = min(row[j] + 1, row[j - 1] + 1, before + (word != other))
            before, row[j] = row[j], here
    return row[-1]


def transcribed(hypothesis: str, references: list[str], config: BleuConfig) -> tuple[int, int]:
    """Edits and length of the reference of the lowest rate, the shorter of equal ones."""
    found = []
    for reference in references:
        tokens = tokenize_line(reference, config)
        changed = edits(tokenize_line(hypothesis, config), tokens)
        unbounded = bool(changed) and not tokens
        rate = Fraction(changed, len(tokens)) if tokens else Fraction(0)
        found.append((unbounded, rate, len(tokens), changed))
    *_, length, changed = min(found)
    return changed, length


@settings(max_examples=examples(200))
@given(corpora(files), st.booleans())
def test_edits_and_lengths_are_those_of_the_formula(corpus, lowercase) -> None:
    hypotheses, references = corpus
    config = BleuConfig(lowercase=lowercase)
    found = wer_statistics(hypotheses, references, lowercase=lowercase)
    segments = zip(hypotheses, zip(*references, strict=True), strict=True)
    expected = [
        transcribed(hypothesis, [ref for ref in refs if ref is not None], config)
        for hypothesis, refs in segments
    ]
    assert found.matrix.tolist() == [list(row) for row in expected]
    changed, length = np.sum(expected, axis=0).tolist()
    assert found.corpus().score == 100 * (changed / length if length else bool(changed))


def test_segments_beyond_a_block_are_counted_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = measure(Wer(), sample.SYSTEMS, sample.REFERENCES)
    monkeypatch.setattr(words, "BLOCK", 7)
    for one, other in zip(whole, measure(Wer(), sample.SYSTEMS, sample.REFERENCES), strict=True):
        assert (one.matrix == other.matrix).all()


def row(hypothesis: str, *references: str | None) -> list[int]:
    (found,) = wer_statistics([hypothesis], [[ref] for ref in references]).matrix.tolist()
    return found


def test_the_reference_of_the_lowest_rate_counts_and_the_shorter_of_equals() -> None:
    # 1 edit of 2 words, or 2 of 8.
    assert row("a b c d e f x y", "a b c d e f g h", "x y") == [2, 8]
    assert row("a x", "a b", "c d e f g h i j") == [1, 2]
    short, long = "a b", "a x c d"  # 1 of 2, 2 of 4
    assert row("a c", short, long) == row("a c", long, short) == [1, 2]
    # An empty reference is taken only where nothing else is better.
    assert row("", "", "a") == [0, 0]
    assert row("a b c d", "", "x") == [4, 1]
    assert row("a b", "", None) == [2, 0]
    assert row("a b", None, "a") == [1, 1]
    assert row("", None, "a") == [1, 1]


def test_words_for_an_empty_reference_are_100_per_cent_and_count_among_the_edits() -> None:
    found = wer_statistics(["a b", "", "c d e x"], [["", "", "c d e f"]])
    assert found.sentence_scores().tolist() == [100, 0, 25]
    assert found.corpus().score == 100 * 3 / 4


def test_the_longest_segments_are_compared() -> None:
    many = [str(i % 977) for i in range(20_000)]
    assert row(" ".join(many), " ".join(many[5:])) == [5, 19_995]
