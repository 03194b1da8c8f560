"""Tokenize one line at a time with sacreBLEU's own tokenizers."""

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

# The extra of this package with a tokenizer's dependencies.
EXTRAS = {"ja-mecab": "ja", "ko-mecab": "ko", "spm": "spm", "flores101": "spm", "flores200": "spm"}


class TokenizerUnavailable(InputError):
    """A tokenizer's dependencies are not installed; the message says how to install them."""


def tokenize_line(text: str, config: BleuConfig) -> list[str]:
    """The tokens of one segment exactly as sacreBLEU scores them."""
    if config.lowercase:
        text = text.lower()
    tokenize: Callable[[str], str] = _metric(config.tokenize).tokenizer
    return tokenize(text.rstrip()).split()


def tokenizer_signature(name: str) -> str:
    """The name of a tokenizer in a signature; with a version for MeCab and SentencePiece."""
    if name in CLOSED_FORMS:  # without a version, so that sacreBLEU need not be loaded
        return name
    return str(_metric(name).tokenizer_signature)


@cache
def _metric(name: str) -> BLEU:
    """sacreBLEU's metric for a tokenizer: its public access to tokenizer and signature."""
    # Imported here: it takes 50 ms, and the closed forms do not need it.
    from sacrebleu.metrics.bleu import BLEU

    try:
        return BLEU(tokenize=name)
    except (ImportError, RuntimeError) as error:
        if name not in EXTRAS:
            raise
        raise TokenizerUnavailable(
            [settings.tokenizer_not_installed(name, EXTRAS[name])]
        ) from error
    except OSError as error:  # the SentencePiece model could not be downloaded or read
        raise TokenizerUnavailable(
            [settings.tokenizer_model_missing(name, type(error).__name__)]
        ) from error
