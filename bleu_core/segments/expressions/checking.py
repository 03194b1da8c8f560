"""Check an expression against the columns of a comparison, and report all problems at once."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from difflib import get_close_matches
from functools import cache

import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.messages import Message, expression
from bleu_core.segments.columns import FLAG, NUMBER, TEXT, Table
from bleu_core.segments.expressions.faults import ExpressionError
from bleu_core.segments.expressions.tree import (
    And,
    Compared,
    Flag,
    Given,
    Name,
    Node,
    Not,
    Or,
    Pattern,
)

_ORDERS = ("<", "<=", ">", ">=")


def check(node: Node, table: Table) -> None:
    """Raise an error if an expression does not apply to a comparison.

    Raises
    ------
    ExpressionError
        One message per problem, ordered by position.

    Examples
    --------
    >>> from bleu_core import Comparison, EvalSet
    >>> from bleu_core.segments.columns import table_of
    >>> from bleu_core.segments.expressions import ExpressionError, parse
    >>> table = table_of(Comparison.of(EvalSet({"one": ["a cat"]}, [["a cat"]])))
    >>> check(parse("b.length < 10"), table)
    >>> try:
    ...     check(parse("b.lenght < 10"), table)
    ... except ExpressionError as error:
    ...     print(error.problem)
    There is no column “b.lenght”. Did you mean “b.length” or “a.length”?
    """
    result = {(one.values["at"], one): one for one in _problems(node, table)}
    if result:
        raise ExpressionError(*(result[key] for key in sorted(result, key=lambda key: key[0])))


def _problems(node: Node, table: Table) -> Iterator[Message]:
    match node:
        case And(parts) | Or(parts):
            for part in parts:
                yield from _problems(part, table)
        case Not(part):
            yield from _problems(part, table)
        case Flag(name):
            kind = yield from _kind(name, table)
            if kind not in ("", FLAG):
                yield expression.not_compared(name.text, kind, name.at)
        case Given(name):
            kind = yield from _kind(name, table)
            if kind == FLAG:
                yield expression.never_missing(name.text, name.at)
        case Compared(name, sign, values):
            kind = yield from _kind(name, table)
            for value in values:
                yield from _of_value(name, kind, sign, value, table)


def _of_value(name: Name, kind: str, sign: str, value: object, table: Table) -> Iterator[Message]:
    text, at = name.text, name.at
    if isinstance(value, Name):
        other = yield from _kind(value, table, maybe_text=kind == TEXT)
        if kind and other and kind != other:
            yield expression.unlike_columns(text, kind, value.text, other, value.at)
    elif isinstance(value, Pattern) and (reason := refusal(value.text)):
        yield expression.no_pattern(value.text, reason, at)
    if kind == FLAG and not isinstance(value, Name):
        yield expression.flag_compared(text, at)
    elif kind == NUMBER and isinstance(value, str | Pattern):
        yield expression.number_compared(text, at)
    elif kind == TEXT and isinstance(value, float):
        yield expression.text_compared(text, at)
    elif kind in (TEXT, FLAG) and sign in _ORDERS:
        yield expression.not_ordered(text, kind, sign, at)
    elif sign == "has" and isinstance(value, str) and not value.strip():
        yield expression.no_tokens(at)


def _kind(name: Name, table: Table, maybe_text: bool = False) -> Generator[Message, None, str]:
    """The kind of a column, '' if unknown; `maybe_text`: the name may be a text without quotes."""
    if problem := lacking(name, table, maybe_text):
        yield problem
        return ""
    return table.column(name.text).kind


def lacking(name: Name, table: Table, maybe_text: bool = False) -> Message | None:
    """The message for a column that is unknown or missing in this comparison, or None."""
    if name.text in table.columns:
        missing = table.column(name.text).missing
        return expression.missing_column(name.text, missing, name.at) if missing else None
    there = [column for column in table.columns if not table.column(column).missing]
    # Names of missing columns are suggested too; checking them then says why they are missing.
    near = get_close_matches(name.text, there, 3) or get_close_matches(name.text, table.columns, 3)
    return expression.unknown_column(name.text, near, name.at, maybe_text)


@cache
def refusal(pattern: str) -> str:
    """Why RE2 rejects a pattern; '' if it accepts it."""
    try:
        pc.match_substring_regex(pa.array([""], pa.large_string()), pattern)
    except (pa.ArrowInvalid, UnicodeError) as error:
        return str(error).removeprefix("Invalid regular expression: ").rstrip(".")
    return ""
