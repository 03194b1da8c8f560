"""Readers of plugins: what they return is checked, and they work in the app's child process."""

from dataclasses import replace
from typing import Any

import pytest

from bleu_core.readers import Parts, Reader, ReadError
from bleu_core.readers.detect import check_reader, read_with_plugin
from bleu_core.text.plugins import Plugin
from tests.core.refusing import refused

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


@pytest.mark.parametrize("part", ["outputs", Reader, replace(plugin().part, about=" ")])
def test_what_is_no_reader_with_a_name_is_refused(part: Any) -> None:
    with pytest.raises(TypeError):
        check_reader(part)
