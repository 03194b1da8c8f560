"""What an expression asks of a comparison that it does not have: all of it at once."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from difflib import get_close_matches
from functools import cache
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.columns import FLAG, NUMBER, TEXT, Table
from bleu_core.expressions.faults import ExpressionError
from bleu_core.expressions.tree import And, Compared, Flag, Given, Name, Node, Not, Or, Pattern
from bleu_core.wording import cut, listed

_ORDERS = ("<", "<=", ">", ">=")
_KINDS = {NUMBER: "a number", TEXT: "a text", FLAG: "true or false"}


class _Problem(NamedTuple):
    sentence: str
    at: int


def check(node: Node, table: Table) -> None:
    """Refuse what means nothing for a comparison.

    Raises
    ------
    ExpressionError
        With a sentence for each problem, and the place of the first.

    Examples
    --------
    >>> from bleu_core import Comparison, EvalSet
    >>> from bleu_core.columns import table_of
    >>> from bleu_core.expressions import ExpressionError, parse
    >>> table = table_of(Comparison.of(EvalSet({"one": ["a cat"]}, [["a cat"]])))
    >>> check(parse("b.length < 10"), table)
    >>> try:
    ...     check(parse("b.lenght < 10"), table)
    ... except ExpressionError as error:
    ...     print(error.problem)
    There is no column “b.lenght”. Did you mean “b.length” or “a.length”?
    """
    problems = sorted(set(_problems(node, table)), key=lambda one: one.at)
    if problems:
        sentences = dict.fromkeys(one.sentence for one in problems)
        places = tuple(one.at for one in problems)
        raise ExpressionError(" ".join(sentences), places[0], places)


def _problems(node: Node, table: Table) -> Iterator[_Problem]:
    match node:
        case And(parts) | Or(parts):
            for part in parts:
                yield from _problems(part, table)
        case Not(part):
            yield from _problems(part, table)
        case Flag(name):
            kind = yield from _kind(name, table)
            if kind not in ("", FLAG):
                example = f"{name.text} > 0" if kind == NUMBER else f'{name.text} contains "…"'
                yield _Problem(
                    f"{_called(name)} is {_KINDS[kind]}, and is to be compared: {example}.", name.at
                )
        case Given(name):
            kind = yield from _kind(name, table)
            if kind == FLAG:
                yield _Problem(f"{_called(name)} is {_KINDS[kind]}, and never missing.", name.at)
        case Compared(name, sign, values):
            kind = yield from _kind(name, table)
            for value in values:
                yield from _of_value(name, kind, sign, value, table)


def _of_value(name: Name, kind: str, sign: str, value: object, table: Table) -> Iterator[_Problem]:
    if isinstance(value, Name):
        other = yield from _kind(value, table, quote=kind == TEXT)
        if kind and other and kind != other:
            yield _Problem(
                f"{_called(name)} is {_KINDS[kind]} and {_called(value)} is {_KINDS[other]}: they "
                "cannot be compared.",
                value.at,
            )
    elif isinstance(value, Pattern) and (reason := refusal(value.text)):
        yield _Problem(f"/{cut(value.text)}/ is not a regular expression: {reason}.", name.at)
    if kind == FLAG and not isinstance(value, Name):
        yield _Problem(f"{_called(name)} is true or false, and stands alone or after not.", name.at)
    elif kind == NUMBER and isinstance(value, str | Pattern):
        yield _Problem(f"{_called(name)} is a number, and is compared with a number.", name.at)
    elif kind == TEXT and isinstance(value, float):
        yield _Problem(
            f"{_called(name)} is a text: what it is compared with stands in double quotes.", name.at
        )
    elif kind in (TEXT, FLAG) and sign in _ORDERS:
        yield _Problem(f"{_called(name)} is {_KINDS[kind]}: {sign} is for numbers.", name.at)
    elif sign == "has" and isinstance(value, str) and not value.strip():
        yield _Problem('After "has" at least one token is expected.', name.at)


def _kind(name: Name, table: Table, quote: bool = False) -> Generator[_Problem, None, str]:
    """The kind of a column, '' where there is none; `quote`: a text may have been meant."""
    if problem := lacking(name, table):
        unknown = quote and name.text not in table.columns
        yield _Problem(problem + (" A text stands in double quotes." if unknown else ""), name.at)
        return ""
    return table.column(name.text).kind


def lacking(name: Name, table: Table) -> str:
    """A sentence where there is no column of a name, or none for this comparison; else ''."""
    if name.text in table.columns:
        missing = table.column(name.text).missing
        return missing and f"{_called(name)}: {missing}"
    there = [one for one in table.columns if not table.column(one).missing]
    # What is missing says why, once it is asked for.
    near = get_close_matches(name.text, there, 3) or get_close_matches(name.text, table.columns, 3)
    hints = f" Did you mean {listed((f'“{cut(one)}”' for one in near), last='or')}?" if near else ""
    return f"There is no column {_called(name)}.{hints}"


def _called(name: Name) -> str:
    return f"“{cut(name.text)}”"


@cache
def refusal(pattern: str) -> str:
    """Why RE2 refuses a pattern; '' where it takes it."""
    try:
        pc.match_substring_regex(pa.array([""], pa.large_string()), pattern)
    except (pa.ArrowInvalid, UnicodeError) as error:
        return str(error).removeprefix("Invalid regular expression: ").rstrip(".")
    return ""
