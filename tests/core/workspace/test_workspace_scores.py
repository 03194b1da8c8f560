"""Imported scores: saved with their comparison, and deleted with it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bleu_core import EvalSet, workspace
from bleu_core.messages import codes
from bleu_core.metrics import ImportedScores
from bleu_core.workspace import Gone, Workspace, backups, schema
from bleu_core.workspace.imports import _as_numbers, _as_text
from bleu_core.workspace.row_copy import problems, restore
from tests.core.filled_workspace import (
    asked,
    filled,
    first,
    imported,
    scores,
    second,
    settled,
    spoil,
)
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
    space.check_again()  # as another process would find them
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


def test_a_file_of_the_version_before_takes_scores_and_its_backups_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:3])
        older = Workspace.open(tmp_path)
        for data in (first(), second()):
            workspace.save_comparison(older, data)
        settled(tmp_path)
    assert not asked(older.path, "SELECT 1 FROM sqlite_master WHERE name='scores'")
    space = Workspace.open(tmp_path)
    (made, *_) = backups.listed(tmp_path)
    assert workspace.load_comparison(space, DIGEST) is not None
    assert imported(space, DIGEST) == {}
    workspace.import_scores(space, DIGEST, scores())
    assert imported(space, DIGEST) == KEPT
    assert problems(space) == []
    # Deleting a comparison deletes it from them too.
    workspace.delete_comparison(space, DIGEST)
    assert DIGEST.encode() not in made.path.read_bytes()
    assert second().digest.encode() in made.path.read_bytes()
    asked(made.path, "UPDATE texts SET contents = zeroblob(200)")
    with refused("workspace.backup_damaged", error=workspace.WorkspaceError) as why:
        restore(space, made)
    assert set(codes(why[0].values["problems"])) == {"workspace.damaged_text"}


def test_what_is_damaged_is_told_left_out_and_mended_by_its_file(space: Workspace) -> None:
    name = "SELECT hash FROM scores WHERE system = 'new'"
    for statement in (
        f"UPDATE texts SET contents = zeroblob(99) WHERE hash = ({name})",
        "UPDATE scores SET higher_is_better = 0 WHERE system = 'new'",
    ):
        spoil(space, statement)
        assert imported(space, DIGEST)["COMET"][2] == {"old": [0.5, None, 0.25]}
        (one,) = space.damage()
        assert one.code == "workspace.damaged_scores"
        assert one.values == {"comparison": "“Friday”", "name": "COMET", "system": "new"}
        assert problems(space) == [one]
        workspace.import_scores(space, DIGEST, scores())
        assert imported(space, DIGEST) == KEPT
        assert space.damage() == []
