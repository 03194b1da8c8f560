"""Damaged files of every format, texts and scores: read or refused with a message."""

import bz2
import gzip
import io
import json
import lzma
from collections.abc import Callable
from contextlib import suppress

import numpy as np
import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bleu_core.messages import codes
from bleu_core.people.sessions import session_files
from bleu_core.readers import ENCODINGS, FORMATS, File, Parts, ReadError, read_all
from bleu_core.readers.score_files import parse_scores, read_table
from bleu_core.segments.annotations import Annotation, Label
from bleu_core.workspace import annotation_files
from tests.core.nasty_texts import files
from tests.core.people.test_task import ANSWERS, TASK, read_answers
from tests.core.readers.test_read_files import PACKED, SAMPLES, parquet, tarred, zipped, zstd
from tests.core.readers.test_tool_logs import FILES
from tests.core.refusing import refused
from tests.core.segments.test_annotations import COMPARISON
from tests.effort import examples


def workbook() -> bytes:
    book = openpyxl.Workbook()
    for row in [("src", "mt"), ("a", "c"), ("b", 1.5)]:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


WHOLE = [*SAMPLES.values(), *PACKED.values(), workbook()]
WHOLE += [text.encode() for _, text, _ in FILES.values()]


def mutated(data: bytes, changes: list[tuple[int, int, bytes]]) -> bytes:
    for place, removed, inserted in changes:
        at = place % (len(data) + 1)
        data = data[:at] + inserted + data[at + removed :]
    return data


pieces = st.sampled_from([
    b"<seg", b" id='1'", b">", b"</seg>", b"<doc docid='d'>", b"<tstset sysid='s'>", b"<refset>",
    b"<!--", b"-->", b"<![CDATA[", b"]]>", b"<!DOCTYPE x [", b"]", b"<?x", b"?>", b"&amp;", b"&#1;",
    b"<tu>", b"<tuv>", b"<tmx>", b"<xliff>", b"<segment>", b"<source>", b"<target>", b"</source>",
    b"</target>", b"<ph>", b"</ph>", b"text ", b'"', b"'", b"<", b"\n", b"\t", b",", b"{", b"}",
    b"[", b"]", b"S-0\t", b"D-0\t-1\t", b"PRED 1: ", b"0 ||| ", b"00:00.000 --> 00:01.000", 
    b'"mt":', b'"a"', b"\x00", b"\xff", b"PK\x03\x04", b"\x1f\x8b", b"src,mt\n",
])  # fmt: skip
edits = st.lists(
    st.tuples(st.integers(0, 10**6), st.integers(0, 3), st.binary(max_size=3)), max_size=6
)
ANY_ENCODING = [*ENCODINGS, "utf-8", "utf-32", "hz", "cp037", "iso-2022-kr", "x"]


DAMAGED = st.one_of(
    st.binary(max_size=200),
    st.lists(pieces, max_size=25).map(b"".join),
    st.builds(mutated, st.sampled_from(WHOLE), edits),
)


@settings(max_examples=examples(1_800))
@given(
    data=DAMAGED,
    form=st.one_of(st.none(), st.sampled_from([*FORMATS])),
    encoding=st.one_of(st.none(), st.sampled_from(ANY_ENCODING)),
)
@example(b"", None, None)
@example(b"<tstset>", "mteval", None)
@example(b"<" * 50, "tmx", None)
@example(b"\x00\xd8", "text", "utf-16")  # half a surrogate pair
@example(b"~{\xff", None, "hz")
@example(b"", "xlsx", "utf-16")
def test_any_bytes_are_read_or_refused(data: bytes, form: str | None, encoding: str | None) -> None:
    parts, problems = [], []
    try:
        parts = read_all(data, "x", form, encoding=encoding)
    except ReadError as error:
        problems = error.problems
    assert bool(parts) != bool(problems)
    assert all(codes(problems))
    for part in parts:
        assert all(codes(part.repairs))
        held = [*part.systems.values(), *part.references.values(), *part.metadata.values()]
        held += [c for c in (part.source, part.documents, part.lines) if c is not None]
        assert {len(column) for column in held} <= {len(part)}
        for column in held:
            column.validate(full=True)


LINES = [f"the line {number} of it" for number in range(20)]
TEXT = "".join(f"{line}\n" for line in LINES).encode()


def marked_up(start: str, segment: str, end: str) -> bytes:
    segments = (segment.format(number, line) for number, line in enumerate(LINES))
    return "\n".join([start, *segments, end]).encode()


# Formats that say where they end.
ENDING = {
    "tar": tarred(a=TEXT, b=TEXT, c=TEXT),
    "zip": zipped(a=TEXT, b=TEXT, c=TEXT),
    "gzip": gzip.compress(TEXT),
    "bzip2": bz2.compress(TEXT),
    "xz": lzma.compress(TEXT),
    "zstd": zstd(TEXT),
    "parquet": parquet({"src": LINES, "mt": LINES}),
    "xlsx": workbook(),
    "json": json.dumps([{"src": line, "mt": line} for line in LINES]).encode(),
    "mteval": marked_up(
        "<mteval><tstset sysid='s'><doc docid='d'>",
        "<seg id='{}'>{}</seg>",
        "</doc></tstset></mteval>",
    ),
    "sgml": marked_up(
        "<srcset><doc docid='d'><seg id='0'>a</seg></doc></srcset>\n"
        "<tstset sysid='s'><doc docid='d'>",
        "<seg id='{}'>{}</seg>",
        "</doc></tstset>",
    ),
    "tmx": marked_up(
        "<tmx><header srclang='en'/><body>",
        "<tu><tuv xml:lang='en'><seg>{}</seg></tuv><tuv xml:lang='de'><seg>{}</seg></tuv></tu>",
        "</body></tmx>",
    ),
    "xliff": marked_up(
        "<xliff><file original='f'><body>",
        "<trans-unit><source>{}</source><target>{}</target></trans-unit>",
        "</body></file></xliff>",
    ),
}


@pytest.mark.parametrize("name", ENDING)
def test_a_file_that_is_cut_off_is_never_read_as_a_shorter_one(name: str) -> None:
    data = ENDING[name]

    def content(parts: list[Parts]) -> list:
        texts = ([*p.systems.values(), *p.references.values(), p.source, p.lines] for p in parts)
        return [[column and column.to_pylist() for column in columns] for columns in texts]

    whole = read_all(data, "x")
    assert not whole[0].repairs
    sign = 300 if name == "tar" else 12  # bytes by which the format is known
    for cut in {*range(sign, len(data), 41), *range(max(sign, len(data) - 99), len(data))}:
        with suppress(ReadError):
            parts = read_all(data[:cut], "x")
            assert parts[0].repairs or content(parts) == content(whole), cut


def test_a_tar_whose_later_header_is_damaged_is_refused() -> None:
    data = bytearray(tarred(a=TEXT, b=TEXT))
    data[data.rindex(b"ustar")] ^= 1
    with refused("file.unreadable"):
        read_all(bytes(data), "x")


def test_a_zip_whose_directory_hides_an_entry_is_refused() -> None:
    data = bytearray(zipped(a=TEXT, b=TEXT))
    first, second = (data.index(b"PK\1\2", start) for start in (0, data.index(b"PK\1\2") + 1))
    data[first + 32] = data.index(b"PK\5\6") - second  # the length of its comment
    with refused("file.unreadable"):
        read_all(bytes(data), "x")


def test_a_row_group_that_lacks_rows_is_refused() -> None:
    number = b"\x28"  # 20 rows, as Thrift writes it; last, those of the group
    data = b"\2".join(parquet({"mt": LINES}).rsplit(number, 1))
    assert pq.read_metadata(pa.BufferReader(data)).row_group(0).num_rows == 1
    with refused("file.unreadable"):
        read_all(data, "x")


@settings(max_examples=examples(400))
@given(
    st.lists(files, min_size=1, max_size=5).map(lambda x: "\n".join(x).encode("utf-8", "replace"))
    | DAMAGED,
    st.sampled_from(["a.txt", "a.csv", "a.tsv", "a.json"]),
)
def test_whatever_is_in_a_file_it_is_numbers_or_sentences(data: bytes, name: str) -> None:
    problems = []
    try:
        table = read_table(File(name, data))
        for column, cells in table.columns.items():
            assert np.isfinite(parse_scores(table, column, len(cells))).any()
    except ReadError as error:
        problems = error.problems or [""]
    assert all(codes(problems))


def read_annotations(file: File) -> None:
    for row in annotation_files.read(file, COMPARISON).rows:
        assert 0 <= row.segment < len(COMPARISON)
        row.item.check(row.text)


NOTES = {0: Annotation("same", (Label("A", "other", "minor"),), "=x\n'y'")}
# What we write ourselves and read again.
OURS: dict[str, tuple[bytes, Callable[[File], object]]] = {
    "task.jsonl": (session_files.write_task(TASK).encode(), session_files.read_task),
    "answers.jsonl": (session_files.write_answers(TASK, ANSWERS).encode(), read_answers),
    "notes.csv": (annotation_files.to_csv(COMPARISON, NOTES), read_annotations),
}


@pytest.mark.parametrize("name", OURS)
@settings(max_examples=examples(200))
@given(changes=edits)
def test_a_damaged_file_of_ours_is_read_or_refused(name: str, changes: list) -> None:
    data, reader = OURS[name]
    with suppress(ReadError):
        reader(File(name, mutated(data, changes)))
