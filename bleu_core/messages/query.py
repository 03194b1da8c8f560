"""Messages on expressions, filters, searches, detectors and the slice finder: invalid input.

`at` is the position of the first character concerned, from 0; the caller shows the text.
"""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import join_words, truncate
from bleu_core.messages import Area

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


def _wanted(expected: Sequence[str]) -> str:
    words = (_EXPECTED.get(one, one) for one in expected)
    return f"{join_words(words, last='or') or 'something else'} is expected"


expression = Area("expression", kind=_KINDS, expected=_wanted)
filter = Area("filter")
search = Area("search")
finder = Area("finder")
detector = Area("detector")


# Expressions that cannot be read, or are invalid for a comparison.
@expression.error("An expression has at most {most} characters.")
def too_long(most: int, at: int) -> str: ...
@expression.error("Brackets and “not” may stand at most {most} deep in one another.")
def too_deep(most: int, at: int) -> str: ...
@expression.error("This number is too large.")
def number_too_large(at: int) -> str: ...
@expression.error("The expression ends too early: {expected:expected}.")
def ends_early(expected: Sequence[str], at: int) -> str: ...


@expression.error()
def unexpected(expected: Sequence[str], at: int) -> str:
    wanted = _wanted(expected)
    return f"{wanted[0].upper()}{wanted[1:]} here."


@expression.error("Write = once.")
def doubled_sign(at: int) -> str: ...
@expression.error("A text that begins here has no closing quote.")
def open_text(at: int) -> str: ...
@expression.error("A name that begins here has no closing back quote.")
def open_name(at: int) -> str: ...
@expression.error("A regular expression that begins here has no closing slash, or no ~ before it.")
def open_pattern(at: int) -> str: ...
@expression.error("Texts stand in double quotes.")
def single_quotes(at: int) -> str: ...
@expression.error('Texts stand in straight quotes: "…".')
def curly_quotes(at: int) -> str: ...


@expression.error()
def sign_for_word(word: str, at: int) -> str:
    place = "before a condition" if word == "not" else "between conditions"
    return f"Write “{word}” {place}."


@expression.error("A regular expression cannot end in a single backslash.")
def single_backslash(at: int) -> str: ...
@expression.error("/{pattern:short}/ is not a regular expression: {reason}.")
def no_pattern(pattern: str, reason: str, at: int) -> str: ...


@expression.error()
def unknown_column(name: str, near: Sequence[str], at: int, maybe_text: bool = False) -> str:
    """`maybe_text`: it is where a text may have been intended."""
    names = join_words([f"“{truncate(other)}”" for other in near], last="or")
    hints = f" Did you mean {names}?" if near else ""
    quotes = " A text stands in double quotes." if maybe_text else ""
    return f"There is no column “{truncate(name)}”.{hints}{quotes}"


@expression.error("“{name:short}”: {reason}")
def missing_column(name: str, reason: str, at: int) -> str: ...


@expression.error()
def not_compared(name: str, kind: str, at: int) -> str:
    example = f"{name} > 0" if kind == "number" else f'{name} contains "…"'
    return f"“{truncate(name)}” is {_KINDS.get(kind, kind)}, and is to be compared: {example}."


@expression.error("“{name:short}” is true or false, and never missing.")
def never_missing(name: str, at: int) -> str: ...
@expression.error(
    "“{name:short}” is {kind:kind} and “{other:short}” is {other_kind:kind}: they cannot be "
    "compared."
)
def unlike_columns(name: str, kind: str, other: str, other_kind: str, at: int) -> str: ...
@expression.error("“{name:short}” is true or false, and stands alone or after not.")
def flag_compared(name: str, at: int) -> str: ...
@expression.error("“{name:short}” is a number, and is compared with a number.")
def number_compared(name: str, at: int) -> str: ...
@expression.error("“{name:short}” is a text: what it is compared with stands in double quotes.")
def text_compared(name: str, at: int) -> str: ...
@expression.error("“{name:short}” is {kind:kind}: {sign} is for numbers.")
def not_ordered(name: str, kind: str, sign: str, at: int) -> str: ...
@expression.error('After "has" at least one token is expected.')
def no_tokens(at: int) -> str: ...


# Invalid orders of a worklist. Invalid filters are in the area "expression".
@filter.error("{key!r} is no order of segments.")
def unknown_order(key: str) -> str: ...


# Searches of a user that are invalid.
@search.error("{pattern} is not a regular expression: {reason}")
def not_a_pattern(pattern: str, reason: str) -> str: ...


# Why the slice finder does not search, or does not test.
@finder.note(
    "{needed:# segment is|# segments are} needed, to search half of them and test on the rest; "
    "here: {segments:# segment}."
)
def too_few_segments(needed: int, segments: int) -> str: ...
@finder.note("A and B score the same in every segment.")
def alike() -> str: ...
@finder.note("A BLEU is 0, which has no ledger: no segment can be said to carry Δ.")
def no_ledger() -> str: ...
@finder.note(
    "It has a condition on what one system wrote, which other segments fulfil once A and B are "
    "exchanged; so no test by exchanging them is made."
)
def one_output() -> str: ...
@finder.note(
    "It lies in one document. Segments of one document are not independent, so that it was seen "
    "once and there is nothing to confirm it on."
)
def one_document() -> str: ...


# Invalid thresholds of detectors.
@detector.error("There is no threshold “{name:short}”; there are {known:words}.")
def unknown_threshold(name: str, known: Sequence[str]) -> str: ...
@detector.error("“{name:short}” is to be a number.")
def no_number(name: str) -> str: ...
@detector.error("{name} is a number from {low:plain} to {high:plain}.")
def beyond_limits(name: str, low: float, high: float) -> str: ...
