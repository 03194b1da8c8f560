"""Subtitles: SRT and WebVTT."""

from __future__ import annotations

import re

from bleu_core.messages import file, tool
from bleu_core.readers.parts import Parts, ReadError, text_column

_TIME = r"(?:\d+:)?\d\d:\d\d[.,]\d{3}"
_TIMES = re.compile(rf"[ \t]*+{_TIME}[ \t]+-->[ \t]+{_TIME}")
_SUBTITLES = re.compile(rf"\s*+(?:WEBVTT\b|(?:\d+[ \t]*\n)?{_TIMES.pattern})")
_NO_CUE = re.compile(r"WEBVTT|NOTE|STYLE|REGION")  # first words of WebVTT's other blocks


def recognize_subtitles(head: str) -> str:
    """The name of the format if a file begins as subtitles, or ""."""
    is_known = _SUBTITLES.match(head) and any(map(_TIMES.match, head.split("\n")))
    return "subtitles" if is_known else ""


def read_subtitles(utf8: bytes, name: str, about: str) -> Parts:
    """Read the text of each cue, its lines joined by spaces; `about` is the name of the format."""
    cues: list[list[str]] = []
    block = ""  # what the lines up to the next blank one are: "cue", "skipped" or "number"
    lines = utf8.decode().replace("\r\n", "\n").split("\n")
    for number, line in enumerate([*map(str.strip, lines), ""], 1):
        if _TIMES.match(line):
            if block == "cue":
                raise ReadError([tool.bad_line(name, number, "a blank line before it", line)])
            cues.append([])
            block = "cue"
        elif block == "number":
            expected = "the times of a subtitle after a number, and no blank line inside a subtitle"
            raise ReadError([tool.bad_line(name, number, expected, line)])
        elif not line:
            block = ""
        elif block == "cue":
            cues[-1].append(line)
        elif not block:
            block = "skipped" if _NO_CUE.match(line) else "number"
    if not cues:
        raise ReadError([file.nothing(name, f"line of this format ({about})")])
    return Parts(name, "subtitles", lines=text_column(map(" ".join, cues)))
