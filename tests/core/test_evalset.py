"""What cannot be scored is refused, with a sentence that says what and where."""

import itertools

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import EvalSet, InputError, corpus_bleu, segment_statistics
from bleu_core.numerals import whole
from bleu_core.streams import check_streams
from tests.core.nasty_texts import corpora, files


def problems(hypotheses: object, references: object) -> list[str]:
    """What corpus_bleu has against its input."""
    with pytest.raises(InputError) as caught:
        corpus_bleu(hypotheses, references)  # type: ignore[arg-type]
    assert isinstance(caught.value, ValueError)
    assert str(caught.value) == " ".join(caught.value.problems)
    return caught.value.problems


def test_a_shorter_reference_names_stream_line_and_both_lengths() -> None:
    assert problems(["a", "b", "c"], [["a", "b", "c"], ["a", "b"]]) == [
        "reference 2 has 2 segments, hypotheses has 3: "
        "from line 3 on reference 2 has nothing to go with."
    ]


def test_a_longer_reference_names_stream_line_and_both_lengths() -> None:
    assert problems(["a", "b"], [["a", "b", "c"]]) == [
        "reference 1 has 3 segments, hypotheses has 2: "
        "from line 3 on hypotheses has nothing to go with."
    ]


def test_long_lengths_are_readable() -> None:
    (problem,) = problems(["a"] * 12_345, [["a"] * 12_344])
    assert (
        f"reference 1 has {whole(12344)} segments, hypotheses has {whole(12345)}: "
        f"from line {whole(12345)} on"
    ) in problem


def test_an_empty_corpus() -> None:
    assert problems([], [[]]) == ["hypotheses is empty: there is no segment to score."]


def test_an_empty_corpus_without_references() -> None:
    assert problems([], []) == [
        "hypotheses is empty: there is no segment to score.",
        "There are no references; give at least one stream of them.",
    ]


def test_no_references() -> None:
    assert problems(["a"], []) == ["There are no references; give at least one stream of them."]


def test_a_segment_without_any_reference() -> None:
    assert problems(["a", "b"], [["a", None], [None, None]]) == [
        "1 segment has no reference at all (line 2); give one, or leave the segment out "
        "everywhere. An empty string is a reference of length 0; None is no reference."
    ]


def test_of_many_segments_without_any_reference_the_first_are_named() -> None:
    (problem,) = problems(["a"] * 1_200, [[None] * 1_199 + ["a"]])
    assert problem.startswith(
        f"{whole(1199)} segments have no reference at all (lines 1, 2, 3, 4, 5 "
        f"and {whole(1194)} more); give"
    )


def test_hypotheses_as_a_bare_string() -> None:
    assert problems("a b", [["a b"]]) == [
        "hypotheses is a single string; a list of strings belongs there, one a segment."
    ]


def test_references_as_a_bare_string() -> None:
    assert problems(["a b"], "a b") == [
        "references is a single string; it is to be a list of streams: [[ref, ref, …]]."
    ]


def test_a_reference_stream_as_a_bare_string() -> None:
    assert problems(["a", "b"], [["a", "b"], "ab"]) == [
        "reference 2 is a single string; a list of strings belongs there, one a segment."
    ]


def test_a_flat_list_of_references() -> None:
    assert problems(["a", "b"], ["a", "b"]) == [
        "references is a flat list of strings; it is to be a list of streams, even for one: "
        "write [references]."
    ]
    assert problems(["a", "b"], ["a", None])[0].startswith("references is a flat list of strings")


def test_transposed_references_and_how_to_turn_them() -> None:
    hypotheses = ["a b c d", "e f g h", "i j k l"]
    transposed = [["a b c d", "a b c e"], ["e f g h"], ["i j k l", "i j"]]
    assert problems(hypotheses, transposed) == [
        "references looks transposed: it has 3 lists, one a segment, of up to 2 references. It is "
        "to be one stream a reference, each with 3 segments; turn it with: "
        "list(itertools.zip_longest(*references)).",
        "(Read as streams, reference 1 has 2 segments, hypotheses has 3: from line 3 on "
        "reference 1 has nothing to go with.)",
    ]
    turned = list(itertools.zip_longest(*transposed))
    assert corpus_bleu(hypotheses, turned).score == pytest.approx(100)


def test_none_among_the_hypotheses() -> None:
    assert problems(["a", None, "c", None], [["a", "b", "c", "d"]]) == [
        "hypotheses has what is not a string: lines 2 and 4 are missing (None)."
    ]


def test_null_in_an_array_of_hypotheses() -> None:
    assert problems(pa.array(["a", None]), [["a", "b"]]) == [
        "hypotheses has what is not a string: line 2 is missing (None)."
    ]


def test_numbers_among_the_segments() -> None:
    assert problems(["a", "b"], [["a", 5]]) == [
        "reference 1 has what is not a string: line 2 is int."
    ]


@pytest.mark.parametrize("wrong", [5, {"a"}, iter(["a"]), np.array(["a"])])
def test_what_is_no_list(wrong: object) -> None:
    name = type(wrong).__name__
    belongs = "a list of strings belongs there."
    assert problems(wrong, [["a"]]) == [f"hypotheses is a {name}; {belongs}"]
    assert problems(["a"], [wrong]) == [f"reference 1 is a {name}; {belongs}"]
    assert problems(["a"], wrong) == [f"references is a {name}; it is to be a list of streams."]


def test_several_problems_at_once() -> None:
    assert problems(["a", "b"], [["a"], ["a", "b"], ["a", "b", "c"]]) == [
        "reference 1 has 1 segment, hypotheses has 2: "
        "from line 2 on reference 1 has nothing to go with.",
        "reference 3 has 3 segments, hypotheses has 2: "
        "from line 3 on hypotheses has nothing to go with.",
    ]
    assert len(problems(["a", "b"], [["a", 1], "ab", ["a", None]])) == 2
    with pytest.raises(InputError) as caught:
        check_streams(["a", [None]], [["a"]])
    assert [problem.split(" ")[:2] for problem in caught.value.problems] == [
        ["system", "1"],
        ["system", "2"],
    ]


@pytest.mark.parametrize("kind", [list, tuple, pa.array, lambda lines: pa.chunked_array([lines])])
def test_streams_of_many_kinds_score_alike(kind: object) -> None:
    hypotheses, references = ["a b c d", "e f"], [["a b c d", "e"], [None, "f e"]]
    expected = segment_statistics(hypotheses, references).matrix
    streams = [kind(stream) for stream in references]
    assert np.array_equal(segment_statistics(kind(hypotheses), streams).matrix, expected)
    assert len(EvalSet({"s": kind(hypotheses)}, streams)) == 2


def test_null_is_no_reference_in_an_array_of_chunks() -> None:
    chunks = pa.chunked_array([["a"], [None]])
    assert problems(["a", "b"], [chunks])[0].startswith("1 segment has no reference at all (line 2")


def test_strings_of_numpy_are_strings() -> None:
    lines = list(np.array(["a b c d", "e"]))
    assert corpus_bleu(lines, [lines]).counts == [5, 3, 2, 1]


def refused(**parts: object) -> list[str]:
    whole = {"systems": {"s": ["a", "b"]}, "references": [["a", "b"]]} | parts
    with pytest.raises(InputError) as caught:
        EvalSet(**whole)  # type: ignore[arg-type]
    return caught.value.problems


def test_an_evalset_without_systems() -> None:
    message = "systems is to be a mapping from at least one name to its output."
    assert refused(systems={}) == [message]
    assert refused(systems=[["a", "b"]]) == [message]


def test_an_evalset_names_its_systems() -> None:
    assert refused(systems={"x": ["a", "b"], "y": ["a"]}) == [
        "system 'y' has 1 segment, system 'x' has 2: "
        "from line 2 on system 'y' has nothing to go with."
    ]
    assert refused(systems={"x": []}, references=[[]])[0].startswith("system 'x' is empty")


def test_an_evalset_names_all_of_its_ragged_columns() -> None:
    found = refused(source=["a"], documents=["d"] * 3, metadata={"topic": []})
    assert [problem.split(" has ")[0] for problem in found] == [
        "the source",
        "the documents",
        "the column 'topic'",
    ]


def test_an_evalset_wants_lists_of_strings_everywhere() -> None:
    assert refused(source="ab", documents=5, metadata={"topic": ["x", 5]}) == [
        "the source is a single string; a list of strings belongs there, one a segment.",
        "the documents is a int; a list of strings belongs there.",
        "the column 'topic' has what is not a string: line 2 is int.",
    ]


def test_half_a_surrogate_pair_is_no_text() -> None:
    assert refused(systems={"s": ["a", "\ud800"]}) == [
        "system 's' has half a surrogate pair, which is no text (line 2)."
    ]


@settings(max_examples=60, deadline=None)
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
        tuple(lines),
        pa.array(lines),
        array[1:4],
        array.cast(pa.large_string())[1:4],
        pa.array([*lines, "four"])[:3],
        pa.chunked_array([["one"], ["", "zwei"]]),
    ):
        assert EvalSet({"s": kept}, [kept, pa.array([None, "x", None])]).digest == expected


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(["", "a", "b", "ab"]), min_size=2, max_size=2), st.data())
def test_different_contents_have_different_digests(lines: list[str], data: st.DataObject) -> None:
    other = data.draw(st.lists(st.sampled_from(["", "a", "b", "ab"]), min_size=2, max_size=2))
    same = EvalSet({"s": lines}, [lines]).digest == EvalSet({"s": other}, [lines]).digest
    assert same == (lines == other)


def test_every_part_is_in_the_digest() -> None:
    one = ["a"]
    evalsets = [
        EvalSet({"s": one}, [one]),
        EvalSet({"t": one}, [one]),
        EvalSet({"s": one, "t": one}, [one]),
        EvalSet({"s": one}, [one, one]),
        EvalSet({"s": one}, [one, [None]]),
        EvalSet({"s": one}, [one, [""]]),
        EvalSet({"s": one}, [one], source=one),
        EvalSet({"s": one}, [one], documents=one),
        EvalSet({"s": one}, [one], metadata={"m": one}),
        EvalSet({"s": one}, [one], metadata={"n": one}),
    ]
    assert len({evalset.digest for evalset in evalsets}) == len(evalsets)
