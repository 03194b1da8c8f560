"""The options that settings are given by, under sacreBLEU's names, and the settings they make."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, TypeVar

import click

from bleu_core.cli.errors import told
from bleu_core.messages import option
from bleu_core.text.config import LENGTH_RULES, MAX_ORDER, SMOOTHING, TOKENIZERS, BleuConfig

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTIONS = [
    click.option(
        "--tokenize",
        "-tok",
        type=click.Choice(TOKENIZERS),
        default="13a",
        show_default=True,
        help="How text is cut into tokens.",
    ),
    click.option("--lowercase", "-lc", is_flag=True, help="Score lower-cased text."),
    click.option(
        "--smooth-method",
        "-s",
        type=click.Choice(list(SMOOTHING)),
        default="exp",
        show_default=True,
        help="What an order without a match counts as.",
    ),
    click.option("--smooth-value", "-sv", type=float, help="For floor and add-k."),
    click.option(
        "--max-order",
        "--max-ngram-order",
        "max_ngram_order",
        type=click.IntRange(1, MAX_ORDER),
        default=4,
        show_default=True,
        help="The longest n-gram counted.",
    ),
    click.option("--weights", help="Of the orders, such as 0.4,0.3,0.2,0.1.  [default: equal]"),
    click.option(
        "--effective-order", is_flag=True, help="Average only the orders that the text has."
    ),
    click.option(
        "--reference-length",
        type=click.Choice(LENGTH_RULES),
        default="closest",
        show_default=True,
        help="Which of several references a segment's length is measured against.",
    ),
]  # fmt: skip


def settings_options(command: Command) -> Command:
    """Give a command the options of a score's settings."""
    for setting in reversed(_OPTIONS):
        command = setting(command)
    return command


def config_of(options: Mapping[str, Any]) -> BleuConfig:
    """The settings of BLEU that a command's options say."""
    names = {field.name for field in fields(BleuConfig)}
    said = {name: value for name, value in options.items() if name in names}
    weights = said.pop("weights")
    with told():
        return BleuConfig(weights=_numbers(weights) if weights else None, **said)


def _numbers(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(part) for part in text.split(","))
    except ValueError:
        raise ValueError(option.malformed_weights(text)) from None
