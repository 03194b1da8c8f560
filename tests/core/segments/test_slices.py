"""Slices: partitions whose parts are scored as the corpora that they are."""

import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from bleu_core import BleuConfig, Comparison, EvalSet, corpus_bleu
from bleu_core.metrics import get_metric, measure
from bleu_core.metrics.additive import score_of
from bleu_core.metrics.bleu import SegmentStatistics
from bleu_core.segments.slice_criteria import criteria
from bleu_core.segments.slice_criteria import part_mask as segments_of
from bleu_core.segments.slices import SliceScores, slice_by
from bleu_core.significance import MIN_DOCUMENTS
from bleu_core.significance.metric_tests import compare_with_metric
from bleu_core.text.config import LENGTH_RULES
from bleu_core.text.tokenizers import tokenize_line
from tests.core.nasty_texts import corpora, files
from tests.core.refusing import refused
from tests.core.sample import REFERENCES, SYSTEMS
from tests.places import sample_lines

COMPUTED = ["reference length", "length difference", "sentence BLEU", "rarity"]
CRITERIA = ["document", "kind", *COMPUTED]


def sample(config: BleuConfig = BleuConfig()) -> Comparison:
    evalset = EvalSet(
        dict(zip(("direct", "pivot"), SYSTEMS, strict=True)),
        REFERENCES,
        documents=sample_lines("documents.txt"),
        metadata={"kind": sample_lines("kinds.txt")},
    )
    return Comparison.of(evalset, config)


COMPARISON = sample()


def compare(a: list[str], b: list[str], reference: list[str]) -> Comparison:
    return Comparison.of(EvalSet({"a": a, "b": b}, [reference]))


def members(slices: list[SliceScores]) -> dict[str, list[int]]:
    return {found.label: found.rows.tolist() for found in slices}


def assert_partition(slices: list[SliceScores], comparison: Comparison) -> None:
    together = np.concatenate([found.rows for found in slices])
    assert sorted(together.tolist()) == list(range(len(comparison)))
    assert all(found.n > 0 and (np.diff(found.rows) > 0).all() for found in slices)
    assert len({found.label for found in slices}) == len(slices)
    points = sum(found.points for found in slices)
    if comparison.ledger.defined:
        expected = comparison.delta - comparison.ledger.unattributed
        assert points == pytest.approx(expected, abs=1e-9)
    else:
        assert math.isnan(points)


def test_a_slice_is_scored_as_the_corpus_of_its_segments() -> None:
    for how in CRITERIA:
        slices = slice_by(COMPARISON, how)
        assert len(slices) > 2
        assert_partition(slices, COMPARISON)
        for found in slices:
            texts = [[stream[i] for i in found.rows] for stream in (*SYSTEMS, *REFERENCES)]
            a, b = (corpus_bleu(system, texts[2:]).score for system in texts[:2])
            assert (found.score_a, found.score_b) == pytest.approx((a, b), abs=1e-9)
            assert found.delta == pytest.approx(b - a, abs=1e-9)
            assert found.points == pytest.approx(COMPARISON.ledger.segments[found.rows].sum())


def jackknife(
    pair: list[SegmentStatistics], units: list[list[int]], coverage: float
) -> list[float]:
    """The interval of Δ written out: each unit left out in its turn, Student's t by scipy."""
    a, b = pair

    def delta_of(rows: list[int]) -> float:
        return b.subset(rows).corpus().score - a.subset(rows).corpus().score

    n = len(units)
    left_out = [delta_of([i for u in units if u is not unit for i in u]) for unit in units]
    mean = sum(left_out) / n
    error = math.sqrt((n - 1) / n * sum((x - mean) ** 2 for x in left_out))
    half = scipy.stats.t.ppf((1 + coverage) / 2, n - 1) * error
    delta = delta_of([i for unit in units for i in unit])
    return [delta - half, delta + half]


@pytest.mark.parametrize("how", ["kind", "sentence BLEU", "rarity"])
def test_intervals_hold_together_and_small_slices_have_none(how: str) -> None:
    slices = slice_by(COMPARISON, how)
    judged = [found for found in slices if found.n >= 30]
    assert how != "sentence BLEU" or 1 < len(judged) < len(slices)
    documents = sample_lines("documents.txt")
    pair = [COMPARISON.stats_a, COMPARISON.stats_b]
    for found in slices:
        assert found.judged == (found in judged)
        if not found.judged:
            assert (found.ci_low, found.ci_high, found.unit) == (None, None, "")
            continue
        units = [[i] for i in found.rows.tolist()]
        names = dict.fromkeys(documents[i] for i in found.rows)
        if len(names) >= MIN_DOCUMENTS:
            units = [[i for [i] in units if documents[i] == name] for name in names]
        assert found.unit == ("document" if len(names) >= MIN_DOCUMENTS else "segment")
        expected = jackknife(pair, units, 0.95 ** (1 / len(judged)))
        assert [found.ci_low, found.ci_high] == pytest.approx(expected, abs=1e-9)
    used = {found.unit for found in judged}
    assert used == ({"segment"} if how == "kind" else used)


def test_parts_chosen_by_what_the_systems_wrote_have_no_intervals() -> None:
    slices = slice_by(COMPARISON, "length difference")
    assert any(found.judged for found in slices)
    assert {(found.ci_low, found.unit) for found in slices} == {(None, "")}


def test_bands_of_reference_length() -> None:
    sizes = [0, 1, 9, 10, 19, 20, 49, 50, 80]
    reference = ["w " * size for size in sizes]
    slices = slice_by(compare(reference, reference, reference), "reference length")
    assert members(slices) == {
        "0 tokens": [0], "1–19 tokens": [1, 2, 3, 4], "20–39 tokens": [5],
        "40–59 tokens": [6, 7], "80–99 tokens": [8],
    }  # fmt: skip
    # The longest twentieth does not set how wide bands are.
    many = ["w " * size for size in [9] * 50 + [10] * 49 + [5_000]]
    slices = slice_by(compare(many, many, many), "reference length")
    assert [found.label for found in slices] == [
        "5–9 tokens", "10–14 tokens", "25 tokens and more",
    ]  # fmt: skip
    # They suit characters and fractions of a token, too.
    slices = slice_by(sample(BleuConfig(tokenize="char")), "reference length")
    assert 4 <= len(slices) <= 7
    assert slices[0].label == "20–39 tokens"
    assert sum(found.judged for found in slices) >= 3
    evalset = EvalSet({"a": ["w"] * 2}, [["w " * 4, "w"], ["w " * 5, ""]])
    average = Comparison.of(evalset, BleuConfig(reference_length="average"))
    assert members(slice_by(average, "reference length")) == {"1–4 tokens": [0, 1]}


def test_bands_of_length_difference() -> None:
    sizes = [4, 10, 16, 17, 18, 19, 20, 21, 22, 24, 28, 36]
    a, b = ["w " * 20] * len(sizes), ["w " * size for size in sizes]
    assert members(slice_by(compare(a, b, a), "length difference")) == {
        "B shorter by 16 tokens or more": [0], "B shorter by 8–15 tokens": [1],
        "B shorter by 4–7 tokens": [2], "B shorter by 2–3 tokens": [3, 4],
        "B shorter by 1 token": [5], "same length": [6], "B longer by 1 token": [7],
        "B longer by 2–3 tokens": [8], "B longer by 4–7 tokens": [9],
        "B longer by 8–15 tokens": [10], "B longer by 16 tokens or more": [11],
    }  # fmt: skip


def test_bands_of_sentence_bleu_take_both_systems_alike() -> None:
    slices = slice_by(COMPARISON, "sentence BLEU")
    for found in slices:
        low, high = map(float, found.label.split("–"))
        mean = (COMPARISON.sentences_a + COMPARISON.sentences_b)[found.rows] / 2
        assert (mean >= low).all()
        assert (mean < high).all() or high == 100
    assert [found.label for found in slices] == [f"{n}–{n + 10}" for n in range(0, 100, 10)]
    turned = Comparison.of(COMPARISON.evalset, a="pivot", b="direct")
    assert members(slice_by(turned, "sentence BLEU")) == members(slices)
    perfect = compare(["a b c d"], ["a b c d"], ["a b c d"])
    assert list(members(slice_by(perfect, "sentence BLEU"))) == ["90–100"]


def test_rarity_is_the_mean_log_frequency_of_reference_words() -> None:
    slices = slice_by(COMPARISON, "rarity")
    assert [found.label for found in slices] == [
        "rarest quarter", "2nd quarter", "3rd quarter", "commonest quarter",
    ]  # fmt: skip
    words = [
        [word for text in pair for word in tokenize_line(text, COMPARISON.config)]
        for pair in zip(*REFERENCES, strict=True)
    ]
    counts = Counter(word for segment in words for word in segment)
    rarity = [sum(math.log(counts[w] / counts.total()) for w in seg) / len(seg) for seg in words]
    ordered = np.argsort(rarity)
    assert [found.n for found in slices] == [63] * 4
    for number, found in enumerate(slices):
        assert sorted(ordered[63 * number : 63 * number + 63]) == found.rows.tolist()
    # References without words are a slice of their own.
    texts = ["the the", "the cat", "", "rare birds"]
    slices = members(slice_by(compare(texts, texts, texts), "rarity"))
    assert (slices["rarest quarter"], slices["commonest quarter"]) == ([3], [0])
    assert slices["no tokens"] == [2]
    assert list(members(slice_by(compare(["x"], ["y"], [""]), "rarity"))) == ["no tokens"]


@given(corpora(files), st.sampled_from(COMPUTED), st.sampled_from(LENGTH_RULES))
def test_any_corpus_is_partitioned(corpus, how, rule) -> None:
    data = EvalSet({"a": corpus[0], "b": corpus[0][::-1]}, corpus[1])
    comparison = Comparison.of(data, BleuConfig(reference_length=rule))
    slices = slice_by(comparison, how)
    assert_partition(slices, comparison)
    for found in slices:
        both = (comparison.stats_a, found.score_a), (comparison.stats_b, found.score_b)
        for stats, score in both:
            assert score == pytest.approx(stats.subset(found.rows).corpus().score)


def test_what_there_is_to_slice_by_and_no_column_takes_its_place() -> None:
    assert list(criteria(COMPARISON)) == CRITERIA
    bare = compare(["a"], ["a"], ["a"])
    assert list(criteria(bare)) == COMPUTED
    for wrong in ("document", "kind"):
        with refused("slice.unknown_criterion") as told:
            slice_by(bare, wrong)
        assert told[0].values == {"name": wrong, "known": COMPUTED}
    with refused("slice.no_part"):
        segments_of(COMPARISON, "kind", "none")
    evalset = EvalSet(
        {"a": ["x"]}, [["x"]], documents=["d"], metadata={"rarity": ["r"], "document": ["m"]}
    )
    comparison = Comparison.of(evalset)
    assert list(criteria(comparison)) == ["document", *COMPUTED]
    assert list(members(slice_by(comparison, "document"))) == ["d"]
    assert list(members(slice_by(comparison, "rarity"))) == ["commonest quarter"]


def test_parts_are_scored_under_another_metric_as_texts_of_their_own() -> None:
    usual, evalset = slice_by(COMPARISON, "kind"), COMPARISON.evalset
    for name in ("wer", "bleu"):
        metric = get_metric(name)
        found = slice_by(COMPARISON, "kind", metric_pair=compare_with_metric(COMPARISON, metric))
        for part, bleus in zip(found, usual, strict=True):
            texts = [
                [column[i].as_py() for i in part.rows]
                for column in (*evalset.systems.values(), *evalset.references)
            ]
            a, b = map(score_of, measure(metric, texts[:2], texts[2:]))
            assert (part.score_a, part.score_b) == (a, b)
            assert (part.label, part.points) == (bleus.label, bleus.points)
            assert (part.ci_low is None) == (bleus.ci_low is None)
            assert name == "wer" or part.ci_low == bleus.ci_low


def test_other_parts_are_the_same_when_outputs_are_exchanged() -> None:
    # So that in each of them an exchange at random has no Δ: this is what an interval needs.
    swap = np.random.default_rng(1).random((len(COMPARISON), 1)) < 0.5
    a, b = COMPARISON.stats_a.matrix, COMPARISON.stats_b.matrix
    exchanged = replace(
        COMPARISON,
        stats_a=replace(COMPARISON.stats_a, matrix=np.where(swap, b, a)),
        stats_b=replace(COMPARISON.stats_b, matrix=np.where(swap, a, b)),
    )
    for how in ("reference length", "sentence BLEU", "rarity"):
        assert members(slice_by(exchanged, how)) == members(slice_by(COMPARISON, how))
