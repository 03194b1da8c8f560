"""Text files: encodings, lines of plain text, and word frequencies."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.arrays import string_array
from bleu_core.common.escaping import one_line
from bleu_core.messages import file as messages
from bleu_core.messages import tool
from bleu_core.readers.archives import unpack_one
from bleu_core.readers.parts import File, Parts, ReadError
from bleu_core.text.evalset import EvalSet

# Encodings to choose from, with other names that people know.
ENCODINGS = {
    "windows-1252": "cp1252, Western European",
    "iso-8859-1": "latin-1, Western European",
    "iso-8859-15": "latin-9, Western European",
    "windows-1250": "cp1250, Central European",
    "iso-8859-2": "latin-2, Central European",
    "windows-1251": "cp1251, Cyrillic",
    "koi8-r": "Russian",
    "koi8-u": "Ukrainian",
    "iso-8859-5": "Cyrillic",
    "windows-1253": "cp1253, Greek",
    "iso-8859-7": "Greek",
    "windows-1254": "cp1254, Turkish",
    "iso-8859-9": "latin-5, Turkish",
    "windows-1255": "cp1255, Hebrew",
    "windows-1256": "cp1256, Arabic",
    "windows-1257": "cp1257, Baltic",
    "windows-1258": "cp1258, Vietnamese",
    "tis-620": "Thai",
    "gb18030": "Chinese",
    "gbk": "cp936, Chinese",
    "gb2312": "euc-cn, Chinese",
    "big5": "traditional Chinese",
    "shift_jis": "sjis, Japanese",
    "cp932": "ms932, Japanese",
    "euc-jp": "Japanese",
    "iso-2022-jp": "Japanese",
    "euc-kr": "Korean",
    "cp949": "uhc, Korean",
    "utf-16": "with or without a byte order mark",
    "utf-16-be": "big-endian",
}
# Python codecs that are not encodings of files: some take quadratic time (idna, punycode), some
# read escapes, and every ASCII file is UTF-7 and UTF-8.
_NO_FILES = {
    "charmap", "idna", "mbcs", "oem", "punycode", "raw_unicode_escape", "undefined",
    "unicode_escape", "utf_7",
}  # fmt: skip
_BYTE_ORDER_MARKS = {  # the longer first: UTF-32's little-endian mark begins with UTF-16's
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32-le",
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
# Bytes that make valid UTF-8 look like these encodings: NUL, and shift sequences.
_SIGNS_OF_ENCODINGS = {"utf-16": b"\0", "utf-32": b"\0", "iso2022": b"\x1b", "hz": b"~{"}
# Bytes from which an encoding is guessed.
_SAMPLE = 100_000


def canonical_encoding(encoding: str) -> str:
    """The canonical name of an encoding; ReadError names usual ones if it is unknown."""
    found = codec_name(encoding)
    if found is None:
        raise ReadError([messages.unknown(encoding, ["utf-8", *ENCODINGS])])
    return found


def codec_name(encoding: str) -> str | None:
    """Python's name of a text encoding; None if it is unknown."""
    if not re.fullmatch(r"[A-Za-z0-9 ._:-]{1,40}", encoding):
        return None
    for name in (encoding, re.sub(r"[ ._:-]", "", encoding)):  # Python has latin2, not latin-2
        try:
            "".encode(name)  # refuses what Python does not know as encodings of text
            found = codecs.lookup(name).name
        except (LookupError, UnicodeError):
            continue
        return None if found.replace("-", "_") in _NO_FILES else found.removesuffix("-sig")
    return None


def to_utf8(data: bytes, name: str, encoding: str | None = None) -> tuple[bytes, tuple[str, ...]]:
    """Text as UTF-8 by byte order mark, else if valid, else from `encoding`; notes on reading."""
    chosen = canonical_encoding(encoding) if encoding else ""
    mark = next((m for m in _BYTE_ORDER_MARKS if data.startswith(m)), b"")
    if mark:
        return _as_valid_utf8(data.removeprefix(mark), name, _BYTE_ORDER_MARKS[mark]), ()
    if not chosen or _is_utf8(data, chosen):
        differs = chosen not in ("", "utf-8") and not data.isascii()
        repairs = (messages.decoded(name, "utf-8", encoding or ""),) if differs else ()
        return _as_valid_utf8(data, name, "utf-8"), repairs
    # Without a mark: Windows writes little-endian.
    codec = {"utf-16": "utf-16-le", "utf-32": "utf-32-le"}.get(chosen, chosen)
    message = messages.decoded(name, "chosen", encoding or "")
    return _as_valid_utf8(data, name, codec, encoding), (message,)


def _is_utf8(data: bytes, chosen: str) -> bool:
    """Whether the file is UTF-8 and has no sign of the chosen encoding."""
    if any(
        chosen.startswith(family) and sign in data for family, sign in _SIGNS_OF_ENCODINGS.items()
    ):
        return False
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _as_valid_utf8(data: bytes, name: str, codec: str, called: str | None = None) -> bytes:
    try:
        text = data.decode(codec)
        return data if codec == "utf-8" else text.encode()
    except UnicodeDecodeError as error:
        line = data[: error.start].decode(codec, "ignore").count("\n") + 1
        possible = [
            found
            for found in _plausible_encodings(data[:_SAMPLE])
            if canonical_encoding(found) != codec
        ]
        byte = data[error.start]
        message = messages.invalid(name, line, byte, called or codec.upper(), possible)
        raise ReadError([message]) from None


def _plausible_encodings(sample: bytes) -> Iterator[str]:
    """Encodings in which the bytes have no control character."""
    if sample.count(0) > len(sample) / 4:
        yield "utf-16-le" if sample[1::2].count(0) > sample[::2].count(0) else "utf-16-be"
        return
    # Text has no C1 control characters; windows-1252 has letters and quotes there.
    if any(0x80 <= byte < 0xA0 for byte in sample):
        if not any(byte in sample for byte in (0x81, 0x8D, 0x8F, 0x90, 0x9D)):
            yield "windows-1252"
    else:
        yield from ("latin-1", "windows-1252")
    for encoding in ("gb18030", "shift_jis", "euc-kr"):
        try:
            # Not final: the sample may end inside a character.
            codecs.getincrementaldecoder(encoding)().decode(sample)
        except UnicodeDecodeError:
            continue
        yield encoding


_BLOCK = 1 << 20  # bytes scanned at once


def read_text(utf8: bytes, name: str) -> Parts:
    """Read a plain-text file; its role is chosen by the user."""
    return Parts(name, "text", lines=read_array(utf8))


def read_lines(data: bytes, name: str) -> list[str]:
    """Read the lines of a text file, in UTF-8 or the encoding of its byte order mark."""
    return read_array(to_utf8(data, name)[0]).to_pylist()


def read_array(data: bytes) -> pa.Array:
    r"""Split UTF-8 text into lines, (S,) large_string, at "\n" and "\r\n" only, as sacreBLEU."""
    if b"\r\n" in data:
        data = data.replace(b"\r\n", b"\n")
    if data and not data.endswith(b"\n"):
        data += b"\n"
    offsets = np.zeros(data.count(b"\n") + 1, np.int64)
    found = 0
    for start in range(0, len(data), _BLOCK):
        block = np.frombuffer(data, np.uint8, min(_BLOCK, len(data) - start), start)
        ends = np.flatnonzero(block == ord("\n"))
        # Arrow's strings are contiguous: removing a line end moves what follows by one.
        place = offsets[found + 1 : found + 1 + len(ends)]
        np.subtract(ends + start, np.arange(found, found + len(ends)), out=place)
        found += len(ends)
    text = pa.py_buffer(data.replace(b"\n", b""))
    return pa.Array.from_buffers(
        pa.large_string(), len(offsets) - 1, [None, pa.py_buffer(offsets), text]
    )


def read_sample(app: Path) -> EvalSet:
    """Read the sample: 14 documents, two references; `app` is the folder of app.py."""
    folder = app / "sample_data" / "apertium"

    def lines(name: str) -> pa.Array:
        return string_array(read_lines((folder / name).read_bytes(), name))

    return EvalSet(
        systems={name: lines(f"{name}.en") for name in ("apertium-direct", "apertium-pivot")},
        references=[lines("reference-1.en"), lines("reference-2.en")],
        source=lines("source.es"),
        documents=lines("documents.txt"),
        metadata={"kind": lines("kinds.txt")},
    )


# Counts of 18 digits are whole numbers of 64 bits.
_LINE = r"^(?P<token>[^\t]+)\t(?P<count>[0-9]{1,18})$"


def read_word_counts(file: File) -> Counter[str]:
    """The count of each token, added over lines; ReadError names the first line without both."""
    name, data, _ = unpack_one(file)
    lines = read_array(to_utf8(data, name, file.encoding)[0])
    found = pc.extract_regex(lines, _LINE)
    if found.null_count or not len(lines):
        wrong = pc.index(found.is_null(), True).as_py() if len(lines) else 0
        content = one_line(lines[wrong].as_py()) if len(lines) else ""
        expected = "a token, a tab and its count, such as 120"
        raise ReadError([tool.bad_line(name, wrong + 1, expected, content)])
    counts: Counter[str] = Counter()
    pairs = (found.field(part).to_pylist() for part in ("token", "count"))
    for token, count in zip(*pairs, strict=True):
        counts[token] += int(count)
    return counts
