"""Settings are checked when they are made, each with a sentence of its own."""

import dataclasses
import math

import pytest

from bleu_core import BleuConfig
from bleu_core.config import TOKENIZERS


def test_the_defaults_are_sacrebleus() -> None:
    assert BleuConfig() == BleuConfig(
        tokenize="13a",
        lowercase=False,
        smooth_method="exp",
        smooth_value=None,
        max_ngram_order=4,
        weights=None,
        effective_order=False,
        reference_length="closest",
    )


def test_settings_are_frozen_and_hashable() -> None:
    config = BleuConfig(weights=(0.7, 0.3), max_ngram_order=2)
    assert {config: 1}[BleuConfig(weights=(0.7, 0.3), max_ngram_order=2)] == 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        config.lowercase = True  # type: ignore[misc]


def test_weights_may_be_any_sequence_of_numbers() -> None:
    config = BleuConfig(weights=[0.75, 0.25], max_ngram_order=2)  # type: ignore[arg-type]
    assert config.weights == (0.75, 0.25)
    assert hash(config) == hash(BleuConfig(weights=(0.75, 0.25), max_ngram_order=2))


def test_equal_weights_are_the_default() -> None:
    assert BleuConfig(weights=(1 / 3,) * 3, max_ngram_order=3) == BleuConfig(max_ngram_order=3)
    assert BleuConfig(weights=(1.0,), max_ngram_order=1).weights is None


@pytest.mark.parametrize(
    ("method", "value", "smoothing"),
    [("exp", None, 0), ("none", None, 0), ("floor", None, 0.1), ("add-k", None, 1),
     ("floor", 0.25, 0.25), ("add-k", 2, 2)],
)  # fmt: skip
def test_the_smoothing_in_force(method: str, value: float | None, smoothing: float) -> None:
    assert BleuConfig(smooth_method=method, smooth_value=value).smoothing == smoothing


@pytest.mark.parametrize("name", TOKENIZERS)
def test_every_tokenizer_of_sacrebleu_can_be_chosen(name: str) -> None:
    assert BleuConfig(tokenize=name).tokenize == name


@pytest.mark.parametrize("order", range(1, 10))
def test_every_order_up_to_nine_can_be_chosen(order: int) -> None:
    assert BleuConfig(max_ngram_order=order).max_ngram_order == order


ERRORS: list[tuple[dict[str, object], str]] = [
    ({"tokenize": "14a"}, "tokenize is '14a'; it can be 13a, intl, char, zh, none, "),
    ({"smooth_method": "add"}, "smooth_method is 'add'; it can be exp, floor, add-k or none."),
    ({"smooth_value": 0.1}, "smooth_method 'exp' takes no smooth_value."),
    ({"smooth_method": "none", "smooth_value": 1}, "smooth_method 'none' takes no smooth_value."),
    ({"smooth_method": "floor", "smooth_value": 0}, "smooth_value is 0; it must be a number above"),
    ({"smooth_method": "add-k", "smooth_value": -1}, "smooth_value is -1; it must be a number"),
    ({"smooth_method": "floor", "smooth_value": math.nan}, "smooth_value is nan; it must be a"),
    ({"smooth_method": "floor", "smooth_value": math.inf}, "smooth_value is inf; it must be a"),
    ({"max_ngram_order": 0}, "max_ngram_order is 0; it must be a whole number from 1 to 9."),
    ({"max_ngram_order": 10}, "max_ngram_order is 10; it must be a whole number from 1 to 9."),
    ({"max_ngram_order": 4.0}, "max_ngram_order is 4.0; it must be a whole number from 1 to 9."),
    ({"max_ngram_order": True}, "max_ngram_order is True; it must be a whole number from 1 to 9."),
    ({"weights": (0.5, 0.5)}, "2 weights are given for max_ngram_order 4."),
    ({"weights": (0.5, 0.5, 0, 0)}, "Every weight must be a number above 0."),
    ({"weights": (0.5, 0.5, math.nan, 0.1)}, "Every weight must be a number above 0."),
    ({"weights": (0.4, 0.3, 0.2, 0.2)}, "The weights sum to 1.1; they must sum to 1."),
    ({"weights": (1, 1, 1, 1)}, "The weights sum to 4; they must sum to 1."),
    ({"reference_length": "longest"}, "reference_length is 'longest'; it can be closest, shortest"),
]


@pytest.mark.parametrize(("settings", "message"), ERRORS, ids=[m for _, m in ERRORS])
def test_what_cannot_be_is_said(settings: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (the message is compared below)
        BleuConfig(**settings)  # type: ignore[arg-type]
    assert str(caught.value).startswith(message)


def test_all_that_cannot_be_is_said_at_once() -> None:
    expected = r"tokenize is .*smooth_method is .*order is .*length is"
    with pytest.raises(ValueError, match=expected):
        BleuConfig(tokenize="x", smooth_method="y", max_ngram_order=99, reference_length="z")
