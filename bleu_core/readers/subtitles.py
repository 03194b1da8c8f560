"""Subtitles: SRT and WebVTT."""

from __future__ import annotations

import re

from bleu_core.messages import file, tool
from bleu_core.readers.parts import Parts, ReadError, text_column

_TIME = r"(?:\d+:)?\d\d:\d\d[.,]\d{3}"
_TIMES = re.compile(rf"[ \t]*+{_TIME}[ \t]+-->[ \t]+{_TIME}")
_SUBTITLES = re.compile(rf"\s*+(?:WEBVTT\b|(?:\d+[ \t]*\n)?{_TIMES.pattern})")
_NO_CUE = re.compile(r"WEBVTT|NOTE|STYLE|REGION")  # first words of WebVTT's other blocks
# Formatting of SRT, and the tags of WebVTT with their classes and annotations.
_TAG = re.compile(rf"</?(?:i|b|u|font|c|v|lang|ruby|rt)(?:[.\s][^<>]*+)?>|<{_TIME}>", re.IGNORECASE)


def recognize_subtitles(head: str) -> str:
    """The name of the format if a file begins as subtitles, or ""."""
    is_known = _SUBTITLES.match(head) and any(map(_TIMES.match, head.split("\n")))
    return "subtitles" if is_known else ""


def read_subtitles(utf8: bytes, name: str, about: str) -> Parts:
    """Read each cue without tags, its lines joined by spaces; `about` is the format's name."""
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
    texts = list(map(" ".join, cues))
    plain = list(map(_without_tags, texts))
    tagged = sum(map(str.__ne__, texts, plain))
    repairs = (tool.tagged_cues(name, tagged),) if tagged else ()
    return Parts(name, "subtitles", lines=text_column(plain), repairs=repairs)


def _without_tags(text: str) -> str:
    """Remove the tags of SRT and WebVTT from the text of a cue; other angle brackets stay.

    >>> _without_tags("<v.loud Ann><i>Go <00:00:01.500>on</i>, if 1 <2> 3!")
    'Go on, if 1 <2> 3!'
    """
    return _TAG.sub("", text).strip()
