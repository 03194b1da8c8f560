"""XML and SGML files (NIST and WMT, TMX, XLIFF) that cannot be read, and repairs."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import format_count, format_int, join_names, join_words, truncate
from bleu_core.messages import message

# Repairs: how many there are, and the line of the first.


def _repaired(what: str, file: str, count: int, line: int) -> str:
    times = f"{format_int(count)} times, first in " if count > 1 else ""
    return f"{file}: {what} ({times}line {format_int(line)})."


@message("note")
def unquoted_attributes(file: str, count: int, line: int) -> str:
    what = "attributes without quotation marks are read as they stand"
    return _repaired(what, file, count, line)


@message("note")
def many_attributes(file: str, count: int, line: int, most: int) -> str:
    what = f"attributes of an element beyond the first {format_int(most)} are left out"
    return _repaired(what, file, count, line)


@message("note")
def upper_case(file: str, count: int, line: int) -> str:
    return _repaired("tags in upper case are read as in lower case", file, count, line)


@message("note")
def declarations(file: str, count: int, line: int) -> str:
    what = "declarations in the DOCTYPE are not used, and entities not expanded"
    return _repaired(what, file, count, line)


@message("warning")
def segments_in_comments(file: str, count: int, line: int) -> str:
    return _repaired("segments in comments are left out", file, count, line)


@message("note")
def comments(file: str, count: int, line: int) -> str:
    return _repaired("comments inside segments are left out", file, count, line)


@message("note")
def line_breaks(file: str, count: int, line: int) -> str:
    return _repaired("line breaks inside segments are read as spaces", file, count, line)


@message("note")
def unknown_entities(file: str, count: int, line: int) -> str:
    what = "“&” that begins no known entity is kept as it stands"
    return _repaired(what, file, count, line)


@message("note")
def invalid_references(file: str, count: int, line: int) -> str:
    what = "references to what is no character are kept as they stand"
    return _repaired(what, file, count, line)


@message("note")
def tags_kept(file: str, count: int, line: int) -> str:
    return _repaired("tags inside segments are kept as text", file, count, line)


@message("note")
def tags_left_out(file: str, count: int, line: int) -> str:
    return _repaired("markup inside segments is left out", file, count, line)


@message("note")
def no_end_tag(file: str, count: int, line: int) -> str:
    what = "a segment without end tag ends before the next tag"
    return _repaired(what, file, count, line)


@message("warning")
def ends_in_segment(file: str, count: int, line: int) -> str:
    return _repaired("the file ends inside a segment", file, count, line)


@message("warning")
def text_outside(file: str, count: int, line: int) -> str:
    return _repaired("text outside of segments is left out", file, count, line)


@message("note")
def numbered_documents(file: str, count: int, line: int) -> str:
    return _repaired("documents without id are numbered", file, count, line)


@message("note")
def numbered_segments(file: str, count: int, line: int) -> str:
    what = "segments without id are numbered within their document"
    return _repaired(what, file, count, line)


@message("note")
def second_text(file: str, count: int, line: int) -> str:
    what = "a second text of one language in a unit is left out"
    return _repaired(what, file, count, line)


@message("note")
def proposals(file: str, count: int, line: int) -> str:
    return _repaired("proposals beside the translation are left out", file, count, line)


@message("note")
def ignorable(file: str, count: int, line: int) -> str:
    return _repaired("text between segments (ignorable) is left out", file, count, line)


# Damage.


@message()
def unclosed(file: str, line: int, opening: str) -> str:
    """`opening` is that of a comment or the like: "<!--"."""
    return (
        f"{file}, line {format_int(line)}: “{opening}” has no end, so that the rest of the file "
        "would "
        "be lost. Close it, or write the “<” as “&lt;”."
    )


@message()
def hidden_segments(
    file: str, line: int, segment: str, opening: str, end: str, last: int, count: int, element: str
) -> str:
    """A comment or the like in a segment ends in the line `last`, `count` segments later."""
    lost = f", so that {format_count(count, 'segment')} after it would be lost" if count else ""
    return (
        f"{file}, line {format_int(line)}: {segment} has a “{opening}” that ends only in line "
        f"{format_int(last)}{lost}. If it is text, write its “<” as “&lt;”; if not, end it with "
        f"“{end}” "
        f"before </{element}>."
    )


@message()
def damaged_tag(file: str, line: int, segment: str, tag: str, at: int) -> str:
    """`line` is that of the segment, `at` that of the tag."""
    return (
        f"{file}, line {format_int(line)}: {segment} has a damaged “{tag}” inside, in line "
        f"{format_int(at)}."
    )


@message()
def unclosed_element(file: str, element: str, line: int) -> str:
    return (
        f"{file}: the <{element}> that is open in line {format_int(line)} has no end. The file "
        "may be "
        "cut off."
    )


@message()
def stray_end_tag(file: str, line: int) -> str:
    return (
        f"{file}, line {format_int(line)}: </seg> ends no segment. Look for a damaged <seg> "
        "before it."
    )


@message()
def too_many_segments(file: str, most: int) -> str:
    return (
        f"{file} has more than {format_int(most)} segments, which nearly all are empty: too many "
        "for a "
        "file of its size."
    )


# Sets of segments.


@message()
def no_segments(file: str) -> str:
    return f"{file} holds no <seg> element: there is no segment to read."


@message()
def outside_set(file: str, line: int) -> str:
    return (
        f"{file}, line {format_int(line)}: <seg> stands outside of srcset, refset and tstset (or "
        "src, "
        "ref and hyp), so that its role is unknown."
    )


@message()
def repeated_ids(file: str, ids: Sequence[str], lines: Sequence[int], count: int) -> str:
    """The first `ids` of `count` that occur earlier in their set, with their lines."""
    shown = [
        f"{truncate(name)} (line {format_int(at)})" for name, at in zip(ids, lines, strict=False)
    ]
    return (
        f"{file}: {format_count(count, 'segment has', 'segments have')} an id that its set has "
        "before: "
        f"{join_words(shown, more=count - len(shown))}. Give each segment of a set an id of its "
        "own."
    )


@message()
def too_many_sets(file: str, role: str, name: str, most: int) -> str:
    return (
        f"{file} has more than {format_int(most)} sets of {role} {truncate(name)!r} with the "
        "same segments. "
        "Give each set a name of its own (sysid or refid)."
    )


@message("note")
def joined_sets(file: str, role: str, name: str) -> str:
    return f"{file}: the sets of {role} {truncate(name)!r} are joined."


@message("note")
def renamed_set(file: str, role: str, name: str, called: str) -> str:
    return f"{file}: a second {role} {truncate(name)!r} is called {truncate(called)!r}."


@message("note")
def several_sources(file: str, count: int) -> str:
    return f"{file}: only the first of {format_int(count)} sources is used."


# Translation units.


@message()
def no_units(file: str) -> str:
    return (
        f"{file} holds no translation unit with both source and target: there is no segment to "
        "read."
    )


@message("note")
def incomplete_units(file: str, count: int) -> str:
    return f"{file}: {format_count(count, 'unit')} without source or target left out."


@message("note")
def guessed_source(file: str, declared: str, language: str) -> str:
    return (
        f"{file}: the header does not say which of its languages is the source "
        f"(srclang={truncate(declared)!r}); it is taken to be {truncate(language)}, which comes "
        "first."
    )


@message("note")
def other_languages(file: str, source: str, target: str, others: Sequence[str]) -> str:
    return f"{file}: only {source} and {target} are read; also there: {join_names(others)}."
