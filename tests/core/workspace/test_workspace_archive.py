"""Archives of saved data: exported while others write, imported, and refused if invalid."""

from __future__ import annotations

import json
import os
import shutil
import sys
import zipfile
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from bleu_core import EvalSet, workspace
from bleu_core.messages import codes
from bleu_core.workspace import NOTE, Workspace, WorkspaceError, archive, backups
from bleu_core.workspace.archive_file import files
from bleu_core.workspace.row_copy import problems
from bleu_core.workspace.team import people, shares
from bleu_core.workspace.team.people import Person
from tests.core.filled_workspace import WorkspaceCommand as Run
from tests.core.filled_workspace import (
    asked,
    contents,
    filled,
    first,
    judged,
    second,
    settled,
    spoil,
)
from tests.core.forked_process import start
from tests.core.refusing import refused

ANN, SHARED = "f0d18d48c61f2aa8264db2d0ef259729", "Ab-3_x9K7m2QpLw0"
DIGEST = "ab" * 32
COUNTED = {
    f"datasets/sets/{DIGEST}/data.json": b"{}",
    f"datasets/sets/{DIGEST}/reference-0.offsets": b"offsets",
    f"datasets/sets/{DIGEST}/source.valid": b"bits",
    f"datasets/statistics/ab/{DIGEST}.parquet": bytes(range(256)) * 400,
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a home and its archive; each test has a copy."""
    made = tmp_path_factory.mktemp("made")
    home = made / "home"
    for folder in (home, home / "people" / ANN, home / "shared" / SHARED):
        filled(folder)
        for name, data in COUNTED.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        settled(folder)
    asked(home / "server.sqlite", "CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT)")
    asked(home / "server.sqlite", "INSERT INTO people VALUES (?, 'Ann')", ANN)
    assert archive.export_archive(home, made / "all.zip").problems == []
    return made


@pytest.fixture
def home(made: Path, tmp_path: Path) -> Path:
    """A home with every kind of saved data, and unrelated files."""
    home = tmp_path / "home"
    shutil.copytree(made / "home", home)
    (home / "cookie-secret").write_text("not to be moved")
    (home / "datasets/sets" / DIGEST / f"data.json.{'0' * 32}").write_text("half written")
    (home / "put-aside-2020.sqlite").write_text("old")
    (tmp_path / "elsewhere").write_text("somebody else's")
    (home / "datasets/sets" / DIGEST / "link.bytes").symlink_to(tmp_path / "elsewhere")
    (home / "people" / "e0d18d48c61f2aa8264db2d0ef259729").symlink_to(home / "people" / ANN)
    return home


@pytest.fixture
def exported(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy2(made / "all.zip", tmp_path))


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """A home with other data."""
    other = tmp_path / "other"
    workspace.save_comparison(Workspace.open(other), second())
    settled(other)
    return other


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(monkeypatch, capsys)


def names_in(file: Path) -> list[str]:
    with zipfile.ZipFile(file) as opened:
        return opened.namelist()


def kept(home: Path) -> list[str]:
    return [one.digest for one in workspace.recent_comparisons(Workspace.open(home), -1)]


def everything(folder: Path) -> Any:
    """Return the contents of a workspace in a comparable form."""
    space = Workspace.open(folder)
    told = workspace.recent_comparisons(space, -1)
    data = [contents(space, one.digest) for one in told]
    said = [str(workspace.load_annotations(space, one.digest)) for one in told]
    return told, data, said, judged(space), str(workspace.saved_slices(space))


def tree(home: Path) -> dict[str, bytes]:
    """Return all files of a home except logs."""
    return {
        str(path.relative_to(home)): path.read_bytes()
        for path in sorted(home.rglob("*"))
        if path.is_file() and not path.name.endswith(("-wal", "-shm"))
    }


def test_a_server_keeps_its_things_where_an_archive_looks_for_them(tmp_path: Path) -> None:
    ann = Person("https://login.example.org", "4711", "Ann")
    space = Workspace.open(people.own_folder(tmp_path, ann))
    workspace.save_comparison(space, first())
    settled(space.folder)
    made = shares.share(tmp_path, ann, space, first().digest)
    settled(people.shared_folder(tmp_path, made.id))
    assert set(files(tmp_path)) == {
        "server.sqlite", f"people/{ann.id}/workspace.sqlite", f"shared/{made.id}/workspace.sqlite",
    }  # fmt: skip


def test_all_that_is_kept_moves_to_another_machine(home: Path, tmp_path: Path, run: Run) -> None:
    file, other = tmp_path / "all.zip", tmp_path / "other machine" / "home"
    space = Workspace(home)
    with space.reading():  # so that new annotations are only in the log
        workspace.save_annotation(space, first().digest, 2, NOTE, "a late one", "")
        code, told = run(home, "export", file)
    assert (code, "16 files" in told) == (0, True)
    assert run.check(other, file) == ["archive_intact"]
    assert run(other, "import", file)[0] == 0
    assert workspace.load_annotations(Workspace(other), first().digest)[2].note == "a late one"
    for folder in ("", f"people/{ANN}", f"shared/{SHARED}"):
        assert everything(other / folder) == everything(home / folder)
        for name, data in COUNTED.items():
            assert (other / folder / name).read_bytes() == data
    assert asked(other / "server.sqlite", "SELECT * FROM people") == [(ANN, "Ann")]
    assert {path.name for path in other.iterdir()} == {
        "workspace.sqlite", "server.sqlite", "people", "shared", "datasets",
    }  # fmt: skip
    assert sorted(run.check(other)) == [*["intact"] * 3, "server_intact"]
    # Both the archive and the imported files are private.
    if os.name == "posix":
        assert {path.stat().st_mode & 0o077 for path in [file, *other.rglob("*")]} == {0}
        with zipfile.ZipFile(file) as opened:
            assert {info.external_attr >> 16 for info in opened.infolist()} == {0o600}


def test_of_what_is_nobodys_nothing_is_in_it_and_other_tools_find_its_hashes(
    home: Path, tmp_path: Path
) -> None:
    """Partial files, data put aside, links to other folders, and the cookie secret."""
    archive.export_archive(home, tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as opened:
        files = {name: opened.read(name) for name in opened.namelist()}
    owners = ("", f"people/{ANN}/", f"shared/{SHARED}/")
    kept = {f"{owner}{name}" for owner in owners for name in ("workspace.sqlite", *COUNTED)}
    assert files.keys() == kept | {"server.sqlite", "manifest.json"}
    listed = json.loads(files.pop("manifest.json"))["files"]
    assert {one.pop("name"): one for one in listed} == {
        name: {"size": len(data), "sha256": sha256(data).hexdigest()}
        for name, data in files.items()
    }


def test_no_file_is_written_over_and_nothing_kept_is_no_archive(home, exported, tmp_path) -> None:
    before = exported.read_bytes()
    with refused("workspace.archive_exists", error=WorkspaceError):
        archive.export_archive(home, exported)
    assert exported.read_bytes() == before
    with refused("workspace.archive_nothing", error=WorkspaceError):
        archive.export_archive(tmp_path / "no", tmp_path / "b.zip")
    assert {path.name for path in tmp_path.iterdir()} == {"home", "all.zip", "elsewhere"}


def write_on(folder: str, log: str, number: int) -> None:
    """Write notes of a comparison, and comparisons; report each when it is saved."""
    space = Workspace.open(Path(folder))
    with Path(log).open("a") as told:
        for i in range(100_000):
            data = EvalSet({"a": [f"{number} {i}"], "b": ["x"]}, [["r"]])
            workspace.save_comparison(space, data)
            said = workspace.load_annotations(space, first().digest).get(number)
            workspace.save_annotation(
                space, first().digest, number, NOTE, str(i), said.note if said else ""
            )
            told.write(f"{i} {data.digest}\n")
            told.flush()


def acknowledged(log: Path) -> list[str]:
    lines = log.read_text().splitlines(keepends=True) if log.exists() else []
    return [line.split()[1] for line in lines if line.endswith("\n")]


@pytest.mark.slow
def test_an_archive_made_while_others_write_has_all_that_was_kept_before(tmp_path, run) -> None:
    home = tmp_path / "home"
    folders = [home, home / "people" / ANN]
    for folder in folders:
        workspace.save_comparison(Workspace.open(folder), first())
    logs = {(folder, i): tmp_path / f"{folder.name}-{i}" for folder in folders for i in (0, 1)}
    writers = [start(write_on, str(at), str(log), i) for (at, i), log in logs.items()]
    try:
        for turn in range(3):
            while min(len(acknowledged(log)) for log in logs.values()) < 5 * (turn + 1):
                assert all(writer.is_alive() for writer in writers)
            before = {key: acknowledged(log) for key, log in logs.items()}
            file, new = tmp_path / f"{turn}.zip", tmp_path / f"new-{turn}"
            code, told = run(home, "export", file)
            assert code == 0, told
            after = {key: len(acknowledged(log)) for key, log in logs.items()}
            assert run(new, "import", file)[0] == 0
            assert run.check(new) == ["intact"] * 2
            for (folder, i), made in before.items():
                space = Workspace.open(new / folder.relative_to(home))
                assert problems(space) == []
                found = {one.digest for one in workspace.recent_comparisons(space, -1)}
                assert set(made) <= found
                # One state: the last note belongs to the last comparison or the one before.
                note = int(workspace.load_annotations(space, first().digest)[i].note)
                own = sum(digest in found for digest in acknowledged(logs[folder, i]))
                assert len(made) - 1 <= note <= after[folder, i] + 1
                assert own in (note + 1, note + 2)
    finally:
        for writer in writers:
            writer.kill()
            writer.join()


@pytest.mark.parametrize("before", [True, False])
def test_what_is_deleted_in_the_middle_is_left_out(home, tmp_path, monkeypatch, before) -> None:
    """Sharing ends before or after a shared copy is opened."""
    gone, copy, new_file = home / "shared" / SHARED, backups.copy, backups.new_file

    def copied(source: Path, target: Path) -> None:
        if not before and gone in source.parents:
            shutil.rmtree(gone, ignore_errors=True)
        copy(source, target)

    def made(path: Path) -> Path:
        if before:
            shutil.rmtree(gone, ignore_errors=True)
        return new_file(path)

    monkeypatch.setattr(backups, "copy", copied)
    monkeypatch.setattr(backups, "new_file", made)
    assert archive.export_archive(home, tmp_path / "all.zip").problems == []
    assert archive.find_archive_problems(tmp_path / "all.zip") == []
    assert {name.split("/")[0] for name in names_in(tmp_path / "all.zip") if "/" in name} == {
        "people", "datasets",
    }  # fmt: skip


def test_what_is_kept_is_not_replaced_unasked_and_then_put_aside(
    home: Path, exported: Path, other: Path, tmp_path: Path, run: Run
) -> None:
    workspace.save_comparison(Workspace.open(other / "people" / SHARED), first())
    settled(other / "people" / SHARED)
    before = tree(other)
    with refused("workspace.archive_home_used", error=WorkspaceError):
        archive.import_archive(exported, other, False)
    assert tree(other) == before
    assert run(other, "import", exported, "--replace")[0] == 0
    assert everything(other) == everything(home)
    assert not (other / "people" / SHARED).exists()
    (aside,) = other.glob("put-aside-*")
    assert kept(aside) == [second().digest]
    assert (aside / "people" / SHARED / "workspace.sqlite").exists()
    # The next export leaves out data that was put aside.
    archive.export_archive(other, tmp_path / "again.zip")
    assert sorted(names_in(tmp_path / "again.zip")) == sorted(names_in(exported))


def test_nothing_is_put_into_the_place_of_a_file_that_is_in_use(exported, other) -> None:
    with Workspace(other).reading(), refused("workspace.archive_in_use", error=WorkspaceError):
        archive.import_archive(exported, other, True)
    assert kept(other) == [second().digest]
    assert {path.name for path in other.iterdir() if not path.name.endswith(("wal", "shm"))} == {
        "workspace.sqlite", "backups",
    }  # fmt: skip


def test_a_kill_between_the_old_and_the_new_data_is_no_empty_workspace(
    exported: Path, other: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rename = Path.rename

    def killed(path: Path, target: Path) -> Path:
        if path.parent.parent == other and path.name == "workspace.sqlite":
            raise KeyboardInterrupt  # as the new file is about to come
        return rename(path, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", killed)
        with pytest.raises(KeyboardInterrupt):
            archive.import_archive(exported, other, True)
    assert not (other / "workspace.sqlite").exists()
    with refused("workspace.lost", error=WorkspaceError):
        Workspace.open(other)
    assert archive.import_archive(exported, other, True)


def test_a_home_that_is_damaged_can_be_replaced(exported: Path, other: Path) -> None:
    (other / "workspace.sqlite").write_bytes(b"overwritten" * 1000)
    aside, damaged = archive.import_archive(exported, other, True)
    assert (damaged, any(archive.find_problems(other).values())) == ([], False)
    assert (aside / "workspace.sqlite").read_bytes() == b"overwritten" * 1000


def test_where_the_new_cannot_be_moved_in_all_is_as_it_was(exported, other, monkeypatch) -> None:
    rename, failed = Path.rename, []

    def fails(path: Path, target: Path) -> Path:
        if ".import-" in str(path.parent) and path.name == "server.sqlite":
            failed.append(path)
            raise OSError(5, "Input/output error")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fails)
    with refused("workspace.unusable", error=WorkspaceError):
        archive.import_archive(exported, other, True)
    assert failed
    assert kept(other) == [second().digest]


def test_what_is_damaged_is_in_it_as_it_is_and_is_told(home, tmp_path, run) -> None:
    space = Workspace(home / "people" / ANN)
    lost = home / "shared" / SHARED / "workspace.sqlite"
    spoil(space, "UPDATE said SET value = 'odd' WHERE kind = 'note' AND segment = 0")
    lost.write_bytes(b"overwritten" * 1000)
    file, new = tmp_path / "all.zip", tmp_path / "new"
    damaged = {path: codes(found) for path, found in archive.find_problems(home).items() if found}
    assert damaged == {space.path: ["workspace.damaged_annotation"], lost: ["workspace.damaged"]}
    named = ["damaged", "damaged_annotation", "damaged_in", "damaged_in"]
    assert sorted(run.check(home)) == [*named, "intact", "restore_helps", "server_intact"]
    said, left_out = archive.export_archive(home, file).problems
    assert said.values["path"] == str(space.path)
    assert left_out.code == "workspace.archive_without"
    (there,) = archive.find_archive_problems(file)
    _, (put,) = archive.import_archive(file, new, False)
    for one in (said, there, put):
        assert one.code == "workspace.archive_problem"
        assert one.values["why"].code == "workspace.damaged_annotation"
    assert run.check(new, file) == ["archive_damaged", "archive_problem"]
    assert run(new, "import", file, "--replace")[0] == 2
    assert everything(new) == everything(home)
    assert (
        workspace.load_comparison(Workspace.open(new / "people" / ANN), first().digest) is not None
    )


def test_what_a_killed_import_left_is_deleted_by_the_next(exported: Path, tmp_path: Path) -> None:
    left = tmp_path / "new" / ".import-pfrqivi0"
    left.mkdir(parents=True)
    (left / "workspace.sqlite").write_text("all texts")
    archive.import_archive(exported, tmp_path / "new", replace=False)
    assert not left.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="limits of Unix")
def test_a_disk_that_fills_up_leaves_no_archive(home, tmp_path, monkeypatch) -> None:
    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("shutil.copyfile", full)
    with refused("workspace.archive_unwritable", error=WorkspaceError) as told:
        archive.export_archive(home, tmp_path / "all.zip")
    assert told[0].values["file"] == str(tmp_path / "all.zip")
    assert {path.name for path in tmp_path.iterdir()} == {"home", "elsewhere"}
