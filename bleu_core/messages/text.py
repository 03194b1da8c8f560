"""Properties of texts that can make their scores misleading.

Most messages name the number of lines (`count` of `total`) in a column (`stream`); `also` is a
sentence on other columns with the same property.
"""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import (
    format_count,
    format_int,
    format_percent,
    format_share,
    join_words,
    plural,
)
from bleu_core.messages import Area


def _lines(count: int, total: int, stream: str) -> str:
    """ "3 of 252 lines (1.2%) of reference 2"."""
    part = f" ({format_share(count / total)})" if 0 < count < total else ""
    return f"{format_int(count)} of {format_int(total)} lines{part} of {stream}"


def _pairs(more_pairs: int) -> str:
    have = format_count(more_pairs, "more pair of systems has", "more pairs of systems have")
    return f" {have} at least a fifth of the lines identical." if more_pairs else ""


_ONLY = ". Keep only the translations in the file"
# What lines contain, by the kind of the finding.
_CONTENTS = {
    "entities": "character entities, such as &amp; for &",
    "tags": "markup tags",
    "control characters": "control, zero-width or soft-hyphen characters",
    "NUL": "NUL characters, which are not text. The file may be UTF-16 read as UTF-8",
    "byte order mark": "a byte order mark (U+FEFF)",
    "line breaks": (
        "line breaks where the references have none. If only a part is the translation, remove the "
        "rest"
    ),
    "carriage return": "a carriage return, a line end of another system that was read as text",
    "encoding": ("signs of a wrong encoding: replacement characters, or UTF-8 read as Latin-1"),
    "mixed scripts": "words that mix Latin, Cyrillic or Greek letters, which can look alike",
    "decomposed": (
        "characters that are not in composed Unicode form (NFC), so letters that look the same "
        "may not match"
    ),
    "unknown words": (
        "unknown-word tokens (<unk>), which stand for words that the vocabulary of the system "
        "lacks and match none of them"
    ),
    "special tokens": f"special tokens of a model, such as </s>, [SEP] or a language code{_ONLY}",
    "log": f"prefixes of a log, such as a time, H-12 or PRED 12{_ONLY}",
    "n-best": f"separators of an n-best list (|||){_ONLY}",
    "phrases": f"the places of phrases in the source, such as |0-1|{_ONLY}",
    "escapes": f"escape sequences, such as \\n or \\u00e9, instead of characters{_ONLY}",
    "time codes": f"time codes of subtitles (-->){_ONLY}",
    "gettext": f"keywords of gettext (msgid, msgstr){_ONLY}",
    "token ids": f"nothing but numbers, such as token ids{_ONLY}",
    "chat": f"remarks of a chat model, such as “Here is the translation”{_ONLY}",
}


def _effect(rule: str, system: str, changed: int) -> str:
    """The consequence of references of length 0."""
    segments = format_count(changed, "segment")
    if not changed:
        return "No output is so short that this changes its reference length."
    if rule == "average":
        return f"They lower the mean reference length in {segments}."
    if rule == "shortest":
        return f"They are the shortest references in {segments}, so no output is too short there."
    output = f"the output of {system!r}" if system else "the output"
    return (
        f"In {segments}, {output} is at least as close to length 0 as to the other "
        "references, so its brevity is not penalized."
    )


def _start(start: str) -> str:
    """The sign that lines begin with; "#" in place of each number, which is 0 in `start`."""
    return repr(start.replace("0", "#")) + " (# is a number)" * ("0" in start)


text = Area(
    "text",
    lines=_lines,
    pairs=_pairs,
    effect=_effect,
    choices=", or ".join,
    contents=_CONTENTS,
    start=_start,
)


# Lines of one column.
@text.warning("{lines} {count:is|are} empty.{also:? #}")
def empty(count: int, total: int, stream: str, also: str = "") -> str: ...
# `rule` lowers the reference length in `changed` segments of a system ("": the only one).
@text.warning(
    "{lines} {count:is|are} empty and {count:counts as a reference|count as references} of length "
    "0. {effect} If these references are missing, put all references of a segment on one line, "
    "separated by tabs (paste, --input-format tab-separated): an empty field there is no reference."
)
def empty_reference(
    count: int, total: int, stream: str, rule: str, system: str, changed: int
) -> str: ...
@text.warning(
    "{lines} {count:ends|end} in a full stop after a space: the text seems to be tokenized "
    "already. Detokenize it; if all texts are tokenized alike, the tokenizer none (-tok none) "
    "scores these tokens.{also:? #}"
)
def tokenized(count: int, total: int, stream: str, also: str = "") -> str: ...
@text.warning("{lines} {count:contains|contain} {what:contents}.{also:? #}")
def contents(count: int, total: int, stream: str, what: str, also: str = "") -> str: ...
@text.warning(
    "{lines} {count:is|are} {script} without spaces, which the tokenizer {tokenizer} does not "
    "split into words, so BLEU counts whole strings between spaces. Use {better:choices}."
)
def unspaced(
    count: int, total: int, stream: str, script: str, tokenizer: str, better: Sequence[str]
) -> str: ...
@text.note(
    "{lines} {count:is|are} Korean, which is usually scored with the tokenizer ko-mecab (pip "
    "install 'bleuscope[ko]'). {tokenizer} does not split particles from words."
)
def korean(count: int, total: int, stream: str, tokenizer: str) -> str: ...


@text.warning(
    "{lines} {count:is|are} split into subwords ({tool}, marked {sign}): BLEU counts parts of "
    "words. Join them with --repair, the button in the app, or {command}.{also:? #}"
)
def subwords(
    count: int, total: int, stream: str, sign: str, tool: str, command: str, also: str = ""
) -> str: ...
@text.note("{lines} {count:contains|contain} subword marks ({tool}, {sign}).{also:? #}")
def subword_marks(
    count: int, total: int, stream: str, sign: str, tool: str, also: str = ""
) -> str: ...
@text.note("Repaired {stream}: joined the subwords (marked {sign}) of {count:# line}.")
def joined_subwords(count: int, stream: str, sign: str) -> str: ...


# Lines of a column compared with others.
# `start` has 0 for each number.
@text.warning(
    "{lines} {count:begins|begin} with {start:start}, unlike those of the other files. If this is "
    "not part of the translation, such as a label, a number or a quotation mark of CSV, remove it."
)
def same_start(count: int, total: int, stream: str, start: str) -> str: ...
@text.warning(
    "The lines of {stream} seem to translate other segments than those of {others:words}: they "
    "have as many words in common with the same line there (F1 {home:score 2}) as with others "
    "({away:score 2}). Check that the files are of one test set and in the same order.{also:? #}"
)
def unrelated(
    stream: str, others: Sequence[str], home: float, away: float, also: str = ""
) -> str: ...
@text.warning("{lines} {count:is|are} identical in {others:words}.{pairs}")
def identical_outputs(
    count: int, total: int, stream: str, others: Sequence[str], more_pairs: int
) -> str: ...
@text.warning("{lines} {count:is|are} identical in {other}, so they count as one reference there.")
def identical_references(count: int, total: int, stream: str, other: str) -> str: ...


@text.warning("{lines} {count:is a copy|are copies} of the source, not translated.{also:? #}")
def copied_source(count: int, total: int, stream: str, also: str = "") -> str: ...
@text.warning("{lines} {count:is identical|are identical} to {reference}.{also:? #}")
def output_is_reference(
    count: int, total: int, stream: str, reference: str, also: str = ""
) -> str: ...


@text.note()
def near(
    count: int, total: int, stream: str, other: str, most: float, is_output: bool, also: str = ""
) -> str:
    """At most `most` of the characters differ, 0 to 1; `other` is a reference."""
    effect = (
        "it was edited from this output, the score is too high: use a reference translated from "
        "the source"
        if is_output
        else "one was edited from the other, it adds few matches: use independent references"
    )
    return (
        f"{_lines(count, total, stream)} {plural(count, 'is', 'are')} nearly identical in {other} "
        f"(at most {format_percent(most)} of the characters differ), more than usual for "
        f"independent translations. If {effect}.{f' {also}' * bool(also)}"
    )


@text.warning(
    "{lines} {count:is|are} {text:repr}. If this is not a translation, such as the name of a "
    "model, choose another column or file.{also:? #}"
)
def same_text(count: int, total: int, stream: str, text: str, also: str = "") -> str: ...
@text.warning(
    "The lines of {stream} have {share:percent} of the references' characters. If these are not "
    "the translations, choose another column or file.{also:? #}"
)
def much_shorter(stream: str, share: float, also: str = "") -> str: ...
@text.warning(
    "{lines} {count:is|are} over {factor:score 1} times longer or shorter than usual, relative to "
    "the reference.{also:? #}"
)
def unusual_length(count: int, total: int, stream: str, factor: float, also: str = "") -> str: ...
@text.warning(
    "{lines} {count:has|have} letters, but none in the script of the references "
    "({script}).{also:? #}"
)
def wrong_script(count: int, total: int, stream: str, script: str, also: str = "") -> str: ...


# Segments.
@text.warning(
    "{count:# segment repeats|# segments repeat} an earlier one, with the same source and "
    "references. Significance tests assume independent segments."
)
def repeated_segments(count: int) -> str: ...


@text.note()
def varying_references(numbers: Sequence[int], segments: Sequence[int]) -> str:
    """The number of `segments` with each of the `numbers` of references."""
    counts = [
        f"{format_count(n, 'segment')} with {format_int(value)}"
        for value, n in zip(numbers, segments, strict=False)
    ]
    return (
        f"The number of references varies: {join_words(counts)}. More references allow more "
        "n-gram matches, so segments are not directly comparable."
    )


@text.note()
def also_in(systems: Sequence[str], counts: Sequence[int], most: int = 0) -> str:
    """The same property, with `counts` of lines, in other columns; at most `most` are named."""
    named = [
        f"{n} ({format_count(count, 'line')})" for n, count in zip(systems, counts, strict=False)
    ]
    return f"Also in {format_count(len(named), 'more system')}: {join_words(named, most or None)}."
