"""Messages on expressions, filters, searches and the slice finder: invalid input.

`at` is the position of the first character concerned, from 0; the caller shows the text.
"""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import join_words, truncate
from bleu_core.messages import Area

# What the parser may expect at a position, in words.
_EXPECTED = {
    "name": "the name of a column",
    "number": "a number",
    "text": "a string in double quotes",
    "pattern": "a regular expression between slashes",
    "sign": "an operator such as = or <",
    "contains": "“contains”",
    "has": "“has”",
    "in": "“in”",
    "is missing": "“is missing”",
    "missing": "“missing”",
    "given": "“given”",
    "not": "“not”",
    "and": "“and”",
    "or": "“or”",
    "(": "“(”",
    ")": "“)”",
    ",": "a comma",
    "end": "the end of the expression",
}
_MALFORMED = {
    "number_too_large": "This number is too large.",
    "doubled_sign": "Write a single =.",
    "wrong_quotes": 'Write strings in straight double quotes: "…".',
    "single_backslash": "A regular expression cannot end in a single backslash.",
    "no_tokens": "“has” must be followed by at least one token.",
}
_KINDS = {"number": "a number", "text": "text", "flag": "true or false"}
_USES = {
    "number": "Compare it with a number, such as > 0.",
    "text": 'Compare it with a string in double quotes, by =, contains, has or ~: contains "…".',
    "flag": "Use it alone, or after “not”.",
}


def _wanted(expected: Sequence[str]) -> str:
    words = (_EXPECTED.get(one, one) for one in expected)
    return f"expected {join_words(words, last='or') or 'something else'}"


expression = Area("expression", kind=_KINDS, use=_USES, expected=_wanted, malformed=_MALFORMED)
filter = Area("filter")
search = Area("search")
finder = Area("finder")


# Expressions that cannot be parsed, or are invalid for a comparison.
@expression.error("An expression can have at most {most} {what}.")
def too_long(most: int, at: int, what: str = "characters") -> str: ...
@expression.error("The expression ends too early: {expected:expected}.")
def ends_early(expected: Sequence[str], at: int) -> str: ...


@expression.error()
def unexpected(expected: Sequence[str], at: int) -> str:
    wanted = _wanted(expected)
    return f"{wanted[0].upper()}{wanted[1:]} here."


@expression.error("{what:malformed}")
def malformed(what: str, at: int) -> str: ...
@expression.error("The {what} that begins here has no closing {sign}.")
def unclosed(what: str, sign: str, at: int) -> str: ...


@expression.error()
def sign_for_word(word: str, at: int) -> str:
    place = "before a condition" if word == "not" else "between conditions"
    return f"Use the word “{word}” {place}."


@expression.error("/{pattern:short}/ is not a regular expression: {reason}.")
def no_pattern(pattern: str, reason: str, at: int) -> str: ...


@expression.error()
def unknown_column(name: str, near: Sequence[str], at: int, maybe_text: bool = False) -> str:
    """`maybe_text`: a string may have been intended here."""
    names = join_words([f"“{truncate(other)}”" for other in near], last="or")
    hints = f" Did you mean {names}?" if near else ""
    quotes = " Write strings in double quotes." if maybe_text else ""
    return f"There is no column “{truncate(name)}”.{hints}{quotes}"


@expression.error("“{name:short}”: {reason}")
def missing_column(name: str, reason: str, at: int) -> str: ...


@expression.error("“{name:short}” is {kind:kind}. {kind:use}")
def misused(name: str, kind: str, at: int) -> str: ...
@expression.error(
    "“{name:short}” is {kind:kind} and “{other:short}” is {other_kind:kind}, so they cannot be "
    "compared."
)
def unlike_columns(name: str, kind: str, other: str, other_kind: str, at: int) -> str: ...


# Invalid sort orders of a worklist. Invalid filters are in the area "expression".
@filter.error("Segments cannot be sorted by {key!r}.")
def unknown_order(key: str) -> str: ...


# Searches of a user that are invalid.
@search.error("{pattern} is not a regular expression: {reason}")
def not_a_pattern(pattern: str, reason: str) -> str: ...


# Why the slice finder does not search or test.
@finder.note(
    "The slice finder needs {needed:# segment}: half to search, half to test. This comparison has "
    "{segments:int}."
)
def too_few_segments(needed: int, segments: int) -> str: ...
@finder.note("{A} and {B} score the same in every segment.")
def alike() -> str: ...
@finder.note(
    "Not tested: the slice is in one document. Segments of one document are not independent, so "
    "there is no second observation to confirm it."
)
def one_document() -> str: ...
