"""Check an expression against a comparison's columns; describe the columns."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator
from difflib import get_close_matches
from functools import cache
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.messages import Message, query
from bleu_core.segments.columns import FLAG, NUMBER, TEXT, SegmentTable
from bleu_core.segments.expressions.syntax import (
    And,
    ColumnTest,
    ExpressionError,
    Flag,
    HasValue,
    Name,
    Node,
    Not,
    Or,
    Pattern,
    written,
)

_ORDERS = ("<", "<=", ">", ">=")


def check(node: Node, table: SegmentTable) -> None:
    """Check that an expression applies to a comparison.

    Parameters
    ----------
    node : Node
        Result of `parse`.
    table : SegmentTable

    Raises
    ------
    ExpressionError
        A column is unknown, or compared with a value of another kind. One message per problem,
        ordered by position.

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


def _problems(node: Node, table: SegmentTable) -> Iterator[Message]:
    match node:
        case And(parts) | Or(parts):
            for part in parts:
                yield from _problems(part, table)
        case Not(part):
            yield from _problems(part, table)
        case Flag(name):
            kind = yield from _column_kind(name, table)
            if kind not in ("", FLAG):
                yield query.misused(name.text, kind, name.at)
        case HasValue(name):
            kind = yield from _column_kind(name, table)
            if kind == FLAG:
                yield query.misused(name.text, kind, name.at)
        case ColumnTest(name, sign, values):
            kind = yield from _column_kind(name, table)
            for value in values:
                yield from _value_problems(name, kind, sign, value, table)


def _value_problems(
    name: Name, kind: str, sign: str, value: object, table: SegmentTable
) -> Iterator[Message]:
    text, at = name.text, name.at
    if isinstance(value, Name):
        other = yield from _column_kind(value, table, maybe_text=kind == TEXT)
        if kind and other and kind != other:
            yield query.unlike_columns(text, kind, value.text, other, value.at)
    elif isinstance(value, Pattern) and (reason := pattern_problem(value.text)):
        yield query.no_pattern(value.text, reason, at)
    if (
        (kind == FLAG and not isinstance(value, Name))
        or (kind == NUMBER and isinstance(value, str | Pattern))
        or (kind == TEXT and isinstance(value, float))
        or (kind in (TEXT, FLAG) and sign in _ORDERS)
    ):
        yield query.misused(text, kind, at)
    elif sign == "has" and isinstance(value, str) and not value.strip():
        yield query.malformed("no_tokens", at)


def _column_kind(
    name: Name, table: SegmentTable, maybe_text: bool = False
) -> Generator[Message, None, str]:
    """The kind of a column, '' if unknown; `maybe_text`: the name may be a text without quotes."""
    if problem := missing_column(name, table, maybe_text):
        yield problem
        return ""
    return table.column(name.text).kind


def missing_column(name: Name, table: SegmentTable, maybe_text: bool = False) -> Message | None:
    """The message for a column that is unknown or missing in this comparison, or None."""
    if name.text in table.columns:
        missing = table.column(name.text).missing
        return query.missing_column(name.text, missing, name.at) if missing else None
    there = [column for column in table.columns if not table.column(column).missing]
    # Names of missing columns are suggested too; checking them then says why they are missing.
    near = get_close_matches(name.text, there, 3) or get_close_matches(name.text, table.columns, 3)
    return query.unknown_column(name.text, near, name.at, maybe_text)


@cache
def pattern_problem(pattern: str) -> str:
    """Why RE2 rejects a pattern; '' if it accepts it."""
    try:
        pc.match_substring_regex(pa.array([""], pa.large_string()), pattern)
    except (pa.ArrowInvalid, UnicodeError) as error:
        return str(error).removeprefix("Invalid regular expression: ").rstrip(".")
    return ""


# Columns of running text, whose values are not offered.
_RUNNING = ("source", "reference", "a", "b", "text", "note")
# Most values offered per column, and most characters per value.
MOST_VALUES, LONGEST_VALUE = 60, 60


class DescribedColumn(NamedTuple):
    """A column: name, name as written in expressions, kind, description, offered values."""

    name: str
    written: str
    kind: str
    about: str
    values: list[str]


def describe_columns(
    table: SegmentTable, countable: Collection[str] = (), without_values: Collection[str] = ()
) -> list[DescribedColumn]:
    """The available columns of a comparison, with values if these are few and short.

    `countable` holds keys of metrics whose columns can be computed on request. Columns in
    `without_values` are not computed.
    """
    return [
        DescribedColumn(
            name,
            name_in_expression(name),
            column.kind,
            column.about,
            [] if name in without_values else _offered_values(table, name),
        )
        for name, column in table.columns.items()
        if not column.missing or name.partition(".")[2] in countable
    ]


def name_in_expression(name: str) -> str:
    """The name of a column as written in an expression: in back quotes if necessary.

    >>> name_in_expression("a.copy"), name_in_expression("my kind")
    ('a.copy', '`my kind`')
    """
    return written(Flag(Name(name)))


def _offered_values(table: SegmentTable, name: str) -> list[str]:
    """Values of a column by first appearance; none if there are many, or long ones."""
    if table.column(name).kind != TEXT or name in _RUNNING:
        return []
    texts = table.texts(name)
    result = pa.chunked_array([part for part, _ in texts.parts], pa.large_string()).unique()
    if len(result) > MOST_VALUES + 1:
        return []
    values = [value for value in result.drop_null().to_pylist() if value]
    return values if all(len(value) <= LONGEST_VALUE for value in values) else []
