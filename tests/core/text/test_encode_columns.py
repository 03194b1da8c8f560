"""Columns of a test set are encoded once, with the numbers that `encode` gives."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bleu_core import BleuConfig, EvalSet
from bleu_core.text.encoding import encode, encode_columns, encode_words
from tests.core.slow_detectors import words_of

LINES = st.lists(st.text("ab c.", max_size=8), min_size=2, max_size=2)


@given(st.lists(LINES, min_size=3, max_size=3), st.lists(st.integers(0, 3), min_size=1))
def test_it_is_the_result_of_encode_whatever_was_encoded_before(texts, wanted) -> None:
    a, b, reference = texts
    evalset = EvalSet({"A": a, "B": b}, [reference, [None, "a b"]])
    columns = [*evalset.systems.values(), *evalset.references]
    for first, last in ((1, 2), (0, 4)):
        encode_columns(evalset, columns[first:last], BleuConfig())
    chosen = [columns[i] for i in wanted]
    found, words = encode_columns(evalset, chosen, BleuConfig())
    expected, dictionary = encode(chosen, BleuConfig())
    assert words.to_pylist() == dictionary.to_pylist()
    for one, other in zip(found, expected, strict=True):
        assert one.ids.dtype == np.int32
        assert one.ids.tolist() == other.ids.tolist()
        assert one.lengths.tolist() == other.lengths.tolist()
        assert one.present.tolist() == other.present.tolist()


@given(st.lists(st.lists(st.text("aB .,1猫犬&;Σ", max_size=8), min_size=2, max_size=2), min_size=2))
def test_words_are_those_of_each_text_read_by_itself(texts) -> None:
    evalset = EvalSet({str(i): lines for i, lines in enumerate(texts)}, [["a", "b"]])
    for number in (1, len(texts)):  # the second time from more tokens
        columns = list(evalset.systems.values())[:number]
        found, dictionary = encode_words(evalset, columns)
        words = dictionary.cast("string").to_pylist()
        for stream, lines in zip(found, texts, strict=False):
            offsets, read = stream.offsets.tolist(), [words[i] for i in stream.ids]
            ends = pairwise(offsets)
            assert [read[a:b] for a, b in ends] == [words_of(line) for line in lines]
