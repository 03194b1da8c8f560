"""Logs and other files of translation tools, and subtitles."""

from __future__ import annotations

from bleu_core.messages import Area

tool = Area("tool")


@tool.error("{file}, line {line:int}: expected {expected}, found {found:repr}.")
def bad_line(file: str, line: int, expected: str, found: str) -> str: ...
@tool.error(
    "{file}, line {line:int}: segment {id} occurs a second time. The file seems to contain "
    "several runs. Keep only one of them."
)
def repeated(file: str, line: int, id: int) -> str: ...
@tool.error(
    "{file}, line {line:int}: this is {kind}, which is not supported. {remedy} To score the file "
    "as it is, choose the format of plain text.",
    advice=["format"],
)
def unsupported(file: str, line: int, kind: str, remedy: str) -> str: ...
@tool.warning(
    "{file}: segment {missing} is missing{others:? (and # more)}; the last one is "
    "{last}. Missing segments are not scored."
)
def missing_ids(file: str, missing: int, others: int, last: int) -> str: ...
@tool.note(
    "{file} has no line end after line {line:int}, the last one. If the program was interrupted, "
    "the last text is incomplete."
)
def cut_off(file: str, line: int) -> str: ...
@tool.note(
    "{file}: the numbers of segments start again {count:# time|# times}; the segments are in the "
    "order of the file."
)
def renumbered(file: str, count: int) -> str: ...
@tool.note(
    "{file}: {count:# other output was|# other outputs were} skipped, because only the first "
    "output of a segment is used."
)
def other_outputs(file: str, count: int) -> str: ...
@tool.warning(
    "{file}: the outputs are the detokenized ones (lines D-), but source and references (S- and "
    "T-) may be tokenized. If they are, choose a file with the original references."
)
def detokenized(file: str) -> str: ...
@tool.note("{file}: formatting tags, such as <i>, were removed from {count:# cue}.")
def tagged_cues(file: str, count: int) -> str: ...
