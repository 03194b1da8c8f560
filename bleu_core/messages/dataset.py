"""Parquet data sets that cannot be found, read or computed, and clusters that fail."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import MAX_LISTED, format_int, join_words, plural
from bleu_core.messages import Area


def _rows(rows: Sequence[int], more: int) -> str:
    named = join_words(map(format_int, rows), MAX_LISTED, more=more)
    return f"{plural(len(rows) + more, 'row')} {named} of the file"


dataset = Area(
    "dataset",
    these=_rows,
    text=lambda column: f"text in column {column!r}" if column else "reference",
)
cluster = Area("cluster")


@dataset.error("There is no Parquet file (*.parquet) at {path}. Check the path.")
def no_file(path: str) -> str: ...
@dataset.error("{files:few}: {problem}")
def in_files(files: Sequence[str], problem: str) -> str: ...
@dataset.error("not a readable Parquet file ({reason}).")
def not_parquet(reason: str) -> str: ...


@dataset.error()
def missing_column(lacks: Sequence[str], has: Sequence[str]) -> str:
    there = join_words(map(repr, has), 4 * MAX_LISTED)
    return f"no column {join_words(map(repr, lacks), last='or')}. The columns are {there}."


@dataset.error("{times:# column} named {column!r}. Rename all but one.")
def repeated_column(column: str, times: int) -> str: ...
@dataset.error("column {column!r} has the type {kind:short}; it must be text.")
def column_not_text(column: str, kind: str) -> str: ...
@dataset.error("{file}, row group {group}: {problem}.")
def in_fragment(file: str, group: int, problem: str) -> str: ...
@dataset.error("it cannot be read ({reason})")
def unreadable_rows(reason: str) -> str: ...


@dataset.error()
def incomplete_segments(problems: Sequence[str]) -> str:
    return f"{'; '.join(problems)}. Add the missing texts, or remove these segments"


# `column` is "" if segments have no reference.
@dataset.error("no {text} in {these}")
def no_text(column: str, rows: Sequence[int], more: int) -> str: ...
@dataset.error(
    "{bad:int} of {groups:# row group} could not be computed: {rows:int} of {segments:# segment}. "
    "All others are saved. Repair these files or leave them out, and run the command again."
)
def left_out(bad: int, groups: int, rows: int, segments: int) -> str: ...
@dataset.note("Counted {segments:# segment}. Compare them: {command}")
def counted(segments: int, command: str) -> str: ...
@dataset.error("{folder} has no counted data set. Run this command first: {command}")
def not_counted(folder: str, command: str) -> str: ...
@dataset.error(
    "The disk of {folder} is full ({reason}). Finished work is saved, and no file is incomplete. "
    "Free some space and run the same command again to continue."
)
def disk_full(folder: str, reason: str) -> str: ...
@dataset.error(
    "The folder {folder} cannot be {done} ({reason}). Change its permissions, or use another one."
)
def unusable_folder(folder: str, done: str, reason: str) -> str: ...
@dataset.error(
    "A worker saved statistics to {path}, but this machine has no such file. Name a folder that "
    "all workers and this machine share: --out FOLDER."
)
def folder_not_shared(path: str) -> str: ...


# Clusters that cannot process a data set.
@cluster.error("The cluster at {address} cannot be reached: {reason}.")
def unreachable(address: str, reason: str) -> str: ...
@cluster.error("{what} Finished work is saved; run the same command again to continue.")
def interrupted(what: str) -> str: ...
@cluster.error("every worker that tried it stopped, most likely out of memory.")
def workers_ended() -> str: ...
@cluster.error(
    "All workers of the cluster need bleuscope {version}, as on this machine. One worker reports: "
    "{reason}."
)
def other_version(version: str, reason: str) -> str: ...
