"""The checks of a tokenizer."""

from __future__ import annotations

from typing import Any

from bleu_core.testing.texts import OUTPUTS, REFERENCES, SOURCE, require
from bleu_core.text.config import BleuConfig
from bleu_core.text.plugin_tokenizer import Tokenize
from bleu_core.text.spans import align_tokens
from bleu_core.text.tokenizers import tokenize_block

# Splits at spaces only.
UNCHANGED = BleuConfig(tokenize="none")
# Beside usual texts: white space of all kinds, characters beyond the basic plane, combining marks.
HARD = [
    "a\u00a0b\u2003c", "a\tb  c", "👩‍👩‍👧 e\u0301é ǅ", "İstanbul ΣΟΦΟΣ", "\u200b",
    "&amp; <b>x</b>", "3.5, 3,5",
]  # fmt: skip


def check_tokenizer(split: Tokenize) -> None:
    """Check a tokenizer: its tokens, and where they are in the text.

    Parameters
    ----------
    split : callable
        The object of the entry point: it returns the tokens of a text.

    Raises
    ------
    AssertionError
        The tokenizer breaks a rule, which the sentence names.

    Examples
    --------
    >>> from bleu_core.testing import check_tokenizer
    >>> check_tokenizer(str.split)
    >>> check_tokenizer(lambda text: text.split(" "))
    Traceback (most recent call last):
        ...
    AssertionError: Tokens must be non-empty strings without white space; of '' one is ''.
    """
    texts = ["", *SOURCE, *HARD, *(text for output in OUTPUTS for text in output)]
    texts += [text for reference in REFERENCES for text in reference if text is not None]
    for text in [text.rstrip() for text in texts]:
        for each in dict.fromkeys((text, text.lower())):
            _check_tokens(split, each)


def _check_tokens(split: Tokenize, text: str) -> None:
    tokens: Any = split(text)
    require(
        isinstance(tokens, list | tuple),
        f"A tokenizer must return a list of strings, not {type(tokens).__name__}.",
    )
    for token in tokens:
        require(
            isinstance(token, str) and token.split() == [token],
            f"Tokens must be non-empty strings without white space; of {text!r} one is {token!r}.",
        )
    require(
        tokens or not any(map(str.isalnum, text)),
        f"The tokenizer found no token in {text!r}.",
    )
    require(
        list(split(text)) == list(tokens), f"The tokens of {text!r} must be the same each time."
    )
    _check_use(list(tokens), text)


def _check_use(tokens: list[str], text: str) -> None:
    """What scores and highlights make of the tokens."""
    block = tokenize_block([" ".join(tokens)], UNCHANGED)
    found = [token.decode("utf-8", "surrogatepass") for token in block.tokens.to_pylist()]
    require(found == tokens, f"The tokens of {text!r} are not text: {tokens!r}.")
    spans = align_tokens(tokens, text, UNCHANGED)
    ends = [0, *(span.end for span in spans)]
    require(
        all(end <= span.start <= span.end for end, span in zip(ends, spans, strict=False))
        and ends[-1] <= len(text),
        f"The tokens of {text!r} have no places in it, in order.",
    )
