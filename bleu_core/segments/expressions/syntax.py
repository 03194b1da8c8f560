"""Expressions as text and as tree: errors, nodes, parser and writer.

A `Name` has its position in the text; equality ignores it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

from lark import Lark, Token, Transformer, UnexpectedInput
from lark.exceptions import VisitError

from bleu_core.messages import Message, query


class ExpressionError(ValueError):
    """An expression that has a syntax error, or does not apply to a comparison.

    Parameters
    ----------
    *problems : Message
        The problem, and what was expected; each has a position, `at`.

    Attributes
    ----------
    problems : tuple of Message
    problem : str
        All messages as one text, without repetitions.
    at : int
        Position of the first problem in the text, from 0; the length of the text for its end.
    places : tuple of int
        Positions of all problems; `at` is the first.

    Examples
    --------
    >>> from bleu_core.segments.expressions import parse
    >>> try:
    ...     parse("points <")
    ... except ExpressionError as error:
    ...     print(error.at, error.problems[0].code)
    8 expression.ends_early
    """

    def __init__(self, *problems: Message) -> None:
        super().__init__(*problems)
        self.problems = problems
        self.problem = " ".join(dict.fromkeys(problems))
        self.places: tuple[int, ...] = tuple(problem.values["at"] for problem in problems)
        self.at = self.places[0]

    def __str__(self) -> str:
        return self.problem


_ESCAPED = re.compile(r"\\.", re.DOTALL)


@dataclass(frozen=True)
class Name:
    """The name of a column."""

    text: str
    at: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Pattern:
    """A regular expression, without its slashes. "\\/" is "/" in it: both mean a slash.

    ValueError if it ends in a single backslash.
    """

    text: str

    def __post_init__(self) -> None:
        text = _ESCAPED.sub(lambda pair: "/" if pair[0] == "\\/" else pair[0], self.text)
        if _ESCAPED.sub("", text).endswith("\\"):
            raise ValueError(query.malformed("single_backslash", 0))
        object.__setattr__(self, "text", text)


# Right-hand side of a comparison.
Value = float | str | Pattern | Name


@dataclass(frozen=True)
class ColumnTest:
    """A column compared with values."""

    name: Name
    sign: str  # =, !=, <, <=, >, >=, contains, has, ~ (a pattern) or in (several values)
    values: tuple[Value, ...]


@dataclass(frozen=True)
class Flag:
    """A column that is true."""

    name: Name


@dataclass(frozen=True)
class HasValue:
    """A column with a value: "is given"; its negation is written "is missing"."""

    name: Name


@dataclass(frozen=True)
class Not:
    part: Node


@dataclass(frozen=True)
class And:
    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Or:
    parts: tuple[Node, ...]


Node = ColumnTest | Flag | HasValue | Not | And | Or


def names(node: Node) -> Iterator[Name]:
    """All columns in an expression, in order; may repeat."""
    match node:
        case And(parts) | Or(parts):
            for part in parts:
                yield from names(part)
        case Not(part):
            yield from names(part)
        case ColumnTest(name, _, values):
            yield name
            yield from (value for value in values if isinstance(value, Name))
        case Flag(name) | HasValue(name):
            yield name


def conjuncts(node: Node) -> tuple[Node, ...]:
    """The parts of a conjunction, nested ones flattened; else the node alone."""
    if not isinstance(node, And):
        return (node,)
    return tuple(one for part in node.parts for one in conjuncts(part))


def conjunction(parts: Sequence[Node]) -> Node:
    """The conjunction of at least one part, as one node."""
    return parts[0] if len(parts) == 1 else And(tuple(parts))


NodeT = TypeVar("NodeT", Not, And, Or)

LONGEST = 2_000
# Depth of a tree, which bounds the recursion of functions that walk it.
DEEPEST = 50

# What was expected, by terminal of the grammar: names of `messages.expression`.
_EXPECTED = {
    "NAME": "name",
    "QUOTED": "name",
    "NUMBER": "number",
    "STRING": "text",
    "PATTERN": "pattern",
    "SIGN": "sign",
    "CONTAINS": "contains",
    "HAS": "has",
    "TILDE": "~",
    "__ANON_0": "~",
    "IN": "in",
    "_IS": "is missing",
    "_MISSING": "missing",
    "_GIVEN": "given",
    "_NOT": "not",
    "_AND": "and",
    "_OR": "or",
    "LPAR": "(",
    "RPAR": ")",
    "COMMA": ",",
    "$END": "end",
}
# Messages for wrong characters.
_HINTS: dict[str, Callable[[int], Message]] = {
    '"': partial(query.unclosed, "string", "quote"),
    "`": partial(query.unclosed, "name", "backquote"),
    "/": partial(query.unclosed, "regular expression", "slash, or no ~ before it"),
    **dict.fromkeys("'“”„", partial(query.malformed, "wrong_quotes")),
    "&": partial(query.sign_for_word, "and"),
    "|": partial(query.sign_for_word, "or"),
    "!": partial(query.sign_for_word, "not"),
}


def parse(text: str) -> Node:
    """Parse an expression into a tree.

    Parameters
    ----------
    text : str

    Returns
    -------
    Node
        For example `And`, `Not`, `ColumnTest` or `Flag`.

    Raises
    ------
    ExpressionError
        Syntax error, with its position and what was expected there.

    Examples
    --------
    >>> node = parse("points < -1 and not a.copy")
    >>> [type(part).__name__ for part in node.parts]
    ['ColumnTest', 'Not']
    """
    if len(text) > LONGEST:
        raise ExpressionError(query.too_long(LONGEST, LONGEST))
    try:
        result: Any = parser().parse(text)
    except UnexpectedInput as error:
        raise ExpressionError(_syntax_message(error, text)) from None
    except VisitError as error:
        if isinstance(error.orig_exc, ExpressionError):
            raise error.orig_exc from None
        raise
    node: Node = result
    return node


def _syntax_message(error: UnexpectedInput, text: str) -> Message:
    """The message for a syntax error of lark."""
    token = getattr(error, "token", None)
    at = error.pos_in_stream
    if at is None or at < 0 or (isinstance(token, Token) and token.type == "$END"):
        at = len(text)
    expected = getattr(error, "accepts", None) or getattr(error, "expected", None)
    terminals = set(expected or getattr(error, "allowed", None) or ())
    wanted = list(dict.fromkeys(word for name, word in _EXPECTED.items() if name in terminals))
    if at >= len(text):
        return query.ends_early(wanted, len(text))
    if text[at] == "=" and at and text[at - 1] == "=":
        return query.malformed("doubled_sign", at)
    if token is None and text[at] in _HINTS:
        return _HINTS[text[at]](at)
    return query.unexpected(wanted, at)


@cache
def parser() -> Lark:
    """The parser of `grammar.lark`; it builds the tree while parsing, without recursion."""
    grammar = Path(__file__).with_name("grammar.lark").read_text("utf-8")
    return Lark(grammar, parser="lalr", transformer=_TreeBuilder())


class _TreeBuilder(Transformer[Token, Any]):
    def name(self, parts: list[Token]) -> Name:
        text, at = str(parts[0]), parts[0].start_pos or 0
        return Name(text[1:-1].replace("``", "`") if text.startswith("`") else text, at)

    def number(self, parts: list[Token]) -> float:
        number = float(parts[0])
        if math.isinf(number):
            raise ExpressionError(query.malformed("number_too_large", parts[0].start_pos or 0))
        return number

    def string(self, parts: list[Token]) -> str:
        return _unquoted(parts[0])

    def compared(self, parts: list[Any]) -> ColumnTest:
        name, sign, *values = parts
        texts = (_unquoted(v) if isinstance(v, Token) else v for v in values)
        return ColumnTest(name, str(sign).lower(), tuple(texts))

    def matched(self, parts: list[Any]) -> ColumnTest:
        return ColumnTest(parts[0], "~", (Pattern(str(parts[1])[1:-1]),))

    def flag(self, parts: list[Name]) -> Flag:
        return Flag(parts[0])

    def given(self, parts: list[Name]) -> HasValue:
        return HasValue(parts[0])

    def missing(self, parts: list[Name]) -> Not:
        return Not(HasValue(parts[0]))

    def negation(self, parts: list[Node]) -> Not:
        return _bounded(Not(parts[0]))

    def all(self, parts: list[Node]) -> And:
        return _bounded(And(tuple(parts)))

    def any(self, parts: list[Node]) -> Or:
        return _bounded(Or(tuple(parts)))


def _bounded(node: NodeT) -> NodeT:
    """The node, if its depth is within bounds."""
    if _depth(node) > DEEPEST:
        raise ExpressionError(
            query.too_long(DEEPEST, next(names(node)).at, "levels of parentheses and “not”")
        )
    return node


def _depth(node: Node) -> int:
    match node:
        case And(parts) | Or(parts):
            return 1 + max(map(_depth, parts))
        case Not(part):
            return 1 + _depth(part)
    return 1


def _unquoted(token: str) -> str:
    return _ESCAPED.sub(lambda pair: pair[0][1], str(token)[1:-1])


_WORD = re.compile(r"[^\W\d]\w*(\.[\w+]+)*")
_KEYWORDS = {"and", "or", "not", "in", "is", "missing", "given", "contains", "has"}


def written(node: Node) -> str:
    """Write a parsed expression as one line of text.

    Parameters
    ----------
    node : Node

    Returns
    -------
    str
        An expression with the same meaning; `parse` reads it.

    Examples
    --------
    >>> from bleu_core.segments.expressions import And, ColumnTest, Flag, Name, Not, Or
    >>> written(Not(Or((Flag(Name("a.copy")), ColumnTest(Name("kind"), "=", ("news",))))))
    'not (a.copy or kind = "news")'
    """
    match node:
        case Or(parts):
            return " or ".join(_bracketed(part, Or) for part in parts)
        case And(parts):
            return " and ".join(_bracketed(part, And, Or) for part in parts)
        case Not(HasValue(name)):
            return f"{_written_name(name)} is missing"
        case Not(part):
            return f"not {_bracketed(part, And, Or)}"
        case Flag(name):
            return _written_name(name)
        case HasValue(name):
            return f"{_written_name(name)} is given"
        case ColumnTest(name, "in", values):
            return f"{_written_name(name)} in ({', '.join(map(_written_value, values))})"
        case ColumnTest(name, sign, values):
            return f"{_written_name(name)} {sign} {_written_value(values[0])}"
    raise TypeError(node)


def parse_conjuncts(text: str) -> tuple[Node, ...]:
    """The conjuncts of an expression; none for an empty text."""
    return conjuncts(parse(text)) if text.strip() else ()


def written_conjuncts(parts: Iterable[Node]) -> str:
    """The conjunction of any number of parts as text; '' for none."""
    nodes = tuple(parts)
    return written(conjunction(nodes)) if nodes else ""


def conjoin(expressions: Iterable[str]) -> str:
    """The conjunction of expressions as text; empty ones are left out."""
    return written_conjuncts(part for text in expressions for part in parse_conjuncts(text))


def equals_or_missing(column: str, value: str | None) -> Node:
    """The condition that a column has a value; that it is missing for None."""
    name = Name(column)
    return Not(HasValue(name)) if value is None else ColumnTest(name, "=", (value,))


def _bracketed(node: Node, *weaker: type) -> str:
    return f"({written(node)})" if isinstance(node, weaker) else written(node)


def _written_name(name: Name) -> str:
    if _WORD.fullmatch(name.text) and name.text.lower() not in _KEYWORDS:
        return name.text
    return "`" + name.text.replace("`", "``") + "`"


def _written_value(value: Value) -> str:
    match value:
        case Name():
            return _written_name(value)
        case Pattern(text):
            return "/" + text.replace("/", "\\/") + "/"  # slashes are not escaped in it
        case str():
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return repr(value).removesuffix(".0")
