"""The settings of a BLEU score, checked when they are created."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from typing import Any

from bleu_core.common.formatting import join_words
from bleu_core.messages import Message, scoring
from bleu_core.text.plugins import Plugins, load_plugins

# The built-in tokenizers: sacreBLEU's, by its names, without spBLEU-1K. All others are plugins.
TOKENIZERS = (
    "13a", "intl", "char", "zh", "none", "ja-mecab", "ko-mecab", "spm", "flores101", "flores200",
)  # fmt: skip
# sacreBLEU's default tokenizers for target languages; 13a for all others.
LANGUAGE_TOKENIZERS = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}
LENGTH_RULES = ("closest", "shortest", "average")
MAX_ORDER = 9

# The default value of each smoothing method; None if it takes no value.
# Chen and Cherry (2014), "A Systematic Comparison of Smoothing Techniques for
# Sentence-Level BLEU": their methods 1 (floor), 2 (add-k) and 3 (exp).
SMOOTHING: dict[str, float | None] = {"exp": None, "floor": 0.1, "add-k": 1, "none": None}


@dataclass(frozen=True, slots=True)
class BleuConfig:
    """Settings of a BLEU score; frozen and hashable.

    Parameters
    ----------
    tokenize : str
        Tokenizer by its sacreBLEU name, one of `TOKENIZERS`; or that of a plugin.
    lowercase : bool
        Whether to lowercase all texts.
    smooth_method : str
        Smoothing of orders without a match, one of `SMOOTHING`.
    smooth_value : float or None
        Value for the methods "floor" and "add-k"; None for the method's default.
    max_ngram_order : int
        N, the longest n-gram counted, 1 to 9.
    weights : tuple of N floats or None
        Weights of the orders, positive with sum 1 (w_n in Papineni et al. 2002, section 2.3);
        None for equal weights.
    effective_order : bool
        Whether to average only the orders for which the text is long enough. Meant for single
        sentences.
    reference_length : str
        Reference length of a segment with several references: "closest" (the shorter of equally
        close ones, as in the paper and sacreBLEU), "shortest" (NIST before 2009) or "average".

    Raises
    ------
    InputError
        A setting is invalid. A ValueError with one message per problem.

    References
    ----------
    Papineni, Roukos, Ward and Zhu (2002), "BLEU: a Method for Automatic Evaluation of Machine
    Translation", https://aclanthology.org/P02-1040.

    Examples
    --------
    >>> BleuConfig(tokenize="char", max_ngram_order=6).smooth_method
    'exp'
    >>> BleuConfig(smooth_method="add-k").smoothing
    1.0
    >>> BleuConfig(max_ngram_order=0)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    bleu_core.text.evalset.InputError: max_ngram_order is 0...
    """

    tokenize: str = "13a"
    lowercase: bool = False
    smooth_method: str = "exp"
    smooth_value: float | None = None
    max_ngram_order: int = 4
    weights: tuple[float, ...] | None = None
    effective_order: bool = False
    reference_length: str = "closest"

    def __post_init__(self) -> None:
        if self.weights is not None:
            object.__setattr__(self, "weights", tuple(float(w) for w in self.weights))
        problems = list(_problems(self))
        if problems:
            # Imported here, with pyarrow, which valid settings do not need.
            from bleu_core.text.evalset import InputError

            raise InputError(problems)
        # Equal weights are the default, and must give identical scores.
        if self.weights is not None and len(set(self.weights)) == 1:
            object.__setattr__(self, "weights", None)

    @property
    def smoothing(self) -> float:
        """The smoothing value in use; 0 if the method takes none."""
        default = SMOOTHING[self.smooth_method]
        return float(default or 0) if self.smooth_value is None else float(self.smooth_value)


def with_settings(
    config: BleuConfig, settings: Mapping[str, Any], others: Sequence[str] = ()
) -> BleuConfig:
    """A config with some settings changed; `others` are further names that may have been meant."""
    known = [field.name for field in fields(BleuConfig)]
    problems = [
        scoring.unknown_setting(
            name, "".join(get_close_matches(name[:40], [*known, *others], 1, 0.5)), known
        )
        for name in settings
        if name not in known
    ]
    if not isinstance(config, BleuConfig):
        expected = "a BleuConfig. Settings can also be given by name, such as tokenize='intl'"
        problems.append(scoring.must_be("config", repr(config), expected))
    if problems:
        from bleu_core.text.evalset import InputError

        raise InputError(problems)
    return replace(config, **settings) if settings else config


def tokenizer_for(language_pair: str | None) -> str:
    """sacreBLEU's default tokenizer for a language pair, which is read as its command does.

    >>> [tokenizer_for(pair) for pair in ("en-ja", "en-de", None)]
    ['ja-mecab', '13a', '13a']
    """
    target = (language_pair or "").split("-")[1:2]
    return LANGUAGE_TOKENIZERS.get("".join(target), BleuConfig().tokenize)


def usable_settings(saved: Any) -> tuple[BleuConfig, str]:
    """Saved settings as a config; the default ones, and why, if they cannot be used."""
    try:
        return BleuConfig(**saved), ""
    except ValueError as error:  # an InputError
        return BleuConfig(), str(error)
    except TypeError:
        return BleuConfig(), "another version of BLEUscope saved them."


def _problems(config: BleuConfig) -> Iterator[Message]:
    if not is_tokenizer(config.tokenize):
        yield plugin_tokenizers().problems.get(config.tokenize) or _one_of(
            "tokenize", config.tokenize, tokenizer_names()
        )
    if config.smooth_method not in SMOOTHING:
        yield _one_of("smooth_method", config.smooth_method, SMOOTHING)
    elif config.smooth_value is not None:
        if SMOOTHING[config.smooth_method] is None:
            yield scoring.no_smooth_value(config.smooth_method)
        elif not (_is_number(config.smooth_value) and config.smooth_value > 0):
            yield scoring.must_be("smooth_value", repr(config.smooth_value), "a number above 0")
    order = config.max_ngram_order
    if isinstance(order, bool) or not isinstance(order, int) or not 1 <= order <= MAX_ORDER:
        yield scoring.must_be(
            "max_ngram_order", repr(order), f"a whole number from 1 to {MAX_ORDER}"
        )
    elif config.weights is not None:
        if len(config.weights) != order:
            yield scoring.number_of_weights(len(config.weights), order)
        if not all(math.isfinite(w) and w > 0 for w in config.weights):
            yield scoring.must_be("weights", repr(config.weights), "numbers above 0")
        elif abs(sum(config.weights) - 1) > 1e-9:
            yield scoring.sum_of_weights(sum(config.weights))
    if config.reference_length not in LENGTH_RULES:
        yield _one_of("reference_length", config.reference_length, LENGTH_RULES)
    yield from flag_problems(config, "lowercase", "effective_order")


def flag_problems(settings: object, *names: str) -> Iterator[Message]:
    """Settings that must be bools and are not: "no" would be true."""
    for name in names:
        if not isinstance(value := getattr(settings, name), bool):
            yield scoring.must_be(name, repr(value), "True or False")


def _one_of(name: str, given: str, choices: Iterable[str]) -> Message:
    return scoring.must_be(name, repr(given), join_words(choices, last="or"))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def tokenizer_names() -> tuple[str, ...]:
    """The names of all tokenizers: those of sacreBLEU, then those of plugins."""
    return (*TOKENIZERS, *plugin_tokenizers().found)


def is_tokenizer(name: str) -> bool:
    """Whether a tokenizer exists; plugins are read only if it is not a built-in one."""
    return name in TOKENIZERS or name in plugin_tokenizers().found


def plugin_tokenizers() -> Plugins:
    """The tokenizers of plugins, by name: functions from a text to its tokens."""
    return load_plugins("tokenizer", TOKENIZERS, _check)


def _check(split: Callable[[str], object]) -> None:
    split("A text, to try it.")


# Lower-case words for all that does not depend on the settings of a score: those of 13a, with each
# Chinese character by itself.
WORD_CONFIG = BleuConfig(tokenize="zh", lowercase=True)

TOKENIZER_MEANINGS = {
    "13a": "the standard for languages with spaces (WMT, mteval-v13a)",
    "intl": "splits at all Unicode punctuation and symbols",
    "char": "every character is a token",
    "zh": "Chinese characters one by one, the rest as 13a",
    "none": "splits at spaces only; for text that is already tokenized",
    "ja-mecab": "Japanese words (needs the extra “ja”)",
    "ko-mecab": "Korean words (needs the extra “ko”)",
    "spm": "SentencePiece, as flores101 (needs the extra “spm”)",
    "flores101": "SentencePiece for 101 languages (needs the extra “spm”)",
    "flores200": "SentencePiece for 200 languages (needs the extra “spm”)",
}
SMOOTHING_MEANINGS = {
    "exp": "an order without a match counts as 1/2 of a match, the next as 1/4 …",
    "floor": "an order without a match counts as a small fixed number of matches",
    "add-k": "k is added to matches and n-grams, from order 2 on",
    "none": "an order without a match makes BLEU 0",
}
LENGTH_RULE_MEANINGS = {
    "closest": "the reference closest in length (the paper, sacreBLEU)",
    "shortest": "the shortest reference (NIST before 2009)",
    "average": "the mean length of the references",
}


def tokenizer_meaning(name: str) -> str:
    """The meaning of a tokenizer in a few words, or the plugin that it is from."""
    if name in TOKENIZER_MEANINGS:
        return TOKENIZER_MEANINGS[name]
    plugin = plugin_tokenizers().found[name]
    return f"of the plugin {plugin.package} {plugin.version}"
