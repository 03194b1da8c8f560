"""Which format a file has, by its content; its name decides only where that says nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from bleu_core.readers import packed
from bleu_core.readers.bitext import read_tmx, read_xliff
from bleu_core.readers.columns import is_header
from bleu_core.readers.delimited import read_delimited
from bleu_core.readers.json_rows import read_json
from bleu_core.readers.markup import declared_encoding
from bleu_core.readers.mteval import read_mteval
from bleu_core.readers.parquet import read_parquet
from bleu_core.readers.parts import Parts, ReadError, named
from bleu_core.readers.text import ENCODINGS, read_text, to_utf8
from bleu_core.readers.xlsx import read_xlsx

Progress = Callable[[float], None]

FORMATS = {
    "text": "plain text, one segment a line",
    "mteval": "NIST/mteval or WMT XML",
    "tmx": "TMX",
    "xliff": "XLIFF",
    "tsv": "TSV",
    "csv": "CSV",
    "json": "JSON",
    "jsonl": "JSON Lines",
    "parquet": "Parquet",
    "xlsx": "XLSX",
}
# How much of a file is looked at.
HEAD = 65_536

_ROOTS = {
    "mteval": {"mteval", "srcset", "refset", "tstset", "dataset"},
    "tmx": {"tmx"},
    "xliff": {"xliff"},
}
_ELEMENT = re.compile(r"<([A-Za-z][\w:.-]{0,40})[\s>/]")
_SUFFIXES = {"csv": "csv", "tsv": "tsv", "json": "json", "jsonl": "jsonl", "ndjson": "jsonl"}


def read(
    data: bytes,
    name: str,
    format: str | None = None,
    *,
    encoding: str | None = None,
    progress: Progress | None = None,
) -> Parts:
    """The parts of one file, compressed or not.

    Parameters
    ----------
    data
    name
        Used in messages, and its suffix as a hint; never opened.
    format : optional
        One of `FORMATS`, against the guess.
    encoding : optional
        One of `text.ENCODINGS`.
    progress : optional
        Is given the fraction that is done.

    Raises
    ------
    ReadError
        With file, line or row, cause and remedy. An archive of several files is
        refused here; `read_all` reads it.
    """
    found = read_all(data, name, format, encoding=encoding, progress=progress)
    if len(found) > 1:
        raise ReadError([
            f"{name} is an archive of {len(found):,} files ({named([p.name for p in found])}); "
            "one file belongs here."
        ])  # fmt: skip
    return found[0]


def read_all(
    data: bytes,
    name: str,
    format: str | None = None,
    *,
    encoding: str | None = None,
    progress: Progress | None = None,
) -> list[Parts]:
    """The parts of each file in an archive, or of the one that it is. See `read`."""
    files, left_out = packed.unpack(data, name)
    problems: list[str] = []
    found: list[Parts] = []
    for file in files:
        try:
            found.append(_read_one(file.data, file.name, format, encoding, progress))
        except ReadError as error:
            problems += error.problems
    if problems:
        raise ReadError(problems)
    first = found[0]
    found[0] = replace(
        first, repairs=(*left_out, *first.repairs), reading=first.reading + len(left_out)
    )
    return found


def _read_one(
    data: bytes, name: str, format: str | None, encoding: str | None, progress: Progress | None
) -> Parts:
    if format is not None and format not in FORMATS:
        raise ReadError([f"{name}: there is no format {format!r}. Known are {', '.join(FORMATS)}."])
    chosen = format or recognise(data, name, encoding)
    match chosen:
        case "mteval" | "tmx" | "xliff":
            text, repairs = _markup_text(data, name, encoding)
            if chosen == "mteval":
                parts = read_mteval(text, name, progress)
            elif chosen == "tmx":
                parts = read_tmx(text, name, progress=progress)
            else:
                parts = read_xliff(text, name, progress)
            return replace(parts, repairs=(*repairs, *parts.repairs))
        case "csv" | "tsv":
            return read_delimited(data, name, form=chosen, encoding=encoding, progress=progress)
        case "json" | "jsonl":
            return read_json(data, name, form=chosen, encoding=encoding, progress=progress)
        case "parquet":
            return read_parquet(data, name, progress)
        case "xlsx":
            return read_xlsx(data, name, progress=progress)
    return read_text(data, name, encoding)


def recognise(data: bytes, name: str = "", encoding: str | None = None) -> str:
    """One of `FORMATS`; "text" where nothing speaks for another.

    >>> recognise(b"<?xml version='1.0'?><REFSET setid='x'>"), recognise(b"src,ref,mt")
    ('mteval', 'csv')
    """
    if data.startswith(b"PAR1"):
        return "parquet"
    if packed.kind(data) == "zip":
        return "xlsx"
    head = _head(data, encoding)
    start = head.lstrip()[:1]
    suffix = _SUFFIXES.get(name.rpartition(".")[2].lower(), "")
    if start == "<":
        element = _root(head)
        return next((form for form, roots in _ROOTS.items() if element in roots), "text")
    if start in ("{", "[") and (form := _json(head, suffix)):
        return form
    first, *others = [line.rstrip("\r") for line in head.split("\n")[:3]] or [""]
    for form, delimiter in (("tsv", "\t"), ("csv", ","), ("csv", ";")):
        cells = [cell.strip('" ') for cell in first.split(delimiter)]
        # A table has separators in its rows too, or quotes.
        like_a_row = not others or not others[0] or delimiter in others[0] or '"' in others[0]
        if is_header(cells, at_least=2) and max(map(len, cells)) <= 60 and like_a_row:
            return form
    # A table without known names is told from text by its suffix alone.
    tabular = {"csv": first.count(",") + first.count(";"), "tsv": first.count("\t")}
    return suffix if tabular.get(suffix) else "text"


def _head(data: bytes, encoding: str | None) -> str:
    """The beginning as text, whatever its encoding; wrong characters do not matter here."""
    piece = data[:HEAD]
    if piece.startswith((b"\xff\xfe", b"\xfe\xff")):
        return piece.decode("utf-16", "replace")
    known = encoding if encoding in ENCODINGS else "utf-8"
    return piece.decode(known or "utf-8", "replace").removeprefix("\ufeff")


def _root(head: str) -> str:
    """The first element, comments and declarations skipped."""
    position = 0
    while 0 <= position < len(head):
        rest = head[position:].lstrip()
        position = len(head) - len(rest)
        for begin, end in (("<!--", "-->"), ("<?", "?>")):
            if rest.startswith(begin):
                position = head.find(end, position) + len(end)
                if position < len(end):
                    return ""
                break
        else:
            if rest[:9].upper() == "<!DOCTYPE":
                name = re.match(r"<!DOCTYPE\s+([\w:.-]{1,40})", rest, re.IGNORECASE)
                return name[1].lower() if name else ""
            element = _ELEMENT.match(rest)
            return element[1].lower() if element else ""
    return ""


def _json(head: str, suffix: str) -> str:
    """ "json", "jsonl" or "": text may begin with a bracket too."""
    start = head.lstrip()
    if re.match(r"\[\s*(\{|\])", start):
        return "json"
    if re.match(r"\{\s*(\"|\})", start):
        first, _, rest = start.partition("\n")
        one_a_line = first.rstrip().endswith("}") and rest.lstrip()[:1] == "{"
        return "jsonl" if one_a_line or suffix == "jsonl" else "json"
    return suffix if suffix in ("json", "jsonl") else ""


def _markup_text(data: bytes, name: str, encoding: str | None) -> tuple[str, list[str]]:
    """Text of an XML file: UTF-8 if it is, otherwise what it declares."""
    if encoding is None:
        declared = declared_encoding(data)
        try:
            utf8 = to_utf8(data, name)
        except ReadError:
            if declared not in ENCODINGS or declared == "utf-8":
                raise
            return to_utf8(data, name, declared).decode(), [
                f"{name}: read as {declared}, as it says."
            ]
        wrong = declared and not declared.startswith(("utf", "us-ascii")) and not utf8.isascii()
        told = [f"{name}: it says that it is {declared}, but it is UTF-8, and read so."]
        return utf8.decode(), told if wrong else []
    return to_utf8(data, name, encoding).decode(), []
