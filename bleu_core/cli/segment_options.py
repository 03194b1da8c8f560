"""Options that select segments: `--where`, `--threshold`, `--gate`, `--find-slices`, `--columns`.

They are checked before any file is read, so that a typo costs no time. Libraries are imported only
for options that are used.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from bleu_core.cli.errors import BadInput
from bleu_core.cli.options import option, options_class
from bleu_core.cli.output import saved_slice
from bleu_core.common.escaping import one_line
from bleu_core.messages import option as messages
from bleu_core.messages import scoring, text_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bleu_core.explain.comparison import Comparison
    from bleu_core.metrics import MetricComparison
    from bleu_core.segments.columns import SegmentTable
    from bleu_core.segments.detectors import Thresholds
    from bleu_core.segments.expressions import ExpressionError
    from bleu_core.systems.gates import GateResults

_NUMBER = re.compile(r"\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*", re.IGNORECASE | re.ASCII)
_WIDE_SPACE = "\u3000"
GATE = (
    "an expression or the name of a saved slice, a colon and a number of BLEU points, such as "
    "'question: -0.3'"
)


def _read_where(ctx: click.Context, parameter: click.Parameter, text: str | None) -> str:
    if text is None:
        return ""
    if not text.strip():
        # Probably from a shell variable that is not set; it would compare everything.
        raise click.BadParameter(messages.malformed(text, "an expression"))
    from bleu_core.segments.expressions import ExpressionError, parse

    try:
        parse(text)
    except ExpressionError as error:
        raise BadInput(_with_caret(text, error, "--where")) from None
    return text.strip()


def _read_gates(ctx: click.Context, parameter: click.Parameter, texts: tuple[str, ...]) -> Any:
    """Parse gates. The number follows the last colon; expressions have colons only in quotes."""
    gates = []
    for text in texts:
        slice, colon, number = text.rpartition(":")
        match = _NUMBER.fullmatch(number)
        if not colon or not slice.strip() or match is None or not math.isfinite(float(match[1])):
            raise click.BadParameter(messages.malformed(one_line(text), GATE))
        gates.append((slice.strip(), float(match[1])))
    return gates


def _read_thresholds(ctx: click.Context, parameter: click.Parameter, texts: tuple[str, ...]) -> Any:
    if not texts:
        return {}
    from bleu_core.segments.detectors import changed_thresholds, read_thresholds

    try:
        given = read_thresholds(",".join(text.replace("=", ":", 1) for text in texts))
    except ValueError as error:
        raise click.BadParameter(text_of(error)) from None
    return changed_thresholds(given)


@options_class
class SegmentOptions:
    """Which segments to compare, and which slices to find or judge."""

    # An expression; "" for all segments.
    where: str = option(
        "--where", default=None, callback=_read_where, metavar="EXPRESSION",
        help="Compare only segments that match an expression, e.g. 'points < -0.05 and not "
        "a.copy'.",
    )  # fmt: skip
    # Thresholds of detectors that differ from the defaults.
    thresholds: Mapping[str, float] = option(
        "--threshold", multiple=True, callback=_read_thresholds, metavar="NAME=NUMBER",
        help="Override a threshold of a detector of degenerate output, e.g. short=0.6. Can be "
        "repeated.",
    )  # fmt: skip
    # A slice, as an expression or the name of a saved slice, and the lowest Δ allowed in it.
    gates: Sequence[tuple[str, float]] = option(
        "--gate", multiple=True, callback=_read_gates, metavar="'EXPRESSION: Δ'",
        help="Exit with 1 if ΔBLEU on the matching segments is below a number, e.g. "
        "'question: -0.3'. The name of a saved slice can replace the expression, unless the name "
        "is itself a valid expression, as question is. Can be repeated; one that fails is enough "
        "to fail the run.",
    )  # fmt: skip
    find_slices: bool = option(
        "--find-slices", is_flag=True,
        help="Run the slice finder: search one half of the segments for slices that contribute "
        "most to the difference, and test them on the other half.",
    )  # fmt: skip
    list_columns: bool = option(
        "--columns", is_flag=True,
        help="List the columns that expressions can use and exit.",
    )  # fmt: skip

    def within(self, where: str) -> SegmentOptions:
        """These options for the segments that also match another expression."""
        if not where:
            return self
        from bleu_core.segments.expressions import conjoin

        return replace(self, where=conjoin([where, self.where]))

    def detector_thresholds(self) -> Thresholds:
        from bleu_core.segments.detectors import thresholds_from

        return thresholds_from(self.thresholds)

    def judge_gates(self, table: SegmentTable, words: GateResults) -> list[dict[str, Any]]:
        """The JSON of each gate, judged on its compared segments; `words` gets its message."""
        if not self.gates:
            return []
        import numpy as np

        from bleu_core.common.rounding import rounded
        from bleu_core.segments.expressions import chosen

        results: list[dict[str, Any]] = []
        compared = chosen(self.where, table) if self.where else np.arange(len(table))
        for text, limit in self.gates:
            try:
                expression, rows = _gated_rows(text, table)
            except BadInput as error:
                words.undecided.extend(error.problems)
                continue
            rows, name, fails = np.intersect1d(rows, compared), one_line(text), None
            size = len(rows)
            delta = table.comparison.part(rows).delta if size else math.nan
            if math.isnan(delta):
                problem = "Δ is undefined for" if size else "No segment matches"
                words.undecided.append(scoring.not_evaluated("--gate", f"{problem} {name}."))
            elif fails := bool(rounded(delta) < rounded(limit)):
                words.failures.append(scoring.slice_under_limit(name, size, delta, limit))
            else:
                words.passed.append(scoring.slice_not_under_limit(name, size, delta, limit))
            results.append({
                "gate": text, "expression": expression, "segments": size, "delta": delta,
                "limit": limit, "fails": fails,
            })  # fmt: skip
        return results


def select_part(
    comparison: Comparison,
    metric_pairs: Sequence[MetricComparison],
    where: str,
    table: SegmentTable,
) -> tuple[Comparison, list[MetricComparison]]:
    """A comparison, and its other metrics, on the segments that match --where."""
    from bleu_core.metrics import MetricComparison
    from bleu_core.segments.expressions import ExpressionError, asymmetry_reason, chosen
    from bleu_core.text.evalset import EvalSetPart

    try:
        rows = chosen(where, table)
    except ExpressionError as error:
        raise BadInput(_with_caret(where, error, "--where")) from None
    if not len(rows):
        raise BadInput([messages.no_segment("--where", one_line(where))])
    compared = comparison.part(rows, where, asymmetry_reason(where, table))
    part = compared.evalset
    assert isinstance(part, EvalSetPart)
    return compared, [
        MetricComparison(each.a.part(part), each.b.part(part)) for each in metric_pairs
    ]


def _gated_rows(text: str, table: SegmentTable) -> tuple[str, NDArray[Any]]:
    """The expression of a gate, and the segments that match it."""
    from bleu_core.segments.saved_slices import UnknownSlice, select_segments

    try:
        return select_segments(text, table, saved_slice)[:2]
    except UnknownSlice as no:
        if no.is_saved:
            flag = f"--gate {one_line(text)}"
            raise BadInput(_with_caret(no.expression, no.error, flag)) from None
        problems = _with_caret(text, no.error, "--gate")
        raise BadInput([*problems, messages.unknown_slice(one_line(text))]) from None


def _with_caret(text: str, error: ExpressionError, flag: str) -> list[str]:
    """The problem with an expression, the expression, and a caret under the position."""
    problem = messages.bad_expression(flag, list(dict.fromkeys(error.problems)))
    return [problem, f"  {one_line(text)}", f"  {_blank(text[: error.at])}^"]


def _blank(text: str) -> str:
    """Spaces as wide as the text is in a terminal."""
    width = {"W": _WIDE_SPACE, "F": _WIDE_SPACE}
    return "".join(
        "" if unicodedata.combining(char) else width.get(unicodedata.east_asian_width(char), " ")
        for char in one_line(text)
    )
