"""Packages with plugins for a test, as entry points in a temporary folder."""

import os
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from bleu_core.common.plugins import forget_plugins
from tests.places import ROOT

EXAMPLE = ROOT / "tests" / "plugin_example"
# Plugins that fail when they compute, or are not there.
FAILING = """
from dataclasses import replace
from bleuscope.plugins import NUMBER, ONE, Detector, Reader, SegmentColumn
from bleuscope_example.metric import WordF1

class Failing(WordF1):
    about = replace(WordF1.about, label="Failing")
    def count(self, systems, references, progress=None):
        raise ZeroDivisionError("no words")

class Late(WordF1):
    about = replace(WordF1.about, label="Late")
    def sentence_scores(self, rows):
        return [1.0]

create = lambda config: Failing()
create_late = lambda config: Late()

def find(texts, side, thresholds):
    return [True]

about = "Nothing."
wrong = Detector("wrong", "wrong", about, find, about)

def create_column(comparison):
    return SegmentColumn("x", NUMBER, "Nothing.", ONE, lambda table: 1 / 0)

def create_badly(comparison):
    raise LookupError("no columns")

def recognize_nothing(data, name):
    raise OverflowError("no idea")

def read_nothing(data, name):
    return []

reader = Reader("nothing", recognize_nothing, read_nothing)

def split(text):
    if "cat" in text:
        raise RuntimeError("a cat")
    return text.split()

def split_badly(text):
    return text.split(" ") + [""]
"""
FAILURES = {
    "metrics.failing": "failing_pack:create",
    "metrics.late": "failing_pack:create_late",
    "detectors.wrong": "failing_pack:wrong",
    "detectors.gone": "no_such_module:x",
    "columns.zero": "failing_pack:create_column",
    "columns.nothing": "failing_pack:create_badly",
    "columns.away": "no_such_module:x",
    "readers.nil": "failing_pack:reader",
    "readers.lost": "no_such_module:x",
    "tokenizers.catless": "failing_pack:split",
    "tokenizers.bad": "failing_pack:split_badly",
    "metrics.absent": "no_such_module:create",
}


def add_package(folder: Path, name: str, version: str, entries: Mapping[str, str]) -> None:
    """Write the metadata of an installed package; `entries` has "group.name": "module:object"."""
    place = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    place.mkdir(parents=True)
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    (place / "METADATA").write_text(metadata, "utf-8")
    lines = []
    for entry, target in entries.items():
        group, _, key = entry.partition(".")
        lines += [f"[bleuscope.{group}]", f"{key} = {target}"]
    (place / "entry_points.txt").write_text("\n".join(lines) + "\n", "utf-8")


@contextmanager
def installed(*folders: Path) -> Iterator[None]:
    """Put folders on Python's path, and read the entry points again, before and after."""
    with pytest.MonkeyPatch.context() as patch:
        for folder in folders:
            patch.syspath_prepend(folder)
        patch.setenv("PYTHONPATH", os.pathsep.join(map(str, folders)))  # of child processes
        forget_plugins()
        try:
            yield
        finally:
            patch.undo()
            forget_plugins()


@contextmanager
def installed_example(folder: Path) -> Iterator[None]:
    """Install the example, and a package of which every plugin fails, in a new folder."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text("utf-8"))["project"]
    entries = {
        f"{group.removeprefix('bleuscope.')}.{name}": target
        for group, points in project["entry-points"].items()
        for name, target in points.items()
    }
    add_package(folder, project["name"], project["version"], entries)
    add_package(folder, "failing-pack", "0.1", FAILURES)
    (folder / "failing_pack.py").write_text(FAILING, "utf-8")
    with installed(folder, EXAMPLE):
        yield
