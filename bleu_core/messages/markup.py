"""XML and SGML files (NIST and WMT, TMX, XLIFF) that cannot be read, and repairs while reading."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import format_count, format_int, join_names, join_words, truncate
from bleu_core.messages import Area

# What a reader changed or skipped.
_REPAIRS = {
    "unquoted_attributes": "attributes without quotation marks were read as written",
    "many_attributes": "attributes of an element after the first 100 were skipped",
    "upper_case": "uppercase tags were read as lowercase",
    "declarations": "DOCTYPE declarations were ignored, and entities not expanded",
    "segments_in_comments": "segments in comments were skipped",
    "comments": "comments inside segments were removed",
    "line_breaks": "line breaks inside segments were read as spaces",
    "unknown_entities": "“&” without a known entity was read as text",
    "invalid_references": "invalid character references were read as text",
    "tags_kept": "tags inside segments were read as text",
    "tags_left_out": "markup inside segments was removed",
    "no_end_tag": "a segment without an end tag was ended at the next tag",
    "ends_early": "the file may be cut off, because its root element has no end tag",
    "text_outside": "text outside segments was skipped",
    "numbered_documents": "documents without an id were numbered",
    "numbered_segments": "segments without an id were numbered within their document",
    "proposals": "alternative translations were skipped",
    "ignorable": "text between segments (<ignorable>) was skipped",
    "sources": "only the first source was used",
    "incomplete_units": "units without a source or target were skipped",
    "unsplit_units": (
        "units that cannot be split into segments (<mrk>) stay whole, because source and target do "
        "not have the same segments"
    ),
}
_MISPLACED = {
    "end": "</seg> without a <seg>. Look for a damaged <seg> before it",
    "segment": (
        "<seg> is outside srcset, refset and tstset (or src, ref and hyp), so its role is unknown"
    ),
}


def _times(count: int, line: int) -> str:
    times = f"{format_int(count)} times, first in " if count > 1 else ""
    return f"{times}line {format_int(line)}" if line else format_count(count, "time")


markup = Area("markup", misplaced=_MISPLACED, times=_times)


# Repairs of kind `what`, a key of `_REPAIRS`: their number, and the line of the first, if known.
@markup.note()
def repaired(file: str, what: str, count: int, line: int = 0) -> str:
    return f"{file}: {_REPAIRS.get(what, what)} ({_times(count, line)})."


# Damage.
@markup.error(
    "{file}, line {line:int}: “{opening}” has no end, so the rest of the file would be lost. The "
    "file may be cut off. Close it, or write its “<” as “&lt;”."
)
def unclosed(file: str, line: int, opening: str) -> str: ...


@markup.error()
def hidden_segments(
    file: str, line: int, segment: str, opening: str, end: str, last: int, count: int, element: str
) -> str:
    """Markup such as a comment in a segment ends in line `last`, `count` segments later."""
    lost = f", so {format_count(count, 'segment')} after it would be lost" if count else ""
    return (
        f"{file}, line {format_int(line)}: {segment} contains “{opening}”, which ends only in line "
        f"{format_int(last)}{lost}. If it is text, write “<” as “&lt;”; otherwise, add “{end}” "
        f"before </{element}>."
    )


@markup.error("{file}, line {line:int}: {segment} contains a damaged “{tag}” in line {at:int}.")
def damaged_tag(file: str, line: int, segment: str, tag: str, at: int) -> str: ...
@markup.error("{file}, line {line:int}: {what:misplaced}.")
def misplaced(file: str, line: int, what: str) -> str: ...


# Sets of segments.
@markup.error()
def repeated_ids(file: str, ids: Sequence[str], lines: Sequence[int], count: int) -> str:
    """The first `ids` of `count` that are repeated in their set, with their lines."""
    shown = [
        f"{truncate(name)} (line {format_int(at)})" for name, at in zip(ids, lines, strict=False)
    ]
    return (
        f"{file}: {format_count(count, 'segment repeats', 'segments repeat')} an earlier id of "
        f"the same set: {join_words(shown, more=count - len(shown))}. Give each segment of a set "
        "its own id."
    )


@markup.note("{file}: all sets of {role} {name:repr} were joined.")
def joined_sets(file: str, role: str, name: str) -> str: ...


# Translation units.
@markup.note(
    "{file}: the header names no source language (srclang={declared:repr}), so the first "
    "language, {language:short}, was used."
)
def guessed_source(file: str, declared: str, language: str) -> str: ...


@markup.warning(
    "{file}: a second text in the same language in a unit was skipped ({times}). The first counts; "
    "to use another, remove those before it."
)
def second_text(file: str, count: int, line: int) -> str: ...


@markup.note()
def proposals(file: str, read: Sequence[str], skipped: Sequence[str]) -> str:
    """Origins of alternative translations: those that are systems, and the others."""
    parts = [f"read as systems: {join_names(read)}"] * bool(read)
    if skipped:
        parts.append(f"skipped: {join_names(skipped)}, because not every segment has one")
    return f"{file}: alternative translations (<alt-trans>) are {'; '.join(parts)}."


@markup.note(
    "{file}: read only {source} and {target}; skipped {others:names}. To use another language, "
    "remove {target} from the file."
)
def other_languages(file: str, source: str, target: str, others: Sequence[str]) -> str: ...
