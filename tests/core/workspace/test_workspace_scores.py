"""Imported scores: saved with their comparison, and deleted with it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bleu_core import EvalSet, workspace
from bleu_core.metrics import ImportedScores
from bleu_core.workspace import Gone, Workspace
from bleu_core.workspace.imports import _as_numbers, _as_text
from tests.core.filled_workspace import asked, filled, first, imported, scores, second
from tests.core.refusing import refused

DIGEST = first().digest
COMET = {"old": [0.5, None, 0.25], "new": [0.75, 1 / 3, 1e-9]}
KEPT = {"COMET": (True, {"old": "a.txt", "new": "b.tsv, column “x”"}, COMET)}


@pytest.fixture
def space(tmp_path: Path) -> Workspace:
    return filled(tmp_path / "home")


def texts_in(space: Workspace) -> int:
    return len(asked(space.path, "SELECT hash FROM texts"))


def test_every_number_comes_back_to_its_last_bit() -> None:
    rng = np.random.default_rng(3)
    some = rng.integers(0, 2**64, 10_000, np.uint64).view(np.float64)
    some = np.concatenate([some[np.isfinite(some)], [0.0, -0.0, 5e-324, 1.7976931348623157e308]])
    assert (_as_numbers(_as_text(some)).view(np.uint64) == some.view(np.uint64)).all()
    assert np.isnan(_as_numbers(_as_text(np.array([np.nan])))).all()


def test_what_is_imported_again_takes_the_place_of_its_system_alone(space: Workspace) -> None:
    assert imported(space, DIGEST) == KEPT
    assert imported(space, second().digest) == imported(space, "of nothing") == {}
    later = ImportedScores("COMET", False, {"new": np.array([1.0, 2.0, 3.0])}, {"new": "c.txt"})
    before = texts_in(space)
    workspace.import_scores(space, DIGEST, later)
    now = COMET | {"new": [1.0, 2.0, 3.0]}
    assert imported(space, DIGEST) == {"COMET": (False, {"old": "a.txt", "new": "c.txt"}, now)}
    assert texts_in(space) == before
    workspace.import_scores(space, DIGEST, ImportedScores("BLEURT", True, scores().values))
    assert list(imported(space, DIGEST)) == ["COMET", "BLEURT"]


def test_what_is_deleted_leaves_the_others_and_nothing_of_itself(space: Workspace) -> None:
    numbers = np.array([1234.5678, 8765.4321, 1.0])
    other = ImportedScores(
        "a hidden name", True, {"old": numbers, "new": numbers}, {"old": "hidden.txt"}
    )
    before = texts_in(space)
    workspace.import_scores(space, DIGEST, other)
    for _ in range(2):
        workspace.delete_scores(space, DIGEST, "a hidden name")
    assert imported(space, DIGEST) == KEPT
    assert texts_in(space) == before
    assert b"hidden" not in space.path.read_bytes()
    # A text that another comparison uses stays.
    data = EvalSet({"a": ["1.0", "2.0"]}, [["1.0", "1.0"]])
    workspace.save_comparison(space, data)
    workspace.import_scores(
        space, data.digest, ImportedScores("x", True, {"a": np.array([1.0, 2.0])})
    )
    workspace.delete_scores(space, data.digest, "x")
    assert workspace.load_comparison(space, data.digest).digest == data.digest


def test_scores_that_do_not_fit_are_refused(space: Workspace) -> None:
    with pytest.raises(Gone):
        workspace.import_scores(space, "of nothing", scores())
    with refused("annotation.scores_number") as why:
        workspace.import_scores(space, DIGEST, ImportedScores("x", True, {"old": np.ones(2)}))
    assert why[0].values == {"system": "old", "scores": 2, "segments": 3}
    assert imported(space, DIGEST) == KEPT
