"""`check_tokenizer`: every built-in tokenizer passes, and each rule is found broken."""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from bleu_core.testing import check_tokenizer
from bleu_core.text.config import TOKENIZERS, BleuConfig
from bleu_core.text.tokenizers import TokenizerUnavailable, tokenize_line


@pytest.mark.parametrize("name", TOKENIZERS)
def test_a_built_in_tokenizer_passes(name: str) -> None:
    config = BleuConfig(tokenize=name)
    try:
        tokenize_line("a", config)
    except TokenizerUnavailable as error:
        pytest.skip(str(error))
    check_tokenizer(lambda text: tokenize_line(text, config))


numbers = count()


@pytest.mark.parametrize(
    ("split", "words"),
    [
        (lambda text: text, "a list of strings, not str"),
        (lambda text: [1], "one is 1"),
        (lambda text: [text] if text else [], "without white space"),
        (lambda text: text.split(" "), "non-empty"),
        (lambda text: [], "no token"),
        (lambda text: [f"{next(numbers)}"], "the same each time"),
    ],
)
def test_a_broken_tokenizer_is_refused_with_the_rule(split: Callable[..., Any], words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        check_tokenizer(split)


def test_a_tokenizer_may_change_drop_and_add_characters() -> None:
    check_tokenizer(lambda text: [token[:3].upper() + "_" for token in text.split()])
