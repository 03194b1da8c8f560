"""Settings and texts are checked when they are made; columns are encoded once."""

import dataclasses
import itertools
import math
from collections.abc import Iterable
from functools import partial
from itertools import pairwise

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU

from bleu_core import BleuConfig, EvalSet, InputError, corpus_bleu, segment_statistics
from bleu_core.common.formatting import join_words
from bleu_core.messages import Message, lines
from bleu_core.text.config import LENGTH_RULES, SMOOTHING, TOKENIZERS
from bleu_core.text.encoding import encode, encode_columns, encode_words
from bleu_core.text.evalset import check_streams
from tests.core.nasty_texts import corpora, files
from tests.core.refusing import refused
from tests.core.slow_detectors import words_of


def test_the_defaults_are_sacrebleus_equal_weights_and_a_smoothing_value_among_them() -> None:
    assert BleuConfig() == BleuConfig("13a", False, "exp", None, 4, None, False, "closest")
    assert BleuConfig(weights=(1 / 3,) * 3, max_ngram_order=3) == BleuConfig(max_ngram_order=3)
    assert BleuConfig(weights=(1.0,), max_ngram_order=1).weights is None
    defaults = {method: BleuConfig(smooth_method=method).smoothing for method in SMOOTHING}
    assert defaults == {"exp": 0, "floor": 0.1, "add-k": 1, "none": 0}
    assert BleuConfig(smooth_method="floor", smooth_value=0.25).smoothing == 0.25
    assert BleuConfig(smooth_method="add-k", smooth_value=2).smoothing == 2


def test_settings_are_frozen_and_hashable_and_weights_any_sequence() -> None:
    config = BleuConfig(weights=[0.75, 0.25], max_ngram_order=2)
    assert config.weights == (0.75, 0.25)
    assert {config: 1}[BleuConfig(weights=(0.75, 0.25), max_ngram_order=2)] == 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        config.lowercase = True  # type: ignore[misc]


def test_the_built_in_tokenizers_are_sacrebleus() -> None:
    # Its command is printed for each of them; one that it lacks is a plugin.
    assert set(TOKENIZERS) <= set(BLEU.TOKENIZERS)


def must_be(name: str, given: str, expected: str) -> tuple[str, dict[str, object]]:
    return "settings.must_be", {"name": name, "given": given, "expected": expected}


def choice(name: str, choices: Iterable[str]) -> tuple[str, dict[str, object]]:
    return must_be(name, "'x'", join_words(choices, last="or"))


order = partial(must_be, "max_ngram_order", expected="a whole number from 1 to 9")
value = partial(must_be, "smooth_value", expected="a number above 0")
weights = partial(must_be, "weights", expected="numbers above 0")
flag = partial(must_be, expected="True or False")


FLOOR, ADD_K = {"smooth_method": "floor"}, {"smooth_method": "add-k"}
WRONG = [
    ({"tokenize": "x"}, *choice("tokenize", TOKENIZERS)),
    ({"smooth_method": "x"}, *choice("smooth_method", SMOOTHING)),
    ({"reference_length": "x"}, *choice("reference_length", LENGTH_RULES)),
    ({"smooth_value": 0.1}, "settings.no_smooth_value", {"method": "exp"}),
    ({"smooth_method": "none", "smooth_value": 1}, "settings.no_smooth_value", {"method": "none"}),
    (FLOOR | {"smooth_value": 0}, *value("0")),
    (ADD_K | {"smooth_value": -1}, *value("-1")),
    (FLOOR | {"smooth_value": math.nan}, *value("nan")),
    ({"max_ngram_order": 10}, *order("10")),
    ({"max_ngram_order": True}, *order("True")),
    ({"weights": (0.5, 0.5)}, "settings.number_of_weights", {"weights": 2, "order": 4}),
    ({"weights": (0.5, 0.5, 0, 0)}, *weights("(0.5, 0.5, 0.0, 0.0)")),
    ({"lowercase": "no"}, *flag("lowercase", "'no'")),
    ({"effective_order": 1}, *flag("effective_order", "1")),
    ({"weights": (0.4, 0.3, 0.2, 0.2)}, "settings.sum_of_weights", {"total": pytest.approx(1.1)}),
]


def test_what_cannot_be_is_told_all_of_it_at_once() -> None:
    for settings, code, values in WRONG:
        with refused(code) as messages:
            BleuConfig(**settings)
        given = {k: [*v] if isinstance(v, tuple) else v for k, v in messages[0].values.items()}
        assert given == values, settings
    choices = "settings.must_be"
    with refused(choices, choices, "settings.must_be", choices):
        BleuConfig(tokenize="x", smooth_method="y", max_ngram_order=99, reference_length="z")


OF, LISTS = "strings, one per segment", "reference lists: [[ref, ref, …]]"


def problems(hypotheses: object, references: object) -> list[Message]:
    """What corpus_bleu has against its input."""
    with pytest.raises(InputError) as caught:
        corpus_bleu(hypotheses, references)  # type: ignore[arg-type]
    assert isinstance(caught.value, ValueError)
    assert str(caught.value) == " ".join(caught.value.problems)
    return caught.value.problems


def told(messages: list[Message]) -> list[tuple[object, ...]]:
    """The code of each and its values, in the order of its parameters."""
    return [(message.code, *message.values.values()) for message in messages]


def test_a_long_value_is_shortened() -> None:
    with pytest.raises(InputError) as caught:
        BleuConfig(tokenize="x" * 10_000)
    assert len(caught.value.problems[0]) < 300


def test_what_cannot_be_scored_is_told_with_its_place() -> None:
    for hypotheses, references, *expected in (
        (["a", "b", "c"], [["a", "b", "c"], ["a", "b"]],
         ("lines.unequal", "reference 2", 2, "hypotheses", 3)),
        (["a", "b"], [["a"], ["a", "b"], ["a", "b", "c"]],
         ("lines.unequal", "reference 1", 1, "hypotheses", 2),
         ("lines.unequal", "reference 3", 3, "hypotheses", 2)),
        ([], [[]], ("lines.no_segments", "hypotheses")), (["a"], [], ("lines.no_references",)),
        ([], [], ("lines.no_segments", "hypotheses"), ("lines.no_references",)),
        (["a", "b"], [["a", None], [None, None]], ("lines.no_reference", [2])),
        (["a"] * 1_200, [[None] * 1_199 + ["a"]], ("lines.no_reference", [*range(1, 1_200)])),
        (["a", "b"], [pa.chunked_array([["a"], [None]])], ("lines.no_reference", [2])),
        ("a b", [["a b"]], ("lines.no_list", "hypotheses", "str", OF)),
        (["a b"], "a b", ("lines.no_list", "references", "str", LISTS)),
        (["a", "b"], [["a", "b"], "ab"], ("lines.no_list", "reference 2", "str", OF)),
        (["a", "b"], ["a", "b"], ("lines.references_flat",)),
        (["a", "b"], ["a", None], ("lines.references_flat",)),
        (["a", None, "c", None], [["a"] * 4],
         ("lines.not_strings", "hypotheses", [2, 4], "missing (None)")),
        (pa.array(["a", None]), [["a", "b"]],
         ("lines.not_strings", "hypotheses", [2], "missing (None)")),
        (["a", "b"], [["a", 1], "ab", ["a", None]],
         ("lines.not_strings", "reference 1", [2], "int"),
         ("lines.no_list", "reference 2", "str", OF)),
    ):  # fmt: skip
        assert told(problems(hypotheses, references)) == expected
    with refused("lines.no_list", "lines.not_strings") as found:
        check_streams(["a", [None]], [["a"]])
    assert [message.values["name"] for message in found] == ["system 1", "system 2"]


def test_transposed_references_and_how_to_turn_them() -> None:
    hypotheses = ["a b c d", "e f g h", "i j k l"]
    transposed = [["a b c d", "a b c e"], ["e f g h"], ["i j k l", "i j"]]
    unequal = lines.unequal("reference 1", 2, "hypotheses", 3)
    assert told(problems(hypotheses, transposed)) == [
        ("lines.references_transposed", 3, 2, unequal)
    ]
    turned = list(itertools.zip_longest(*transposed))
    assert corpus_bleu(hypotheses, turned).score == pytest.approx(100)


@pytest.mark.parametrize("kind", [list, tuple, pa.array, lambda lines: pa.chunked_array([lines])])
def test_streams_of_many_kinds_score_alike(kind: object) -> None:
    hypotheses, references = ["a b c d", "e f"], [["a b c d", "e"], [None, "f e"]]
    expected = segment_statistics(hypotheses, references).matrix
    streams = [kind(stream) for stream in references]
    assert np.array_equal(segment_statistics(kind(hypotheses), streams).matrix, expected)
    assert len(EvalSet({"s": kind(hypotheses)}, streams)) == 2


def of_evalset(**parts: object) -> list[tuple[object, ...]]:
    whole = {"systems": {"s": ["a", "b"]}, "references": [["a", "b"]]} | parts
    with pytest.raises(InputError) as caught:
        EvalSet(**whole)  # type: ignore[arg-type]
    return told(caught.value.problems)


def test_what_an_evalset_refuses_is_named() -> None:
    assert of_evalset(systems={}) == of_evalset(systems=[["a", "b"]]) == [("lines.no_systems",)]
    assert of_evalset(systems={"x": ["a", "b"], "y": ["a"]}) == [
        ("lines.unequal", "system 'y'", 1, "system 'x'", 2)
    ]
    assert of_evalset(systems={"x": []}, references=[[]]) == [("lines.no_segments", "system 'x'")]
    assert of_evalset(systems={"s": ["a", "\ud800"]}) == [
        ("lines.half_surrogate", "system 's'", [2])
    ]
    assert of_evalset(source=["a"], documents=["d"] * 3, metadata={"topic": []}) == [
        ("lines.unequal", "the source", 1, "system 's'", 2),
        ("lines.unequal", "the documents", 3, "system 's'", 2),
        ("lines.unequal", "the column 'topic'", 0, "system 's'", 2),
    ]
    assert of_evalset(source="ab", documents=5, metadata={"topic": ["x", 5]}) == [
        ("lines.no_list", "the source", "str", OF),
        ("lines.no_list", "the documents", "int", OF),
        ("lines.not_strings", "the column 'topic'", [2], "int"),
    ]


@given(corpus=corpora(files))
def test_an_evalset_keeps_every_text(corpus: tuple[list[str], list[list[str | None]]]) -> None:
    hypotheses, references = corpus
    evalset = EvalSet(
        {"s": hypotheses}, references, hypotheses, hypotheses, metadata={"m": hypotheses}
    )
    assert len(evalset) == len(hypotheses)
    assert [stream.to_pylist() for stream in evalset.references] == references
    for column in (evalset.systems["s"], evalset.source, evalset.documents, evalset.metadata["m"]):
        assert column.to_pylist() == hypotheses
    assert evalset.nbytes >= 4 * sum(len(line.encode()) for line in hypotheses)


def test_the_digest_is_of_the_content_and_not_of_how_it_is_kept() -> None:
    lines = ["one", "", "zwei"]
    expected = EvalSet({"s": lines}, [lines, [None, "x", None]]).digest
    array = pa.array(["zero", *lines, "four"])
    for kept in (
        tuple(lines), pa.array(lines), array[1:4], array.cast(pa.large_string())[1:4],
        pa.array([*lines, "four"])[:3], pa.chunked_array([["one"], ["", "zwei"]]),
    ):  # fmt: skip
        assert EvalSet({"s": kept}, [kept, pa.array([None, "x", None])]).digest == expected


@given(st.lists(st.sampled_from(["", "a", "b", "ab"]), min_size=2, max_size=2), st.data())
def test_different_contents_have_different_digests(lines: list[str], data: st.DataObject) -> None:
    other = data.draw(st.lists(st.sampled_from(["", "a", "b", "ab"]), min_size=2, max_size=2))
    same = EvalSet({"s": lines}, [lines]).digest == EvalSet({"s": other}, [lines]).digest
    assert same == (lines == other)


def test_every_part_is_in_the_digest() -> None:
    one = ["a"]
    whole = {"systems": {"s": one}, "references": [one]}
    changes = [
        {}, {"systems": {"t": one}}, {"systems": {"s": one, "t": one}}, {"references": [one, one]},
        {"references": [one, [None]]}, {"references": [one, [""]]}, {"source": one},
        {"documents": one}, {"metadata": {"m": one}}, {"metadata": {"n": one}},
    ]  # fmt: skip
    assert len({EvalSet(**whole | change).digest for change in changes}) == len(changes)


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


@given(
    st.lists(st.lists(st.text("aB .,1猫犬&;Σ'’", max_size=8), min_size=2, max_size=2), min_size=2)
)
def test_words_are_those_of_each_text_read_by_itself(texts) -> None:
    evalset = EvalSet({str(i): lines for i, lines in enumerate(texts)}, [["a", "b"]])
    for number in (1, len(texts)):  # the second time from more tokens
        columns = list(evalset.systems.values())[:number]
        found, dictionary = encode_words(evalset, columns)
        words = dictionary.cast("string").to_pylist()
        for stream, column in zip(found, texts, strict=False):
            offsets, read = stream.offsets.tolist(), [words[i] for i in stream.ids]
            ends = pairwise(offsets)
            assert [read[a:b] for a, b in ends] == [words_of(line) for line in column]
