"""NIST against the formula written out slowly."""

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings

from bleu_core import BleuConfig
from bleu_core.metrics import MetricStatistics, Nist, measure, nist_statistics
from bleu_core.metrics.additive import score_of
from bleu_core.text.tokenizers import tokenize_line
from tests.core import nasty_texts, sample
from tests.core.reference_exact import grams
from tests.effort import examples

# The sentences of NLTK's documentation of nist_score; they are those of Papineni et al.
# (2002), cased otherwise. NLTK itself gives 3.3709 and 1.4619: it clips by the best
# reference of each order, and adds up its length; mteval-v14.pl does neither.
REFERENCES = [
    "It is a guide to action that ensures that the military will forever heed Party commands",
    "It is the guiding principle which guarantees the military forces always being under the "
    "command of the Party",
    "It is the practical guide for the army always to heed the directions of the party",
]
GOOD = (
    "It is a guide to action which ensures that the military always obeys the commands of the party"
)
BAD = "It is to insure the troops forever hearing the activity guidebook that party direct"

Segment = tuple[list[str], list[list[str]]]


def slow_nist(segments: Sequence[Segment], weighed_by: Sequence[Segment], orders: int = 5) -> float:
    """Doddington (2002), equations 2 and 3, on (hypothesis, references), all tokens."""
    occurrences: Counter[tuple[str, ...]] = Counter()
    for _, references in weighed_by:
        for reference in references:
            occurrences[()] += len(reference)
            for order in range(1, orders + 1):
                occurrences += grams(reference, order)
    score = 0.0
    for order in range(1, orders + 1):
        matched, produced = 0.0, 0
        for hypothesis, references in segments:
            limit: Counter[tuple[str, ...]] = Counter()
            for reference in references:
                limit |= grams(reference, order)
            for ngram, count in (grams(hypothesis, order) & limit).items():
                matched += count * math.log2(occurrences[ngram[:-1]] / occurrences[ngram])
            produced += max(len(hypothesis) - order + 1, 0)
        score += matched / max(produced, 1)
    words = sum(len(hypothesis) for hypothesis, _ in segments)
    mean = sum(sum(map(len, references)) / len(references) for _, references in segments)
    if not words or not mean:
        return 0.0
    beta = math.log(0.5) / math.log(1.5) ** 2
    return score * math.exp(beta * math.log(min(words / mean, 1)) ** 2)


def tokenized(
    system: Sequence[str], references: Sequence[Sequence[str | None]], config: BleuConfig
) -> list[Segment]:
    return [
        (tokenize_line(line, config), [tokenize_line(r, config) for r in refs if r is not None])
        for line, *refs in zip(system, *references, strict=True)
    ]


def counted(
    system: Sequence[str],
    references: Sequence[Sequence[str | None]],
    config: BleuConfig = BleuConfig(),
) -> MetricStatistics:
    return nist_statistics(system, references, config.tokenize, config.lowercase)


@pytest.mark.parametrize(("hypothesis", "score"), [(GOOD, 5.0379), (BAD, 2.1139)])
def test_two_known_sentences_have_the_scores_of_the_published_formula(hypothesis, score) -> None:
    found = counted([hypothesis], [[line] for line in REFERENCES])
    assert score_of(found) == pytest.approx(score, abs=5e-5)


@settings(max_examples=examples(200))
@given(nasty_texts.corpora(nasty_texts.files))
def test_scores_are_those_of_the_formula_written_out(corpus) -> None:
    system, references = corpus
    for config in (BleuConfig(), BleuConfig(tokenize="char", lowercase=True)):
        stats = counted(system, references, config)
        segments = tokenized(system, references, config)
        assert score_of(stats) == pytest.approx(slow_nist(segments, segments), rel=1e-12)
        alone = [slow_nist([segment], segments) for segment in segments]
        assert stats.sentence_scores() == pytest.approx(alone, rel=1e-12)


def test_a_slice_is_weighed_by_the_references_of_the_whole_set() -> None:
    system, references = sample.DIRECT[:100], [stream[:100] for stream in sample.REFERENCES]
    stats, segments = counted(system, references), tokenized(system, references, BleuConfig())
    part = stats.with_rows(stats.matrix[40:90])
    assert score_of(part) == pytest.approx(slow_nist(segments[40:90], segments), rel=1e-12)
    alone = counted(system[40:90], [stream[40:90] for stream in references])
    assert score_of(alone) == pytest.approx(slow_nist(segments[40:90], segments[40:90]))
    assert score_of(alone) < score_of(part) - 0.5
    assert Nist.about.part_caveat  # says so


def test_rows_do_not_depend_on_blocks_threads_or_other_systems(monkeypatch) -> None:
    once = measure(Nist(), sample.SYSTEMS, sample.REFERENCES)
    back = measure(Nist(), sample.SYSTEMS[::-1], sample.REFERENCES)[::-1]
    monkeypatch.setattr("bleu_core.metrics.match_counting.BLOCK_TOKENS", 500)
    monkeypatch.setattr("bleu_core.text.encoding.BLOCK", 10)
    small = measure(Nist(), sample.SYSTEMS, sample.REFERENCES)
    for a, b, c in zip(once, back, small, strict=True):
        assert a.matrix.tobytes() == b.matrix.tobytes() == c.matrix.tobytes()


def test_a_missing_reference_an_output_of_nothing_and_the_signature() -> None:
    two = counted(["a b", "a"], [["a b c", "a"], [None, "a b"]])
    assert two.matrix[:, -1].tolist() == [3.0, 1.5]
    # Six words, "a" three times and "b" twice; "a b" twice.
    assert two.matrix[0, :2] == pytest.approx([math.log2(6 / 3) + math.log2(6 / 2), math.log2(1.5)])
    assert two.num_refs == -1
    stats = counted(["", "", "a"], [["a b", "", ""]])
    assert stats.sentence_scores().tolist() == [0.0, 0.0, 0.0]
    assert np.isfinite(stats.matrix).all()
    fields = "nrefs:2|case:lc|tok:char|order:5|version:bleuscope-"
    assert Nist("char", True).signature(2).startswith(fields)
