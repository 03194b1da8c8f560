"""Character spans in a text: of its tokens, and of search matches.

A tokenizer rewrites a text before it splits it, so a token cannot simply be looked up in the
original. But all rewriting by sacreBLEU's tokenizers is known. It is repeated here on a text
whose characters remember their original positions, and in the result the tokens follow one another
with only white space in between.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import islice
from unicodedata import normalize

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import mask
from bleu_core.messages import query
from bleu_core.text.config import BleuConfig
from bleu_core.text.tokenizers import tokenize_block

# Replacements of sacreBLEU's 13a in its order: "&amp;lt;" becomes "<". Its last one, of line breaks
# by spaces, changes no token boundary.
REPLACED_BY_13A = (
    ("<skipped>", ""), ("-\n", ""),
    ("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"),
)  # fmt: skip

# SentencePiece's sign for a space, in tokens.
SPACE_MARK = "\u2581"

# [first, last) of each token in a text.
Bounds = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class TokenSpan:
    """A token as scored, and its position in the original text."""

    # As counted: lower-cased if the settings say so, entities replaced; without white space.
    text: str
    # It is original[start:end], in Python's characters (code points; JavaScript counts those beyond
    # U+FFFF as two).
    start: int
    end: int


def tokens_with_spans(text: str, config: BleuConfig) -> list[TokenSpan]:
    """The tokens of one text exactly as scored, each with its span in the text.

    Spans are in order, never overlap and lie within the text. A span is empty only if its token has
    no character of its own: SentencePiece's lone space mark, or the second of two tokens from one
    character ("İ" lower-cased is two characters, which `char` makes two tokens).

    For 13a, none, char, zh and intl the spans are exact. SentencePiece normalizes text by rules of
    its model; its spans are exact wherever that is NFKC, character by character, and the best fit
    elsewhere.
    """
    # In a block, because `tokenize_line` loads sacreBLEU, which takes 50 ms.
    block, _ = tokenize_block([text], config)
    tokens = [token.decode("utf-8", "surrogatepass") for token in block.to_pylist()]
    return align_tokens(tokens, text, config)


def align_tokens(tokens: Sequence[str], text: str, config: BleuConfig) -> list[TokenSpan]:
    """Tokens of a text, with their spans: see `tokens_with_spans`."""
    source = _as_rewritten(text, config)
    bounds = _bounds_in_order(tokens, source.text)
    if bounds is None:
        source = source.mapped(lambda character: "".join(normalize("NFKC", character).split()))
        bare = [token.replace(SPACE_MARK, "") for token in tokens]
        bounds = _bounds_in_order(bare, source.text) or _bounds_by_diff(bare, source.text)
    placed, end = [], 0
    for token, (first, last) in zip(tokens, bounds, strict=True):
        start = max(end, source.starts[first]) if first < last else end
        end = max(start, source.ends[last - 1]) if first < last else start
        placed.append(TokenSpan(token, start, end))
    return placed


@dataclass(frozen=True, slots=True)
class _TracedText:
    """A rewritten text: character i comes from original[starts[i]:ends[i]]."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def mapped(self, change: Callable[[str], str]) -> _TracedText:
        """Change each character into any number of characters."""
        parts = [change(character) for character in self.text]
        origin = [i for i, part in enumerate(parts) for _ in part]
        starts, ends = [self.starts[i] for i in origin], [self.ends[i] for i in origin]
        return _TracedText("".join(parts), starts, ends)

    def replaced(self, old: str, new: str) -> _TracedText:
        """As str.replace, with at most one character for `new`."""
        if old not in self.text:
            return self
        starts: list[int] = []
        ends: list[int] = []
        position = 0
        for match in re.finditer(re.escape(old), self.text):
            first, last = match.span()
            starts += self.starts[position:first]
            ends += self.ends[position:first]
            if new:
                starts.append(self.starts[first])
                ends.append(self.ends[last - 1])
            position = last
        starts += self.starts[position:]
        ends += self.ends[position:]
        return _TracedText(self.text.replace(old, new), starts, ends)


def _as_rewritten(text: str, config: BleuConfig) -> _TracedText:
    """The text as rewritten by the tokenizer: sacreBLEU's steps, in its order."""
    # Trailing white space is removed first, so a final "-\n" loses only its "\n".
    text = text.rstrip()
    source = _TracedText(text, range(len(text)), range(1, len(text) + 1))
    if config.lowercase:
        lowered = text.lower()
        if len(lowered) > len(text):  # "İ" alone lower-cases to more than one character
            source = source.mapped(str.lower)
        # Lower-cased as a whole, because a "Σ" at the end of a word differs from others.
        source = _TracedText(lowered, source.starts, source.ends)
    if config.tokenize == "13a":
        for old, new in REPLACED_BY_13A:
            source = source.replaced(old, new)
    return source


def _bounds_in_order(tokens: Sequence[str], text: str) -> Bounds | None:
    """The positions of tokens in a text; None if more than white space is between them."""
    bounds, position = [], 0
    for token in tokens:
        first = text.find(token, position)
        if first < 0 or text[position:first].strip():
            return None
        position = first + len(token)
        bounds.append((first, position))
    return bounds


def _bounds_by_diff(tokens: Sequence[str], text: str) -> Bounds:
    """The probable positions of tokens in a text with other characters than theirs."""
    firsts, lasts = [], []
    diff = SequenceMatcher(None, text, "".join(tokens), autojunk=False)
    for _, i, i_end, j, j_end in diff.get_opcodes():
        # Equal stretches map one to one, replaced ones in proportion, rounded outwards.
        wide, long = i_end - i, j_end - j
        firsts += [i + k * wide // long for k in range(long)]
        lasts += [i - (-(k + 1) * wide // long) for k in range(long)]
    bounds, position = [], 0
    for token in tokens:
        end = position + len(token)
        bounds.append((firsts[position], lasts[end - 1]) if token else (0, 0))
        position = end
    return bounds


def contains(texts: pa.Array, wanted: str) -> NDArray[np.bool_]:
    """(S,) which texts contain `wanted`, ignoring case, or match it if it is "/…/".

    Raises ValueError if the text between the slashes is not a regular expression.

    >>> contains(pa.array(["The cat", "concatenate", None]), "/^The/").tolist()
    [True, False, False]
    """
    # RE2 takes linear time, so no user's pattern can stall a server.
    if _is_pattern(wanted):
        try:
            return mask(pc.match_substring_regex(texts, wanted[1:-1]))
        except pa.ArrowInvalid as error:
            reason = re.sub(r"^Invalid regular expression:\s*", "", str(error))
            raise ValueError(query.not_a_pattern(wanted, reason)) from None
    return mask(pc.match_substring(texts, wanted, ignore_case=True))


def find_spans(text: str, wanted: str) -> list[tuple[int, int]]:
    """The non-empty occurrences in a text: (start, end) in characters, in order."""
    start, end = islice((c for c in map(chr, range(0xE000, 0xF8FF)) if c not in text), 2)
    pattern = wanted[1:-1] if _is_pattern(wanted) else f"(?i){re.escape(wanted)}"
    try:
        # pyarrow's RE2 returns no positions, but can put marks around the matches.
        found = pc.replace_substring_regex(pa.scalar(text), pattern, rf"{start}\0{end}")
    except pa.ArrowInvalid:
        return []
    # Empty matches of \B may be between the bytes of a character.
    marked = found.as_buffer().to_pybytes().replace((start + end).encode(), b"").decode()
    spans, position = [], 0
    for i, piece in enumerate(re.split(f"[{start}{end}]", marked)):
        if i % 2:
            spans.append((position, position + len(piece)))
        position += len(piece)
    return spans


def merge_spans(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sort spans, and merge those that overlap.

    >>> merge_spans([(4, 7), (0, 2), (6, 9)])
    [(0, 2), (4, 9)]
    """
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


def _is_pattern(wanted: str) -> bool:
    return len(wanted) > 2 and wanted.startswith("/") and wanted.endswith("/")
