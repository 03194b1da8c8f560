"""Texts that cannot be scored together, or whose lines are misplaced."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import (
    format_count,
    format_delta,
    format_int,
    format_score,
    join_line_numbers,
    join_words,
    plural,
    truncate,
)
from bleu_core.messages import Area


def _first(segments: Sequence[str], count: int) -> str:
    """The first of `count` segments, by id or line."""
    return join_words(map(truncate, segments), more=count - len(segments))


lines = Area(
    "lines",
    first_ones=_first,
    where=lambda lines: f" ({join_line_numbers(lines)})" if lines else "",
)


@lines.error("{name} is empty: it has no segment to score.")
def no_segments(name: str) -> str: ...
@lines.error(
    "{lines:# segment has|# segments have} no reference ({lines:lines}). Add one, or remove the "
    "segment from all files. (An empty string is a reference of length 0; None means no "
    "reference.)"
)
def no_reference(lines: Sequence[int]) -> str: ...


@lines.error()
def unequal(name: str, count: int, first: str, expected: int) -> str:
    shorter = name if count < expected else first
    return (
        f"{name} has {format_count(count, 'segment')}, but {first} has {format_int(expected)}. "
        f"From line {format_int(min(count, expected) + 1)} on, {shorter} has no text."
    )


@lines.error("{name} contains values that are not strings: {lines:lines} {lines:is|are} {kind}.")
def not_strings(name: str, lines: Sequence[int], kind: str) -> str: ...
@lines.error("{name} contains half of a surrogate pair, which is not valid text{where}.")
def half_surrogate(name: str, lines: Sequence[int] = ()) -> str: ...
@lines.error("{name} is {kind:type}; it must be a list of {of}.")
def no_list(name: str, kind: str, of: str = "strings, one per segment") -> str: ...
@lines.error("systems must map at least one name to an output.")
def no_systems() -> str: ...
@lines.error("There are no references. Add at least one.")
def no_references() -> str: ...
@lines.error(
    "references is a flat list of strings; it must be a list of reference lists, even for one "
    "reference. Write [references]."
)
def references_flat() -> str: ...


@lines.error()
def references_transposed(segments: int, references: int, as_streams: str) -> str:
    """`as_streams` is the problem if they are read as streams, "" for none."""
    read = f" (As it is, {as_streams[:-1]}.)" if as_streams else ""
    return (
        f"references seems to be transposed: it has {format_int(segments)} lists, one per segment, "
        f"of up to {format_int(references)} references. It needs one list per reference, each with "
        f"{format_int(segments)} segments. Write list(itertools.zip_longest(*references)).{read}"
    )


# Segments of files, aligned by their ids or by line.
@lines.note("Segments are aligned by line, because not every file has unique segment ids.")
def aligned_by_line() -> str: ...
@lines.warning(
    "The segment ids of {files:names} are not in ascending order, and {without_ids:names} "
    "{without_ids:has|have} none. Check that all files have the same order."
)
def unordered_ids(files: Sequence[str], without_ids: Sequence[str]) -> str: ...
@lines.note(
    "Segments are aligned by {key}, in the order of {file}; {others:names} {others:has|have} "
    "another order or other segments."
)
def aligned_by_key(key: str, file: str, others: Sequence[str]) -> str: ...
@lines.error(
    "{file} and {other} cannot be aligned: {key!r} and {other_key!r} are unique in both, but match "
    "different segments. Remove the column that does not identify segments."
)
def keys_disagree(key: str, other_key: str, file: str, other: str) -> str: ...
@lines.error(
    "{file} and {other} have their documents in different orders, and {document:repr} has "
    "{count:# segment} in {file} but {expected:int} in {other}, so segments cannot be aligned. Put "
    "both files in the same order, or add segment ids."
)
def documents_differ(file: str, other: str, document: str, count: int, expected: int) -> str: ...
@lines.error(
    "{file} repeats {count:# segment id|# segment ids}, so segments cannot be aligned by id: "
    "{id:repr} is in {rows:rows}. Remove the repeated rows, or give each segment its own id. To "
    "align the files by line instead, remove the column {column!r}, or leave it out on Data."
)
def repeated_ids(file: str, column: str, id: str, rows: Sequence[int], count: int) -> str: ...
@lines.error("Segments cannot be aligned by id: {files:names} {files:has|have} no ids.")
def no_ids(files: Sequence[str]) -> str: ...
@lines.error(
    "{file} and {other} have the same segments in different orders: line {line:int} is {id:short} "
    "in one and {other_id:short} in the other. {without_ids:names} {without_ids:has|have} no ids, "
    "so the right order is unknown. Add ids, or put all files in the same order."
)
def different_orders(
    file: str, other: str, line: int, id: str, other_id: str, without_ids: Sequence[str]
) -> str: ...


@lines.error()
def no_common_ids(file: str, other: str, id: str, other_id: str, is_offset: bool) -> str:
    """`is_offset`: all numbers differ by as much as the first."""
    ids = f"the first is {truncate(id)!r} in one and {truncate(other_id)!r} in the other"
    differ = (
        f"number the same segments differently: {ids}, and all others differ by as much. Number "
        "them alike"
        if is_offset
        else f"have no segment id in common: {ids}. Write the ids alike in both files"
    )
    return (
        f"{file} and {other} {differ}. To align the files by line instead, save both as plain text "
        "with one segment per line, or choose it on Data."
    )


@lines.error("{name} lacks {count:# segment} that other files have: {first_ones}.")
def missing(name: str, segments: Sequence[str], count: int) -> str: ...
@lines.error(
    "{count:# segment has|# segments have} no reference: {first_ones}. Add one, or remove the "
    "segment from all files."
)
def without_reference(segments: Sequence[str], count: int) -> str: ...
@lines.warning("{name} lacks {count:# segment}; {count:it is|they are} treated as empty.")
def filled(name: str, count: int) -> str: ...
@lines.warning("{name} differs from {first}; {first} is used.")
def conflicting(name: str, first: str) -> str: ...


# Misplaced lines. A block goes from a `first` to a `last` line and belongs `by` lines later,
# or earlier if `by` is negative.

# Blocks of lines that a message lists.
_BLOCKS = 3


@lines.warning()
def shifted(
    stream: str,
    first: Sequence[int],
    last: Sequence[int],
    by: Sequence[int],
    nowhere: int,
    before: float,
    after: float,
) -> str:
    """`nowhere` of the lines match no segment; F1 is `before` as they are, `after` if moved."""
    parts = _moves(first, last, by)
    if nowhere:
        parts.append(f"{format_count(nowhere, 'line matches', 'lines match')} no segment")
    return f"In {stream}, {'; '.join(parts)}. {_likeness(before, after)}"


@lines.warning()
def exchanged(
    stream: str,
    lines: Sequence[int],
    line: int,
    place: int,
    before: float,
    after: float,
    also: str = "",
) -> str:
    """`line` clearly fits `place`; F1 is `before` as lines are, `after` with the best of them."""
    return (
        f"In {stream}, {_runs(lines)} seem to be in another order: for example, line "
        f"{format_int(line)} fits line {format_int(place)}. {_likeness(before, after)} "
        f"Check that the files are in the same order. {also}"
    ).rstrip()


@lines.warning()
def missing_or_extra(
    stream: str,
    count: int,
    expected: int,
    most: bool,
    missing: Sequence[int],
    extra: Sequence[int],
    first: Sequence[int],
    last: Sequence[int],
    by: Sequence[int],
    before: float,
    after: float,
) -> str:
    """Whether `most` columns have the `expected` lines; `after` is 0 if none moved."""
    parts = []
    if missing:
        parts.append(f"{_runs(missing)} {plural(len(missing), 'seems', 'seem')} to be missing")
    if extra:
        parts.append(f"{_runs(extra)} {plural(len(extra), 'seems', 'seem')} to be extra")
    texts = "; ".join([", ".join(parts), *_moves(first, last, by)])
    size = format_int(expected)
    have = f"most files have {size}" if most else f"{size} are expected"
    text = (
        f"{stream[:1].upper()}{stream[1:]} has {format_count(count, 'line')}, but {have}: {texts}."
    )
    return f"{text} {_likeness(before, after)}" if after else text


@lines.note()
def repaired(
    stream: str,
    first: Sequence[int],
    last: Sequence[int],
    by: Sequence[int],
    missing: Sequence[int],
    extra: Sequence[int],
    is_system: bool,
    without_reference: int,
) -> str:
    """`without_reference` segments are skipped."""
    blocks = list(zip(first, last, by, strict=False))[:_BLOCKS]
    parts = [
        f"moved lines {format_int(a)} to {format_int(b)} by {format_delta(k, 0)}"
        for a, b, k in blocks
    ]
    if missing:
        what = "an empty output" if is_system else "no reference"
        has = plural(len(missing), "has", "have")
        parts.append(f"the missing {_runs(missing)} now {has} {what}")
    if extra:
        parts.append(f"removed {_runs(extra)}")
    if without_reference:
        parts.append(f"skipped {format_count(without_reference, 'segment')} without a reference")
    return f"Repaired {stream}: {'; '.join(parts)}."


@lines.note(
    "Scored only the first {size:int} of {whole:# segment}, because {systems:names} "
    "{systems:ends|end} there."
)
def prefix(systems: Sequence[str], size: int, whole: int) -> str: ...


def _moves(first: Sequence[int], last: Sequence[int], by: Sequence[int]) -> list[str]:
    """A phrase for each block of misplaced lines."""
    parts = [
        f"lines {format_int(start)} to {format_int(end)} belong {format_count(abs(lines), 'line')} "
        f"{'later' if lines > 0 else 'earlier'} (line {format_int(start)} to "
        f"{format_int(start + lines)})"
        for start, end, lines in list(zip(first, last, by, strict=False))[:_BLOCKS]
    ]
    if len(first) > _BLOCKS:
        parts.append(f"also in {format_count(len(first) - _BLOCKS, 'more place')}")
    return parts


def _runs(lines: Sequence[int]) -> str:
    """Lines as runs: "line 5", "lines 5 to 7 and 10"."""
    runs: list[list[int]] = []
    for line in lines:
        if runs and line == runs[-1][1] + 1:
            runs[-1][1] = line
        else:
            runs.append([line, line])
    texts = [
        format_int(a) if a == b else f"{format_int(a)} to {format_int(b)}"
        for a, b in runs[:_BLOCKS]
    ]
    if len(runs) > _BLOCKS:
        texts.append(f"in {format_count(len(runs) - _BLOCKS, 'more place')}")
    return f"{plural(len(lines), 'line')} {join_words(texts)}"


def _likeness(before: float, after: float) -> str:
    return (
        f"The unigram F1 of these lines is {format_score(before)} where they are and "
        f"{format_score(after)} if moved."
    )
