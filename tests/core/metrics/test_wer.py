"""Word error rate against the formula written out slowly."""

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


def test_the_longest_segments_are_compared() -> None:
    many = [str(i % 977) for i in range(20_000)]
    assert row(" ".join(many), " ".join(many[5:])) == [5, 19_995]
