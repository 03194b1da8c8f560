"""Plans are drawn as asked: balanced, reproducible, and not of what nobody can tell apart."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import EvalSet
from bleu_core.people.sessions.drawing import draw_plan
from bleu_core.people.sessions.plan import SessionPlan, plan_digest, plan_from_json, plan_to_json
from bleu_core.people.sessions.task import blind_task
from tests.core.refusing import refused
from tests.effort import examples

WORDS = ["the", "a", "cat", "dog", "sat", "ran", "on", "in", "mat", "house", "today", "again"]


def outputs(size: int, systems: int, seed: int = 0, same: int = 0) -> EvalSet:
    """Outputs that differ in each segment, but for the first `same`."""
    random = np.random.default_rng(seed)
    lines = [" ".join(random.choice(WORDS, 8)) for _ in range(size)]
    return EvalSet(
        {
            f"system {k}": [
                line if n < same else f"{' '.join(random.choice(line.split(), 7))} of {k}"
                for n, line in enumerate(lines)
            ]
            for k in range(systems)
        },
        [lines],
        source=[line.upper() for line in lines],
        documents=[f"d{n // 7}" for n in range(size)],
        metadata={"topic": [("news", "talk", "law")[n % 3 if n % 5 else 0] for n in range(size)]},
    )


def draft(data: EvalSet) -> SessionPlan:
    return SessionPlan(
        name="Friday", test_set=data.digest, systems=tuple(data.systems),
        seed=17, repeats=0.1, checks=0.0, annotators=("Ana", "Ben"), ask="better", shows=(),
        made_by="Mia", made=5.0, items=(),
    )  # fmt: skip


def drawn_among(data: EvalSet, number: int = 20, **wanted: object) -> tuple[SessionPlan, int, int]:
    return draw_plan(replace(draft(data), **wanted), number, data)  # type: ignore[arg-type]


def drawn(data: EvalSet, number: int = 20, **wanted: object) -> SessionPlan:
    return drawn_among(data, number, **wanted)[0]


def judged(plan: SessionPlan) -> list[int]:
    return [item.segment for item in plan.items if item.kind == "judged"]


@given(st.integers(2, 5), st.integers(1, 40), st.integers(0, 2**40), st.floats(0, 0.5))
@settings(max_examples=examples(60))
def test_pairs_are_as_often_and_a_plan_is_reproduced_by_its_seed(
    systems: int, number: int, seed: int, share: float
) -> None:
    data = outputs(45, systems)
    wanted = {"number": number, "seed": seed, "repeats": share, "checks": share}
    one = drawn(data, **wanted)
    assert one == drawn(data, **wanted)
    assert len(set(judged(one))) == len(judged(one)) == number
    times = Counter(
        frozenset((item.left, item.right)) for item in one.items if item.kind == "judged"
    ).values()
    pairs = math.comb(systems, 2)
    assert max(times) - (min(times) if len(times) == pairs else 0) <= 1
    kinds = Counter(item.kind for item in one.items)
    assert kinds["repeat"] == kinds["check"] == round(share * number)
    for item in one.items:
        assert (item.left != item.right) == (item.kind != "check")
        if item.kind == "repeat":
            first = one.items[item.of]
            assert first.kind == "judged"
            assert {item.left, item.right} == {first.left, first.right}
            assert item.segment == first.segment
    assert plan_from_json(plan_to_json(one)) == one
    assert blind_task(one, data).session == plan_digest(one)


def test_sides_are_drawn_for_each_item_and_anew_for_repeats() -> None:
    data = outputs(900, 2)
    one = drawn(data, number=800, repeats=0.5)
    left = Counter(item.left for item in one.items if item.kind == "judged")
    assert min(left.values()) > 330  # of 800: at 4.9 standard deviations
    repeats = [item for item in one.items if item.kind == "repeat"]
    turned = sum(item.left != one.items[item.of].left for item in repeats)
    assert 150 < turned < 250  # of 400: 5 standard deviations
    # Where items stand in the plan tells nothing of what they are.
    items = drawn(data, number=500, repeats=0.5, checks=0.5).items
    for kind in ("judged", "repeat", "check"):
        places = [n for n, item in enumerate(items) if item.kind == kind]
        assert 430 < np.mean(places) < 570


def test_identical_outputs_are_not_judged_and_counted() -> None:
    one, among, identical = drawn_among(outputs(50, 3, same=20), number=30)
    assert (among, identical) == (30, 20)
    assert min(judged(one)) >= 20
    columns = {"x": ["a", "b", "c"], "y": ["a", "b", "c"], "z": ["a", "other", "this"]}
    few = drawn(EvalSet(columns, [["a", "b", "c"]]), number=2, systems=("x", "y", "z"))
    for item in few.items:
        assert columns[item.left][item.segment] != columns[item.right][item.segment]
    # Too few segments are told with what there is.
    with refused("session.too_few_segments") as messages:
        drawn(outputs(50, 2, same=20), number=31)
    assert list(messages[0].values.values()) == [31, 30, 20]


def test_checks_are_of_segments_that_are_not_judged_and_look_like_outputs() -> None:
    data = outputs(60, 2)
    one = drawn(data, number=40, checks=0.25)
    checks = {n: item for n, item in enumerate(one.items) if item.kind == "check"}
    assert not {item.segment for item in checks.values()} & set(judged(one))
    task = blind_task(one, data)
    for n, item in checks.items():
        texts = {"left": task.items[n].left, "right": task.items[n].right}
        bad = texts.pop(item.damaged)
        assert list(texts.values()) == [data.references[0][item.segment].as_py()]
        assert bad not in {column[item.segment].as_py() for column in data.systems.values()}


def test_all_that_is_wrong_is_told_at_once() -> None:
    data = EvalSet({"x": ["a", "b"], "y": ["c", "d"]}, [["a", "b"]])
    with refused("systems.too_few", "toml.named_twice"):
        drawn(data, systems=("x",), annotators=("Ana", "Ana"))
    with refused("toml.missing"):
        drawn(data, annotators=())
