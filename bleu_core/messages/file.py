"""Messages on files that cannot be read as intended, and notes on how files were read."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import format_int, join_words, truncate
from bleu_core.messages import Area

_INSTEAD = (
    "If it is no mistake, give its texts as plain text, one segment a line, or compare it by the "
    "command line, which has no such limits."
)
file = Area("file", input=lambda file: file or "The input", instead=lambda: _INSTEAD)
encoding = Area("encoding")


# The content expected.
@file.error("There is no output of system {system}; give its file, or one file that holds both.")
def no_output(system: str) -> str: ...
@file.error("There is no reference file; give at least one.")
def no_reference() -> str: ...
@file.error("{file}: it is not known what its lines are; choose system, reference or source.")
def unknown_role(file: str) -> str: ...
@file.error(
    "{place} ({file}) holds nothing that is known as the output of a system; it holds "
    "{columns:names}. If one of these is it, choose one by its name; if the file is plain text, "
    "choose its format.",
    advice=["system", "format"],
)
def holds_no_output(place: str, file: str, columns: Sequence[str]) -> str: ...
@file.error(
    "{place} ({file}) holds no column that is known as a reference; it holds {columns:names}. If "
    "every column is a reference, choose that each line holds several references; if one is, "
    "call it “reference” in the first row; if the file is plain text, choose its format.",
    advice=["several_per_line", "format"],
)
def holds_no_reference(place: str, file: str, columns: Sequence[str]) -> str: ...


@file.error(
    "{role} ({file}) holds no {role}. If the file is plain text, choose its format.",
    advice=["format"],
)
def holds_no_column(file: str, role: str) -> str:
    """`role` is "source" or "documents"."""


@file.note("{file}: its only system, {system!r}, is taken as the reference.")
def taken_as_reference(file: str, system: str) -> str: ...


@file.note("{file}: its {role} ({names:names}) are left out.")
def left_out(file: str, role: str, names: Sequence[str]) -> str:
    """`role` is "systems" or "references"."""


# Formats.
@file.error("{file}: there is no format {format!r}. Known are {known:words}.")
def unknown_format(file: str, format: str, known: Sequence[str]) -> str: ...
@file.note("{file} is read as {format}; if it is not, choose its format.", advice=["format"])
def guessed_format(file: str, format: str) -> str: ...
@file.note("{file}: its carriage returns, without line feeds, end its lines.")
def carriage_returns(file: str) -> str: ...


# Why a process could not read a file. `file` is "" if it is unknown.
@file.error("No process could be started to read the files: {reason}. Try again in a moment.")
def no_process(reason: str) -> str: ...
@file.error(
    "{input} takes more than {most:bytes} of memory to read, the limit for its size. {instead}"
)
def memory_limit(file: str, most: int) -> str: ...
@file.error("{input} takes more than {most:duration} to read, the limit for its size. {instead}")
def time_limit(file: str, most: int) -> str: ...
@file.error("{input} cannot be read, by a fault of this program ({error}). {instead}")
def reader_failed(file: str, error: str) -> str: ...
@file.error(
    "{input} cannot be read: the process that read it broke off{signal:? (#)}, as happens to "
    "damaged files or for want of memory. {instead}"
)
def reader_ended(file: str, signal: str) -> str: ...


# Files in another encoding than assumed, and how they were read.


@encoding.error()
def unknown(encoding: str, near: Sequence[str], usual: Sequence[str]) -> str:
    """`near` are names with a similar spelling."""
    return (
        f"The encoding {truncate(encoding)!r} is not known. "
        + (f"Names near it are {join_words(near)}. " if near else "")
        + f"Usual ones are {join_words(usual)}."
    )


@encoding.error(advice=["encoding"])
def invalid(file: str, line: int, byte: int, encoding: str, possible: Sequence[str]) -> str:
    """`possible` are the encodings that the file may have."""
    return (
        f"{file}, line {format_int(line)}: byte {byte:#04x} is not {encoding} text. Save the file "
        "as UTF-8, or choose its encoding"
        + (f": {join_words(possible, last='or')} would be possible." if possible else ".")
    )


@encoding.note("{file}: read as {encoding}, which it is, although it has no byte order mark.")
def without_mark(file: str, encoding: str) -> str: ...
@encoding.note("{file}: read as UTF-8, which it is, and not as {encoding}.")
def is_utf8(file: str, encoding: str) -> str: ...
@encoding.note("{file}: it is not UTF-8; read as {encoding}.")
def read_as(file: str, encoding: str) -> str: ...
