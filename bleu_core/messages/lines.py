"""Messages on streams of segments that cannot be scored together, or have misaligned lines."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import (
    format_count,
    format_delta,
    format_int,
    format_score,
    join_words,
    plural,
    truncate,
)
from bleu_core.messages import Area


def _first(segments: Sequence[str], count: int) -> str:
    """The first of `count` segments, by id or line."""
    return join_words(map(truncate, segments), more=count - len(segments))


lines = Area("lines", first_ones=_first)


@lines.error("{name} is empty: there is no segment to score.")
def no_segments(name: str) -> str: ...
@lines.error(
    "{lines:# segment has|# segments have} no reference at all ({lines:lines}); give one, or "
    "leave the segment out everywhere. An empty string is a reference of length 0; None is no "
    "reference."
)
def no_reference(lines: Sequence[int]) -> str: ...


@lines.error()
def unequal(name: str, count: int, first: str, expected: int) -> str:
    shorter = name if count < expected else first
    return (
        f"{name} has {format_count(count, 'segment')}, {first} has {format_int(expected)}: "
        f"from line {format_int(min(count, expected) + 1)} on {shorter} has nothing to go with."
    )


@lines.error("{name} has what is not a string: {lines:lines} {lines:is|are} {kind}.")
def not_strings(name: str, lines: Sequence[int], kind: str) -> str: ...
@lines.error("{name} has half a surrogate pair, which is no text ({lines:lines}).")
def half_surrogate(name: str, lines: Sequence[int]) -> str: ...
@lines.error("{name} is a single string; a list of strings belongs there, one a segment.")
def one_string(name: str) -> str: ...
@lines.error("{name} is a {kind}; a list of strings belongs there.")
def no_list(name: str, kind: str) -> str: ...
@lines.error("systems is to be a mapping from at least one name to its output.")
def no_systems() -> str: ...
@lines.error("There are no references; give at least one stream of them.")
def no_references() -> str: ...
@lines.error("references is a single string; it is to be a list of streams: [[ref, ref, …]].")
def references_one_string() -> str: ...
@lines.error("references is a {kind}; it is to be a list of streams.")
def references_no_list(kind: str) -> str: ...
@lines.error(
    "references is a flat list of strings; it is to be a list of streams, even for one: write "
    "[references]."
)
def references_flat() -> str: ...


@lines.error()
def references_transposed(segments: int, references: int, as_streams: str) -> str:
    """`as_streams` is the problem if they were streams, "" for none."""
    read = f" (Read as streams, {as_streams[:-1]}.)" if as_streams else ""
    return (
        f"references looks transposed: it has {format_int(segments)} lists, one a segment, of up "
        f"to {format_int(references)} references. It is to be one stream a reference, each with "
        f"{format_int(segments)} segments; turn it with: "
        f"list(itertools.zip_longest(*references)).{read}"
    )


# Segments of files, aligned by their ids or by line.
@lines.note("Segments are aligned by line, since not every file has ids.")
def aligned_by_line() -> str: ...
@lines.error("Segments cannot be aligned by id: {files:names} has none.")
def no_ids(files: Sequence[str]) -> str: ...
@lines.error(
    "{file} and {other} have the same segments in different orders: line {line:int} is {id:short} "
    "in one and {other_id:short} in the other. {without_ids:names} has no ids, so that it is not "
    "known which order is its own. Give it with ids, or put all files into one order."
)
def different_orders(
    file: str, other: str, line: int, id: str, other_id: str, without_ids: Sequence[str]
) -> str: ...
@lines.error("{name} lacks {count:# segment} that other parts have: {first_ones}.")
def missing(name: str, segments: Sequence[str], count: int) -> str: ...
@lines.error(
    "{count:# segment has|# segments have} no reference at all: {first_ones}. Give one, or leave "
    "the segment out everywhere."
)
def without_reference(segments: Sequence[str], count: int) -> str: ...
@lines.warning("{name} lacks {count:# segment}, which are empty there.")
def filled(name: str, count: int) -> str: ...
@lines.warning("{name} differs from {first}, which is used.")
def conflicting(name: str, first: str) -> str: ...


# Misplaced lines. Blocks of them go from a `first` to a `last` line, and
# belong so many lines later; `by` is negative where they belong earlier.

# Blocks of lines that a sentence lists.
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
    """Of the shifted lines `nowhere` have no place; F1 is `before`, or `after`."""
    parts = _moves(first, last, by)
    if nowhere:
        parts.append(f"{format_count(nowhere, 'line belongs', 'lines belong')} nowhere")
    return f"In {stream}, {'; '.join(parts)}. {_likeness(before, after)}"


@lines.error("Only a shift that was found in this very EvalSet can be repaired.")
def not_this_shift() -> str: ...


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
        parts.append(f"it lacks {_runs(missing)}")
    if extra:
        parts.append(f"its {_runs(extra)} {plural(len(extra), 'is', 'are')} too many")
    texts = "; ".join([", ".join(parts), *_moves(first, last, by)])
    have = f"{'most' if most else 'others'} have {format_int(expected)}"
    text = (
        f"{stream[:1].upper()}{stream[1:]} has {format_count(count, 'line')}, and {have}: {texts}."
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
        f"lines {format_int(a)} to {format_int(b)} were moved by {format_delta(k, 0)}"
        for a, b, k in blocks
    ]
    if missing:
        what = "an empty output" if is_system else "no reference"
        were, are = plural(len(missing), "was", "were"), plural(len(missing), "is", "are")
        parts.append(f"{_runs(missing)} {were} missing and {are} {what} now")
    if extra:
        parts.append(f"{_runs(extra)} {plural(len(extra), 'is', 'are')} left out")
    if without_reference:
        parts.append(f"{format_count(without_reference, 'segment')} without a reference left out")
    return f"Repaired in {stream}: {'; '.join(parts)}."


def _moves(first: Sequence[int], last: Sequence[int], by: Sequence[int]) -> list[str]:
    """A phrase for each block of lines that belongs elsewhere."""
    parts = [
        f"lines {format_int(start)} to {format_int(end)} belong {format_count(abs(lines), 'line')} "
        f"{'later' if lines > 0 else 'earlier'} (line {format_int(start)} to "
        f"{format_int(start + lines)})"
        for start, end, lines in list(zip(first, last, by, strict=False))[:_BLOCKS]
    ]
    if len(first) > _BLOCKS:
        parts.append(f"and so on in {format_count(len(first) - _BLOCKS, 'more place')}")
    return parts


def _runs(lines: Sequence[int]) -> str:
    """Lines as runs.

    >>> _runs([5]), _runs([5, 6, 7, 10])
    ('line 5', 'lines 5 to 7 and 10')
    """
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
        f"Unigram F1 of these lines is {format_score(before)} where they are and "
        f"{format_score(after)} where they belong."
    )
