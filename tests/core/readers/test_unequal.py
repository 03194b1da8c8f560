"""Columns of different lengths: which line is missing or too many is found, told and mended."""

import random

import pyarrow as pa
import pytest

from bleu_core import EvalSet
from bleu_core.readers.input_checks import find_length_mismatches, find_prefix, repair_lengths
from tests import effort
from tests.core.readers.test_shift import REFERENCE_1, REFERENCE_2, SIZE, A, B

TRIALS = 40 if effort.thorough else 4


def columns(a: list[str], b: list[str], *references: list[str], **more: list[str]) -> dict:
    """What Misaligned carries."""

    def array(lines: list[str]) -> pa.Array:
        return pa.array(lines, pa.large_string())

    return {
        "systems": {"a": array(a), "b": array(b)},
        "references": [array(lines) for lines in references],
        "source": array(more["source"]) if "source" in more else None,
        "documents": None,
        "metadata": {},
    }


@pytest.mark.parametrize("by", [-1, 1, 2, 3])
def test_lines_that_are_missing_are_left_empty_and_one_too_many_is_left_out(by: int) -> None:
    exact = 0
    for trial in range(TRIALS):
        rng = random.Random(trial)
        at = rng.randrange(SIZE - by)
        more = [rng.choice([B[min(at, SIZE - 1)], "", "Now something else."])] * -by
        given = columns(A, B[:at] + more + B[at + max(by, 0) :], REFERENCE_1, REFERENCE_2)
        (finding,) = find_length_mismatches(given)
        assert (finding.stream, finding.severity) == ("system 'b'", "serious")
        assert finding.count == abs(by)
        assert by < 0 or abs(int(finding.lines[0]) - at) <= 2
        made = repair_lengths(given)
        assert made.evalset.systems["a"].to_pylist() == A
        expected = B if by < 0 else B[:at] + [""] * by + B[at + by :]
        exact += made.evalset.systems["b (repaired)"].to_pylist() == expected
    assert exact >= TRIALS - TRIALS // 20  # a very short line may be anyone's


def test_it_is_told_which_line_and_what_follows_from_it() -> None:
    names = ("stream", "count", "expected", "missing", "extra", "first", "last", "by")
    for a, b, expected in (
        (A, B[:119] + B[120:], ["system 'b'", 251, 252, [120], [], [120], [251], [1]]),
        ([*A[:50], "x", *A[50:]], B, ["system 'a'", 253, 252, [], [51], [52], [253], [-1]]),
        (A, B[:-1], ["system 'b'", 251, 252, [252], [], [], [], []]),
    ):
        (finding,) = find_length_mismatches(columns(a, b, REFERENCE_1))
        assert finding.code == "lines.missing_or_extra"
        told = finding.sentence.values
        assert [told[name] for name in names] == expected
        assert told["most"]
        assert (told["after"] > told["before"]) if told["by"] else told["after"] == 0


def test_all_such_problems_are_told_at_once_and_mended() -> None:
    twice = B[:60] + B[61:180] + B[181:]
    given = columns([*A[:30], "once more", *A[30:]], twice, REFERENCE_1, REFERENCE_2)
    given["systems"]["b (repaired)"] = pa.array(A, pa.large_string())
    told = {finding.stream: finding.sentence.values for finding in find_length_mismatches(given)}
    assert (told["system 'a'"]["extra"], told["system 'b'"]["missing"]) == ([31], [61, 181])
    made = repair_lengths(given)
    a, b, other = made.evalset.systems
    assert (a, b, other) == ("a (repaired)", "b (repaired) again", "b (repaired)")
    assert made.evalset.systems[a].to_pylist() == A
    assert made.evalset.systems[b].to_pylist() == [*B[:60], "", *B[61:180], "", *B[181:]]
    assert [(one.code, one.severity) for one in made.findings] == [("lines.repaired", "notice")] * 2
    assert [one.lines.tolist() for one in made.findings] == [[30], [60, 180]]
    done = made.findings[1].sentence.values
    assert (done["missing"], done["extra"], done["is_system"]) == ([61, 181], [], True)


def test_a_reference_that_lacks_a_line_leaves_its_segment_out() -> None:
    given = columns(A, B, REFERENCE_1[:99] + REFERENCE_1[100:])
    (finding,) = find_length_mismatches(given)
    assert finding.stream == "reference 1"
    made = repair_lengths(given)
    assert made.evalset.references[0].to_pylist() == REFERENCE_1[:99] + REFERENCE_1[100:]
    names = [f"{name} (reference 1 repaired)" for name in "ab"]
    assert list(made.evalset.systems) == names
    assert made.evalset.systems[names[0]].to_pylist() == A[:99] + A[100:]
    done = made.findings[0].sentence.values
    assert (done["without_reference"], done["missing"], done["is_system"]) == (1, [100], False)


def test_few_lines_are_enough_and_texts_that_have_nothing_in_common_are_not_mended() -> None:
    for trial in range(TRIALS):
        rng = random.Random(trial)
        start, at = rng.randrange(SIZE - 12), rng.randrange(12)
        a, b, reference = (lines[start : start + 12] for lines in (A, B, REFERENCE_1))
        made = repair_lengths(columns(a, b[:at] + b[at + 1 :], reference))
        assert made.evalset.systems["b (repaired)"].to_pylist() == [*b[:at], "", *b[at + 1 :]]
        a, b, reference = (rng.sample(lines, 60) for lines in (A, B, REFERENCE_1))
        unrelated = columns(a, b[: 60 - rng.choice([1, 2, 5])], reference)
        assert find_length_mismatches(unrelated) == []
        assert repair_lengths(unrelated) is None


def test_what_cannot_be_aligned_by_words_stays_a_problem() -> None:
    assert repair_lengths(columns(A, B[1:], REFERENCE_1, source=A[1:])) is None
    assert find_length_mismatches(columns(A, B[:100], REFERENCE_1)) == []  # too many are missing
    assert find_length_mismatches(columns(A, [], REFERENCE_1)) == []
    assert repair_lengths(columns([], [], [])) is None
    # A file without a line hides no other.
    given = columns(A[:100] + A[101:], [], REFERENCE_1, REFERENCE_2)
    assert [finding.stream for finding in find_length_mismatches(given)] == ["system 'a'"]
    assert repair_lengths(given) is None


@pytest.mark.parametrize(
    ("ends", "other"), [(10, SIZE), (10, 10), (14, 60), (137, SIZE), (251, SIZE)]
)
def test_outputs_that_end_early_leave_the_first_segments_of_everything(
    ends: int, other: int
) -> None:
    numbers = [str(i) for i in range(SIZE)]
    given = columns(A[:ends], B[:other], REFERENCE_1, REFERENCE_2, source=numbers)
    given["metadata"] = {"n": pa.array(numbers, pa.large_string())}
    evalset, (finding,) = find_prefix(given)
    first = EvalSet(
        {"a": A[:ends], "b": B[:ends]}, [REFERENCE_1[:ends], REFERENCE_2[:ends]],
        source=numbers[:ends], metadata={"n": numbers[:ends]},
    )  # fmt: skip
    assert evalset.digest == first.digest
    assert evalset.source.equals(first.source)
    assert evalset.metadata["n"].equals(first.metadata["n"])
    assert (finding.code, finding.severity, finding.count) == ("lines.prefix", "notice", 0)
    short = ["a", "b"] if other == ends else ["a"]
    assert finding.sentence.values == {"systems": short, "size": ends, "whole": SIZE}


@pytest.mark.parametrize("lost", [1, 2, 3, 5])
def test_an_output_that_also_lacks_a_line_before_its_end_is_no_prefix(lost: int) -> None:
    for trial in range(TRIALS):
        rng = random.Random(trial)
        ends = rng.randrange(10, SIZE - lost)
        at = rng.randrange(ends - 5)
        slipped = A[:at] + A[at + lost : ends + lost]
        assert find_prefix(columns(slipped, B, REFERENCE_1, REFERENCE_2)) is None
        assert find_prefix(columns(slipped, B[: ends + 1], REFERENCE_1)) is None
        unrelated = columns(rng.sample(A, ends), B, REFERENCE_1)
        assert find_prefix(unrelated) is None
