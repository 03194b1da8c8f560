"""Expressions that cannot be read, or are invalid for a comparison.

`at` is the position of the first character concerned, from 0; the caller shows the text.
"""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.wording import cut, listed
from bleu_core.messages import message

# Expressions that cannot be read, or are invalid for a comparison.

# What may be expected at a position: in words, and as typed.
_EXPECTED = {
    "name": "the name of a column",
    "number": "a number",
    "text": "a text in double quotes",
    "pattern": "a regular expression between slashes",
    "sign": "a sign such as = or <",
    "contains": "“contains”",
    "has": "“has”",
    "in": "“in”",
    "is missing": "“is missing”",
    "missing": "“missing”",
    "given": "“given”",
    "not": "“not”",
    "and": "“and”",
    "or": "“or”",
    "(": "a bracket “(”",
    ")": "a bracket “)”",
    ",": "a comma",
    "end": "the end",
}
_KINDS = {"number": "a number", "text": "a text", "flag": "true or false"}


@message(area="expression")
def too_long(most: int, at: int) -> str:
    return f"An expression has at most {most} characters."


@message(area="expression")
def too_deep(most: int, at: int) -> str:
    return f"Brackets and “not” may stand at most {most} deep in one another."


@message(area="expression")
def number_too_large(at: int) -> str:
    return "This number is too large."


@message(area="expression")
def ends_early(expected: Sequence[str], at: int) -> str:
    return f"The expression ends too early: {_wanted(expected)}."


@message(area="expression")
def unexpected(expected: Sequence[str], at: int) -> str:
    wanted = _wanted(expected)
    return f"{wanted[0].upper()}{wanted[1:]} here."


@message(area="expression")
def doubled_sign(at: int) -> str:
    return "Write = once."


@message(area="expression")
def open_text(at: int) -> str:
    return "A text that begins here has no closing quote."


@message(area="expression")
def open_name(at: int) -> str:
    return "A name that begins here has no closing back quote."


@message(area="expression")
def open_pattern(at: int) -> str:
    return "A regular expression that begins here has no closing slash, or no ~ before it."


@message(area="expression")
def single_quotes(at: int) -> str:
    return "Texts stand in double quotes."


@message(area="expression")
def curly_quotes(at: int) -> str:
    return 'Texts stand in straight quotes: "…".'


@message(area="expression")
def sign_for_word(word: str, at: int) -> str:
    place = "before a condition" if word == "not" else "between conditions"
    return f"Write “{word}” {place}."


@message(area="expression")
def single_backslash(at: int) -> str:
    return "A regular expression cannot end in a single backslash."


@message(area="expression")
def no_pattern(pattern: str, reason: str, at: int) -> str:
    return f"/{cut(pattern)}/ is not a regular expression: {reason}."


@message(area="expression")
def unknown_column(name: str, near: Sequence[str], at: int, maybe_text: bool = False) -> str:
    """`maybe_text`: it is where a text may have been intended."""
    hints = f" Did you mean {listed(map(_called, near), last='or')}?" if near else ""
    quotes = " A text stands in double quotes." if maybe_text else ""
    return f"There is no column {_called(name)}.{hints}{quotes}"


@message(area="expression")
def missing_column(name: str, reason: str, at: int) -> str:
    return f"{_called(name)}: {reason}"


@message(area="expression")
def not_compared(name: str, kind: str, at: int) -> str:
    example = f"{name} > 0" if kind == "number" else f'{name} contains "…"'
    return f"{_called(name)} is {_kind(kind)}, and is to be compared: {example}."


@message(area="expression")
def never_missing(name: str, at: int) -> str:
    return f"{_called(name)} is true or false, and never missing."


@message(area="expression")
def unlike_columns(name: str, kind: str, other: str, other_kind: str, at: int) -> str:
    return (
        f"{_called(name)} is {_kind(kind)} and {_called(other)} is {_kind(other_kind)}: they "
        "cannot be compared."
    )


@message(area="expression")
def flag_compared(name: str, at: int) -> str:
    return f"{_called(name)} is true or false, and stands alone or after not."


@message(area="expression")
def number_compared(name: str, at: int) -> str:
    return f"{_called(name)} is a number, and is compared with a number."


@message(area="expression")
def text_compared(name: str, at: int) -> str:
    return f"{_called(name)} is a text: what it is compared with stands in double quotes."


@message(area="expression")
def not_ordered(name: str, kind: str, sign: str, at: int) -> str:
    return f"{_called(name)} is {_kind(kind)}: {sign} is for numbers."


@message(area="expression")
def no_tokens(at: int) -> str:
    return 'After "has" at least one token is expected.'


def _wanted(expected: Sequence[str]) -> str:
    words = (_EXPECTED.get(one, one) for one in expected)
    return f"{listed(words, last='or') or 'something else'} is expected"


def _kind(kind: str) -> str:
    return _KINDS.get(kind, kind)


def _called(name: str) -> str:
    return f"“{cut(name)}”"
