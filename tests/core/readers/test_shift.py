"""Slipped lines: planted in the sample they are found and put back; clean texts have none."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core import BleuConfig, EvalSet
from bleu_core.readers.input_checks import (
    alignment,
    find_shifts,
    find_unrelated,
    repair_all_shifts,
    summarize_findings,
)
from bleu_core.readers.input_checks.alignment import f1_of_lines, shifts_to
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
