"""`check_reader`: built-in readers pass, and each rule is found broken."""

import io
import json
from dataclasses import replace
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bleu_core.readers import FORMATS, Parts, Reader, ReadError, read, recognise, with_roles
from bleu_core.testing import check_reader

ROWS = [{"src": "uno", "ref": "one", "mt": "one"}, {"src": "dos", "ref": "two", "mt": "twe"}]
LINES = [list(ROWS[0]), *(list(row.values()) for row in ROWS)]
UNITS = "".join(
    f"<trans-unit id='{i}'><source>{row['src']}</source><target>{row['ref']}</target></trans-unit>"
    for i, row in enumerate(ROWS)
)
FILES = {
    "tmx": """<?xml version="1.0"?><tmx version="1.4"><body>
<tu><tuv xml:lang="es"><seg>uno</seg></tuv><tuv xml:lang="en"><seg>one</seg></tuv></tu>
<tu><tuv xml:lang="es"><seg>dos</seg></tuv><tuv xml:lang="en"><seg>two</seg></tuv></tu>
</body></tmx>""",
    "mteval": """<?xml version="1.0"?><mteval><refset setid="x" srclang="es" trglang="en" refid="r">
<doc docid="d"><seg id="1">one</seg><seg id="2">two</seg></doc></refset></mteval>""",
    "xliff": "<?xml version='1.0'?><xliff version='1.2'><file original='f' source-language='es' "
    f"target-language='en' datatype='plaintext'><body>{UNITS}</body></file></xliff>",
    "tsv": "".join("\t".join(line) + "\n" for line in LINES),
    "csv": "".join(",".join(line) + "\n" for line in LINES),
    "json": json.dumps(ROWS),
    "jsonl": "".join(json.dumps(row) + "\n" for row in ROWS),
    "fairseq": "S-1\tdos\nH-1\t-0.2\ttwe\nS-0\tuno\nH-0\t-0.1\tone\n",
    "opennmt": "\nSENT 1: ['uno']\nPRED 1: one\nPRED SCORE: -0.1\n",
    "marian": "[2021-03-01 12:00:00] Best translation 0 : one\n",
    "nbest": "0 ||| one ||| -0.1\n0 ||| won ||| -0.2\n1 ||| twe ||| -0.3\n",
    "opusmt": "news\tinput\tuno\nnews\treference\tone\nnews\topus\tone\n",
}


def content(form: str) -> bytes:
    if form in FILES:
        return FILES[form].encode()
    file = io.BytesIO()
    if form == "parquet":
        pq.write_table(pa.Table.from_pylist(ROWS), file)
    else:
        book = pytest.importorskip("openpyxl").Workbook()
        for line in LINES:
            book.active.append(line)
        book.save(file)
    return file.getvalue()


# The role of plain text and of subtitles is chosen by the user.
@pytest.mark.parametrize("form", [form for form in FORMATS if form not in ("text", "subtitles")])
def test_a_built_in_reader_passes(form: str) -> None:
    def read_parts(data: bytes, name: str) -> Parts:
        parts = read(data, name, form)
        return with_roles(parts, parts.roles) if parts.columns else parts

    reader = Reader(FORMATS[form], lambda data, name: recognise(data, name) == form, read_parts)
    check_reader(reader, content(form), f"file.{form}")


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
