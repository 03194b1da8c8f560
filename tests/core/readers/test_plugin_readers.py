"""Readers of plugins: what they return is checked, and they work in the app's child process."""

import os
import site
import subprocess
import venv
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bleu_core.readers import Parts, Reader, ReadError
from bleu_core.readers.plugin_readers import check_reader, read_with_plugin, recognized_by
from bleu_core.text.plugins import Plugin
from tests.core.refusing import refused
from tests.places import ROOT
from tests.plugins import add_example

PARTS = Parts("", "", {"": ["one", None]}, {"1": ["two", ""]}, ["three", "3"], repairs=("Cut.",))


def plugin(read: Any = lambda data, name: PARTS) -> Plugin:
    reader = Reader("outputs", lambda data, name: len(data) < 100_000, read)
    return Plugin("reader", "some", "pack", "1.2", reader)


def test_lists_become_columns_of_the_file_and_changes_are_kept() -> None:
    found = read_with_plugin(plugin(), b"", "a.txt")
    assert (found.name, found.format, found.repairs, found.reading) == (
        "a.txt",
        "some",
        ("Cut.",),
        1,
    )
    assert found.systems[""].to_pylist() == ["one", None]
    assert found.source is not None
    assert found.source.to_pylist() == ["three", "3"]
    assert found.documents is None


@pytest.mark.parametrize(
    "parts",
    [
        [],
        replace(PARTS, source=["one"]),
        replace(PARTS, metadata={"kind": ["x"] * 3}),
        replace(PARTS, systems={"": [1, 2]}),
        Parts("", "", {"": []}),
        Parts("", ""),
    ],
)
def test_what_is_no_parts_of_one_length_names_plugin_and_file(parts: Any) -> None:
    with refused("plugin.failed", error=ReadError) as told:
        read_with_plugin(plugin(lambda data, name: parts), b"", "a.txt")
    assert (told[0].values["name"], told[0].values["file"]) == ("some", "a.txt")


def test_a_reader_sees_the_beginning_of_a_file_and_its_own_refusal_stays() -> None:
    assert recognized_by(plugin(), bytes(1_000_000), "a.txt")

    def read(data: bytes, name: str) -> Parts:
        raise ReadError(["No outputs."])

    with pytest.raises(ReadError, match="No outputs"):
        read_with_plugin(plugin(read), b"", "a.txt")


@pytest.mark.parametrize("part", ["outputs", Reader, replace(plugin().part, about=" ")])
def test_what_is_no_reader_with_a_name_is_refused(part: Any) -> None:
    with pytest.raises(TypeError):
        check_reader(part)


SCRIPT = """
from bleu_core.readers import File, sandbox
from bleu_core.readers.files import read_each
if __name__ == "__main__":
    print(sandbox.run(read_each, [File("x", b"#triples\\none ||| two ||| three\\n")]))
"""


@pytest.mark.slow
def test_an_installed_reader_reads_in_the_child_process(tmp_path: Path) -> None:
    """In a new environment: the child process ignores Python's path."""
    venv.create(tmp_path / "venv", symlinks=True)
    [packages] = (tmp_path / "venv").glob("[Ll]ib/**/site-packages")
    (packages / "others.pth").write_text("\n".join([str(ROOT), *site.getsitepackages()]), "utf-8")
    add_example(packages)
    (tmp_path / "script.py").write_text(SCRIPT, "utf-8")
    python = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    outside = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    found = subprocess.run(
        [str(python), "script.py"],
        cwd=tmp_path, env=outside, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "format='triples'" in found.stdout
