"""What cannot be scored is refused, with a sentence that says what and where."""

import itertools

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core import EvalSet, InputError, corpus_bleu, segment_statistics
from bleu_core.messages import Message, lines
from bleu_core.text.evalset import check_streams
from tests.core.nasty_texts import corpora, files
from tests.core.refusing import refused

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
