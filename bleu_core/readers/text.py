"""Plain text, one segment a line, and the bytes of all formats that are text."""

from __future__ import annotations

import codecs
from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from bleu_core.readers.parts import Parts, ReadError

# What may be chosen; not every codec of Python, since some of them are no
# encodings (zip, hex) and some take quadratic time (idna, punycode).
ENCODINGS = (
    "utf-8", "utf-16", "utf-16-le", "utf-16-be", "windows-1252", "iso-8859-1", "iso-8859-2",
    "iso-8859-5", "iso-8859-7", "iso-8859-9", "iso-8859-15", "windows-1250", "windows-1251",
    "windows-1253", "windows-1254", "windows-1256", "koi8-r", "koi8-u", "gb18030", "gbk",
    "gb2312", "big5", "shift_jis", "euc-jp", "euc-kr", "us-ascii", "tis-620",
)  # fmt: skip
_MARKS = {  # the longer first: UTF-32's little-endian mark begins with UTF-16's
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32-le",
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}


def read_text(data: bytes, name: str, encoding: str | None = None) -> Parts:
    """A file of lines whose role the user knows."""
    return Parts(name, "text", lines=read_array(data, name, encoding))


def read_lines(data: bytes, name: str, encoding: str | None = None) -> list[str]:
    r"""The lines of a text file as a list; see `read_array`.

    >>> read_lines(b"one\r\n\ntwo \n", "a.txt")
    ['one', '', 'two ']
    """
    return read_array(data, name, encoding).to_pylist()


def read_array(data: bytes, name: str, encoding: str | None = None) -> pa.Array:
    r"""The lines of a text file, (S,) large_string.

    A line ends at "\n" or "\r\n" and nowhere else: Unicode's other line breaks
    are part of a segment, as for sacreBLEU. Nothing else is trimmed, and an
    empty line is an empty segment.

    Raises
    ------
    ReadError
        As `to_utf8`.
    """
    data = to_utf8(data, name, encoding)
    if b"\r\n" in data:
        data = data.replace(b"\r\n", b"\n")
    if data and not data.endswith(b"\n"):
        data += b"\n"
    ends = np.flatnonzero(np.frombuffer(data, np.uint8) == ord("\n"))
    # Arrow's strings lie side by side: each line end that is taken out moves
    # what follows it by one.
    offsets = np.zeros(len(ends) + 1, np.int64)
    offsets[1:] = ends - np.arange(len(ends))
    text = pa.py_buffer(data.replace(b"\n", b""))
    return pa.Array.from_buffers(
        pa.large_string(), len(ends), [None, pa.py_buffer(offsets.tobytes()), text]
    )


def to_utf8(data: bytes, name: str, encoding: str | None = None) -> bytes:
    """The same text as valid UTF-8 without byte order mark.

    Parameters
    ----------
    encoding : optional
        One of `ENCODINGS`. Without it, what a byte order mark says, or UTF-8.

    Raises
    ------
    ReadError
        Names the file, the line and the byte that is not of the encoding, and
        what the encoding may be.
    """
    if encoding is not None and encoding.lower() not in ENCODINGS:
        known = ", ".join(ENCODINGS)
        raise ReadError([f"{name}: the encoding {encoding!r} is not known. Known are: {known}."])
    mark = next((m for m in _MARKS if data.startswith(m)), b"")
    if mark and encoding in (None, "utf-8", "utf-16"):
        data, encoding = data.removeprefix(mark), _MARKS[mark]
    if encoding == "utf-16":  # without a mark; Windows writes little-endian
        encoding = "utf-16-le"
    return _valid(data, name, (encoding or "utf-8").lower())


def _valid(data: bytes, name: str, encoding: str) -> bytes:
    try:
        if data.isascii() and not encoding.startswith("utf-"):
            return data
        text = data.decode(encoding)
        return data if encoding == "utf-8" else text.encode()
    except UnicodeDecodeError as error:
        line = _line_ends(data[: error.start], encoding) + 1
        raise ReadError([
            f"{name}, line {line:,}: byte {data[error.start]:#04x} is not "
            f"{encoding.upper()} text. Save the file as UTF-8, or choose its encoding"
            f"{_candidates(data) if encoding == 'utf-8' else ''}."
        ]) from None  # fmt: skip
    except UnicodeEncodeError:  # half a surrogate pair, which some codecs let pass
        raise ReadError(
            [f"{name} is not {encoding.upper()} text. Save the file as UTF-8."]
        ) from None


def _line_ends(data: bytes, encoding: str) -> int:
    return data.decode(encoding, "ignore").count("\n")


def _candidates(data: bytes) -> str:
    """What the bytes may be: encodings whose reading of them holds no control character."""
    sample = data[:100_000]
    found = list(_plausible(sample))
    return f": {' or '.join(found)} would be possible" if found else ""


def _plausible(sample: bytes) -> Iterator[str]:
    if sample.count(0) > len(sample) / 4:
        yield "UTF-16-LE" if sample[1::2].count(0) > sample[::2].count(0) else "UTF-16-BE"
        return
    # C1 control characters are in no text; windows-1252 has letters and quotes there.
    if any(0x80 <= byte < 0xA0 for byte in sample):
        if not any(byte in sample for byte in (0x81, 0x8D, 0x8F, 0x90, 0x9D)):
            yield "Windows-1252"
    else:
        yield from ("ISO-8859-1 (Latin-1)", "Windows-1252")
    for encoding in ("gb18030", "shift_jis", "euc-kr"):
        try:
            sample.decode(encoding)
        except UnicodeDecodeError:
            continue
        yield encoding
