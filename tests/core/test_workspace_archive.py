"""All that is kept as one file: made while others write, put back, refused where it is wrong."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import sys
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bleu_core import EvalSet, workspace
from bleu_core.cli import main
from bleu_core.messages import codes
from bleu_core.team import shares, spaces
from bleu_core.team.person import Person
from bleu_core.workspace import NOTE, Workspace, WorkspaceError, archive, backups, schema
from bleu_core.workspace.archive.contents import files
from bleu_core.workspace.restoring import problems
from tests.core.filled_workspace import contents, filled, first, judged, second, settled, spoil
from tests.core.forked_process import start
from tests.core.refusing import refused

ANN, SHARED = "f0d18d48c61f2aa8264db2d0ef259729", "Ab-3_x9K7m2QpLw0"
DIGEST = "ab" * 32
COUNTED = {
    f"datasets/jobs/{DIGEST}/plan.json": b"{}",
    f"datasets/jobs/{DIGEST}/blocks.parquet": b"blocks",
    f"datasets/statistics/ab/{DIGEST}.parquet": bytes(range(256)) * 400,
    f"datasets/ngrams/ab/{DIGEST}-200000.parquet": b"ngrams",
}
Run = Callable[..., tuple[int, str]]


def server_file(home: Path) -> Path:
    with sqlite3.connect(home / "server.sqlite") as connection:
        connection.execute("CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT)")
        connection.execute("INSERT INTO people VALUES (?, 'Ann')", (ANN,))
    connection.close()
    return home / "server.sqlite"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a home and an archive of it, of which each test has its own copy."""
    made = tmp_path_factory.mktemp("made")
    home = made / "home"
    for folder in (home, home / "people" / ANN, home / "shared" / SHARED):
        filled(folder)
        for name, data in COUNTED.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        settled(folder)
    server_file(home)
    assert archive.export(home, made / "all.zip").problems == []
    return made


@pytest.fixture
def home(made: Path, tmp_path: Path) -> Path:
    """A home with all that one can have, and things that belong to nobody."""
    home = tmp_path / "home"
    shutil.copytree(made / "home", home)
    (home / "cookie-secret").write_text("not to be moved")
    (home / "datasets/jobs" / DIGEST / f"plan.json.{'0' * 32}").write_text("half written")
    (home / "put-aside-2020.sqlite").write_text("old")
    (tmp_path / "elsewhere").write_text("somebody else's")
    (home / "datasets/jobs" / DIGEST / "link.parquet").symlink_to(tmp_path / "elsewhere")
    (home / "people" / "e0d18d48c61f2aa8264db2d0ef259729").symlink_to(home / "people" / ANN)
    return home


@pytest.fixture
def exported(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy2(made / "all.zip", tmp_path))


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def command(home: Path, *arguments: str | Path) -> tuple[int, str]:
        monkeypatch.setenv("BLEUSCOPE_HOME", str(home))
        code = main(["workspace", *map(str, arguments)])
        return code, "".join(capsys.readouterr())

    return command


def everything(folder: Path) -> Any:
    """What is kept in a workspace, as it compares."""
    space = Workspace.open(folder)
    told = workspace.recent(space, -1)
    data = [contents(space, one.digest) for one in told]
    said = [str(workspace.said(space, one.digest)) for one in told]
    return told, data, said, judged(space), str(workspace.saved_slices(space))


def tree(home: Path) -> dict[str, bytes]:
    """All files of a home but logs."""
    return {
        str(path.relative_to(home)): path.read_bytes()
        for path in sorted(home.rglob("*"))
        if path.is_file() and not path.name.endswith(("-wal", "-shm"))
    }


# --- there and back


def test_a_server_keeps_its_things_where_an_archive_looks_for_them(tmp_path: Path) -> None:
    ann = Person("https://login.example.org", "4711", "Ann")
    space = Workspace.open(spaces.own(tmp_path, ann))
    workspace.keep(space, first())
    settled(space.folder)
    made = shares.share(tmp_path, ann, space, first().digest)
    settled(spaces.shared(tmp_path, made.id))
    assert set(files(tmp_path)) == {
        "server.sqlite", f"people/{ann.id}/workspace.sqlite", f"shared/{made.id}/workspace.sqlite",
    }  # fmt: skip


def test_all_that_is_kept_moves_to_another_machine(home: Path, tmp_path: Path, run: Run) -> None:
    file, other = tmp_path / "all.zip", tmp_path / "other machine" / "home"
    space = Workspace(home)
    with space.reading():  # so that what is said now is in the log alone
        workspace.say(space, first().digest, 2, NOTE, "a late one", "")
        code, told = run(home, "export", file)
    assert (code, "16 files" in told) == (0, True)
    assert run(other, "check", file)[0] == 0
    assert run(other, "import", file)[0] == 0
    assert workspace.said(Workspace(other), first().digest)[2].note == "a late one"
    for folder in ("", f"people/{ANN}", f"shared/{SHARED}"):
        assert everything(other / folder) == everything(home / folder)
        for name, data in COUNTED.items():
            assert (other / folder / name).read_bytes() == data
    with sqlite3.connect(other / "server.sqlite") as connection:
        assert connection.execute("SELECT * FROM people").fetchall() == [(ANN, "Ann")]
    connection.close()
    assert {path.name for path in other.iterdir()} == {
        "workspace.sqlite", "server.sqlite", "people", "shared", "datasets",
    }  # fmt: skip
    found = archive.problems_of(other)
    assert (len(found), any(found.values())) == (4, False)
    assert run(other, "check")[0] == 0
    # It is the owner's alone, as an archive and put back.
    if os.name == "posix":
        assert {path.stat().st_mode & 0o077 for path in [file, *other.rglob("*")]} == {0}
        with zipfile.ZipFile(file) as opened:
            assert {info.external_attr >> 16 for info in opened.infolist()} == {0o600}


def test_of_what_is_nobodys_nothing_is_in_it_and_other_tools_find_its_hashes(
    home: Path, tmp_path: Path
) -> None:
    """Half-written files, what was put aside, links to elsewhere, and what signs cookies."""
    archive.export(home, tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as opened:
        files = {name: opened.read(name) for name in opened.namelist()}
    owners = ("", f"people/{ANN}/", f"shared/{SHARED}/")
    kept = {f"{owner}{name}" for owner in owners for name in ("workspace.sqlite", *COUNTED)}
    assert files.keys() == kept | {"server.sqlite", "manifest.json"}
    listed = json.loads(files.pop("manifest.json"))["files"]
    assert {one["name"]: one for one in listed} == {
        name: entry(name, data) for name, data in files.items()
    }


def test_no_file_is_written_over_and_nothing_kept_is_no_archive(
    home: Path, exported: Path, tmp_path: Path
) -> None:
    before = exported.read_bytes()
    with refused("workspace.archive_exists", error=WorkspaceError):
        archive.export(home, exported)
    assert exported.read_bytes() == before
    with refused("workspace.archive_nothing", error=WorkspaceError):
        archive.export(tmp_path / "no", tmp_path / "b.zip")
    assert {path.name for path in tmp_path.iterdir()} == {"home", "all.zip", "elsewhere"}


# --- under load


def write_on(folder: str, log: str, number: int) -> None:
    """Note after note in one comparison, and comparison after comparison; told when it is kept."""
    space = Workspace.open(Path(folder))
    with Path(log).open("a") as told:
        for i in range(100_000):
            data = EvalSet({"a": [f"{number} {i}"], "b": ["x"]}, [["r"]])
            workspace.keep(space, data)
            said = workspace.said(space, first().digest).get(number)
            workspace.say(space, first().digest, number, NOTE, str(i), said.note if said else "")
            told.write(f"{i} {data.digest}\n")
            told.flush()


def acknowledged(log: Path) -> list[str]:
    lines = log.read_text().splitlines(keepends=True) if log.exists() else []
    return [line.split()[1] for line in lines if line.endswith("\n")]


@pytest.mark.slow
def test_an_archive_made_while_others_write_has_all_that_was_kept_before(
    tmp_path: Path, run: Run
) -> None:
    home = tmp_path / "home"
    folders = [home, home / "people" / ANN]
    for folder in folders:
        workspace.keep(Workspace.open(folder), first())
    logs = {(folder, i): tmp_path / f"{folder.name}-{i}" for folder in folders for i in (0, 1)}
    writers = [start(write_on, str(at), str(log), i) for (at, i), log in logs.items()]
    try:
        for turn in range(3):
            while min(len(acknowledged(log)) for log in logs.values()) < 5 * (turn + 1):
                assert all(writer.is_alive() for writer in writers)
            before = {key: acknowledged(log) for key, log in logs.items()}
            file = tmp_path / f"{turn}.zip"
            code, told = run(home, "export", file)
            assert code == 0, told
            after = {key: len(acknowledged(log)) for key, log in logs.items()}
            new = tmp_path / f"new-{turn}"
            assert run(new, "import", file)[0] == 0
            assert run(new, "check")[0] == 0
            for (folder, i), made in before.items():
                space = Workspace.open(new / folder.relative_to(home))
                assert problems(space) == []
                found = {one.digest for one in workspace.recent(space, -1)}
                assert set(made) <= found
                # One state: the last note is of the last comparison, or of the one before.
                note = int(workspace.said(space, first().digest)[i].note)
                own = sum(digest in found for digest in acknowledged(logs[folder, i]))
                assert len(made) - 1 <= note <= after[folder, i] + 1
                assert own in (note + 1, note + 2)
    finally:
        for writer in writers:
            writer.kill()
            writer.join()


@pytest.mark.parametrize("before", [True, False])
def test_what_is_deleted_in_the_middle_is_left_out(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: bool
) -> None:
    """A copy that somebody stops sharing, before it is looked at or when it has been."""
    gone, copy, new_file = home / "shared" / SHARED, backups.copy, backups.new_file

    def delete(*arguments: Path) -> None:
        if (before and len(arguments) == 1) or (not before and gone in arguments[0].parents):
            shutil.rmtree(gone, ignore_errors=True)

    def copied(source: Path, target: Path) -> None:
        delete(source, target)
        copy(source, target)

    def made(path: Path) -> Path:
        delete(path)
        return new_file(path)

    monkeypatch.setattr(backups, "copy", copied)
    monkeypatch.setattr(backups, "new_file", made)
    assert archive.export(home, tmp_path / "all.zip").problems == []
    assert archive.problems_of_archive(tmp_path / "all.zip") == []
    with zipfile.ZipFile(tmp_path / "all.zip") as opened:
        assert not [name for name in opened.namelist() if name.startswith("shared/")]
        assert "people/" in "".join(opened.namelist())


# --- into a home that has something


def test_what_is_kept_is_not_replaced_unasked_and_then_put_aside(
    home: Path, exported: Path, tmp_path: Path, run: Run
) -> None:
    other = tmp_path / "other"
    workspace.keep(Workspace.open(other), second())
    workspace.keep(Workspace.open(other / "people" / SHARED), first())
    settled(other)
    settled(other / "people" / SHARED)
    before = tree(other)
    with refused("workspace.archive_home_used", error=WorkspaceError):
        archive.put(exported, other, False)
    assert tree(other) == before
    assert run(other, "import", exported, "--replace")[0] == 0
    assert everything(other) == everything(home)
    assert not (other / "people" / SHARED).exists()
    (aside,) = other.glob("put-aside-*")
    kept = workspace.recent(Workspace.open(aside), -1)
    assert [one.digest for one in kept] == [second().digest]
    assert (aside / "people" / SHARED / "workspace.sqlite").exists()
    # What was put aside is no part of what is exported next.
    with zipfile.ZipFile(exported) as opened:
        names = opened.namelist()
    archive.export(other, tmp_path / "again.zip")
    with zipfile.ZipFile(tmp_path / "again.zip") as opened:
        assert sorted(opened.namelist()) == sorted(names)


def test_nothing_is_put_into_the_place_of_a_file_that_is_in_use(
    exported: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    space = Workspace.open(other)
    workspace.keep(space, second())
    settled(other)
    with space.reading(), refused("workspace.archive_in_use", error=WorkspaceError):
        archive.put(exported, other, True)
    assert [one.digest for one in workspace.recent(space, -1)] == [second().digest]
    assert {path.name for path in other.iterdir() if not path.name.endswith(("wal", "shm"))} == {
        "workspace.sqlite", "backups",
    }  # fmt: skip


def test_a_home_that_is_damaged_can_be_replaced(exported: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "workspace.sqlite").write_bytes(b"overwritten" * 1000)
    aside, damaged = archive.put(exported, other, True)
    assert (damaged, any(archive.problems_of(other).values())) == ([], False)
    assert (aside / "workspace.sqlite").read_bytes() == b"overwritten" * 1000


def test_where_the_new_cannot_be_moved_in_all_is_as_it_was(
    exported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    workspace.keep(Workspace.open(other), second())
    settled(other)
    rename, failed = Path.rename, []

    def fails(path: Path, target: Path) -> Path:
        if ".import-" in str(path.parent) and path.name == "server.sqlite":
            failed.append(path)
            raise OSError(5, "Input/output error")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fails)
    with refused("workspace.unusable", error=WorkspaceError):
        archive.put(exported, other, True)
    assert failed
    kept = workspace.recent(Workspace.open(other), -1)
    assert [one.digest for one in kept] == [second().digest]


# --- damaged


def test_what_is_damaged_is_in_it_as_it_is_and_is_told(
    home: Path, tmp_path: Path, run: Run
) -> None:
    space = Workspace(home / "people" / ANN)
    spoil(space, "UPDATE said SET value = 'odd' WHERE kind = 'note' AND segment = 0")
    (home / "shared" / SHARED / "workspace.sqlite").write_bytes(b"overwritten" * 1000)
    file, new = tmp_path / "all.zip", tmp_path / "new"
    damaged = {
        str(path): codes(found) for path, found in archive.problems_of(home).items() if found
    }
    assert damaged == {
        str(space.path): ["workspace.damaged_annotation"],
        str(home / "shared" / SHARED / "workspace.sqlite"): ["workspace.damaged"],
    }
    assert run(home, "check")[0] == 2
    said, lost = archive.export(home, file).problems
    assert said.values["path"] == str(space.path)
    assert lost.code == "workspace.archive_without"
    (there,) = archive.problems_of_archive(file)
    _, (put,) = archive.put(file, new, False)
    for one in (said, there, put):
        assert one.code == "workspace.archive_problem"
        assert one.values["why"].code == "workspace.damaged_annotation"
    for arguments in (("check", file), ("import", file, "--replace")):
        assert run(new, *arguments)[0] == 2
    assert everything(new) == everything(home)
    assert workspace.load(Workspace.open(new / "people" / ANN), first().digest) is not None


@pytest.mark.parametrize("seeds", [5, pytest.param(30, marks=pytest.mark.slow)])
def test_an_archive_that_is_spoiled_is_refused_or_none_the_worse(
    exported: Path, tmp_path: Path, seeds: int
) -> None:
    spoiled = tmp_path / "spoiled.zip"
    archive.put(exported, tmp_path / "right", False)
    for seed in range(seeds):
        random = Random(seed)
        data = bytearray(exported.read_bytes())
        if seed % 3 == 0:
            data = data[: random.randrange(len(data))]
        else:
            # The list of names at the end is short: what is there is found there.
            first_place = len(data) - 3_000 if seed % 3 == 1 else 0
            place = random.randrange(first_place, len(data))
            data[place] ^= 1 << random.randrange(8)
        spoiled.write_bytes(data)
        new = tmp_path / f"new-{seed}"
        try:
            archive.put(spoiled, new, False)
        except WorkspaceError:
            assert not new.exists() or list(new.iterdir()) == []
        else:
            assert tree(new) == tree(tmp_path / "right")


# --- hostile


def rewritten(exported: Path, change: Callable[[dict[str, bytes], dict[str, Any]], object]) -> Path:
    """An archive with other files and another list; each file that is there has its right hash."""
    with zipfile.ZipFile(exported) as opened:
        files = {name: opened.read(name) for name in opened.namelist()}
    said = json.loads(files.pop("manifest.json"))
    change(files, said)
    target = exported.with_name("hostile.zip")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, data in {**files, "manifest.json": json.dumps(said).encode()}.items():
            opened.writestr(name, data)
    return target


def entry(name: str, data: bytes, **more: object) -> dict[str, object]:
    return {"name": name, "size": len(data), "sha256": sha256(data).hexdigest()} | more


NAMES = [
    "../x.sqlite",
    f"people/{ANN}/../../../workspace.sqlite",
    "/tmp/workspace.sqlite",
    "..\\workspace.sqlite",
    "C:workspace.sqlite",
    "people/../../../../x/workspace.sqlite",
    f"datasets/jobs/{DIGEST}/.bashrc",
    "cookie-secret",
    "people/",
    "backups/workspace-2020-01-01-120000.sqlite",
    "workspace.sqlite-wal",
    "workspace.sqlite\n",
    "people/ａｎｎａｎｎａｎｎ/workspace.sqlite",
]


def test_a_name_that_leads_elsewhere_is_refused(exported: Path, tmp_path: Path) -> None:
    for name in NAMES:

        def change(files: dict[str, bytes], said: dict[str, Any], name: str = name) -> None:
            files[name] = b"x"
            said["files"].append(entry(name, b"x"))

        hostile = rewritten(exported, change)
        before = tree(tmp_path)
        assert why(lambda: archive.put(hostile, tmp_path / "new" / "home", False)) in (  # noqa: B023
            "workspace.archive_list_unknown",
            "workspace.archive_foreign",
        ), name
        assert {k: v for k, v in tree(tmp_path).items() if not k.startswith("new")} == before
        why(lambda: archive.problems_of_archive(hostile))  # noqa: B023


def why(act: Callable[[], object]) -> str:
    """Why an archive cannot be imported, by the code of its message; "" for another's words."""
    with refused("workspace.archive_unreadable", error=WorkspaceError) as found:
        act()
    assert Path(found[0].values["file"]).name == "hostile.zip"
    return codes([found[0].values["why"]])[0]


PLAN = f"datasets/jobs/{DIGEST}/plan.json"
LIES: list[tuple[str, Callable[[dict[str, bytes], dict[str, Any]], object]]] = [
    ("list_differs", lambda files, said: files.update(x=b"1")),
    ("list_differs", lambda files, said: files.pop(PLAN)),
    ("changed", lambda files, said: files.update({PLAN: b"{}" + b" " * 10_000_000})),
    ("changed", lambda files, said: files.update({PLAN: b"[]"})),
    ("list_twice", lambda files, said: said["files"].append(entry(PLAN, b"{}"))),
    # Of another case.
    ("list_twice", lambda files, said: (
        files.update({f"people/{ANN.upper()}/workspace.sqlite": b"x"}),
        said["files"].append(entry(f"people/{ANN.upper()}/workspace.sqlite", b"x")),
    )),
    ("list_unknown", lambda files, said: said["files"][0].update(size=-1)),
    ("list_unknown", lambda files, said: said["files"][0].update(size="1")),
    ("list_unknown", lambda files, said: said["files"][0].update(sha256="a" * 63)),
    ("list_unreadable", lambda files, said: said.update(files={"a": 1})),
    ("list_unreadable", lambda files, said: said.pop("files")),
    ("list_unknown", lambda files, said: said.update(files=[None])),
    ("newer", lambda files, said: said.update(form=2)),
]  # fmt: skip


def test_a_list_that_lies_is_refused(exported: Path, tmp_path: Path) -> None:
    for code, lie in LIES:
        hostile = rewritten(exported, lie)
        found = why(lambda: archive.put(hostile, tmp_path / "new", False))  # noqa: B023
        assert found == f"workspace.archive_{code}"
        assert not (tmp_path / "new").exists() or list((tmp_path / "new").iterdir()) == []
    nested = tmp_path / "hostile.zip"
    for text, code in {"[" * 1_000_000: "list_unreadable", "": "unlisted"}.items():
        with zipfile.ZipFile(nested, "w", zipfile.ZIP_DEFLATED) as opened:
            if text:
                opened.writestr("manifest.json", text)
        assert why(lambda: archive.put(nested, tmp_path / "new", False)) == (
            f"workspace.archive_{code}"
        )


def test_no_more_is_unpacked_than_the_list_says_and_the_disk_has(
    exported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def bomb(files: dict[str, bytes], said: dict[str, Any]) -> None:
        files[PLAN] = bytes(5_000_000)
        [one] = [one for one in said["files"] if one["name"] == PLAN]
        one.update(size=10)

    hostile = rewritten(exported, bomb)
    with archive.reading.opened(hostile) as opened:
        (listed,) = [one for one in opened.entries if one.name == PLAN]
        with refused("workspace.archive_changed"):
            opened.unpack(listed, tmp_path / "unpacked")
    assert (tmp_path / "unpacked").stat().st_size <= 1 << 20

    def vast(files: dict[str, bytes], said: dict[str, Any]) -> None:
        said["files"][0].update(size=1 << 62)

    with refused("workspace.archive_no_room", error=WorkspaceError):
        archive.put(rewritten(exported, vast), tmp_path / "new", False)


def database(tmp_path: Path, home: Path, statement: str) -> bytes:
    copy = tmp_path / "changed.sqlite"
    copy.unlink(missing_ok=True)
    with sqlite3.connect(home / "workspace.sqlite") as old, sqlite3.connect(copy) as connection:
        old.backup(connection)
        connection.execute(statement)
    old.close()
    connection.close()
    return copy.read_bytes()


EVIL = "AFTER INSERT ON said BEGIN DELETE FROM comparisons; END"
HARMFUL = {
    f"CREATE TRIGGER evil {EVIL}": "workspace.archive_file_foreign",
    "CREATE VIEW evil AS SELECT * FROM said": "workspace.archive_file_foreign",
    "PRAGMA application_id = 7": "workspace.archive_file_unusable",
    f"PRAGMA user_version = {len(schema.MIGRATIONS) + 1}": "workspace.archive_file_newer",
}


def test_a_database_that_is_none_of_ours_is_refused(
    home: Path, exported: Path, tmp_path: Path
) -> None:
    name = f"people/{ANN}/workspace.sqlite"
    for statement, code in HARMFUL.items():
        data = database(tmp_path, home, statement)

        def change(files: dict[str, bytes], said: dict[str, Any], data: bytes = data) -> None:
            files[name] = data
            next(one for one in said["files"] if one["name"] == name).update(entry(name, data))

        hostile = rewritten(exported, change)
        with refused(code, error=WorkspaceError) as found:
            archive.put(hostile, tmp_path / "new", False)
        assert found[0].values["name"] == name
        with refused(code, error=WorkspaceError):
            archive.problems_of_archive(hostile)
        assert list((tmp_path / "new").iterdir()) == []


def test_a_link_in_an_archive_is_none_once_it_is_unpacked(exported: Path, tmp_path: Path) -> None:
    """As tar and some zips have them; what it leads to is neither read nor written."""
    target = tmp_path / "target"
    target.write_text("somebody else's")
    hostile = tmp_path / "hostile.zip"
    data = str(target).encode()
    with zipfile.ZipFile(hostile, "w", zipfile.ZIP_DEFLATED) as opened:
        info = zipfile.ZipInfo(PLAN)
        info.external_attr = 0o120777 << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        opened.writestr(info, data)
        said = {"form": 1, "files": [entry(PLAN, data)]}
        opened.writestr("manifest.json", json.dumps(said))
    archive.put(hostile, tmp_path / "new", False)
    assert not (tmp_path / "new" / PLAN).is_symlink()
    assert (tmp_path / "new" / PLAN).read_bytes() == data


def test_what_is_no_archive_is_told(tmp_path: Path, run: Run) -> None:
    file, new = tmp_path / "hostile.zip", tmp_path / "new"
    for data in (b"", b"PK", b"\x1f\x8b\x08", b"text\n" * 1000):
        file.write_bytes(data)
        assert why(lambda: archive.put(file, new, False)) == ""
        assert why(lambda: archive.problems_of_archive(file)) == ""
    for arguments in (("import", file), ("check", file)):
        code, told = run(new, *arguments)
        assert (code, told.count("\n")) == (2, 1)
    assert not new.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="limits of Unix")
def test_a_disk_that_fills_up_leaves_no_archive(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("shutil.copyfile", full)
    with refused("workspace.disk_full", error=WorkspaceError):
        archive.export(home, tmp_path / "all.zip")
    assert {path.name for path in tmp_path.iterdir()} == {"home", "elsewhere"}
