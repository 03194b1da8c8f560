"""Pieces of text with a tone, of which sentences and tables consist before any markup."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from bleu_core.common.numerals import MINUS


class Span(NamedTuple):
    """A piece of a sentence, or a cell of a table.

    `tone` is "", "a", "b", "strong", "muted", "gain", "loss"; "quoted" (a passage) or "name" for
    text of users; "signature" for signatures and commands, which are never cut. `term` is the
    glossary's name of the number. `opens` names the evidence behind the piece:
    "component:p4", "segments", "ngrams:" with a search text, "slice:" with an expression, "#" with
    an anchor of the document, or "". `hover` is shown on hovering, where a medium can.
    """

    text: str
    tone: str = ""
    term: str = ""
    opens: str = ""
    hover: str = ""


class Segment(NamedTuple):
    """A segment. `row` is its index, and `line` its number in the whole test set, from 1.

    `points` are NaN if the ledger is undefined.
    Scores are sentence BLEU with effective order. A reference is None where it is missing.
    """

    row: int
    line: int
    document: str | None
    points: float
    delta: float
    score_a: float
    score_b: float
    a: str
    b: str
    references: list[str | None]
    source: str | None


def text(spans: Iterable[Span]) -> str:
    """The sentences without their tones."""
    return "".join(span.text for span in spans).strip()


def signed(number: str, term: str = "", higher_is_better: bool = True) -> Span:
    """A difference that is text already, toned by whether its sign is better or worse."""
    better, worse = ("+", MINUS) if higher_is_better else (MINUS, "+")
    tone = "gain" if number.startswith(better) else "loss" if number.startswith(worse) else "muted"
    return Span(number, tone, term)
