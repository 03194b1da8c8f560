"""One line at a time: sacreBLEU's own tokenizers, and what they need installed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from bleu_core.messages import settings
from bleu_core.text.config import BleuConfig
from bleu_core.text.streams import InputError
from bleu_core.text.tokenizers.byte_path import CLOSED_FORMS

if TYPE_CHECKING:
    from sacrebleu.metrics.bleu import BLEU

# The extra of this package that brings what a tokenizer needs.
EXTRAS = {"ja-mecab": "ja", "ko-mecab": "ko", "spm": "spm", "flores101": "spm", "flores200": "spm"}


class TokenizerUnavailable(InputError):
    """What a tokenizer needs is not installed; the message says how to get it."""


def tokenize_line(text: str, config: BleuConfig) -> list[str]:
    """The tokens of one segment exactly as sacreBLEU scores them."""
    if config.lowercase:
        text = text.lower()
    tokenize: Callable[[str], str] = _metric(config.tokenize).tokenizer
    return tokenize(text.rstrip()).split()


def tokenizer_signature(name: str) -> str:
    """The name of a tokenizer in a signature; for MeCab and SentencePiece, with its version."""
    if name in CLOSED_FORMS:  # they have no version, and sacreBLEU need not be loaded for them
        return name
    return str(_metric(name).tokenizer_signature)


@cache
def _metric(name: str) -> BLEU:
    """sacreBLEU's metric for a tokenizer: its public way to the tokenizer and its signature."""
    # Loaded here: a twentieth of a second that the closed forms do without.
    from sacrebleu.metrics.bleu import BLEU

    try:
        return BLEU(tokenize=name)
    except (ImportError, RuntimeError) as error:
        if name not in EXTRAS:
            raise
        raise TokenizerUnavailable(
            [settings.tokenizer_not_installed(name, EXTRAS[name])]
        ) from error
    except OSError as error:  # the SentencePiece model could not be fetched or read
        raise TokenizerUnavailable(
            [settings.tokenizer_model_missing(name, type(error).__name__)]
        ) from error
