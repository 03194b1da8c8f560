"""What is wanted of a session, and what is wrong with that."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from bleu_core.evalset import EvalSet
from bleu_core.judgements.sessions.plan import ASKS, SHOWS, Ask, Sampling, Show
from bleu_core.numerals import percent
from bleu_core.streams import InputError
from bleu_core.wording import listed

MOST_REPEATS = MOST_CHECKS = 0.5


@dataclass(frozen=True)
class Draft:
    """What is wanted of a session. Fields are as in `Plan`; `number` is of segments."""

    name: str
    systems: tuple[str, ...]
    number: int
    sampling: Sampling
    by: str
    seed: int
    annotators: tuple[str, ...]
    made_by: str
    asks: tuple[Ask, ...] = ("better",)
    shows: tuple[Show, ...] = ()
    repeats: float = 0.1
    checks: float = 0.0


def problems_of(draft: Draft, evalset: EvalSet) -> list[str]:
    """All that is wrong with a draft of a session on a test set, in sentences."""
    found = []
    if len(set(draft.systems)) < max(2, len(draft.systems)):
        found.append("Choose two systems or more.")
    if unknown := [name for name in draft.systems if name not in evalset.systems]:
        found.append(f"There is no system {listed(map(repr, unknown), last='or')}.")
    if not draft.annotators or not all(draft.annotators):
        found.append("Name at least one annotator.")
    if twice := [name for name, number in Counter(draft.annotators).items() if number > 1]:
        found.append(f"{listed(twice)} is named twice as annotator.")
    if not draft.asks or not set(draft.asks) <= set(ASKS):
        found.append("Choose at least one thing that is asked.")
    if draft.number < 1:
        found.append("Choose one segment at least.")
    for what, share, most in (
        ("repeats", draft.repeats, MOST_REPEATS),
        ("checks", draft.checks, MOST_CHECKS),
    ):
        if not 0 <= share <= most:
            found.append(f"The share of {what} is from 0 to {percent(most)}.")
    if not set(draft.shows) <= set(SHOWS):
        found.append(f"What can be shown beside the outputs is {listed(SHOWS)}.")
    if "source" in draft.shows and evalset.source is None:
        found.append("The source cannot be shown: this test set has none.")
    if "context" in draft.shows and evalset.documents is None:
        found.append("Context cannot be shown: it is not known which segments are one document.")
    if draft.sampling == "document" and evalset.documents is None:
        found.append("It is not known which document a segment belongs to.")
    return found


def refuse(problems: list[str]) -> None:
    """Raise InputError where there are problems."""
    if problems:
        raise InputError(problems)
