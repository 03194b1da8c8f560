"""Settings are checked when they are made, each with a message of its own."""

import dataclasses
import math
from collections.abc import Iterable
from functools import partial

import pytest
from sacrebleu.metrics import BLEU

from bleu_core import BleuConfig
from bleu_core.common.formatting import join_words
from bleu_core.text.config import LENGTH_RULES, SMOOTHING, TOKENIZERS
from tests.core.refusing import refused


def test_the_defaults_are_sacrebleus_equal_weights_and_a_smoothing_value_among_them() -> None:
    assert BleuConfig() == BleuConfig("13a", False, "exp", None, 4, None, False, "closest")
    assert BleuConfig(weights=(1 / 3,) * 3, max_ngram_order=3) == BleuConfig(max_ngram_order=3)
    assert BleuConfig(weights=(1.0,), max_ngram_order=1).weights is None
    defaults = {method: BleuConfig(smooth_method=method).smoothing for method in SMOOTHING}
    assert defaults == {"exp": 0, "floor": 0.1, "add-k": 1, "none": 0}
    assert BleuConfig(smooth_method="floor", smooth_value=0.25).smoothing == 0.25
    assert BleuConfig(smooth_method="add-k", smooth_value=2).smoothing == 2


def test_settings_are_frozen_and_hashable_and_weights_any_sequence() -> None:
    config = BleuConfig(weights=[0.75, 0.25], max_ngram_order=2)
    assert config.weights == (0.75, 0.25)
    assert {config: 1}[BleuConfig(weights=(0.75, 0.25), max_ngram_order=2)] == 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        config.lowercase = True  # type: ignore[misc]


def test_the_built_in_tokenizers_are_sacrebleus() -> None:
    # Its command is printed for each of them; one that it lacks is a plugin.
    assert set(TOKENIZERS) <= set(BLEU.TOKENIZERS)


def must_be(name: str, given: str, expected: str) -> tuple[str, dict[str, object]]:
    return "settings.must_be", {"name": name, "given": given, "expected": expected}


def choice(name: str, choices: Iterable[str]) -> tuple[str, dict[str, object]]:
    return must_be(name, "'x'", join_words(choices, last="or"))


order = partial(must_be, "max_ngram_order", expected="a whole number from 1 to 9")
value = partial(must_be, "smooth_value", expected="a number above 0")
weights = partial(must_be, "weights", expected="numbers above 0")


FLOOR, ADD_K = {"smooth_method": "floor"}, {"smooth_method": "add-k"}
WRONG = [
    ({"tokenize": "x"}, *choice("tokenize", TOKENIZERS)),
    ({"smooth_method": "x"}, *choice("smooth_method", SMOOTHING)),
    ({"reference_length": "x"}, *choice("reference_length", LENGTH_RULES)),
    ({"smooth_value": 0.1}, "settings.no_smooth_value", {"method": "exp"}),
    ({"smooth_method": "none", "smooth_value": 1}, "settings.no_smooth_value", {"method": "none"}),
    (FLOOR | {"smooth_value": 0}, *value("0")),
    (ADD_K | {"smooth_value": -1}, *value("-1")),
    (FLOOR | {"smooth_value": math.nan}, *value("nan")),
    (FLOOR | {"smooth_value": math.inf}, *value("inf")),
    ({"max_ngram_order": 0}, *order("0")),
    ({"max_ngram_order": 10}, *order("10")),
    ({"max_ngram_order": 4.0}, *order("4.0")),
    ({"max_ngram_order": True}, *order("True")),
    ({"weights": (0.5, 0.5)}, "settings.number_of_weights", {"weights": 2, "order": 4}),
    ({"weights": (0.5, 0.5, 0, 0)}, *weights("(0.5, 0.5, 0.0, 0.0)")),
    ({"weights": (0.5, 0.5, math.nan, 0.1)}, *weights("(0.5, 0.5, nan, 0.1)")),
    ({"weights": (0.4, 0.3, 0.2, 0.2)}, "settings.sum_of_weights", {"total": pytest.approx(1.1)}),
    ({"weights": (1, 1, 1, 1)}, "settings.sum_of_weights", {"total": 4}),
]


def test_what_cannot_be_is_told_all_of_it_at_once() -> None:
    for settings, code, values in WRONG:
        with refused(code) as messages:
            BleuConfig(**settings)
        given = {k: [*v] if isinstance(v, tuple) else v for k, v in messages[0].values.items()}
        assert given == values, settings
    choices = "settings.must_be"
    with refused(choices, choices, "settings.must_be", choices):
        BleuConfig(tokenize="x", smooth_method="y", max_ngram_order=99, reference_length="z")
