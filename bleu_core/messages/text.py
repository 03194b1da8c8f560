"""Findings in texts: what may make their scores misleading.

Most name the number of lines (`count` of `total`) of a column (`stream`); `also` is a sentence
on other columns with the same finding.
"""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import (
    format_count,
    format_int,
    format_score,
    format_share,
    join_words,
)
from bleu_core.messages import Area

text = Area("text")

_SINGULAR = {"are": "is", "have": "has", "hold": "holds", "end": "ends"}


def _found(count: int, total: int, stream: str, what: str, also: str = "") -> str:
    """ "3 of 252 lines (1.2 %) of reference 2 are empty."; `what` begins with a plural verb."""
    verb, _, rest = what.partition(" ")
    verb = _SINGULAR[verb] if count == 1 else verb
    part = f" ({format_share(count / total)})" if 0 < count < total else ""
    text = f"{format_int(count)} of {format_int(total)} lines{part} of {stream} {verb} {rest}."
    return f"{text} {also}" if also else text


# Lines of one column.


@text.warning()
def empty(count: int, total: int, stream: str, also: str = "") -> str:
    return _found(count, total, stream, "are empty", also)


@text.warning()
def tokenized(count: int, total: int, stream: str, also: str = "") -> str:
    what = "end in a spaced full stop: the text looks tokenized already"
    return _found(count, total, stream, what, also)


@text.warning()
def entities(count: int, total: int, stream: str, also: str = "") -> str:
    return _found(count, total, stream, "hold character entities, such as &amp; for &", also)


@text.warning()
def markup(count: int, total: int, stream: str, also: str = "") -> str:
    return _found(count, total, stream, "hold markup tags", also)


@text.warning()
def control_characters(count: int, total: int, stream: str, also: str = "") -> str:
    what = "hold control, zero-width or soft-hyphen characters"
    return _found(count, total, stream, what, also)


@text.warning()
def nul(count: int, total: int, stream: str, also: str = "") -> str:
    what = "hold NUL characters, which no text has: the file may be UTF-16 that was read as UTF-8"
    return _found(count, total, stream, what, also)


@text.warning()
def byte_order_mark(count: int, total: int, stream: str, also: str = "") -> str:
    return _found(count, total, stream, "hold a byte order mark (U+FEFF)", also)


@text.warning()
def carriage_return(count: int, total: int, stream: str, also: str = "") -> str:
    what = "hold a carriage return: a line end of another system, kept as text"
    return _found(count, total, stream, what, also)


@text.warning()
def wrong_encoding(count: int, total: int, stream: str, also: str = "") -> str:
    what = "hold signs of a wrong encoding: replacement characters, or UTF-8 read as Latin-1"
    return _found(count, total, stream, what, also)


@text.warning()
def mixed_scripts(count: int, total: int, stream: str, also: str = "") -> str:
    what = "have words that mix Latin, Cyrillic or Greek letters, which may look alike"
    return _found(count, total, stream, what, also)


@text.warning()
def decomposed(count: int, total: int, stream: str, also: str = "") -> str:
    what = "are not in composed Unicode form (NFC): their letters may match none that look the same"
    return _found(count, total, stream, what, also)


@text.warning()
def unspaced(
    count: int, total: int, stream: str, script: str, tokenizer: str, better: Sequence[str]
) -> str:
    """`better` are suitable tokenizers."""
    what = (
        f"are {script} without spaces, which the tokenizer {tokenizer} does not cut into words: "
        "what BLEU counts are whole strings between spaces"
    )
    return f"{_found(count, total, stream, what)} Use {', or '.join(better)}."


# Lines of a column compared with others.


@text.warning()
def identical_outputs(
    count: int, total: int, stream: str, others: Sequence[str], more_pairs: int
) -> str:
    """`more_pairs` of systems share a fifth of the lines or more."""
    also = ""
    if more_pairs:
        have = format_count(more_pairs, "more pair of systems has", "more pairs of systems have")
        also = f"{have} a fifth of the lines or more alike."
    return _found(count, total, stream, f"are the same in {join_words(others)}", also)


@text.warning()
def identical_references(count: int, total: int, stream: str, other: str) -> str:
    what = f"are the same in {other}: there they count as one reference"
    return _found(count, total, stream, what)


@text.warning()
def copied_source(count: int, total: int, stream: str, also: str = "") -> str:
    return _found(count, total, stream, "are the source, not translated", also)


@text.warning()
def output_is_reference(count: int, total: int, stream: str, reference: str, also: str = "") -> str:
    return _found(count, total, stream, f"are {reference}, word for word", also)


@text.warning()
def unusual_length(count: int, total: int, stream: str, factor: float, also: str = "") -> str:
    what = (
        f"are over {format_score(factor, 1)} times as long or as short as usual beside the "
        "reference"
    )
    return _found(count, total, stream, what, also)


@text.warning()
def wrong_script(count: int, total: int, stream: str, script: str, also: str = "") -> str:
    what = f"have letters, but none of the references' script ({script})"
    return _found(count, total, stream, what, also)


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
    told = [
        f"{n} ({format_count(count, 'line')})" for n, count in zip(systems, counts, strict=False)
    ]
    return (
        f"The same in {format_count(len(told), 'more system')}: {join_words(told, most or None)}."
    )
