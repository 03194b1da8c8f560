"""Invalid settings of BLEU and other metrics."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.numerals import counted, plain
from bleu_core.common.wording import listed
from bleu_core.messages import message

# Invalid settings of BLEU and other metrics.


@message(area="settings")
def unknown_choice(name: str, given: str, choices: Sequence[str]) -> str:
    return f"{name} is {given!r}; it can be {listed(choices, last='or')}."


@message(area="settings")
def not_whole(name: str, given: str, least: int, most: int) -> str:
    """`given` is the value as Python writes it, which need not be a number."""
    return f"{name} is {given}; it must be a whole number from {least} to {most}."


@message(area="settings")
def out_of_range(name: str, given: str, least: float, most: float) -> str:
    return f"{name} is {given}; it must be a number from {plain(least)} to {plain(most)}."


@message(area="settings")
def not_boolean(name: str, given: str) -> str:
    return f"{name} is {given}; it must be True or False."


@message(area="settings")
def not_positive(name: str, given: str) -> str:
    return f"{name} is {given}; it must be a number above 0."


@message(area="settings")
def no_smooth_value(method: str) -> str:
    return f"smooth_method {method!r} takes no smooth_value."


@message(area="settings")
def number_of_weights(weights: int, order: int) -> str:
    given = counted(weights, "weight is", "weights are")
    return f"{given} given for max_ngram_order {order}."


@message(area="settings")
def weight_not_positive() -> str:
    return "Every weight must be a number above 0."


@message(area="settings")
def sum_of_weights(total: float) -> str:
    return f"The weights sum to {plain(total)}; they must sum to 1."


@message(area="settings")
def needs_text(name: str) -> str:
    return f"A change of {name} needs the text: count the statistics anew."


@message(area="settings")
def order_needs_text(counted_up_to: int, order: int) -> str:
    return f"These statistics go up to order {counted_up_to}; order {order} needs the text."


@message(area="settings")
def tokenizer_not_installed(tokenizer: str, extra: str) -> str:
    return (
        f"The tokenizer {tokenizer!r} needs packages that are not installed; "
        f"install them with: pip install 'bleuscope[{extra}]'"
    )


@message(area="settings")
def tokenizer_model_missing(tokenizer: str, cause: str) -> str:
    return (
        f"The tokenizer {tokenizer!r} needs its SentencePiece model, which sacreBLEU downloads "
        f"on first use and keeps; that failed ({cause}). "
        "Connect once, or choose another tokenizer."
    )
