"""Files of all earlier versions are migrated once; newer ones are refused."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bleu_core import workspace
from bleu_core.segments.annotations import Annotation, Label
from bleu_core.workspace import (
    NOTE,
    VERDICT,
    LabelType,
    Workspace,
    WorkspaceError,
    database,
    schema,
)
from tests.core.filled_workspace import asked, first, second, settled
from tests.core.refusing import refused


@pytest.fixture
def space(tmp_path: Path) -> Workspace:
    return Workspace.open(tmp_path / "home")


@pytest.fixture
def digest(space: Workspace) -> str:
    """Of a saved comparison."""
    workspace.save_comparison(space, first())
    return first().digest


def user_version(space: Workspace) -> int:
    with space.reading() as connection:
        return schema.version(connection)


def test_a_file_of_the_version_before_is_brought_up_to_date_once(
    space: Workspace, digest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.save_annotation(space, digest, 0, NOTE, "a note", "")
    before = len(schema.MIGRATIONS)
    later = (
        "ALTER TABLE comparisons ADD COLUMN colour TEXT NOT NULL DEFAULT 'red';\n"
        "UPDATE comparisons SET colour = 'blue';\n"
    )
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, later))
    with ThreadPoolExecutor(4) as windows:  # all at once: adding the column twice would fail
        list(windows.map(lambda _: Workspace.open(space.folder), range(4)))
    assert user_version(space) == before + 1
    assert asked(space.path, "SELECT colour FROM comparisons") == [("blue",)]
    assert workspace.load_comparison(space, digest).digest == digest
    assert workspace.load_annotations(space, digest)[0].note == "a note"


def test_what_the_first_version_kept_is_said_here_by_nobody_in_particular(tmp_path: Path) -> None:
    """Write a file of the first version, table by table."""
    digest = first().digest
    old = sqlite3.connect(tmp_path / database.NAME)
    old.executescript(schema.MIGRATIONS[0])
    old.execute(
        "INSERT INTO comparisons (digest, test_set, segments, settings, title, made, opened) "
        "VALUES (?, 'set', 4, '{}', 'a title', 1, 2)",
        (digest,),
    )
    old.executemany(
        "INSERT INTO said VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (digest, 0, "verdict", "", "", "A better", 10.5),
            (digest, 0, "label", "B", "omission", "major", 11.5),
            (digest, 3, "note", "", "", "a\nnote", 12.5),
        ],
    )
    old.execute("INSERT INTO typology VALUES (0, 'omission', 'o', '')")
    old.execute("PRAGMA user_version = 1")
    old.commit()
    old.close()
    space = Workspace.open(tmp_path)
    found = workspace.load_annotations(space, digest)
    omission = Label("B", "omission", "major")
    assert found == {0: Annotation("A better", (omission,)), 3: Annotation(note="a\nnote")}
    assert [one.changed for one in found.values()] == [11.5, 12.5]
    assert workspace.load_others_annotations(space, digest) == {}
    assert workspace.list_imports(space, digest) == []
    assert workspace.recent_comparisons(space)[0].title == "a title"
    assert workspace.load_label_types(space) == (LabelType("omission", "o"),)
    # And still belongs to no name.
    workspace.save_annotation(space, digest, 0, VERDICT, "same", "A better")
    assert workspace.load_annotations(space, digest)[0].verdict == "same"


def test_a_file_is_brought_up_to_date_from_every_version(tmp_path, monkeypatch) -> None:
    every, data = schema.MIGRATIONS, first()
    for number in range(len(every) + 1):
        monkeypatch.setattr(schema, "MIGRATIONS", every[:number])
        space = Workspace.open(tmp_path / str(number))
        monkeypatch.setattr(schema, "MIGRATIONS", every)
        workspace.save_comparison(space, data)
        workspace.save_annotation(space, data.digest, 0, VERDICT, "same", "")
        assert user_version(space) == len(every)


def test_a_migration_that_fails_changes_nothing(space, digest, monkeypatch) -> None:
    good = schema.MIGRATIONS
    broken = "DELETE FROM parts;\nINSERT INTO missing VALUES (1);\n"
    monkeypatch.setattr(schema, "MIGRATIONS", (*good, broken))
    with refused("workspace.unusable", error=WorkspaceError):
        Workspace.open(space.folder)
    monkeypatch.setattr(schema, "MIGRATIONS", good)
    assert user_version(space) == len(good)
    assert workspace.load_comparison(space, digest) is not None


def test_a_file_of_a_newer_version_is_refused_and_left_alone(space: Workspace) -> None:
    workspace.save_comparison(space, first())
    with space.writing() as connection:
        connection.execute(f"PRAGMA user_version = {len(schema.MIGRATIONS) + 1}")
    settled(space.folder)
    before = space.path.read_bytes()
    for act in (
        lambda: Workspace.open(space.folder),
        lambda: workspace.save_comparison(space, second()),  # by a process that opened it before
    ):
        with refused("workspace.newer", error=WorkspaceError):
            act()
    assert space.path.read_bytes() == before
