"""The metrics that a command is asked for, with their settings under sacreBLEU's names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bleu_core.cli.errors import told
from bleu_core.common.wording import listed
from bleu_core.messages import option
from bleu_core.metrics.registry import NAMES

if TYPE_CHECKING:
    from bleu_core.metrics import TextMetric
    from bleu_core.text.config import BleuConfig

Command = TypeVar("Command", bound=Callable[..., Any])

# The options of a metric's settings are named by the word before them, and hold for these.
_HOLD_FOR = {"chrf": ("chrf", "chrf++"), "ter": ("ter",)}
# What makes it chrF++ is no setting of chrF++.
_FIXED = {("chrf++", "word_order")}

_SETTINGS = [
    click.option(
        "--chrf-char-order", "-cc", type=click.IntRange(1), metavar="N",
        help="Of chrf, chrf++: the longest character n-gram.  [default: 6]",
    ),
    click.option(
        "--chrf-word-order", "-cw", type=click.IntRange(0), metavar="N",
        help="Of chrf: the longest word n-gram.  [default: 0; chrf++ is 2]",
    ),
    click.option(
        "--chrf-beta", type=click.IntRange(0), metavar="N",
        help="Of chrf, chrf++: how much recall weighs beside precision.  [default: 2]",
    ),
    click.option(
        "--chrf-whitespace", is_flag=True, default=None,
        help="Of chrf, chrf++: white space counts as a character.",
    ),
    click.option(
        "--chrf-eps-smoothing", is_flag=True, default=None,
        help="Of chrf, chrf++: smooth by a small number, not by effective order.",
    ),
    click.option(
        "--chrf-lowercase", is_flag=True, default=None, help="Of chrf, chrf++: lower-case the text."
    ),
    click.option(
        "--ter-normalized", is_flag=True, default=None, help="Of ter: punctuation is apart."
    ),
    click.option(
        "--ter-no-punct", is_flag=True, default=None, help="Of ter: punctuation is left out."
    ),
    click.option(
        "--ter-asian-support", is_flag=True, default=None,
        help="Of ter, with one of these two: the same of Chinese and Japanese.",
    ),
    click.option(
        "--ter-case-sensitive", is_flag=True, default=None, help="Of ter: case is told apart."
    ),
]  # fmt: skip


def metrics_option(purpose: str, default: str = "") -> Callable[[Command], Command]:
    """The option -m, one name or several, each counted once."""
    return click.option(
        "--metrics",
        "-m",
        "metrics",
        type=click.Choice(NAMES),
        multiple=True,
        metavar="NAME...",
        callback=lambda ctx, option, given: tuple(dict.fromkeys(given)),
        help=f"{purpose}, one or several of {listed(NAMES)}. Those of words take BLEU's "
        f"tokenizer and case; chrf, chrf++ and ter have options of their own. A file of such a "
        f"name is ./chrf.{default}",
    )


def metric_settings_options(command: Command) -> Command:
    """Give a command the options of the settings of metrics other than BLEU."""
    for setting in reversed(_SETTINGS):
        command = setting(command)
    return command


def metrics_of(
    names: Sequence[str], config: BleuConfig, options: Mapping[str, Any]
) -> dict[str, TextMetric]:
    """The metrics of these names but BLEU, beside BLEU under its settings.

    Parameters
    ----------
    names : list of NAMES
    config : BleuConfig
    options : dict
        All options of the command, by name; None is one that was not said.

    Raises
    ------
    UsageError
        For a setting of a metric that is not asked for.
    """
    settings: dict[str, dict[str, Any]] = {name: {} for name in names if name != "bleu"}
    for parameter, value in options.items():
        group, _, setting = parameter.partition("_")
        if group not in _HOLD_FOR or value is None:
            continue
        hold_for = [name for name in _HOLD_FOR[group] if (name, setting) not in _FIXED]
        asked = [name for name in hold_for if name in settings]
        if not asked:
            called = f"--{parameter.replace('_', '-')}"
            raise click.UsageError(option.metric_not_chosen(called, hold_for))
        for name in asked:
            settings[name][setting] = value
    if not settings:
        return {}
    from bleu_core.metrics import known

    with told():
        return {
            # Every metric is a dataclass of its settings, which a protocol cannot say.
            name: replace(known(name, config), **said)  # type: ignore[type-var]
            for name, said in settings.items()
        }
