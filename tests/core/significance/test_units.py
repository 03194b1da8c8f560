"""The unit of the tests is chosen by documents and by size, and named."""

import numpy as np
import pytest

from bleu_core import Comparison, EvalSet
from bleu_core.significance import run_tests, units
from bleu_core.significance.comparison_tests import side_by_side

SIZE = 4 * units.BLOCK + 7


@pytest.fixture(scope="module")
def texts() -> dict[str, list[str]]:
    reference = [f"they came home on day {i}" for i in range(SIZE)]
    return {"old": [r.replace("home", "back") if i % 3 else r for i, r in enumerate(reference)],
            "new": reference}  # fmt: skip


def made(texts: dict[str, list[str]], documents: list[str] | None) -> Comparison:
    return Comparison.of(EvalSet(texts, [texts["new"]], documents=documents))


@pytest.mark.parametrize(
    ("documents", "most", "unit", "number"),
    [
        (None, SIZE, "segment", SIZE),
        (None, SIZE - 1, "block", 5),
        ([f"{i % 9}" for i in range(SIZE)], SIZE - 1, "block", 5),
        ([f"{i % 10}" for i in range(SIZE)], SIZE - 1, "document", 10),
        (["", *["talk"] * (SIZE - 1)], SIZE - 1, "block", 5),
    ],
)
def test_it_is_the_document_the_segment_or_the_block(
    texts, monkeypatch, documents, most, unit, number
) -> None:
    monkeypatch.setattr(units, "MOST_SEGMENTS", most)
    monkeypatch.setattr("bleu_core.significance.comparison_tests.MOST_SEGMENTS", most)
    comparison = made(texts, documents)
    assert units.unit_of(comparison.evalset) == unit
    found = run_tests(comparison, trials=20, samples=20)
    assert found is not None
    assert (found.unit, found.units) == (unit, number)
    assert (found.by_segment is None) == (most < SIZE)
    names = " ".join(row.name for row in side_by_side(comparison, found))
    assert f"by {unit}" in names
    assert unit in found.about_unit


def test_a_block_is_its_segments_in_order(texts, monkeypatch) -> None:
    monkeypatch.setattr(units, "MOST_SEGMENTS", 10)
    clusters = units.clusters_of(made(texts, None).evalset)
    assert clusters is not None
    assert np.bincount(clusters).tolist() == [units.BLOCK] * 4 + [7]
