"""Statistics of segments against counting by hand, on every border of a block."""

from contextlib import ExitStack
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import BleuConfig, Comparison, EvalSet, segment_statistics
from bleu_core.metrics import bleu, match_counting, statistics
from bleu_core.metrics import statistics as statistics_module
from bleu_core.metrics.statistics import collect_statistics, reference_lengths
from bleu_core.text import encoding as encoding_module
from bleu_core.text.encoding import encode
from bleu_core.text.tokenizers import tokenize_line
from tests.core import reference_exact as exact
from tests.core.nasty_texts import corpora
from tests.core.refusing import refused
from tests.effort import examples

Corpus = tuple[list[str], list[list[str | None]]]
packed_sort = match_counting._sort_rows


def sort_without_packing(
    keys: np.ndarray, positions: np.ndarray, sizes: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """`_sort_rows` of keys so large, and in the same order, that a place has no room in them."""
    spare = 62 - int(keys.max(initial=0)).bit_length()
    found, positions = packed_sort(keys << spare, positions, sizes)
    return found >> spare, positions


def blocks_of(lines: int, tokens: int, packed: bool = True) -> ExitStack:
    stack = ExitStack()
    stack.enter_context(patch.object(encoding_module, "BLOCK", lines))
    stack.enter_context(patch.object(statistics_module, "BLOCK", lines))
    stack.enter_context(patch.object(match_counting, "BLOCK_TOKENS", tokens))
    stack.enter_context(patch.object(match_counting, "RUN_TOKENS", 3 * tokens))
    if not packed:
        stack.enter_context(patch.object(match_counting, "_sort_rows", sort_without_packing))
    return stack


def counted_by_hand(corpus: Corpus, config: BleuConfig) -> list[list[int]]:
    rows = []
    hypotheses, references = corpus
    for text, refs in zip(hypotheses, zip(*references, strict=True), strict=True):
        hypothesis = tokenize_line(text, config)
        tokens = [tokenize_line(ref, config) for ref in refs if ref is not None]
        row = exact.count(hypothesis, tokens, config)
        rows.append([row.c, row.r, *row.matches, *row.totals])
    return rows


@settings(max_examples=examples(200))
@given(
    corpus=corpora(max_segments=10), order=st.integers(1, 9),
    tokenizer=st.sampled_from(["13a", "char"]), lines=st.sampled_from([1, 2, 3, 4_000]),
    tokens=st.sampled_from([1, 5, 40, 80_000]), packed=st.booleans(),
)  # fmt: skip
def test_statistics_are_those_counted_by_hand(
    corpus: Corpus, order: int, tokenizer: str, lines: int, tokens: int, packed: bool
) -> None:
    config = BleuConfig(tokenize=tokenizer, max_ngram_order=order)
    with blocks_of(lines, tokens, packed):
        matrix = segment_statistics(*corpus, config).matrix
    assert matrix.tolist() == counted_by_hand(corpus, config)


@given(
    corpus=corpora(max_segments=8, max_references=2),
    seed=st.randoms(use_true_random=False),
    tokens=st.sampled_from([1, 7, 80_000]),
)
def test_systems_together_are_as_each_alone(corpus: Corpus, seed: object, tokens: int) -> None:
    first, references = corpus
    second = list(first)
    seed.shuffle(second)
    third = [" ".join(reversed(text.split())) for text in first]
    systems = [first, second, third]
    with blocks_of(3, tokens):
        together, num_refs = collect_statistics(systems, references, BleuConfig())
        alone = [collect_statistics([system], references, BleuConfig()) for system in systems]
    for matrix, ((own,), own_refs) in zip(together, alone, strict=True):
        assert np.array_equal(matrix, own)
        assert num_refs == own_refs


def test_an_empty_reference_counts_and_a_missing_one_has_no_length() -> None:
    for references, number in (
        ([["a", "b"]], 1),
        ([["a", "b"], ["", ""]], 2),
        ([["a", None], [None, "b"]], 1),
        ([["a", "b"], [None, "b"]], -1),
    ):
        assert segment_statistics(["a", "b"], references).num_refs == number
    sys_len = np.array([0, 4, 4])
    ref_lens = np.array([[0, 0, 3], [6, 9, 5]])
    present = np.array([[False, False, True], [True, True, True]])
    expected = {"closest": [6, 9, 3], "shortest": [6, 9, 3], "average": [6, 9, 4]}
    for rule, lengths in expected.items():
        assert reference_lengths(sys_len, ref_lens, present, rule).tolist() == lengths


@given(corpus=corpora(), lines=st.sampled_from([1, 2, 4_000]))
def test_encoding_numbers_the_tokens_of_all_streams_alike(corpus: Corpus, lines: int) -> None:
    hypotheses, references = corpus
    with blocks_of(lines, 80_000):
        encoded, dictionary = encode([hypotheses, *references], BleuConfig())
    words = [word.decode("utf-8", "surrogatepass") for word in dictionary.to_pylist()]
    assert len(set(words)) == len(words)
    for stream, found in zip([hypotheses, *references], encoded, strict=True):
        assert found.present.tolist() == [line is not None for line in stream]
        assert found.ids.dtype == np.int32
        bounds = found.offsets.tolist()
        assert len(bounds) == len(stream) + 1
        for i, line in enumerate(stream):
            tokens = [words[number] for number in found.ids[bounds[i] : bounds[i + 1]]]
            assert tokens == tokenize_line(line or "", BleuConfig())


@given(corpus=corpora(), order=st.integers(1, 4), effective=st.booleans())
def test_rescored_is_as_counted_anew(corpus: Corpus, order: int, effective: bool) -> None:
    settings_ = {"smooth_method": "floor", "effective_order": effective, "max_ngram_order": order}
    rescored = segment_statistics(*corpus).rescored(**settings_)
    anew = segment_statistics(*corpus, BleuConfig(**settings_))
    assert np.array_equal(rescored.matrix, anew.matrix)
    assert rescored.corpus() == anew.corpus()


def test_what_needs_the_text_cannot_be_rescored() -> None:
    statistics = segment_statistics(["a"], [["a"]], BleuConfig(max_ngram_order=2))
    for name, value in (("tokenize", "char"), ("lowercase", True), ("reference_length", "average")):
        with refused("settings.needs_text") as messages:
            statistics.rescored(**{name: value})
        assert messages[0].values == {"name": name}
    with refused("settings.needs_text"):
        statistics.rescored(max_ngram_order=3)


@pytest.mark.parametrize("block", [1, 7, 1_000])
@pytest.mark.parametrize("rule", ["closest", "average"])
def test_blocks_of_any_size_give_the_same_statistics(monkeypatch, block, rule) -> None:
    lines = [f"a cat {i % 7} sat on {i % 5} mats" for i in range(60)]
    other = [line.replace("cat", "dog") if i % 3 else line for i, line in enumerate(lines)]
    second = [None if i % 4 else "the cat sat" for i in range(60)]
    evalset = EvalSet({"A": lines, "B": other}, [lines[::-1], second])
    config = BleuConfig(reference_length=rule)
    whole = Comparison.of(evalset, config)
    monkeypatch.setattr(bleu, "HUGE", 59)
    monkeypatch.setattr(statistics, "BLOCK", block)
    evalset.encodings.clear()
    parts = Comparison.of(evalset, config)
    assert not evalset.encodings
    for one, two in ((whole.stats_a, parts.stats_a), (whole.stats_b, parts.stats_b)):
        assert (one.matrix == two.matrix).all()
        assert one.matrix.dtype == two.matrix.dtype
        assert one.num_refs == two.num_refs
