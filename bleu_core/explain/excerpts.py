"""Excerpts: a window of each output of a segment around its largest change.

Windows begin and end at written words ("e.g." is four tokens of 13a, but one word). Where words are
not separated, or longer than a window, they begin and end between graphemes: a letter keeps its
marks (Unicode Standard Annex 29).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple
from unicodedata import category

from bleu_core.common.formatting import ELLIPSIS
from bleu_core.explain.changed_spans import ChangedSpan, SegmentChanges
from bleu_core.explain.credit import diff_blocks
from bleu_core.text.spans import TokenSpan

# Characters of a window, and tokens before the largest change.
WIDTH, CONTEXT = 72, 3
# Signs that join letters to one word: e.g, don't, 10:30, and/or, a_b@c.d; at most three in a row.
_SIGNS = "-'’.,:/&@_+"
# Thai to Lao, Myanmar, Khmer, kana, Han: no spaces between words.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff"
    "\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff]"
)


class Excerpt(NamedTuple):
    """text[start:end] of an output, in Python's characters, and where the text is cut."""

    start: int
    end: int
    cut_before: bool
    cut_after: bool

    def of(self, text: str) -> str:
        """The excerpt of its text, with an ellipsis where it is cut."""
        before, after = ELLIPSIS * self.cut_before, ELLIPSIS * self.cut_after
        return f"{before}{text[self.start : self.end]}{after}"


def excerpts(
    a: str, b: str, changes: SegmentChanges, width: int = WIDTH
) -> tuple[Excerpt, Excerpt]:
    """The excerpts of A and B, of at most `width` characters each.

    The output with the largest change is shown from three tokens before it, the other one from the
    token that the word diff aligns; a text of fewer than `width` characters is shown in full.
    """
    largest = changes.largest
    is_in_b = largest is not None and largest.side == "b"
    own, other = changes.tokens_a, changes.tokens_b
    if is_in_b:
        own, other = other, own
    first = max(0, largest.first - CONTEXT) if largest else 0
    # Where the other text ends sooner, its end is shown.
    aligned = max(0, min(_aligned(own, other, first), len(other) - 1 - CONTEXT))
    starts = [tokens[i].start if tokens else 0 for tokens, i in ((own, first), (other, aligned))]
    in_order = reversed(starts) if is_in_b else starts
    window_a, window_b = (
        _cut(text, 0 if len(text) < width else start, len(text), width)
        for text, start in zip((a, b), in_order, strict=True)
    )
    return window_a, window_b


def widened(text: str, tokens: Sequence[TokenSpan], span: ChangedSpan) -> tuple[int, int]:
    """[start, end) of the characters of a span, widened to written words."""
    start, end = tokens[span.first].start, tokens[span.last].end
    return _edge(text, start, -1), _edge(text, end, 1)


def whole_graphemes(text: str, start: int, end: int) -> tuple[int, int]:
    """[start, end) widened to whole graphemes."""
    while not _is_edge(text, start):
        start -= 1
    while not _is_edge(text, end):
        end += 1
    return start, end


def quote(text: str, tokens: Sequence[TokenSpan], span: ChangedSpan, width: int) -> str:
    """The passage of a span as written, widened to words; cut after `width` characters."""
    start, end = tokens[span.first].start, tokens[span.last].end
    passage = _cut(text, start, end, width)
    return passage._replace(cut_before=False, cut_after=passage.end < end).of(text)


def _aligned(own: Sequence[TokenSpan], other: Sequence[TokenSpan], first: int) -> int:
    """The index of the token of the other text that is at the place of a token."""
    words, other_words = ([token.text for token in tokens] for tokens in (own, other))
    for _, start, end, other_start, other_end in diff_blocks(words, other_words):
        if start <= first < end:
            return min(other_start + first - start, other_end)
    return 0


def _cut(text: str, start: int, end: int, width: int) -> Excerpt:
    """A passage widened to written words, and then cut to at most `width` characters.

    A single grapheme that is longer is not cut.
    """
    start, end = _edge(text, start, -1), _edge(text, end, 1)
    if end - start > width:
        end = _edge(text, start + width, -1, width)
        while end > start and text[end - 1].isspace():
            end = _edge(text, end - 1, -1, width)
        if end <= start:
            end = _edge(text, start + 1, 1, 1)
    return Excerpt(start, end, bool(text[:start].strip()), bool(text[end:].strip()))


def _edge(text: str, position: int, step: int, most: int = WIDTH) -> int:
    """The next edge of a written word in a direction, fewer than `most` characters away.

    If there is none, the next edge of a grapheme.
    """
    for i in range(position, position + step * most, step):
        if _is_edge(text, i) and not _is_in_word(text, i):
            return i
    while not _is_edge(text, position):
        position += step
    return position


@lru_cache(maxsize=8)
def _graphemes(text: str) -> frozenset[int]:
    """Where the graphemes of a text begin."""
    import regex

    return frozenset(match.start() for match in regex.finditer(r"\X", text))


def _is_edge(text: str, i: int) -> bool:
    """Whether a position is between graphemes."""
    return i <= 0 or i >= len(text) or i in _graphemes(text)


def _is_in_word(text: str, i: int) -> bool:
    """Whether a position is inside a written word."""
    before, after = text[max(0, i - 4) : i].rstrip(_SIGNS), text[i : i + 4].lstrip(_SIGNS)
    return _is_letter(before[-1:]) and _is_letter(after[:1])


def _is_letter(character: str) -> bool:
    return bool(character) and category(character)[0] in "LMN" and not _UNSPACED.match(character)
