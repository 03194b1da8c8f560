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
from bleu_core.workspace import NOTE, Workspace, WorkspaceError, archive
from bleu_core.workspace.row_copy import problems
from tests.core.filled_workspace import WorkspaceCommand as Run
from tests.core.filled_workspace import (
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
    filled(home)
    for name, data in COUNTED.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_bytes(data)
    settled(home)
    assert archive.export_archive(home, made / "all.zip").problems == []
    return made


@pytest.fixture
def home(made: Path, tmp_path: Path) -> Path:
    """A home with every kind of saved data, and unrelated files."""
    home = tmp_path / "home"
    shutil.copytree(made / "home", home)
    (home / "datasets/sets" / DIGEST / f"data.json.{'0' * 32}").write_text("half written")
    (home / "put-aside-2020.sqlite").write_text("old")
    (tmp_path / "elsewhere").write_text("somebody else's")
    (home / "datasets/sets" / DIGEST / "link.bytes").symlink_to(tmp_path / "elsewhere")
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


def test_all_that_is_kept_moves_to_another_machine(home: Path, tmp_path: Path, run: Run) -> None:
    file, other = tmp_path / "all.zip", tmp_path / "other machine" / "home"
    space = Workspace(home)
    with space.reading():  # so that new annotations are only in the log
        workspace.save_annotation(space, first().digest, 2, NOTE, "a late one", "")
        code, told = run(home, "export", file)
    assert (code, "5 files" in told) == (0, True)
    assert run.check(other, file) == ["archive_intact"]
    assert run(other, "import", file)[0] == 0
    assert workspace.load_annotations(Workspace(other), first().digest)[2].note == "a late one"
    assert everything(other) == everything(home)
    for name, data in COUNTED.items():
        assert (other / name).read_bytes() == data
    assert {path.name for path in other.iterdir()} == {"workspace.sqlite", "datasets"}
    assert run.check(other) == ["intact"]
    # Both the archive and the imported files are private.
    if os.name == "posix":
        assert {path.stat().st_mode & 0o077 for path in [file, *other.rglob("*")]} == {0}
        with zipfile.ZipFile(file) as opened:
            assert {info.external_attr >> 16 for info in opened.infolist()} == {0o600}


def test_of_what_is_nobodys_nothing_is_in_it_and_other_tools_find_its_hashes(
    home: Path, tmp_path: Path
) -> None:
    """Partial files, data put aside, and links to other folders."""
    archive.export_archive(home, tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as opened:
        files = {name: opened.read(name) for name in opened.namelist()}
    assert files.keys() == {"workspace.sqlite", *COUNTED, "manifest.json"}
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
    workspace.save_comparison(Workspace.open(home), first())
    logs = {i: tmp_path / f"log-{i}" for i in (0, 1)}
    writers = [start(write_on, str(home), str(log), i) for i, log in logs.items()]
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
            assert run.check(new) == ["intact"]
            for i, made in before.items():
                space = Workspace.open(new)
                assert problems(space) == []
                found = {one.digest for one in workspace.recent_comparisons(space, -1)}
                assert set(made) <= found
                # One state: the last note belongs to the last comparison or the one before.
                note = int(workspace.load_annotations(space, first().digest)[i].note)
                own = sum(digest in found for digest in acknowledged(logs[i]))
                assert len(made) - 1 <= note <= after[i] + 1
                assert own in (note + 1, note + 2)
    finally:
        for writer in writers:
            writer.kill()
            writer.join()


def test_what_is_kept_is_not_replaced_unasked_and_then_put_aside(
    home: Path, exported: Path, other: Path, tmp_path: Path, run: Run
) -> None:
    before = tree(other)
    with refused("workspace.archive_home_used", error=WorkspaceError):
        archive.import_archive(exported, other, False)
    assert tree(other) == before
    assert run(other, "import", exported, "--replace")[0] == 0
    assert everything(other) == everything(home)
    (aside,) = other.glob("put-aside-*")
    assert kept(aside) == [second().digest]
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
        if ".import-" in str(path.parent) and path.name == "workspace.sqlite":
            failed.append(path)
            raise OSError(5, "Input/output error")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fails)
    with refused("workspace.unusable", error=WorkspaceError):
        archive.import_archive(exported, other, True)
    assert failed
    assert kept(other) == [second().digest]


def test_what_is_damaged_is_in_it_as_it_is_and_is_told(home, tmp_path, run) -> None:
    space = Workspace(home)
    spoil(space, "UPDATE said SET value = 'odd' WHERE kind = 'note' AND segment = 0")
    file, new = tmp_path / "all.zip", tmp_path / "new"
    damaged = {path: codes(found) for path, found in archive.find_problems(home).items()}
    assert damaged == {space.path: ["workspace.damaged_annotation"]}
    assert sorted(run.check(home)) == ["damaged_annotation", "damaged_in", "restore_helps"]
    (said,) = archive.export_archive(home, file).problems
    assert said.values["path"] == str(space.path)
    (there,) = archive.find_archive_problems(file)
    _, (put,) = archive.import_archive(file, new, False)
    for one in (said, there, put):
        assert one.code == "workspace.archive_problem"
        assert one.values["why"].code == "workspace.damaged_annotation"
    assert run.check(new, file) == ["archive_damaged", "archive_problem"]
    assert run(new, "import", file, "--replace")[0] == 2
    assert everything(new) == everything(home)
    assert workspace.load_comparison(Workspace.open(new), first().digest) is not None


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
