"""Streams of segments that cannot be scored together."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.messages import message
from bleu_core.numerals import counted, plural, whole
from bleu_core.wording import lines_named


@message()
def no_segments(name: str) -> str:
    return f"{name} is empty: there is no segment to score."


@message()
def no_reference(lines: Sequence[int]) -> str:
    return (
        f"{counted(len(lines), 'segment has', 'segments have')} no reference at all "
        f"({lines_named(lines)}); give one, or leave the segment out everywhere. "
        "An empty string is a reference of length 0; None is no reference."
    )


@message()
def unequal(name: str, count: int, first: str, expected: int) -> str:
    shorter = name if count < expected else first
    return (
        f"{name} has {counted(count, 'segment')}, {first} has {whole(expected)}: "
        f"from line {whole(min(count, expected) + 1)} on {shorter} has nothing to go with."
    )


@message()
def not_strings(name: str, lines: Sequence[int], kind: str) -> str:
    shown = f"{lines_named(lines)} {plural(len(lines), 'is', 'are')}"
    return f"{name} has what is not a string: {shown} {kind}."


@message()
def half_surrogate(name: str, lines: Sequence[int]) -> str:
    return f"{name} has half a surrogate pair, which is no text ({lines_named(lines)})."


@message()
def one_string(name: str) -> str:
    return f"{name} is a single string; a list of strings belongs there, one a segment."


@message()
def no_list(name: str, kind: str) -> str:
    return f"{name} is a {kind}; a list of strings belongs there."


@message()
def no_systems() -> str:
    return "systems is to be a mapping from at least one name to its output."


@message()
def no_references() -> str:
    return "There are no references; give at least one stream of them."


@message()
def references_one_string() -> str:
    return "references is a single string; it is to be a list of streams: [[ref, ref, …]]."


@message()
def references_no_list(kind: str) -> str:
    return f"references is a {kind}; it is to be a list of streams."


@message()
def references_flat() -> str:
    return (
        "references is a flat list of strings; it is to be a list of streams, even for one: "
        "write [references]."
    )


@message()
def references_transposed(segments: int, references: int, as_streams: str) -> str:
    """`as_streams` is what would be wrong if they were streams, "" for nothing."""
    read = f" (Read as streams, {as_streams[:-1]}.)" if as_streams else ""
    return (
        f"references looks transposed: it has {whole(segments)} lists, one a segment, of up to "
        f"{whole(references)} references. It is to be one stream a reference, each with "
        f"{whole(segments)} segments; turn it with: list(itertools.zip_longest(*references)).{read}"
    )
