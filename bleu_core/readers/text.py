"""Plain text, one segment a line."""

from __future__ import annotations

import codecs

from bleu_core.evalset import InputError


class ReadError(InputError):
    """A file that cannot be read as it is: which, where, why and what to do."""


def read_lines(data: bytes, name: str) -> list[str]:
    r"""The lines of a UTF-8 file, with or without a byte order mark.

    A line ends at "\n" or "\r\n" and nowhere else: Unicode's other line breaks
    are part of a segment, as for sacreBLEU. Nothing else is trimmed, and an
    empty line is an empty segment.

    Raises
    ------
    ReadError
        Names the file, the line and the byte where the text is not UTF-8.

    >>> read_lines(b"one\r\n\ntwo \n", "a.txt")
    ['one', '', 'two ']
    """
    data = data.removeprefix(codecs.BOM_UTF8)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise ReadError([f"{name} is UTF-16; save it as UTF-8."])
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ReadError([
            f"{name}, line {line:,}: byte {data[error.start]:#04x} is not UTF-8 text. "
            "Save the file as UTF-8."
        ]) from None  # fmt: skip
    lines = text.replace("\r\n", "\n").split("\n")
    if not lines[-1]:
        lines.pop()  # what follows the last line end is no line
    return lines
