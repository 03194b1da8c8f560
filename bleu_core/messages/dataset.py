"""Data sets of Parquet that cannot be found, read or counted, and clusters that cannot work."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import (
    MAX_LISTED,
    format_count,
    format_int,
    join_words,
    plural,
    truncate,
)
from bleu_core.messages import message


@message()
def no_file(path: str) -> str:
    return f"There is no Parquet file at {path}."


@message()
def empty_folder(path: str) -> str:
    return f"There is no Parquet file (*.parquet) in the folder {path}."


@message()
def unlisted_folder(path: str, reason: str) -> str:
    return f"The folder {path} cannot be listed ({reason}). Allow it, or leave it out."


@message()
def one_column_twice(column: str) -> str:
    return f"A and B are both the column {column!r}; name two."


@message()
def no_rows() -> str:
    return "There is no segment in this data set: its files have no rows."


@message()
def in_files(files: Sequence[str], problem: str) -> str:
    return f"{join_words(files, MAX_LISTED)}: {problem}"


@message()
def path_not_utf8() -> str:
    return "its name is no UTF-8, which Parquet's reader needs; give it another."


@message()
def special_file() -> str:
    return "no file, but something else of that name."


@message()
def not_parquet(reason: str) -> str:
    return f"no Parquet file that can be read ({reason})."


@message()
def missing_column(lacks: Sequence[str], has: Sequence[str]) -> str:
    there = join_words(map(repr, has), 4 * MAX_LISTED)
    return f"no column {join_words(map(repr, lacks), last='or')}; there are {there}."


@message()
def repeated_column(column: str, times: int) -> str:
    return f"{format_count(times, 'column')} of the name {column!r}; it cannot be said which."


@message()
def column_not_text(column: str, kind: str) -> str:
    return f"column {column!r} is no text but {truncate(kind)}; a column of text belongs there."


@message()
def in_fragment(file: str, group: int, problem: str) -> str:
    """`group` is the number of the row group in the file, from 1."""
    return f"{file}, group of rows {group}: {problem}."


@message()
def file_gone(reason: str) -> str:
    return f"the file cannot be opened ({reason})"


@message()
def file_changed() -> str:
    return "the file has changed since the data set was looked through"


@message()
def unreadable_rows(reason: str) -> str:
    return f"it cannot be read ({reason})"


@message()
def number_of_rows(rows: int, stated: int) -> str:
    return f"it has {format_int(rows)} rows, where the end of the file says {format_int(stated)}"


@message()
def not_utf8(column: str, rows: Sequence[int]) -> str:
    return (
        f"column {truncate(column)!r} has bytes that are no UTF-8 text in {_rows(rows)}; "
        "write the file anew from text in the right encoding"
    )


@message()
def incomplete_segments(problems: Sequence[str]) -> str:
    return f"{'; '.join(problems)}. Give what is missing, or leave these segments out"


@message()
def no_text(column: str, rows: Sequence[int], more: int) -> str:
    """`rows` are the first, from 1; there are `more`."""
    return f"no text in column {truncate(column)!r} in {_rows(rows, more)}"


@message()
def no_reference(rows: Sequence[int], more: int) -> str:
    return f"no reference at all in {_rows(rows, more)}"


@message()
def unreadable_statistics(reason: str) -> str:
    return f"its statistics cannot be read ({reason})"


@message()
def statistics_gone(reason: str) -> str:
    return f"Statistics of this data set cannot be read: {reason}"


@message()
def statistics_not_as_written(path: str, reason: str) -> str:
    return f"What was written to {path} cannot be read again: {reason}"


@message()
def disk_full(folder: str, reason: str) -> str:
    return (
        f"The disk of {folder} is full ({reason}). What was counted before is kept, and nothing "
        "is left half-written: make room, and give the same command again; it goes on from there."
    )


@message()
def folder_not_written(folder: str, reason: str) -> str:
    return (
        f"Statistics cannot be written to {folder} ({reason}). Allow it, or choose another folder."
    )


@message()
def folder_not_shared(path: str) -> str:
    return (
        f"A worker has kept statistics as {path}, and here is no such file. Name a folder that "
        "all workers and this machine share: --statistics FOLDER."
    )


@message()
def unreadable_again(fragment: str, reason: str) -> str:
    return f"{fragment} cannot be looked through again: {reason}"


@message()
def ngrams_not_merged(reason: str) -> str:
    return f"N-grams that were counted cannot be merged: {reason}. Count them again."


@message()
def no_such_line(line: int, last: int) -> str:
    return f"There is no line {format_int(line)}: the data set has lines 1 to {format_int(last)}."


@message()
def no_line(last: int) -> str:
    return f"No line is asked for: the data set has lines 1 to {format_int(last)}."


@message()
def unknown_slices(name: str) -> str:
    return f"This data set cannot be sliced by {name!r}."


@message()
def no_such_order(column: str) -> str:
    return f"There is no column of numbers {column!r}."


@message()
def metrics_not_counted() -> str:
    return "Other metrics are not counted on a data set."


@message("note")
def takes_all_texts() -> str:
    return "It takes all texts at once: open some segments as a comparison to have it."


@message("note")
def not_judged() -> str:
    return "Segments of a data set are judged once they are opened as a comparison."


@message("note")
def documents_missing() -> str:
    return (
        "Whether it is chance is not tested: some segments have no document, and which of them "
        "belong together is not known."
    )


@message("note")
def few_documents(documents: int, needed: int) -> str:
    return _few(documents, format_count(documents, "document"), needed)


@message("note")
def few_blocks(blocks: int, size: int, needed: int) -> str:
    return _few(
        blocks, f"{format_count(blocks, 'block')} of up to {format_int(size)} segments", needed
    )


def _few(number: int, units: str, needed: int) -> str:
    return (
        f"Whether it is chance is not tested: there {plural(number, 'is', 'are')} {units}, and "
        f"{format_int(needed)} are needed."
    )


def _rows(rows: Sequence[int], more: int = 0) -> str:
    named = join_words(map(format_int, rows), MAX_LISTED, more=more)
    return f"{plural(len(rows) + more, 'row')} {named} of the file"


# Clusters that cannot do the work of a data set.

_GO_ON = "What has been counted is kept: the same command goes on with the rest."


@message(area="cluster")
def not_installed() -> str:
    return 'Work in many processes needs Dask: pip install "bleuscope[cluster]".'


@message(area="cluster")
def unreachable(address: str, reason: str) -> str:
    return f"There is no cluster at {address}: {reason}."


@message(area="cluster")
def no_workers() -> str:
    return f"The cluster has had no worker for a minute. {_GO_ON}"


@message(area="cluster")
def lost() -> str:
    return f"The connection to the cluster is lost. {_GO_ON}"


@message(area="cluster")
def workers_ended() -> str:
    return "each worker that was given it ended, most likely for lack of memory."


@message(area="cluster")
def lacks_bleuscope(version: str, reason: str) -> str:
    return (
        f"All workers of the cluster need bleuscope {version} installed, as this machine has it; "
        f"one says: {reason}."
    )


@message(area="cluster")
def other_version(host: str, version: str, here: str) -> str:
    return (
        f"The worker on {host} has BLEUscope {version}, and this is {here}: all must have the same."
    )
