"""Files in another encoding than assumed, and how they were read."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.numerals import whole
from bleu_core.common.wording import cut, listed
from bleu_core.messages import message

# Files in another encoding than assumed, and how they were read.


@message(area="encoding")
def unknown(encoding: str, near: Sequence[str], usual: Sequence[str]) -> str:
    """`near` are names with a similar spelling."""
    return (
        f"The encoding {cut(encoding)!r} is not known. "
        + (f"Names near it are {listed(near)}. " if near else "")
        + f"Usual ones are {listed(usual)}."
    )


@message(advice=["encoding"], area="encoding")
def invalid(file: str, line: int, byte: int, encoding: str, possible: Sequence[str]) -> str:
    """`possible` are the encodings that the file may have."""
    return (
        f"{file}, line {whole(line)}: byte {byte:#04x} is not {encoding} text. Save the file as "
        "UTF-8, or choose its encoding"
        + (f": {listed(possible, last='or')} would be possible." if possible else ".")
    )


@message("note", area="encoding")
def without_mark(file: str, encoding: str) -> str:
    return f"{file}: read as {encoding}, which it is, although it has no byte order mark."


@message("note", area="encoding")
def is_utf8(file: str, encoding: str) -> str:
    """`encoding` was chosen."""
    return f"{file}: read as UTF-8, which it is, and not as {encoding}."


@message("note", area="encoding")
def read_as(file: str, encoding: str) -> str:
    return f"{file}: it is not UTF-8; read as {encoding}."
