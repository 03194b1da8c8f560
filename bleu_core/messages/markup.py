"""Messages on XML and SGML files (NIST and WMT, TMX, XLIFF) that cannot be read, and repairs."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import format_count, format_int, join_words, truncate
from bleu_core.messages import Area

markup = Area("markup")


# Repairs: how many there are, and the line of the first.
@markup.note(
    "{file}: attributes without quotation marks are read as they stand "
    "({count:|# times, first in }line {line:int})."
)
def unquoted_attributes(file: str, count: int, line: int) -> str: ...
@markup.note(
    "{file}: attributes of an element beyond the first {most:int} are left out "
    "({count:|# times, first in }line {line:int})."
)
def many_attributes(file: str, count: int, line: int, most: int) -> str: ...
@markup.note(
    "{file}: tags in upper case are read as in lower case ({count:|# times, first in }line "
    "{line:int})."
)
def upper_case(file: str, count: int, line: int) -> str: ...
@markup.note(
    "{file}: declarations in the DOCTYPE are not used, and entities not expanded "
    "({count:|# times, first in }line {line:int})."
)
def declarations(file: str, count: int, line: int) -> str: ...
@markup.warning(
    "{file}: segments in comments are left out ({count:|# times, first in }line {line:int})."
)
def segments_in_comments(file: str, count: int, line: int) -> str: ...
@markup.note(
    "{file}: comments inside segments are left out ({count:|# times, first in }line {line:int})."
)
def comments(file: str, count: int, line: int) -> str: ...
@markup.note(
    "{file}: line breaks inside segments are read as spaces ({count:|# times, first in }line "
    "{line:int})."
)
def line_breaks(file: str, count: int, line: int) -> str: ...
@markup.note(
    "{file}: “&” that begins no known entity is kept as it stands "
    "({count:|# times, first in }line {line:int})."
)
def unknown_entities(file: str, count: int, line: int) -> str: ...
@markup.note(
    "{file}: references to what is no character are kept as they stand "
    "({count:|# times, first in }line {line:int})."
)
def invalid_references(file: str, count: int, line: int) -> str: ...
@markup.note(
    "{file}: tags inside segments are kept as text ({count:|# times, first in }line {line:int})."
)
def tags_kept(file: str, count: int, line: int) -> str: ...
@markup.note(
    "{file}: markup inside segments is left out ({count:|# times, first in }line {line:int})."
)
def tags_left_out(file: str, count: int, line: int) -> str: ...
@markup.note(
    "{file}: a segment without end tag ends before the next tag ({count:|# times, first in }line "
    "{line:int})."
)
def no_end_tag(file: str, count: int, line: int) -> str: ...
@markup.warning(
    "{file}: the file ends inside a segment ({count:|# times, first in }line {line:int})."
)
def ends_in_segment(file: str, count: int, line: int) -> str: ...
@markup.warning(
    "{file}: text outside of segments is left out ({count:|# times, first in }line {line:int})."
)
def text_outside(file: str, count: int, line: int) -> str: ...
@markup.note(
    "{file}: documents without id are numbered ({count:|# times, first in }line {line:int})."
)
def numbered_documents(file: str, count: int, line: int) -> str: ...
@markup.note(
    "{file}: segments without id are numbered within their document "
    "({count:|# times, first in }line {line:int})."
)
def numbered_segments(file: str, count: int, line: int) -> str: ...
@markup.note(
    "{file}: a second text of one language in a unit is left out ({count:|# times, first in }line "
    "{line:int})."
)
def second_text(file: str, count: int, line: int) -> str: ...
@markup.note(
    "{file}: proposals beside the translation are left out ({count:|# times, first in }line "
    "{line:int})."
)
def proposals(file: str, count: int, line: int) -> str: ...
@markup.note(
    "{file}: text between segments (ignorable) is left out ({count:|# times, first in }line "
    "{line:int})."
)
def ignorable(file: str, count: int, line: int) -> str: ...


# Damage.
@markup.error(
    "{file}, line {line:int}: “{opening}” has no end, so that the rest of the file would be lost. "
    "Close it, or write the “<” as “&lt;”."
)
def unclosed(file: str, line: int, opening: str) -> str: ...


@markup.error()
def hidden_segments(
    file: str, line: int, segment: str, opening: str, end: str, last: int, count: int, element: str
) -> str:
    """A comment or the like in a segment ends in the line `last`, `count` segments later."""
    lost = f", so that {format_count(count, 'segment')} after it would be lost" if count else ""
    return (
        f"{file}, line {format_int(line)}: {segment} has a “{opening}” that ends only in line "
        f"{format_int(last)}{lost}. If it is text, write its “<” as “&lt;”; if not, end it with "
        f"“{end}” before </{element}>."
    )


@markup.error("{file}, line {line:int}: {segment} has a damaged “{tag}” inside, in line {at:int}.")
def damaged_tag(file: str, line: int, segment: str, tag: str, at: int) -> str: ...
@markup.error(
    "{file}: the <{element}> that is open in line {line:int} has no end. The file may be cut off."
)
def unclosed_element(file: str, element: str, line: int) -> str: ...
@markup.error(
    "{file}, line {line:int}: </seg> ends no segment. Look for a damaged <seg> before it."
)
def stray_end_tag(file: str, line: int) -> str: ...
@markup.error(
    "{file} has more than {most:int} segments, which nearly all are empty: too many for a file of "
    "its size."
)
def too_many_segments(file: str, most: int) -> str: ...


# Sets of segments.
@markup.error("{file} holds no <seg> element: there is no segment to read.")
def no_segments(file: str) -> str: ...
@markup.error(
    "{file}, line {line:int}: <seg> stands outside of srcset, refset and tstset (or src, ref and "
    "hyp), so that its role is unknown."
)
def outside_set(file: str, line: int) -> str: ...


@markup.error()
def repeated_ids(file: str, ids: Sequence[str], lines: Sequence[int], count: int) -> str:
    """The first `ids` of `count` that occur earlier in their set, with their lines."""
    shown = [
        f"{truncate(name)} (line {format_int(at)})" for name, at in zip(ids, lines, strict=False)
    ]
    return (
        f"{file}: {format_count(count, 'segment has', 'segments have')} an id that its set has "
        f"before: {join_words(shown, more=count - len(shown))}. Give each segment of a set an id "
        "of its own."
    )


@markup.error(
    "{file} has more than {most:int} sets of {role} {name:repr} with the same segments. Give each "
    "set a name of its own (sysid or refid)."
)
def too_many_sets(file: str, role: str, name: str, most: int) -> str: ...
@markup.note("{file}: the sets of {role} {name:repr} are joined.")
def joined_sets(file: str, role: str, name: str) -> str: ...
@markup.note("{file}: a second {role} {name:repr} is called {called:repr}.")
def renamed_set(file: str, role: str, name: str, called: str) -> str: ...
@markup.note("{file}: only the first of {count:int} sources is used.")
def several_sources(file: str, count: int) -> str: ...


# Translation units.
@markup.error(
    "{file} holds no translation unit with both source and target: there is no segment to read."
)
def no_units(file: str) -> str: ...
@markup.note("{file}: {count:# unit} without source or target left out.")
def incomplete_units(file: str, count: int) -> str: ...
@markup.note(
    "{file}: the header does not say which of its languages is the source "
    "(srclang={declared:repr}); it is taken to be {language:short}, which comes first."
)
def guessed_source(file: str, declared: str, language: str) -> str: ...
@markup.note("{file}: only {source} and {target} are read; also there: {others:names}.")
def other_languages(file: str, source: str, target: str, others: Sequence[str]) -> str: ...
