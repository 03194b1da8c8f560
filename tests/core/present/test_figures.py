"""Figures show the comparison's own numbers, on the ground that a notebook's user has chosen."""

import numpy as np
import pytest

import bleuscope
from bleu_core import Comparison, InputError
from bleuscope import figures
from tests.core.refusing import refused
from tests.places import SAMPLE


@pytest.fixture(scope="module")
def sample() -> Comparison:
    outputs = (SAMPLE / f"apertium-{name}.en" for name in ("direct", "pivot"))
    references = [SAMPLE / f"reference-{n}.en" for n in (1, 2)]
    return bleuscope.compare(*outputs, references, documents=SAMPLE / "documents.txt")


def test_they_show_the_points_of_the_ledger(sample: Comparison) -> None:
    bars = figures.waterfall(sample).data[0]
    assert np.allclose(bars.y[1:-1], np.abs(list(sample.ledger.components.values())))
    carried = sample.ledger.segments.sum()
    for figure in (figures.along(sample), figures.documents(sample)):
        assert sum(figure.data[0].y) == pytest.approx(carried)


def test_what_cannot_be_drawn_is_told() -> None:
    without = bleuscope.compare(["a b c d e"], ["a b c d f"], ["a b c d g"])
    zero = bleuscope.compare(["a"], ["b"], ["c"])
    for draw, comparison, code in (
        (figures.documents, without, "notebook.no_documents"),
        *((draw, zero, "notebook.points_undefined")
          for draw in (figures.waterfall, figures.concentration, figures.along)),
    ):  # fmt: skip
        with refused(code, error=InputError):
            draw(comparison)
    assert figures.precisions(zero).data
