"""The options that choose segments: `--where`, `--gate`, `--find-slices`, `--threshold`.

They are read before any file is, so that a slip of the pen costs no time; nothing is loaded
for them where none is given.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from bleu_core.cli.errors import BadInput
from bleu_core.common.escaping import visible
from bleu_core.messages import option, text_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bleu_core.explain.comparison import Comparison
    from bleu_core.metrics import Opinion
    from bleu_core.segments.columns import Table
    from bleu_core.segments.detectors import Thresholds
    from bleu_core.segments.expressions import ExpressionError

Command = TypeVar("Command", bound=Callable[..., Any])
_NUMBER = re.compile(r"\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*", re.IGNORECASE | re.ASCII)
_WIDE_SPACE = "\u3000"


class Gate(NamedTuple):
    """Segments, by an expression or the name of a saved slice, and the least Δ allowed there."""

    text: str
    limit: float


@dataclass(frozen=True)
class Choices:
    """What the options say.

    Attributes
    ----------
    where : str
        The expression of the segments that are compared; '' for all.
    gates : list of Gate
    finds : bool
        Whether the slice finder is to look.
    thresholds : mapping of str to float
        Those of the detectors that are not the usual ones.
    lists : bool
        Whether to print what columns there are, and to do no more.
    """

    where: str = ""
    gates: tuple[Gate, ...] = ()
    finds: bool = False
    thresholds: Mapping[str, float] | None = None
    lists: bool = False

    @property
    def speaks(self) -> bool:
        """Whether any of them is there, so that a table of columns is needed."""
        return bool(self.where or self.gates or self.finds or self.thresholds or self.lists)

    def made(self) -> Thresholds:
        """The thresholds of the detectors."""
        from bleu_core.segments.detectors import Thresholds

        return Thresholds(**(self.thresholds or {}))  # type: ignore[arg-type]


def where_option(command: Command) -> Command:
    """Give a command the option that chooses segments, and that of the detectors' thresholds."""
    for each in (
        click.option(
            "--threshold", "thresholds", multiple=True, callback=_read_thresholds,
            metavar="NAME=NUMBER",
            help="From where on a detector of degenerate output counts, such as short=0.6. May be "
            "given several times.",
        ),
        click.option(
            "--where", default=None, callback=_read_where, metavar="EXPRESSION",
            help="Compare only the segments that fulfil it: 'points < -0.05 and not a.copy'.",
        ),
    ):  # fmt: skip
        command = each(command)
    return command


def slices_options(command: Command) -> Command:
    """Give a command the options of slices: the gate on some of them, the finder, the columns."""
    for each in (
        click.option(
            "--columns", "lists_columns", is_flag=True,
            help="Print the columns that an expression may name, and do no more.",
        ),
        click.option(
            "--find-slices", is_flag=True,
            help="Look for what segments that carry the difference have in common, on one half of "
            "them, and test it on the other.",
        ),
        click.option(
            "--gate", "gates", multiple=True, callback=_read_gates, metavar="'EXPRESSION: Δ'",
            help="Exit 1 if Δ of BLEU on these segments is under this number: 'question: -0.3'. In "
            "place of an expression may stand the name of a saved slice; a name that is an "
            "expression too, as question is, is read as that. May be given several times: any of "
            "them fails.",
        ),
    ):  # fmt: skip
        command = each(command)
    return command


def choices(options: dict[str, Any]) -> Choices:
    """What was given by these options, which are taken out."""
    return Choices(
        options.pop("where"),
        tuple(options.pop("gates", ())),
        options.pop("find_slices", False),
        options.pop("thresholds"),
        options.pop("lists_columns", False),
    )


def segments(text: str, table: Table, asked_by: str) -> NDArray[Any]:
    """The indices of the segments that fulfil an expression, which an option has.

    Raises
    ------
    BadInput
        For what is no expression, with its place; for one that no segment fulfils.
    """
    from bleu_core.segments.expressions import ExpressionError, chosen

    try:
        rows = chosen(text, table)
    except ExpressionError as error:
        raise BadInput(pointed(text, error, asked_by)) from None
    if not len(rows):
        raise BadInput([option.no_segment(asked_by, visible(text))])
    return rows


def part_of(
    comparison: Comparison, opinions: Sequence[Opinion], where: str, table: Table
) -> tuple[Comparison, list[Opinion]]:
    """A comparison, and what other metrics say of it, of the segments that fulfil an expression."""
    from bleu_core.metrics import Opinion
    from bleu_core.text.evalset import Part

    part = comparison.part(segments(where, table, "--where"), where)
    assert isinstance(part.evalset, Part)
    return part, [Opinion(one.a.part(part.evalset), one.b.part(part.evalset)) for one in opinions]


def pointed(text: str, error: ExpressionError, asked_by: str) -> list[str]:
    """What is wrong with an expression, the expression, and a caret under the place."""
    problem = option.bad_expression(asked_by, list(dict.fromkeys(error.problems)))
    return [problem, f"  {visible(text)}", f"  {_blank(text[: error.at])}^"]


def _blank(text: str) -> str:
    """Spaces as wide as a text is in a terminal."""
    width = {"W": _WIDE_SPACE, "F": _WIDE_SPACE}
    return "".join(
        "" if unicodedata.combining(char) else width.get(unicodedata.east_asian_width(char), " ")
        for char in visible(text)
    )


def _read_where(ctx: click.Context, parameter: click.Parameter, text: str | None) -> str:
    if text is None:
        return ""
    if not text.strip():
        # As from a variable that is not set: it would compare everything.
        raise click.BadParameter(option.empty_expression())
    from bleu_core.segments.expressions import ExpressionError, parse

    try:
        parse(text)
    except ExpressionError as error:
        raise BadInput(pointed(text, error, "--where")) from None
    return text.strip()


def _read_gates(ctx: click.Context, parameter: click.Parameter, texts: tuple[str, ...]) -> Any:
    """The number stands after the last colon: what else has one is quoted, and ends in a quote."""
    found = []
    for text in texts:
        what, colon, number = text.rpartition(":")
        match = _NUMBER.fullmatch(number)
        if not colon or not what.strip() or match is None or not math.isfinite(float(match[1])):
            raise click.BadParameter(option.malformed_gate(visible(text)))
        found.append(Gate(what.strip(), float(match[1])))
    return found


def _read_thresholds(ctx: click.Context, parameter: click.Parameter, texts: tuple[str, ...]) -> Any:
    if not texts:
        return {}
    from bleu_core.segments.detectors import Thresholds

    usual = {name: type(value) for name, value in vars(Thresholds()).items()}
    found: dict[str, Any] = {}
    for text in texts:
        name, _, number = (part.strip() for part in text.partition("="))
        if name not in usual:
            raise click.BadParameter(option.unknown_threshold(visible(name), list(usual)))
        if name in found:
            raise click.BadParameter(option.repeated(name))
        try:
            found[name] = usual[name](number)
        except ValueError:
            told = option.malformed_threshold(name, visible(number), usual[name] is int)
            raise click.BadParameter(told) from None
        try:
            Thresholds(**{name: found[name]})
        except ValueError as error:
            raise click.BadParameter(text_of(error)) from None
    return found
