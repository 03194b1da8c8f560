"""Findings in texts that may make their scores misleading.

Most give the number of lines (`count` of `total`) of a column (`stream`); `also` is a sentence
on other columns with the same finding.
"""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import format_count, format_int, format_share, join_words
from bleu_core.messages import Area


def _lines(count: int, total: int, stream: str) -> str:
    """ "3 of 252 lines (1.2%) of reference 2"."""
    part = f" ({format_share(count / total)})" if 0 < count < total else ""
    return f"{format_int(count)} of {format_int(total)} lines{part} of {stream}"


def _pairs(more_pairs: int) -> str:
    have = format_count(more_pairs, "more pair of systems has", "more pairs of systems have")
    return f" {have} a fifth of the lines or more alike." if more_pairs else ""


text = Area("text", lines=_lines, pairs=_pairs, choices=", or ".join)


# Lines of one column.
@text.warning("{lines} {count:is|are} empty.{also:? #}")
def empty(count: int, total: int, stream: str, also: str = "") -> str: ...
@text.warning(
    "{lines} {count:ends|end} in a spaced full stop: the text looks tokenized already.{also:? #}"
)
def tokenized(count: int, total: int, stream: str, also: str = "") -> str: ...
@text.warning("{lines} {count:holds|hold} character entities, such as &amp; for &.{also:? #}")
def entities(count: int, total: int, stream: str, also: str = "") -> str: ...
@text.warning("{lines} {count:holds|hold} markup tags.{also:? #}")
def markup(count: int, total: int, stream: str, also: str = "") -> str: ...
@text.warning("{lines} {count:holds|hold} control, zero-width or soft-hyphen characters.{also:? #}")
def control_characters(count: int, total: int, stream: str, also: str = "") -> str: ...
@text.warning(
    "{lines} {count:holds|hold} NUL characters, which no text has: the file may be UTF-16 that "
    "was read as UTF-8.{also:? #}"
)
def nul(count: int, total: int, stream: str, also: str = "") -> str: ...
@text.warning("{lines} {count:holds|hold} a byte order mark (U+FEFF).{also:? #}")
def byte_order_mark(count: int, total: int, stream: str, also: str = "") -> str: ...
@text.warning(
    "{lines} {count:holds|hold} a carriage return: a line end of another system, kept as "
    "text.{also:? #}"
)
def carriage_return(count: int, total: int, stream: str, also: str = "") -> str: ...
@text.warning(
    "{lines} {count:holds|hold} signs of a wrong encoding: replacement characters, or UTF-8 read "
    "as Latin-1.{also:? #}"
)
def wrong_encoding(count: int, total: int, stream: str, also: str = "") -> str: ...
@text.warning(
    "{lines} {count:has|have} words that mix Latin, Cyrillic or Greek letters, which may look "
    "alike.{also:? #}"
)
def mixed_scripts(count: int, total: int, stream: str, also: str = "") -> str: ...
@text.warning(
    "{lines} {count:is|are} not in composed Unicode form (NFC): their letters may match none that "
    "look the same.{also:? #}"
)
def decomposed(count: int, total: int, stream: str, also: str = "") -> str: ...
@text.warning(
    "{lines} {count:is|are} {script} without spaces, which the tokenizer {tokenizer} does not cut "
    "into words: what BLEU counts are whole strings between spaces. Use {better:choices}."
)
def unspaced(
    count: int, total: int, stream: str, script: str, tokenizer: str, better: Sequence[str]
) -> str: ...


# Lines of a column compared with others.
@text.warning("{lines} {count:is|are} the same in {others:words}.{pairs}")
def identical_outputs(
    count: int, total: int, stream: str, others: Sequence[str], more_pairs: int
) -> str:
    """`more_pairs` of systems share a fifth of the lines or more."""


@text.warning("{lines} {count:is|are} the same in {other}: there they count as one reference.")
def identical_references(count: int, total: int, stream: str, other: str) -> str: ...
@text.warning("{lines} {count:is|are} the source, not translated.{also:? #}")
def copied_source(count: int, total: int, stream: str, also: str = "") -> str: ...
@text.warning("{lines} {count:is|are} {reference}, word for word.{also:? #}")
def output_is_reference(
    count: int, total: int, stream: str, reference: str, also: str = ""
) -> str: ...
@text.warning(
    "{lines} {count:is|are} over {factor:score 1} times as long or as short as usual beside the "
    "reference.{also:? #}"
)
def unusual_length(count: int, total: int, stream: str, factor: float, also: str = "") -> str: ...
@text.warning(
    "{lines} {count:has|have} letters, but none of the references' script ({script}).{also:? #}"
)
def wrong_script(count: int, total: int, stream: str, script: str, also: str = "") -> str: ...


# Segments.
@text.warning(
    "{count:# segment repeats|# segments repeat} an earlier one, source and references alike; "
    "significance tests take segments for independent."
)
def repeated_segments(count: int) -> str: ...


@text.note()
def varying_references(numbers: Sequence[int], segments: Sequence[int]) -> str:
    """The number of `segments` with each of the `numbers` of references."""
    counts = [
        f"{format_int(n)} with {format_int(value)}"
        for value, n in zip(numbers, segments, strict=False)
    ]
    return (
        f"The number of references varies: {join_words(counts)}. More references let more n-grams "
        "match, so segments are not alike."
    )


@text.note()
def also_in(systems: Sequence[str], counts: Sequence[int], most: int = 0) -> str:
    """The same with `counts` of lines in other columns, of which at most `most` are named."""
    named = [
        f"{n} ({format_count(count, 'line')})" for n, count in zip(systems, counts, strict=False)
    ]
    return (
        f"The same in {format_count(len(named), 'more system')}: {join_words(named, most or None)}."
    )
