"""Packages with plugins for a test, as entry points in a temporary folder."""

import os
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from bleu_core.text.plugins import load_plugins
from tests.documents import DOCS, blocks

# It shows a package with one plugin of each kind.
GUIDE = (DOCS / "how-to" / "plugins.md").read_text("utf-8")
# Plugins that fail when they are used, or are not there.
FAILING = """
from dataclasses import replace
from bleu_core.readers import Reader
from my_plugins.metric import KnownWords

class Failing(KnownWords):
    about = replace(KnownWords.about, label="Failing")
    def count(self, systems, references, progress=None):
        raise ZeroDivisionError("no words")

class Late(KnownWords):
    about = replace(KnownWords.about, label="Late")
    def sentence_scores(self, rows):
        return [1.0]

create = lambda config: Failing()
create_late = lambda config: Late()

def recognize(data, name):
    return data.startswith(b"#nothing") and [][1]

def read(data, name):
    return []

reader = Reader("nothing", recognize, read)

def split(text):
    if "cat" in text:
        raise RuntimeError("a cat")
    return text.split()

def ring(text):
    raise RuntimeError("\\a")

def split_badly(text):
    return text.split(" ") + [""]
"""
FAILURES = {
    "metrics.failing": "failing_pack:create",
    "metrics.late": "failing_pack:create_late",
    "metrics.absent": "no_such_module:create",
    "readers.nil": "failing_pack:reader",
    "readers.lost": "no_such_module:x",
    "tokenizers.catless": "failing_pack:split",
    "tokenizers.bad": "failing_pack:split_badly",
    "tokenizers.gone": "no_such_module:x",
    "tokenizers.ring": "failing_pack:ring",
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
    """Put folders on Python's path, and load the plugins again, before and after."""
    paths = [*map(str, folders), *filter(None, [os.environ.get("PYTHONPATH")])]
    with pytest.MonkeyPatch.context() as patch:
        for folder in folders:
            patch.syspath_prepend(folder)
        patch.setenv("PYTHONPATH", os.pathsep.join(paths))  # of child processes
        load_plugins.cache_clear()
        try:
            yield
        finally:
            load_plugins.cache_clear()


def add_example(folder: Path) -> None:
    """Write the package of the guide, as installed."""
    project = tomllib.loads("".join(blocks(GUIDE, "toml")))["project"]
    entries = {
        f"{group.removeprefix('bleuscope.')}.{name}": target
        for group, points in project["entry-points"].items()
        for name, target in points.items()
    }
    add_package(folder, project["name"], project["version"], entries)
    (folder / "my_plugins").mkdir()
    for block in blocks(GUIDE, "python"):
        path, _, code = block.removeprefix("# ").partition("\n")
        (folder / path).write_text(code, "utf-8")


@contextmanager
def installed_example(folder: Path) -> Iterator[None]:
    """Install the package of the guide, and one of which every plugin fails, in a new folder."""
    add_example(folder)
    add_package(folder, "failing-pack", "0.1", FAILURES)
    (folder / "failing_pack.py").write_text(FAILING, "utf-8")
    with installed(folder):
        yield
