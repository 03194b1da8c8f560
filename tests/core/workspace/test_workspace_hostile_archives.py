"""Damaged and malicious archives are refused, and nothing changes."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bleu_core.messages import codes
from bleu_core.workspace import WorkspaceError, archive, archive_file, schema
from tests.core.filled_workspace import WorkspaceCommand, asked, filled, settled
from tests.core.refusing import refused

OWN = "workspace.sqlite"
PLAN = f"datasets/sets/{'ab' * 32}/data.json"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a home and its archive; each test has a copy."""
    made = tmp_path_factory.mktemp("made")
    filled(made / "home")
    settled(made / "home")
    (made / "home" / PLAN).parent.mkdir(parents=True)
    (made / "home" / PLAN).write_bytes(b"{}")
    archive.export_archive(made / "home", made / "all.zip")
    return made


@pytest.fixture
def exported(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy2(made / "all.zip", tmp_path))


def tree(home: Path) -> dict[str, bytes]:
    """Return all files of a home except logs."""
    return {
        str(path.relative_to(home)): path.read_bytes()
        for path in sorted(home.rglob("*"))
        if path.is_file() and not path.name.endswith(("-wal", "-shm"))
    }


@pytest.mark.parametrize("seeds", [5, pytest.param(30, marks=pytest.mark.slow)])
def test_an_archive_that_is_spoiled_is_refused_or_none_the_worse(exported, tmp_path, seeds) -> None:
    spoiled = tmp_path / "spoiled.zip"
    archive.import_archive(exported, tmp_path / "right", False)
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
            archive.import_archive(spoiled, new, False)
        except WorkspaceError:
            assert not new.exists() or list(new.iterdir()) == []
        else:
            assert tree(new) == tree(tmp_path / "right")


def rewritten(exported: Path, change: Change) -> Path:
    """Rewrite an archive with other files and another manifest."""
    with zipfile.ZipFile(exported) as opened:
        files = {name: opened.read(name) for name in opened.namelist()}
    said = json.loads(files.pop("manifest.json"))
    change(files, said)
    target = exported.with_name("hostile.zip")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, data in {**files, "manifest.json": json.dumps(said).encode()}.items():
            opened.writestr(name, data)
    return target


def with_file(exported: Path, name: str, data: bytes) -> Path:
    """Replace a file of an archive, with its right hash."""

    def change(files: dict[str, bytes], said: dict[str, Any]) -> None:
        files[name] = data
        others = [one for one in said["files"] if one["name"] != name]
        said["files"] = [*others, entry(name, data)]

    return rewritten(exported, change)


def entry(name: str, data: bytes) -> dict[str, object]:
    return {"name": name, "size": len(data), "sha256": sha256(data).hexdigest()}


NAMES = [
    "../x.sqlite", "datasets/../../workspace.sqlite", "/tmp/workspace.sqlite",
    "..\\workspace.sqlite", "C:workspace.sqlite", "people/x/workspace.sqlite",
    PLAN.replace("data.json", ".bashrc"), "server.sqlite", "people/",
    "backups/workspace-2020-01-01-120000.sqlite", "workspace.sqlite-wal", "workspace.sqlite\n",
    "config.toml", "scorers.sqlite",
]  # fmt: skip


def test_a_name_that_leads_elsewhere_is_refused(exported: Path, tmp_path: Path) -> None:
    for name in NAMES:
        hostile = with_file(exported, name, b"x")
        before = tree(tmp_path)
        assert why(hostile, tmp_path / "new" / "home") in ("list_unknown", "foreign"), name
        assert {k: v for k, v in tree(tmp_path).items() if not k.startswith("new")} == before
        why(hostile)


def why(file: Path, new: Path | None = None) -> str:
    """Return the code of the reason why an archive is refused; "" for a reason without a code."""
    with refused("workspace.archive_unreadable", error=WorkspaceError) as found:
        archive.import_archive(file, new, False) if new else archive.find_archive_problems(file)
    assert found[0].values["file"] == str(file)
    return codes([found[0].values["why"]])[0].removeprefix("workspace.archive_")


Change = Callable[[dict[str, bytes], dict[str, Any]], object]
LIES: list[tuple[str, Change]] = [
    ("list_differs", lambda files, said: files.update(x=b"1")),
    ("list_differs", lambda files, said: files.pop(PLAN)),
    ("changed", lambda files, said: files.update({PLAN: b"{}" + b" " * 10_000_000})),
    ("changed", lambda files, said: files.update({PLAN: b"[]"})),
    ("list_twice", lambda files, said: said["files"].append(entry(PLAN, b"{}"))),
    # Equal except for case.
    ("list_twice", lambda files, said: (
        files.update({PLAN.replace("ab", "AB"): b"x"}),
        said["files"].append(entry(PLAN.replace("ab", "AB"), b"x")),
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
    new = tmp_path / "new"
    for code, lie in LIES:
        assert why(rewritten(exported, lie), new) == code
        assert not new.exists() or list(new.iterdir()) == []
    nested = tmp_path / "hostile.zip"
    for text, code in {"[" * 1_000_000: "list_unreadable", "": "unlisted"}.items():
        with zipfile.ZipFile(nested, "w", zipfile.ZIP_DEFLATED) as opened:
            if text:
                opened.writestr("manifest.json", text)
        assert why(nested, new) == code


def test_a_list_longer_than_its_files_need_is_refused(exported: Path) -> None:
    hostile = rewritten(exported, lambda _, said: said.update(more=[[]] * 1_000))
    assert why(hostile) == "list_unreadable"


def test_no_more_is_unpacked_than_the_list_says_and_the_disk_has(exported, tmp_path: Path) -> None:
    def sized(size: int) -> Path:
        hostile = with_file(exported, PLAN, bytes(5_000_000))
        return rewritten(hostile, lambda _, said: said["files"][-1].update(size=size))

    with archive_file.open_archive(sized(10)) as opened:
        (listed,) = [one for one in opened.entries if one.name == PLAN]
        with refused("workspace.archive_changed"):
            opened.unpack(listed, tmp_path / "unpacked")
    assert (tmp_path / "unpacked").stat().st_size <= 1 << 20
    with refused("workspace.archive_no_room", error=WorkspaceError):
        archive.import_archive(sized(1 << 62), tmp_path / "new", False)


def test_a_check_unpacks_no_database_that_the_disk_has_no_room_for(exported: Path) -> None:
    def enlarge(_: dict[str, bytes], said: dict[str, Any]) -> None:
        next(one for one in said["files"] if one["name"] == OWN).update(size=1 << 62)

    with refused("workspace.archive_no_room", error=WorkspaceError):
        archive.find_archive_problems(rewritten(exported, enlarge))


EVIL = "AFTER INSERT ON said BEGIN DELETE FROM comparisons; END"
HARMFUL = {
    f"CREATE TRIGGER evil {EVIL}": "workspace.archive_file_foreign",
    "CREATE VIEW evil AS SELECT * FROM said": "workspace.archive_file_foreign",
    "PRAGMA application_id = 7": "workspace.archive_file_unusable",
    f"PRAGMA user_version = {len(schema.MIGRATIONS) + 1}": "workspace.archive_file_newer",
}


def test_a_database_that_is_none_of_ours_is_refused(made, exported, tmp_path: Path) -> None:
    for number, (statement, code) in enumerate(HARMFUL.items()):
        copy = tmp_path / f"{number}.sqlite"
        asked(made / "home" / "workspace.sqlite", "VACUUM INTO ?", str(copy))
        asked(copy, statement)
        hostile = with_file(exported, OWN, copy.read_bytes())
        with refused(code, error=WorkspaceError) as found:
            archive.import_archive(hostile, tmp_path / "new", False)
        assert found[0].values["name"] == OWN
        with refused(code, error=WorkspaceError):
            archive.find_archive_problems(hostile)
        assert list((tmp_path / "new").iterdir()) == []


def test_a_link_in_an_archive_is_none_once_it_is_unpacked(tmp_path: Path) -> None:
    """Links as in tar and some zips; their target is neither read nor written."""
    target, hostile = tmp_path / "target", tmp_path / "hostile.zip"
    target.write_text("somebody else's")
    data = str(target).encode()
    with zipfile.ZipFile(hostile, "w", zipfile.ZIP_DEFLATED) as opened:
        info = zipfile.ZipInfo(PLAN)
        info.external_attr = 0o120777 << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        opened.writestr(info, data)
        opened.writestr("manifest.json", json.dumps({"form": 1, "files": [entry(PLAN, data)]}))
    archive.import_archive(hostile, tmp_path / "new", False)
    assert not (tmp_path / "new" / PLAN).is_symlink()
    assert (tmp_path / "new" / PLAN).read_bytes() == data


def test_what_is_no_archive_is_told(tmp_path: Path, monkeypatch, capsys) -> None:
    run = WorkspaceCommand(monkeypatch, capsys)
    file, new = tmp_path / "hostile.zip", tmp_path / "new"
    for data in (b"", b"PK", b"\x1f\x8b\x08", b"text\n" * 1000):
        file.write_bytes(data)
        assert why(file, new) == why(file) == ""
    for command in ("import", "check"):
        code, told = run(new, command, file)
        assert (code, told.count("\n")) == (2, 1)
    assert not new.exists()
