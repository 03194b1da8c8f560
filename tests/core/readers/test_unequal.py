"""Slipped lines and columns of different lengths: found, told and mended."""

from __future__ import annotations

import random

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core import BleuConfig, EvalSet
from bleu_core.readers.input_checks import (
    alignment,
    find_exchanged,
    find_length_mismatches,
    find_prefix,
    find_shifts,
    find_unrelated,
    repair_all_shifts,
    repair_lengths,
    summarize_findings,
)
from bleu_core.readers.input_checks.alignment import (
    columns_that_may_have_slipped,
    f1_of_lines,
    may_have_slipped,
    shifts_to,
)
from bleu_core.text.encoding import encode
from tests import effort
from tests.core.sample import DIRECT, PIVOT, REFERENCES
from tests.effort import examples
from tests.places import sample_lines

A, B, (REFERENCE_1, REFERENCE_2) = DIRECT, PIVOT, REFERENCES
SIZE = len(A)


def made(a: list[str] = A, b: list[str] = B, first: list[str] = REFERENCE_1) -> EvalSet:
    return EvalSet({"a": a, "b": b}, [first, REFERENCE_2])


def streams(data: EvalSet) -> list[str]:
    return [finding.stream for finding in find_shifts(data)]


def unrelated(data: EvalSet) -> list[str]:
    return [finding.stream for finding in find_unrelated(data)]


def dropped(lines: list[str], at: int, by: int) -> list[str]:
    """`by` lines lost; what follows moves up."""
    return lines[:at] + lines[at + by :] + [""] * by


def inserted(lines: list[str], at: int, by: int) -> list[str]:
    """`by` lines repeated; what follows moves down, the last ones beyond the end."""
    return (lines[: at + by] + lines[at:])[: len(lines)]


def block(lines: list[str], at: int, by: int, length: int = 60) -> list[str]:
    """`length` lines lower by `by`, over what comes after them."""
    return inserted(lines[: at + length], at, by) + lines[at + length :]


@pytest.mark.parametrize("by", [1, 2, 3])
@pytest.mark.parametrize("plant", [dropped, inserted, block])
def test_every_planted_shift_is_found_told_and_repaired(plant, by: int) -> None:
    restored = 0
    trials = 100 if effort.thorough else 3
    for trial in range(trials):
        rng = random.Random(trial)
        # Anywhere, but that at least nine lines slip: four or five are the fewest that tell.
        at = rng.randrange(SIZE - (60 if plant is block else 12))
        name = rng.choice(["a", "b"])
        right = {"a": A, "b": B}
        data = made(**right | {name: plant(right[name], at, by)})
        (finding,) = find_shifts(data)
        assert finding.stream == f"system {name!r}"
        assert (by if plant is dropped else -by) in finding.sentence.values["by"]
        fixed = repair_all_shifts(data).evalset
        # Lost lines are lost: as many are empty as were planted over, and no other is wrong.
        texts = fixed.systems[f"{name} (repaired)"].to_pylist()
        differ = [x for x, y in zip(texts, right[name], strict=True) if x != y]
        restored += differ == [""] * by
        if trial % 10 == 0:
            assert find_shifts(fixed) == []
    assert restored >= trials - trials // 33  # a very short line may be anyone's


def test_no_shift_is_found_in_clean_texts_nor_in_those_that_have_nothing_in_common() -> None:
    for trial in range(examples(100)):
        rng = random.Random(trial)
        drawn = [rng.randrange(SIZE) for _ in range(SIZE)]
        order = rng.sample(range(SIZE), SIZE) if trial % 2 else drawn
        a, b, *references = ([lines[i] for i in order] for lines in (A, B, *REFERENCES))
        assert find_shifts(EvalSet({"a": a, "b": b}, references)) == []
        size = rng.choice([10, 20, 40, 80, SIZE])
        a, b, lines = (rng.sample(column, size) for column in (A, B, REFERENCE_2))
        assert find_shifts(EvalSet({"a": a, "b": b}, [lines])) == []
    for trial in range(examples(20)):
        rng = random.Random(trial)
        assert find_shifts(made(rng.sample(A, SIZE), rng.sample(B, SIZE))) == []
        lines = [" ".join(rng.choices("abcdefgh", k=8)) for _ in range(2 * SIZE)]
        assert find_shifts(EvalSet({"a": lines[:SIZE]}, [lines[SIZE:]])) == []


def test_of_a_reference_that_slipped_segments_are_left_out_where_it_is_the_only_one() -> None:
    slipped = dropped(REFERENCE_1, 100, 2)
    for references, expected, kept in (
        ([slipped, REFERENCE_2], [*REFERENCE_1[:100], None, None, *REFERENCE_1[102:]], range(SIZE)),
        ([slipped], REFERENCE_1[:100] + REFERENCE_1[102:], [*range(100), *range(102, SIZE)]),
    ):
        kinds = sample_lines("kinds.txt")
        data = EvalSet({"a": A, "b": B}, references, documents=kinds)
        (finding,) = find_shifts(data)
        assert finding.stream == "reference 1"
        fixed = repair_all_shifts(data).evalset
        assert fixed.references[0].to_pylist() == expected
        systems = {name: column.to_pylist() for name, column in fixed.systems.items()}
        assert systems == {
            f"{name} (reference 1 repaired)": [lines[i] for i in kept]
            for name, lines in (("a", A), ("b", B))
        }
        assert fixed.documents.to_pylist() == [kinds[i] for i in kept]


def test_several_shifts_and_those_at_the_ends_are_told() -> None:
    twice = dropped(dropped(A, 180, 1), 60, 2)
    for lines, blocks in (
        (twice, [[61, 179], [178, 249], [2, 3]]),
        (dropped(A, 0, 1), [[1], [251], [1]]),
    ):
        (finding,) = find_shifts(made(lines))
        told = finding.sentence.values
        assert [told[name] for name in ("stream", "first", "last", "by")] == ["system 'a'", *blocks]
    assert find_shifts(made(dropped(A, SIZE - 1, 1))) == []
    both = made(dropped(A, 60, 2), inserted(B, 150, 1))
    assert streams(both) == ["system 'a'", "system 'b'"]


def test_lines_in_another_order_or_of_another_text_are_found() -> None:
    for trial in range(examples(20)):
        rng = random.Random(trial)
        mixed = rng.sample(range(SIZE), SIZE)
        by = rng.randrange(4, SIZE - 3)
        turned = [*range(by, SIZE), *range(by)]
        for order in (mixed, turned):
            assert unrelated(made(a=[A[i] for i in order])) == ["system 'a'"]
            first = [REFERENCE_1[i] for i in order]
            assert unrelated(made(first=first)) == ["reference 1"]
            assert len(unrelated(EvalSet({"a": A, "b": B}, [first]))) == 2
    assert unrelated(made()) == []
    assert unrelated(EvalSet({"a": A[:19]}, [REFERENCE_1[::-1][:19]])) == []
    many = EvalSet(dict.fromkeys("abcd", A[::-1]), [REFERENCE_1])
    assert len(summarize_findings(find_unrelated(many), many)) == 1
    # Neither another language nor few words say anything about the order.
    words = [" ".join(random.Random(n).choices("abcdefgh", k=8)) for n in range(SIZE)]
    assert unrelated(EvalSet({"a": words}, [words[::-1]])) == []


def exchanged(data: EvalSet) -> list[str]:
    return [finding.stream for finding in find_exchanged(data)]


def test_lines_that_are_exchanged_are_found() -> None:
    for trial in range(examples(20)):
        rng = random.Random(trial)
        length, by = rng.randrange(12, 40), rng.randrange(40, 100)
        at = rng.randrange(SIZE - by - length)
        documents, window, neighbours = ([*range(SIZE)] for _ in range(3))
        documents[at : at + length] = range(at + by, at + by + length)
        documents[at + by : at + by + length] = range(at, at + length)
        window[at : at + length] = [
            *range(at + length // 2, at + length),
            *range(at, at + length // 2),
        ]
        neighbours[at : at + 20] = [at + (i ^ 1) for i in range(20)]
        for order in (documents, window, neighbours):
            assert exchanged(made(a=[A[i] for i in order])) == ["system 'a'"]
            first = [REFERENCE_1[i] for i in order]
            assert exchanged(made(first=first)) == ["reference 1"]
            assert exchanged(EvalSet({"a": A, "b": B}, [first])) == ["reference 1"]
            assert exchanged(EvalSet({"a": A}, [first])) == ["system 'a'"]
    (finding,) = find_exchanged(made(a=[*A[100:120], *A[20:100], *A[:20], *A[120:]]))
    assert finding.lines.tolist() == [*range(20), *range(100, 120)]
    told = finding.sentence.values
    assert abs(told["line"] - told["place"]) == 100
    swapped = [*A[20:40], *A[:20], *A[40:]]
    many = EvalSet({"a": A} | dict.fromkeys("bcde", swapped), [REFERENCE_1])
    assert len(summarize_findings(find_exchanged(many), many)) == 1


def test_lines_that_fit_nowhere_are_not_called_exchanged() -> None:
    source = sample_lines("source.es")
    for lines in ([""] * 40, source[100:140], ["I do not know what it is, but it is here."] * 40):
        assert exchanged(made(a=[*A[:100], *lines, *A[140:]])) == []
    for trial in range(examples(20)):
        rng = random.Random(trial)
        drawn = [rng.randrange(SIZE) for _ in range(SIZE)]
        a, b, *references = ([lines[i] for i in drawn] for lines in (A, B, *REFERENCES))
        assert exchanged(EvalSet({"a": a, "b": b}, references)) == []


LINES = st.lists(
    st.none() | st.lists(st.integers(0, 9).map(str), max_size=9).map(" ".join),
    min_size=1,
    max_size=12,
)


def f1(line: str | None, other: str | None) -> float:
    if other is None:
        return np.nan
    ours, theirs = set((line or "").split()), set(other.split())
    return 2 * len(ours & theirs) / max(len(ours) + len(theirs), 1)


@pytest.mark.parametrize("block", [1, 3, 4096])
@given(lines=LINES, others=LINES)
def test_f1_is_that_of_the_sets_of_tokens(block: int, lines, others) -> None:
    (first, second), words = encode([lines, others], BleuConfig(tokenize="none"))
    shifts = shifts_to(len(others) - len(lines))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(alignment, "LINES_IN_BLOCK", block)
        found = f1_of_lines(first, second, shifts, len(words))
    expected = [
        [
            f1(line, others[i + k]) if 0 <= i + k < len(others) else 0.0
            for i, line in enumerate(lines)
        ]
        for k in shifts
    ]
    np.testing.assert_allclose(found, expected, atol=1e-12)


@pytest.mark.parametrize("block", [1, 5, 4096])
@given(st.data())
def test_no_column_that_may_have_slipped_is_left_out(block: int, data) -> None:
    line = st.sampled_from(["", "a", "b", "a b", "b c", "c d e"])
    system = st.lists(line, min_size=9, max_size=9)
    reference = st.lists(line | st.none(), min_size=9, max_size=9)
    systems = data.draw(st.lists(system, min_size=1, max_size=3))
    references = data.draw(st.lists(reference, min_size=1, max_size=2))
    encoded, words = encode([*systems, *references], BleuConfig(tokenize="none"))
    number, shifts = len(systems), shifts_to(0)
    expected = set()
    for i, column in enumerate(encoded):
        others = encoded[number:] if i < number else encoded[:number]
        if may_have_slipped([f1_of_lines(column, other, shifts, len(words)) for other in others]):
            expected.add(i)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(alignment, "LINES_IN_BLOCK", block)
        found = columns_that_may_have_slipped(encoded, number, len(words))
        patch.setattr(alignment, "CHANGE_COST", alignment.CHANGE_COST + 1e-6)
        surely = columns_that_may_have_slipped(encoded, number, len(words))
    assert {*surely} <= expected <= {*found}


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
