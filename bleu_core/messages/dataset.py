"""Messages on data sets that cannot be found, read or counted, and on clusters that cannot work."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import MAX_LISTED, format_int, join_words, plural
from bleu_core.messages import Area


def _rows(rows: Sequence[int], more: int) -> str:
    named = join_words(map(format_int, rows), MAX_LISTED, more=more)
    return f"{plural(len(rows) + more, 'row')} {named} of the file"


dataset = Area("dataset", these=_rows)
cluster = Area("cluster")


@dataset.error("There is no Parquet file at {path}.")
def no_file(path: str) -> str: ...
@dataset.error("There is no Parquet file (*.parquet) in the folder {path}.")
def empty_folder(path: str) -> str: ...
@dataset.error("The folder {path} cannot be listed ({reason}). Allow it, or leave it out.")
def unlisted_folder(path: str, reason: str) -> str: ...
@dataset.error("A and B are both the column {column!r}; name two.")
def one_column_twice(column: str) -> str: ...
@dataset.error("There is no segment in this data set: its files have no rows.")
def no_rows() -> str: ...
@dataset.error("{files:few}: {problem}")
def in_files(files: Sequence[str], problem: str) -> str: ...
@dataset.error("its name is no UTF-8, which Parquet's reader needs; give it another.")
def path_not_utf8() -> str: ...
@dataset.error("no file, but something else of that name.")
def special_file() -> str: ...
@dataset.error("no Parquet file that can be read ({reason}).")
def not_parquet(reason: str) -> str: ...


@dataset.error()
def missing_column(lacks: Sequence[str], has: Sequence[str]) -> str:
    there = join_words(map(repr, has), 4 * MAX_LISTED)
    return f"no column {join_words(map(repr, lacks), last='or')}; there are {there}."


@dataset.error("{times:# column} of the name {column!r}; it cannot be said which.")
def repeated_column(column: str, times: int) -> str: ...
@dataset.error("column {column!r} is no text but {kind:short}; a column of text belongs there.")
def column_not_text(column: str, kind: str) -> str: ...
@dataset.error("{file}, group of rows {group}: {problem}.")
def in_fragment(file: str, group: int, problem: str) -> str: ...
@dataset.error("the file cannot be opened ({reason})")
def file_gone(reason: str) -> str: ...
@dataset.error("the file has changed since the data set was looked through")
def file_changed() -> str: ...
@dataset.error("it cannot be read ({reason})")
def unreadable_rows(reason: str) -> str: ...
@dataset.error("it has {rows:int} rows, where the end of the file says {stated:int}")
def number_of_rows(rows: int, stated: int) -> str: ...
@dataset.error(
    "column {column:repr} has bytes that are no UTF-8 text in {rows:rows} of the file; write the "
    "file anew from text in the right encoding"
)
def not_utf8(column: str, rows: Sequence[int]) -> str: ...


@dataset.error()
def incomplete_segments(problems: Sequence[str]) -> str:
    return f"{'; '.join(problems)}. Give what is missing, or leave these segments out"


@dataset.error("no text in column {column:repr} in {these}")
def no_text(column: str, rows: Sequence[int], more: int) -> str: ...
@dataset.error("no reference at all in {these}")
def no_reference(rows: Sequence[int], more: int) -> str: ...
@dataset.note(
    "{bad:int} of {groups:# group} of rows could not be counted: {rows:int} of "
    "{segments:# segment} are missing."
)
def left_out(bad: int, groups: int, rows: int, segments: int) -> str: ...
@dataset.note(
    "{files:# file} could not be read; how many segments {files:it has|they have} is not known."
)
def files_left_out(files: int) -> str: ...
@dataset.error("What was written to {path} cannot be read again.")
def statistics_not_as_written(path: str) -> str: ...
@dataset.error(
    "The disk of {folder} is full ({reason}). What was counted before is kept, and nothing is "
    "left half-written: make room, and give the same command again; it goes on from there."
)
def disk_full(folder: str, reason: str) -> str: ...
@dataset.error(
    "Statistics cannot be written to {folder} ({reason}). Allow it, or choose another folder."
)
def folder_not_written(folder: str, reason: str) -> str: ...
@dataset.error(
    "A worker has kept statistics as {path}, and here is no such file. Name a folder that all "
    "workers and this machine share: --statistics FOLDER."
)
def folder_not_shared(path: str) -> str: ...


# Clusters that cannot do the work of a data set.

_GO_ON = "What has been counted is kept: the same command goes on with the rest."


@cluster.error('Work in many processes needs Dask: pip install "bleuscope[cluster]".')
def not_installed() -> str: ...
@cluster.error("There is no cluster at {address}: {reason}.")
def unreachable(address: str, reason: str) -> str: ...
@cluster.error(
    "The cluster has had no worker for a minute. What has been counted is kept: the same command "
    "goes on with the rest."
)
def no_workers() -> str: ...
@cluster.error(
    "The connection to the cluster is lost. What has been counted is kept: the same command goes "
    "on with the rest."
)
def lost() -> str: ...
@cluster.error("each worker that was given it ended, most likely for lack of memory.")
def workers_ended() -> str: ...
@cluster.error(
    "All workers of the cluster need bleuscope {version} installed, as this machine has it; one "
    "says: {reason}."
)
def lacks_bleuscope(version: str, reason: str) -> str: ...
@cluster.error(
    "The worker on {host} has BLEUscope {version}, and this is {here}: all must have the same."
)
def other_version(host: str, version: str, here: str) -> str: ...
