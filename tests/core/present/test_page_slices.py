"""Slices of a page: their criteria, and the intervals of the core."""

import random
from typing import Any

import numpy as np
import pytest

from bleu_core import Comparison, EvalSet
from bleu_core.present.comparison_report import gather
from bleu_core.present.viewer import slices as page_slices
from bleu_core.present.viewer.contents import comparison_contents, pair_data, set_data
from bleu_core.segments.columns import column_partition, has_intervals, table_of
from bleu_core.segments.slice_criteria import DESCRIPTIVE, NO_VALUE, criteria
from bleu_core.segments.slices import score_partition, slice_by
from bleu_core.significance import documents_of
from tests.core.sample import DIRECT, PIVOT, REFERENCES


def sample(**more: Any) -> Comparison:
    draw = random.Random(1)
    size = len(DIRECT)
    given: dict[str, Any] = {
        "documents": [f"text {i // 10}" for i in range(size)],
        "metadata": {
            "kind": draw.choices(["news", "law", None, ""], k=size),
            "id": [str(i) for i in range(size)],
            "all": ["x"] * size,
        },
    }
    data = EvalSet({"direct": DIRECT, "pivot": PIVOT}, REFERENCES, **(given | more))
    return Comparison.of(data)


def slicing_of(comparison: Comparison) -> dict[str, Any]:
    (pair,) = comparison_contents(gather(comparison))["sets"][0]["pairs"]
    slicing: dict[str, Any] = pair["slicing"]
    return slicing


def intervals_of(criterion: dict[str, Any]) -> dict[str, list[float]]:
    return {value: ends for value, *ends in criterion["intervals"]}


def test_intervals_are_those_of_the_core_and_others_say_why_they_have_none() -> None:
    comparison = sample()
    table, found = table_of(comparison), slicing_of(comparison)["criteria"]
    documents, tested = documents_of(comparison.evalset), 0
    for criterion in found:
        name = criterion["column"]
        if name in criteria(comparison):
            slices, is_fair = slice_by(comparison, name), name not in DESCRIPTIVE
        else:
            is_fair = has_intervals(table.columns[name])
            bands = column_partition(table, name).bands
            slices = score_partition(comparison, bands, documents, is_fair)
        expected = {
            "" if one.label == NO_VALUE else one.label: pytest.approx([one.ci_low, one.ci_high])
            for one in slices
            if one.ci_low is not None
        }
        assert intervals_of(criterion) == expected, name
        (start, *_) = criterion["note"][0]
        assert start.startswith("Intervals by" if expected else "No intervals"), name
        tested += bool(expected)
    assert tested > 8
    names = [criterion["column"] for criterion in found]
    assert names[:2] == ["kind", "reference length"]
    assert not {"id", "all"} & set(names)  # a slice for each segment, and one for all
    ordered = {criterion["column"] for criterion in found if criterion["ordered"]}
    assert {"reference length", "rarity", "a.length"} <= ordered
    assert not ordered & {"kind", "document", "digits"}


def test_the_first_criterion_has_two_slices_with_enough_segments() -> None:
    size = len(DIRECT)
    documents = [f"text {i // 40}" for i in range(size)]
    assert slicing_of(sample(documents=documents))["first"] == ["document", "reference length"]
    small = [f"text {i // 20}" for i in range(size)]
    bare = slicing_of(sample(documents=small, metadata={}))
    assert bare["first"] == ["reference length"]
    assert bare["sentence"]


def test_segments_that_were_chosen_by_the_outputs_have_no_intervals() -> None:
    comparison = sample()
    rows = np.arange(120)
    part = comparison.part(rows, no_test_reason="Chosen by B.")
    slicing = slicing_of(part)
    assert all(not criterion["intervals"] for criterion in slicing["criteria"])
    assert slicing["criteria"][0]["note"] == [["Chosen by B."]]


def test_many_segments_have_intervals_of_the_first_criteria_only(monkeypatch) -> None:
    comparison = sample()
    monkeypatch.setattr(page_slices, "MOST_TESTED", 4 * len(comparison))
    tested = [one["column"] for one in slicing_of(comparison)["criteria"] if one["intervals"]]
    # One is spent on documents, which are too small.
    assert tested == ["kind", "reference length", "sentence BLEU"]
    monkeypatch.setattr(page_slices, "MOST_TESTED", 0)
    found = slicing_of(comparison)["criteria"]
    tested = [one["column"] for one in found if one["intervals"]]
    assert tested == ["kind", "reference length"]
    assert ["No intervals: they are not computed for this many segments."] in [
        span for one in found for span in one["note"]
    ]


def test_columns_with_several_values_in_a_segment_make_no_slices() -> None:
    comparison = sample()
    values = [[0, 1], *[i % 2 for i in range(1, len(comparison))]]
    column = {"name": "error", "about": "", "kind": "text", "exchangeable": True}
    column |= {"words": ["x", "y"], "values": values}
    statistics = {"direct": comparison.stats_a, "pivot": comparison.stats_b}
    pair = pair_data(comparison, columns=[column])
    set_data(comparison.evalset, statistics, [pair])
    assert pair["slicing"]["criteria"] == []
    assert pair["slicing"]["sentence"] == []
