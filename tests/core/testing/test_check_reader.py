"""`check_reader`: built-in readers pass, and each rule is found broken."""

from dataclasses import replace
from typing import Any

import pytest

from bleu_core.readers import FORMATS, Parts, Reader, ReadError, read, recognise
from bleu_core.testing import check_reader

TMX = """<?xml version="1.0"?><tmx version="1.4"><body>
<tu><tuv xml:lang="es"><seg>uno</seg></tuv><tuv xml:lang="en"><seg>one</seg></tuv></tu>
<tu><tuv xml:lang="es"><seg>dos</seg></tuv><tuv xml:lang="en"><seg>two</seg></tuv></tu>
</body></tmx>"""
MTEVAL = """<?xml version="1.0"?><mteval><refset setid="x" srclang="es" trglang="en" refid="r">
<doc docid="d"><seg id="1">one</seg><seg id="2">two</seg></doc></refset></mteval>"""


@pytest.mark.parametrize(("form", "text"), [("tmx", TMX), ("mteval", MTEVAL)])
def test_a_built_in_reader_passes(form: str, text: str) -> None:
    reader = Reader(
        FORMATS[form],
        lambda data, name: recognise(data, name) == form,
        lambda data, name: read(data, name, form),
    )
    check_reader(reader, text.encode(), f"file.{form}")


def read_lines(data: bytes, name: str) -> Parts:
    first, *lines = data.decode("utf-8", "replace").splitlines() or [""]
    if first != "#outputs" or not lines:
        raise ReadError(["It has no outputs."])
    return Parts(name, "outputs", systems={"": lines})


READER = Reader("outputs", lambda data, name: data.startswith(b"#outputs"), read_lines)
DATA = b"#outputs\nthe cat\nthe dog\n"


def reading(change: Any) -> Reader:
    """A reader whose parts are changed."""
    return replace(READER, read=lambda data, name: change(read_lines(data, name)))


@pytest.mark.parametrize(
    ("reader", "words"),
    [
        ("outputs", "must be a Reader"),
        (replace(READER, about=" "), "about"),
        (replace(READER, recognizes=lambda data, name: 1), "True for new.txt"),
        (replace(READER, recognizes=lambda data, name: True), "another format"),
        (reading(lambda parts: []), "must return Parts"),
        (reading(lambda parts: replace(parts, source=["one"])), "one length"),
        (reading(lambda parts: replace(parts, systems={})), "one length"),
        (reading(lambda parts: replace(parts, systems={"": [1, 2]})), "must return Parts"),
        (reading(lambda parts: replace(parts, systems={f"{id(parts)}": ["x"]})), "each time"),
        (replace(READER, read=lambda d, n: Parts(n, "x", {"": d.decode().split()})), "damaged"),
    ],
)
def test_a_broken_reader_is_refused_with_the_rule(reader: Any, words: str) -> None:
    held: list[Any] = []  # so that no two parts have one identity
    if words == "each time":
        real = reader.read
        reader = replace(reader, read=lambda *given: held.append(real(*given)) or held[-1])
    with pytest.raises(AssertionError, match=words):
        check_reader(reader, DATA, "new.txt")


def test_a_reader_that_refuses_its_own_file_is_refused() -> None:
    with pytest.raises(AssertionError, match="has no outputs"):
        check_reader(READER, b"#outputs ", "new.txt")
