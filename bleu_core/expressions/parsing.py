"""From text to a tree."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Transformer, UnexpectedInput
from lark.exceptions import UnexpectedEOF

from bleu_core.expressions.faults import ExpressionError
from bleu_core.expressions.tree import And, Compared, Flag, Given, Name, Node, Not, Or, Pattern

LONGEST = 2_000


def parse(text: str) -> Node:
    """Read an expression.

    Raises
    ------
    ExpressionError
        For what is none, with its place and what was expected there.

    >>> parse('points < -1 and not a.copy')
    And(parts=(Compared(name=Name(text='points', at=0), sign='<', values=(-1.0,)), \
Not(part=Flag(name=Name(text='a.copy', at=20)))))
    """
    if len(text) > LONGEST:
        raise ExpressionError(f"An expression has at most {LONGEST} characters.", LONGEST)
    try:
        found: Node = _Tree().transform(_parser().parse(text))
    except UnexpectedEOF:
        raise ExpressionError("The expression ends too early.", len(text)) from None
    except UnexpectedInput as error:
        at = error.pos_in_stream
        where = len(text) if at is None or at < 0 else int(at)
        raise ExpressionError("This is not expected here.", where) from None
    return found


@cache
def _parser() -> Lark:
    grammar = Path(__file__).with_name("grammar.lark").read_text("utf-8")
    return Lark(grammar, parser="lalr", propagate_positions=True)


class _Tree(Transformer[Token, Any]):
    def name(self, parts: list[Token]) -> Name:
        (token,) = parts
        text = str(token)
        if text.startswith("`"):
            text = text[1:-1].replace("``", "`")
        return Name(text, token.start_pos or 0)

    def number(self, parts: list[Token]) -> float:
        return float(parts[0])

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
        return Not(parts[0])

    def all(self, parts: list[Node]) -> And:
        return And(tuple(parts))

    def any(self, parts: list[Node]) -> Or:
        return Or(tuple(parts))


def _unquoted(token: str) -> str:
    text, found, i = str(token)[1:-1], [], 0
    while i < len(text):
        i += text[i] == "\\"
        found.append(text[i])
        i += 1
    return "".join(found)
