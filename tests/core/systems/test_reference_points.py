"""References as outputs, and systems under the same number of references."""

import numpy as np
import pytest
import sacrebleu
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import EvalSet
from bleu_core.systems.references import ReferencePoints, count_references, reference_points
from tests.effort import examples

LINE = st.lists(st.sampled_from(["a", "b", "c", "d", "e"]), min_size=1, max_size=9).map(" ".join)


def points_of(texts: EvalSet) -> ReferencePoints:
    counts = count_references(texts, list(texts.systems))
    assert counts
    return reference_points(counts)


def theirs(output: list[str], references: list[list[str]]) -> float:
    return float(sacrebleu.corpus_bleu(output, references).score)


@given(st.data(), st.integers(2, 4), st.integers(1, 6))
@settings(max_examples=examples(50))
def test_each_is_scored_by_sacrebleu_against_all_but_one(
    data: st.DataObject, number: int, size: int
) -> None:
    lines = st.lists(LINE, min_size=size, max_size=size)
    references, output = [data.draw(lines) for _ in range(number)], data.draw(lines)
    found = points_of(EvalSet({"new": output}, references))
    others = [references[:k] + references[k + 1 :] for k in range(number)]
    expected = {k + 1: theirs(references[k], others[k]) for k in range(number)}
    expected[0] = float(np.mean([theirs(output, some) for some in others]))
    assert {point.reference: point.score for point in found.points} == pytest.approx(expected)
    scores = [point.score for point in found.points]
    assert scores == sorted(scores, reverse=True)


def test_segments_that_lack_a_reference_are_left_out() -> None:
    first = [f"they came home on day {i} of the year" for i in range(40)]
    second = [None if i % 4 == 0 else line.replace("home", "back") for i, line in enumerate(first)]
    found = points_of(EvalSet({"new": first}, [first, second]))
    assert (found.segments, found.references) == (30, 2)
    for point in found.points:
        assert point.ci_low is not None
        assert point.ci_high is not None
        assert point.ci_low <= point.score <= point.ci_high


def test_there_is_nothing_to_compare_with_for_a_single_reference() -> None:
    assert count_references(EvalSet({"new": ["a"]}, [["a"]]), ["new"]) is None
    apart = EvalSet({"new": ["a", "b"]}, [["a", None], [None, "b"]])
    assert count_references(apart, ["new"]) is None
