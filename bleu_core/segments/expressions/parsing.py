"""Parse an expression."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

from lark import Lark, Token, Transformer, UnexpectedInput
from lark.exceptions import VisitError

from bleu_core.messages import Message, expression
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
from bleu_core.segments.expressions.tree import names as names_of

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
    '"': expression.open_text,
    "`": expression.open_name,
    "/": expression.open_pattern,
    "'": expression.single_quotes,
    **dict.fromkeys("“”„", expression.curly_quotes),
    "&": partial(expression.sign_for_word, "and"),
    "|": partial(expression.sign_for_word, "or"),
    "!": partial(expression.sign_for_word, "not"),
}


def parse(text: str) -> Node:
    """Parse an expression.

    Raises
    ------
    ExpressionError
        Syntax error, with its position and what was expected there.

    >>> parse('points < -1 and not a.copy')
    And(parts=(Compared(name=Name(text='points', at=0), sign='<', values=(-1.0,)), \
Not(part=Flag(name=Name(text='a.copy', at=20)))))
    """
    if len(text) > LONGEST:
        raise ExpressionError(expression.too_long(LONGEST, LONGEST))
    try:
        result: Any = parser().parse(text)
    except UnexpectedInput as error:
        raise ExpressionError(_told(error, text)) from None
    except VisitError as error:
        if isinstance(error.orig_exc, ExpressionError):
            raise error.orig_exc from None
        raise
    node: Node = result
    return node


def _told(error: UnexpectedInput, text: str) -> Message:
    """The message for a syntax error of lark."""
    token = getattr(error, "token", None)
    at = error.pos_in_stream
    if at is None or at < 0 or (isinstance(token, Token) and token.type == "$END"):
        at = len(text)
    expected = getattr(error, "accepts", None) or getattr(error, "expected", None)
    wanted = _in_words(expected or getattr(error, "allowed", None) or ())
    if at >= len(text):
        return expression.ends_early(wanted, len(text))
    if text[at] == "=" and at and text[at - 1] == "=":
        return expression.doubled_sign(at)
    if token is None and text[at] in _HINTS:
        return _HINTS[text[at]](at)
    return expression.unexpected(wanted, at)


def _in_words(terminals: Iterable[str]) -> list[str]:
    known = set(terminals)
    return list(dict.fromkeys(word for name, word in _EXPECTED.items() if name in known))


@cache
def parser() -> Lark:
    """The parser of `grammar.lark`; it builds the tree while parsing, without recursion."""
    grammar = Path(__file__).with_name("grammar.lark").read_text("utf-8")
    return Lark(grammar, parser="lalr", transformer=_Tree())


class _Tree(Transformer[Token, Any]):
    def name(self, parts: list[Token]) -> Name:
        (token,) = parts
        text = str(token)
        if text.startswith("`"):
            text = text[1:-1].replace("``", "`")
        return Name(text, token.start_pos or 0)

    def number(self, parts: list[Token]) -> float:
        number = float(parts[0])
        if math.isinf(number):
            raise ExpressionError(expression.number_too_large(parts[0].start_pos or 0))
        return number

    def string(self, parts: list[Token]) -> str:
        return _unquoted(parts[0])

    def compared(self, parts: list[Any]) -> Compared:
        name, sign, *values = parts
        texts = [_unquoted(v) if isinstance(v, Token) else v for v in values]
        return Compared(name, str(sign).lower(), tuple(texts))

    def matched(self, parts: list[Any]) -> Compared:
        name, pattern = parts
        return Compared(name, "~", (Pattern(str(pattern)[1:-1]),))

    def flag(self, parts: list[Name]) -> Flag:
        return Flag(parts[0])

    def given(self, parts: list[Name]) -> Given:
        return Given(parts[0])

    def missing(self, parts: list[Name]) -> Not:
        return Not(Given(parts[0]))

    def negation(self, parts: list[Node]) -> Not:
        return _bounded(Not(parts[0]))

    def all(self, parts: list[Node]) -> And:
        return _bounded(And(tuple(parts)))

    def any(self, parts: list[Node]) -> Or:
        return _bounded(Or(tuple(parts)))


def _bounded(node: NodeT) -> NodeT:
    """The node, if its depth is within bounds."""
    if _depth(node) > DEEPEST:
        place = next(iter(names_of(node))).at
        raise ExpressionError(expression.too_deep(DEEPEST, place))
    return node


def _depth(node: Node) -> int:
    match node:
        case And(parts) | Or(parts):
            return 1 + max(map(_depth, parts))
        case Not(part):
            return 1 + _depth(part)
    return 1


def _unquoted(token: str) -> str:
    text, result, i = str(token)[1:-1], [], 0
    while i < len(text):
        i += text[i] == "\\"
        result.append(text[i])
        i += 1
    return "".join(result)
