"""From text to a tree."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from lark import Lark, Token, Transformer, UnexpectedInput
from lark.exceptions import VisitError

from bleu_core.expressions.faults import ExpressionError
from bleu_core.expressions.tree import And, Compared, Flag, Given, Name, Node, Not, Or, Pattern
from bleu_core.expressions.tree import names as names_of
from bleu_core.wording import listed

Made = TypeVar("Made", Not, And, Or)

LONGEST = 2_000
# Nodes within one another: what walks a tree calls itself so often.
DEEPEST = 50

# What may be expected, in words: terminals of the grammar.
_WORDS = {
    "NAME": "the name of a column",
    "QUOTED": "the name of a column",
    "NUMBER": "a number",
    "STRING": "a text in double quotes",
    "PATTERN": "a regular expression between slashes",
    "SIGN": "a sign such as = or <",
    "CONTAINS": "“contains”",
    "HAS": "“has”",
    "TILDE": "~",
    "__ANON_0": "~",
    "IN": "“in”",
    "_IS": "“is missing”",
    "_MISSING": "“missing”",
    "_GIVEN": "“given”",
    "_NOT": "“not”",
    "_AND": "“and”",
    "_OR": "“or”",
    "LPAR": "a bracket “(”",
    "RPAR": "a bracket “)”",
    "COMMA": "a comma",
    "$END": "the end",
}
# What begins wrongly, by its character.
_HINTS = {
    '"': "A text that begins here has no closing quote.",
    "`": "A name that begins here has no closing back quote.",
    "/": "A regular expression that begins here has no closing slash, or no ~ before it.",
    "'": "Texts stand in double quotes.",
    "“": 'Texts stand in straight quotes: "…".',
    "”": 'Texts stand in straight quotes: "…".',
    "„": 'Texts stand in straight quotes: "…".',
    "&": "Write “and” between conditions.",
    "|": "Write “or” between conditions.",
    "!": "Write “not” before a condition.",
}


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
        found: Any = parser().parse(text)
    except UnexpectedInput as error:
        raise _told(error, text) from None
    except VisitError as error:
        if isinstance(error.orig_exc, ExpressionError):
            raise error.orig_exc from None
        raise
    node: Node = found
    return node


def _told(error: UnexpectedInput, text: str) -> ExpressionError:
    """What is wrong where lark could not go on."""
    token = getattr(error, "token", None)
    at = error.pos_in_stream
    if at is None or at < 0 or (isinstance(token, Token) and token.type == "$END"):
        at = len(text)
    expected = getattr(error, "accepts", None) or getattr(error, "expected", None)
    wanted = _in_words(expected or getattr(error, "allowed", None) or ())
    if at >= len(text):
        return ExpressionError(f"The expression ends too early: {wanted}.", len(text))
    if text[at] == "=" and at and text[at - 1] == "=":
        return ExpressionError("Write = once.", at)
    if token is None and text[at] in _HINTS:
        return ExpressionError(_HINTS[text[at]], at)
    return ExpressionError(f"{wanted[0].upper()}{wanted[1:]} here.", at)


def _in_words(terminals: Iterable[str]) -> str:
    known = set(terminals)
    words = dict.fromkeys(word for name, word in _WORDS.items() if name in known)
    return f"{listed(words, last='or')} is expected" if words else "something else is expected"


@cache
def parser() -> Lark:
    """The parser of `grammar.lark`; it makes the tree as it goes, calling itself nowhere."""
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
            raise ExpressionError("This number is too large.", parts[0].start_pos or 0)
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


def _bounded(node: Made) -> Made:
    """A node whose parts are bounded, if it is too."""
    if _depth(node) > DEEPEST:
        place = next(iter(names_of(node))).at
        raise ExpressionError(
            f"Brackets and “not” may stand at most {DEEPEST} deep in one another.", place
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
    text, found, i = str(token)[1:-1], [], 0
    while i < len(text):
        i += text[i] == "\\"
        found.append(text[i])
        i += 1
    return "".join(found)
