"""The text around an n-gram: a line of a concordance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bleu_core.common.wording import cut, cut_before
from bleu_core.text.config import BleuConfig
from bleu_core.text.spans import Token, tokens_with_spans

# Characters on either side.
WIDTH = 60


class Context(NamedTuple):
    """The text before an n-gram, the n-gram as written there, and the text after."""

    before: str
    ngram: str
    after: str


def in_context(text: str, ngram: str, config: BleuConfig, width: int = WIDTH) -> Context | None:
    """The first place of an n-gram (tokens joined by spaces) in a text, or None.

    >>> in_context("Hello, world! Hello.", "world !", BleuConfig())
    Context(before='Hello, ', ngram='world!', after=' Hello.')
    """
    wanted = ngram.split()
    tokens = tokens_with_spans(text, config)
    words = [token.text for token in tokens]
    for i in range(len(words) - len(wanted) + 1):
        if words[i : i + len(wanted)] == wanted:
            return _around(text, tokens[i : i + len(wanted)], width)
    return None


def context_at(
    text: str, first: int, order: int, config: BleuConfig, width: int = WIDTH
) -> Context:
    """The n-gram of an order that begins at token `first` of a text.

    >>> context_at("Hello, world! Hello.", 4, 1, BleuConfig())
    Context(before='Hello, world! ', ngram='Hello', after='.')
    """
    return _around(text, tokens_with_spans(text, config)[first : first + order], width)


def _around(text: str, tokens: Sequence[Token], width: int) -> Context:
    start, end = tokens[0].start, tokens[-1].end
    return Context(cut_before(text[:start], width), text[start:end], cut(text[end:], width))
