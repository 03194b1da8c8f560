"""Where each scored token lies in the text as its author wrote it.

A tokenizer rewrites a text before it cuts it, so a token cannot simply be
looked up in the original. But all that sacreBLEU's tokenizers rewrite is known:
the same is done here to a text whose characters remember where they come from,
and in that the tokens follow one another with nothing but white space between.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from unicodedata import normalize

from bleu_core.text.config import BleuConfig
from bleu_core.text.tokenizers import tokenize_line

# What sacreBLEU's 13a replaces, in its order: "&amp;lt;" ends as "<". Its last
# replacement, of line breaks by spaces, moves no border between tokens.
REPLACED_BY_13A = (
    ("<skipped>", ""), ("-\n", ""),
    ("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"),
)  # fmt: skip

# SentencePiece's sign for a space, in tokens only.
SPACE_MARK = "\u2581"

# [first, last) of each token in a text.
Bounds = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Token:
    """A token as scored, and its place in the text as written.

    Attributes
    ----------
    text : str
        What is counted: lower-cased if the settings say so, entities replaced.
        Never contains white space.
    start, end : int
        It is written at original[start:end], in Python's characters (code
        points; JavaScript's strings count those beyond U+FFFF as two).
    """

    text: str
    start: int
    end: int


def tokens_with_spans(text: str, config: BleuConfig) -> list[Token]:
    """The tokens of one text exactly as scored, each with its span in the text.

    Spans are in order, never overlap and lie within the text. A span is empty
    only where its token has no character of its own: SentencePiece's lone
    space mark, or the second of two tokens that come from one character ("İ"
    lower-cased is two characters, which `char` makes two tokens).

    For 13a, none, char, zh and intl the spans are exact; for SentencePiece,
    which normalizes text by rules of its model, they are so wherever that
    normalization is NFKC, character by character, and the best fit elsewhere.
    """
    return align_tokens(tokenize_line(text, config), text, config)


def align_tokens(tokens: Sequence[str], text: str, config: BleuConfig) -> list[Token]:
    """Tokens that some tokenizer made of a text, with their spans: see `tokens_with_spans`."""
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
        placed.append(Token(token, start, end))
    return placed


@dataclass(frozen=True, slots=True)
class _TracedText:
    """A rewritten text: character i stands for original[starts[i]:ends[i]]."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def mapped(self, change: Callable[[str], str]) -> _TracedText:
        """Each character changed for itself, into any number of characters."""
        parts = [change(character) for character in self.text]
        origin = [i for i, part in enumerate(parts) for _ in part]
        starts, ends = [self.starts[i] for i in origin], [self.ends[i] for i in origin]
        return _TracedText("".join(parts), starts, ends)

    def replaced(self, old: str, new: str) -> _TracedText:
        """As str.replace, with one character or none for `new`."""
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
    """The text as the tokenizer cuts it: the steps of sacreBLEU, in its order."""
    # At its right end a text loses white space first, hence a final "-\n" only its "\n".
    text = text.rstrip()
    source = _TracedText(text, range(len(text)), range(1, len(text) + 1))
    if config.lowercase:
        lowered = text.lower()
        if len(lowered) > len(text):  # "İ" alone lower-cases to more than one character
            source = source.mapped(str.lower)
        # The whole text's lower case, because a "Σ" that ends a word differs from others.
        source = _TracedText(lowered, source.starts, source.ends)
    if config.tokenize == "13a":
        for old, new in REPLACED_BY_13A:
            source = source.replaced(old, new)
    return source


def _bounds_in_order(tokens: Sequence[str], text: str) -> Bounds | None:
    """Where the tokens follow one another in a text; None if more than spaces lies between."""
    bounds, position = [], 0
    for token in tokens:
        first = text.find(token, position)
        if first < 0 or text[position:first].strip():
            return None
        position = first + len(token)
        bounds.append((first, position))
    return bounds


def _bounds_by_diff(tokens: Sequence[str], text: str) -> Bounds:
    """Where the tokens probably lie in a text that has other characters than they."""
    firsts, lasts = [], []
    diff = SequenceMatcher(None, text, "".join(tokens), autojunk=False)
    for _, i, i_end, j, j_end in diff.get_opcodes():
        # Equal stretches go one to one, replaced ones in proportion, rounded outwards.
        wide, long = i_end - i, j_end - j
        firsts += [i + k * wide // long for k in range(long)]
        lasts += [i - (-(k + 1) * wide // long) for k in range(long)]
    bounds, position = [], 0
    for token in tokens:
        end = position + len(token)
        bounds.append((firsts[position], lasts[end - 1]) if token else (0, 0))
        position = end
    return bounds
