"""Text files of blocks: comparisons of OPUS-MT, and subtitles (SRT, WebVTT)."""

from __future__ import annotations

import re
from pathlib import PurePath

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.arrays import as_numpy
from bleu_core.common.formatting import join_words
from bleu_core.messages import file
from bleu_core.messages import tool as messages
from bleu_core.readers.parts import Parts, ReadError, text_column
from bleu_core.readers.text_files import read_array

_TIME = r"(?:\d+:)?\d\d:\d\d[.,]\d{3}"
_TIMES = re.compile(rf"[ \t]*+{_TIME}[ \t]+-->[ \t]+{_TIME}")
_SUBTITLES = re.compile(rf"\s*+(?:WEBVTT\b|(?:\d+[ \t]*\n)?{_TIMES.pattern})")
_NO_CUE = re.compile(r"WEBVTT|NOTE|STYLE|REGION")  # first words of WebVTT's other blocks
# A row for each text of a segment: test set, what it is, scores, text.
_ROWS = re.compile(r"[^\t\n]*\tinput\t.*\n[^\t\n]*\treference\t")
_KIND = r"^[^\t]*\t(?P<kind>[^\t]*)\t"
_BLOCK = 4  # lines of a .compare file: source, reference, output, and a blank one
_FEWEST = 3  # blocks by which such a file is recognized


def recognize_blocks(head: str, name: str) -> str:
    """The format of a file of blocks by its beginning, or ""."""
    if _SUBTITLES.match(head) and any(map(_TIMES.match, head.split("\n"))):
        return "subtitles"
    return "opusmt" if _ROWS.match(head) or _is_compare(head.split("\n"), name) else ""


def _is_compare(lines: list[str], name: str) -> bool:
    """Whether every fourth line is blank, as in a .compare file; for that suffix, the first one.

    Unlike in a poem, the second and third lines of a block have twice as much in common as the
    second and the third of the next block.
    """
    blocks = len(lines) // _BLOCK
    if name.lower().endswith(".compare"):
        return blocks > 0 and not lines[_BLOCK - 1]
    if blocks < _FEWEST or any(lines[_BLOCK - 1 : blocks * _BLOCK : _BLOCK]):
        return False
    pieces = [{line[i : i + 3] for i in range(len(line) - 2)} for line in lines]
    references, outputs = (pieces[place : blocks * _BLOCK : _BLOCK] for place in (1, 2))

    def in_common(others: list[set[str]]) -> int:
        return sum(len(one & other) for one, other in zip(references, others, strict=True))

    return in_common(outputs) > 2 * in_common([*outputs[1:], outputs[0]])


def read_opusmt(utf8: bytes, name: str) -> Parts:
    """Read blocks of OPUS-MT: source, reference, output; or rows with names and any systems."""
    lines = read_array(utf8)
    if _ROWS.match(utf8[: 1 << 16].decode("utf-8", "replace")):
        return _read_rows(lines, name)
    blank = as_numpy(pc.equal(lines, ""))
    if len(lines) % _BLOCK == _BLOCK - 1:
        blank = np.append(blank, True)
    expected = "a blank line after source, reference and output"
    wrong = np.flatnonzero(~blank[_BLOCK - 1 :: _BLOCK]) * _BLOCK + _BLOCK - 1
    if len(blank) % _BLOCK:
        wrong = np.append(wrong, len(blank) - 1)
    if len(wrong) or not len(blank):
        line = int(wrong[0]) if len(wrong) else 0
        found = lines[line].as_py() if len(lines) else ""
        raise ReadError([messages.bad_line(name, line + 1, expected, found)])
    source, reference, output = (
        lines.take(pa.array(np.arange(place, len(lines), _BLOCK))) for place in range(_BLOCK - 1)
    )
    systems = {PurePath(name).stem: output}
    return Parts(name, "opusmt", systems, {"reference": reference}, source)


def _read_rows(lines: pa.Array, name: str) -> Parts:
    at = np.flatnonzero(as_numpy(pc.not_equal(lines, "")))
    rows = lines.take(pa.array(at))
    kinds = pc.extract_regex(rows, _KIND).field("kind").fill_null("").to_pylist()
    texts = pc.replace_substring_regex(rows, r"^.*\t", "")
    size = next((row for row, kind in enumerate(kinds) if row and kind == "input"), len(kinds))
    block = list(dict.fromkeys(kinds[:size]))
    for row in range(-(-len(kinds) // len(block)) * len(block)):
        if kinds[row : row + 1] != [block[row % len(block)]]:
            row = min(row, len(kinds) - 1)
            expected = f"rows of {join_words(block)} in each block"
            raise ReadError(
                [messages.bad_line(name, int(at[row]) + 1, expected, rows[row].as_py())]
            )
    columns = {
        kind: texts.take(pa.array(np.arange(place, len(kinds), len(block))))
        for place, kind in enumerate(block)
    }
    source, reference = columns.pop("input"), columns.pop("reference")
    return Parts(name, "opusmt", columns, {"reference": reference}, source)


def read_subtitles(utf8: bytes, name: str, about: str) -> Parts:
    """Read the text of each cue, its lines joined by spaces; `about` is the name of the format."""
    cues: list[list[str]] = []
    block = ""  # what the lines up to the next blank one are: "cue", "skipped" or "number"
    lines = utf8.decode().replace("\r\n", "\n").split("\n")
    for number, line in enumerate([*map(str.strip, lines), ""], 1):
        if _TIMES.match(line):
            if block == "cue":
                raise ReadError([messages.bad_line(name, number, "a blank line before it", line)])
            cues.append([])
            block = "cue"
        elif block == "number":
            expected = "the times of a subtitle after a number, and no blank line inside a subtitle"
            raise ReadError([messages.bad_line(name, number, expected, line)])
        elif not line:
            block = ""
        elif block == "cue":
            cues[-1].append(line)
        elif not block:
            block = "skipped" if _NO_CUE.match(line) else "number"
    if not cues:
        raise ReadError([file.nothing(name, f"line of this format ({about})")])
    return Parts(name, "subtitles", lines=text_column(map(" ".join, cues)))
