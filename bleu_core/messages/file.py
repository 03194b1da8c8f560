"""Files that cannot be read as intended, and files read in another format or encoding."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import (
    format_bytes,
    format_duration,
    format_int,
    join_names,
    join_words,
    truncate,
)
from bleu_core.messages import Area

_INSTEAD = (
    "If the file is right, save it as plain text with one segment per line, or use the command "
    "line, which has no such limits."
)
# What too many of a file are, and what to do.
_TOO_MANY = {
    "entries": "entries. Include only the files that are needed",
    "columns": "columns: too many for a table of texts",
    "cells": "cells in a row, the maximum for a sheet",
    "styles": (
        "styles, merged cells and similar elements. Save the sheet with the segments as CSV (UTF-8)"
    ),
    "segments": "segments, nearly all of them empty: too many for a file of its size",
    "sets": (
        "sets of one name with the same segments. Give each set its own name (sysid or refid)"
    ),
}
# How the bytes of a file became text.
_DECODED = {
    "utf-8": "read as UTF-8, which it is, instead of #",
    "chosen": "not UTF-8; read as #",
    "returns": "carriage returns without line feeds are read as line ends",
    "mark": (
        "ignored the byte order mark at its beginning. Your score is that of the text without it; "
        "sacreBLEU's command takes it for part of the first word, so its score may differ slightly"
    ),
}


def _cause(error: str, signal: str) -> str:
    if error:
        return f" because of an error in BLEUscope ({error})"
    by = f" ({signal})" if signal else ""
    return (
        f": the process that read it stopped{by}, perhaps because the file is damaged or memory "
        "ran out"
    )


file = Area(
    "file",
    too_many=_TOO_MANY,
    input=lambda file: file or "The input",
    instead=lambda: _INSTEAD,
    cause=_cause,
)
encoding = Area("encoding")


# Missing or unknown content.
@file.error("There is no output of system {system}. Add its file, or one file with both outputs.")
def no_output(system: str) -> str: ...
@file.error("There is no reference file. Add at least one.")
def no_reference() -> str: ...
@file.error("{file}: unknown content. Choose system, reference or source.")
def unknown_role(file: str) -> str: ...
@file.error("{file} has no {what}, so there is no segment to read.")
def nothing(file: str, what: str) -> str: ...
@file.error("{file}{where:? (#)} has more than {most:int} {what:too_many}.")
def too_many(file: str, most: int, what: str, where: str = "") -> str: ...
@file.error("{file} cannot be {done}: {reason:reason}.")
def unopened(file: str, reason: str, done: str = "read") -> str: ...
@file.error(
    "{file:?#: }{what} requires {package}. Install: pip install 'bleuscope[{extra}]'.{file:? Or "
    "save the sheet as CSV (UTF-8).}"
)
def not_installed(what: str, package: str, extra: str, file: str = "") -> str: ...
@file.error("{file} is not a readable {kind}: {reason:reason}. Check it, or create it again.")
def unreadable(file: str, kind: str, reason: str) -> str: ...
@file.note("{file}: a second {role} {name:repr} was renamed {called:repr}.")
def renamed(file: str, role: str, name: str, called: str) -> str: ...


@file.error(
    "{place} ({file}) has no column that is recognized as a system output; it has "
    "{columns:names}. If one of these is an output, choose it by name. If the file is plain text, "
    "choose that format.",
    advice=["system", "format"],
)
def holds_no_output(place: str, file: str, columns: Sequence[str]) -> str: ...
@file.error(
    "{place} ({file}) has no column that is recognized as a reference; it has {columns:names}. If "
    "one of these is a reference, choose it by name; if every column is one, choose several "
    "references per line. If the file is plain text, choose that format.",
    advice=["column", "several_per_line", "format"],
)
def holds_no_reference(place: str, file: str, columns: Sequence[str]) -> str: ...
@file.error(
    "{role} ({file}) has no column that is recognized as {role}; it has {columns:names}. If one of "
    "these has the {role}, choose it by name. If the file is plain text, choose that format.",
    advice=["column", "format"],
)
def holds_no_column(file: str, role: str, columns: Sequence[str]) -> str: ...
@file.error()
def no_such_column(file: str, column: str, columns: Sequence[str]) -> str:
    """`columns` is empty for plain text."""
    have = {0: "It is plain text: name only the file", 1: f"It has {join_names(columns)}"}
    names = have.get(len(columns), f"Use one of its columns: {join_names(columns)}")
    return f"{file} has no column {truncate(column)!r}. {names}."


@file.note("{file}: its only system, {system!r}, is used as the reference.")
def taken_as_reference(file: str, system: str) -> str: ...


@file.note(
    "{file} has {columns:int} columns separated by tabs, which are read as one reference. If every "
    "column is a reference, choose several references per line. If not, name the columns in the "
    "first row, such as src, ref and docid.",
    advice=["several_per_line"],
)
def columns_in_reference(file: str, columns: int) -> str: ...
@file.warning(
    "{file} has {columns:int} columns separated by tabs, which are read as one text. Name the "
    "columns in the first row, such as id and mt, or keep only the column with the texts."
)
def columns_in_text(file: str, columns: int) -> str: ...
@file.note("{file}: skipped its {role} ({names:names}).")
def left_out(file: str, role: str, names: Sequence[str]) -> str: ...


# Formats.
@file.error("{file}: there is no format {format!r}. Use one of {known:words}.")
def unknown_format(file: str, format: str, known: Sequence[str]) -> str: ...
@file.note("{file} is read as {format}. If that is wrong, choose its format.", advice=["format"])
def guessed_format(file: str, format: str) -> str: ...


# Why a process could not read a file. `file` is "" if it is unknown.
@file.error(
    "The files cannot be read, because no process could be started: {reason}. Try again in a "
    "moment."
)
def no_process(reason: str) -> str: ...


@file.error()
def limit(file: str, what: str, most: int) -> str:
    """`what` is "memory", in bytes, or "time", in seconds."""
    needs = f"needs more than {format_bytes(most)} of memory"
    takes = f"takes more than {format_duration(most)}"
    read = needs if what == "memory" else takes
    return f"Reading {file or 'the input'} {read}, the limit for its size. {_INSTEAD}"


# `error` is that of a reader; without one its process stopped, by a `signal` if known.
@file.error("{input} cannot be read{cause}. {instead}")
def reader_failed(file: str, error: str = "", signal: str = "") -> str: ...


# Encodings.
@encoding.error("There is no encoding {encoding:repr}. Common encodings are {usual:words}.")
def unknown(encoding: str, usual: Sequence[str]) -> str: ...


@encoding.error(advice=["encoding"])
def invalid(file: str, line: int, byte: int, encoding: str, possible: Sequence[str]) -> str:
    """`possible` are the encodings that the file may have."""
    return (
        f"{file}, line {format_int(line)}: byte {byte:#04x} is not valid {encoding}. Save the file "
        "as UTF-8, or choose its encoding"
        + (f" (it may be {join_words(possible, last='or')})." if possible else ".")
    )


@encoding.note()
def decoded(file: str, how: str, encoding: str = "") -> str:
    """`how` is a key of `_DECODED`."""
    return f"{file}: {_DECODED.get(how, how).replace('#', encoding)}."
