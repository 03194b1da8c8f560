"""Gate conditions on Δ or p of metrics that must all hold: "bleu<-0.5 and chrf<0"."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast, get_args

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import join_words
from bleu_core.messages import Message, scoring
from bleu_core.metrics.registry import metric_keys

_SIGNS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
# The quantity of a condition: Δ = B − A in points of the metric (no suffix), or a suffix like .p.
GateQuantity = Literal["delta", "p"]
_QUANTITY = re.compile(rf"(\.({'|'.join(get_args(GateQuantity)[1:])})\b)?")
_SIGN = re.compile("<=|>=|<|>")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?(?![\w.])", re.IGNORECASE | re.ASCII)
_AND = re.compile(r"and\b")


class GateConditionError(ValueError):
    """Conditions that cannot be parsed; as text, with a caret under the problem.

    `problem` is a clause; `at` is the index of its character in `text`, from 0.
    """

    def __init__(self, problem: Message, text: str, at: int) -> None:
        super().__init__(problem, text, at)
        self.problem, self.text, self.at = problem, text, at

    def __str__(self) -> str:
        before = " " * len(one_line(self.text[: self.at]))
        return f"{self.problem}:\n  {one_line(self.text)}\n  {before}^"


@dataclass(frozen=True)
class GateCondition:
    """One condition, such as chrf<0 or chrf.p<0.05."""

    metric: str  # One of `metric_keys()`, or the key of imported scores
    quantity: GateQuantity
    sign: str  # "<", "<=", ">" or ">="
    limit: float

    @property
    def needs_tests(self) -> bool:
        """Whether the quantity is the result of a significance test."""
        return self.quantity != "delta"

    def holds(self, value: float) -> bool:
        """Whether the condition holds for a Δ, without rounding errors, or for a p."""
        limit = self.limit
        if self.quantity == "delta":
            from bleu_core.common.rounding import rounded  # needs numpy, --help does not

            value, limit = rounded(value), rounded(limit)
        return bool(_SIGNS[self.sign](value, limit))


def parse_conditions(text: str, imported: Mapping[str, str] | None = None) -> list[GateCondition]:
    """Parse conditions such as "bleu<-0.5 and chrf.p<0.05"; raises GateConditionError.

    `imported` has the key of imported scores for each of their names.

    >>> parse_conditions("COMET.p<0.05", {"COMET": "imported:COMET"})
    [GateCondition(metric='imported:COMET', quantity='p', sign='<', limit=0.05)]
    """
    keys = {key: key for key in metric_keys()} | dict(imported or {})
    names = sorted(map(re.escape, keys), key=len, reverse=True)
    of_metric = re.compile(rf"({'|'.join(names)})(?![\w+-])")
    parsed: list[GateCondition] = []
    at = 0
    while not parsed or at < len(text.rstrip()):
        if parsed:
            _, at = _take(text, at, _AND, scoring.expected('"and"'))
        metric, at = _take(text, at, of_metric, scoring.expected(join_words(keys, last="or")))
        suffix, at = _take(text, at, _QUANTITY, scoring.expected("<, <=, > or >="))
        quantity = cast(GateQuantity, suffix.removeprefix(".") or "delta")
        sign, at = _take(text, at, _SIGN, scoring.expected("<, <=, > or >="))
        number, at = _take(text, at, _NUMBER, scoring.expected("a number"))
        limit = float(number)
        if not math.isfinite(limit):
            raise GateConditionError(scoring.expected("a smaller number"), text, at - len(number))
        if quantity == "p" and not 0 <= limit <= 1:
            raise GateConditionError(scoring.expected("a p from 0 to 1"), text, at - len(number))
        parsed.append(GateCondition(keys[metric], quantity, sign, limit))
    return parsed


def _take(text: str, at: int, pattern: re.Pattern[str], problem: Message) -> tuple[str, int]:
    """The match of a pattern at a position, after spaces, and the position after it."""
    at += len(text[at:]) - len(text[at:].lstrip())
    match = pattern.match(text, at)
    if match is None:
        raise GateConditionError(problem, text, at)
    return match[0], match.end()
