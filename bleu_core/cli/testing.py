"""The options of tests, and of the gate that stands on them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from bleu_core.common.escaping import visible
from bleu_core.messages import option
from bleu_core.systems.gates.conditions import Condition, ConditionError, conditions

Command = TypeVar("Command", bound=Callable[..., Any])


def tests_options(command: Command) -> Command:
    """Give a command the number of trials, and the seed."""
    for each in (
        click.option(
            "--seed", type=click.IntRange(0), default=12345, show_default=True, help="Of all tests."
        ),
        click.option(
            "--trials", type=click.IntRange(0, 1_000_000), default=10_000, show_default=True,
            help="Of the randomization test; 0 leaves all tests out.",
        ),
    ):  # fmt: skip
        command = each(command)
    return command


def gate_options(b: str, a: str, about_p: str = "") -> Callable[[Command], Command]:
    """The options of the gate; `a` and `b` are what is compared, B − A."""

    def gated(command: Command) -> Command:
        for each in (
            click.option(
                "--level", type=click.FloatRange(0, 1, min_open=True, max_open=True), default=0.05,
                show_default=True, help="Of the gate: p under which a difference is significant.",
            ),
            click.option(
                "--fail-if", multiple=True, callback=_read_conditions, metavar="CONDITIONS",
                help=f"Exit 1 if all of them hold: 'bleu<-0.5 and chrf<0' on {b} − {a} in points "
                f"of each metric, 'bleu<0 and chrf.p<0.05' on p too. Of ter and wer less is "
                f"better: ter>0 is worse.{about_p} May be given several times: any of them fails.",
            ),
            click.option(
                "--fail-if-significant", is_flag=True,
                help=f"Exit 1 if {b} is significantly below {a}.{about_p}",
            ),
            click.option(
                "--fail-under", type=float, metavar="Δ", callback=_check_number,
                help=f"Exit 1 if {b} − {a} is under this many BLEU points, such as -0.5.",
            ),
            click.option(
                "--accept-findings", is_flag=True,
                help="Do not exit 2 for what is serious about the input.",
            ),
        ):  # fmt: skip
            command = each(command)
        return command

    return gated


def check_gate(
    trials: int,
    fail_under: float | None,
    fail_if_significant: bool,
    fail_if: Sequence[Sequence[Condition]],
    opens: bool,
) -> None:
    """Refuse a gate that could not judge, or would never end.

    Raises
    ------
    UsageError
    """
    if fail_if_significant and not trials:
        raise click.UsageError(option.needs_trials("--fail-if-significant"))
    if not trials and any(condition.of_p for conditions in fail_if for condition in conditions):
        raise click.UsageError(option.needs_trials("--fail-if with p"))
    if opens and (fail_if_significant or fail_if or fail_under is not None):
        raise click.UsageError(option.open_with_gate())


def _check_number(ctx: click.Context, parameter: click.Parameter, number: float | None) -> Any:
    if number is not None and not math.isfinite(number):  # nan would let everything pass
        raise click.BadParameter(option.not_finite())
    return number


def _read_conditions(ctx: click.Context, parameter: click.Parameter, texts: tuple[str, ...]) -> Any:
    try:
        return [conditions(text) for text in texts]
    except ConditionError as fault:
        place = len(visible(fault.text[: fault.at]))
        told = option.malformed_condition(fault.problem, visible(fault.text), place)
        raise click.BadParameter(told) from None
