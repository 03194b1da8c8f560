"""A draft of a session, and its problems."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from bleu_core.messages import Message
from bleu_core.messages import session as messages
from bleu_core.people.sessions.plan import ASKS, SHOWS, Ask, Sampling, Show
from bleu_core.text.evalset import EvalSet
from bleu_core.text.streams import InputError

MOST_REPEATS = MOST_CHECKS = 0.5


@dataclass(frozen=True)
class Draft:
    """Wishes for a session. Fields are as in `Plan`; `number` counts segments."""

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


def problems_of(draft: Draft, evalset: EvalSet) -> list[Message]:
    """All problems of a draft on a test set."""
    result = []
    if len(set(draft.systems)) < max(2, len(draft.systems)):
        result.append(messages.too_few_systems())
    if unknown := [name for name in draft.systems if name not in evalset.systems]:
        result.append(messages.unknown_systems(unknown))
    if not draft.annotators or not all(draft.annotators):
        result.append(messages.no_annotators())
    if twice := [name for name, number in Counter(draft.annotators).items() if number > 1]:
        result.append(messages.annotators_twice(twice))
    if not draft.asks or not set(draft.asks) <= set(ASKS):
        result.append(messages.nothing_asked())
    if draft.number < 1:
        result.append(messages.no_segments())
    for what, share, most in (
        ("repeats", draft.repeats, MOST_REPEATS),
        ("checks", draft.checks, MOST_CHECKS),
    ):
        if not 0 <= share <= most:
            result.append(messages.share_range(what, most))
    if not set(draft.shows) <= set(SHOWS):
        result.append(messages.shows_unknown(list(SHOWS)))
    if "source" in draft.shows and evalset.source is None:
        result.append(messages.no_source())
    if "context" in draft.shows and evalset.documents is None:
        result.append(messages.no_context())
    if draft.sampling == "document" and evalset.documents is None:
        result.append(messages.no_documents())
    return result


def refuse(problems: list[Message]) -> None:
    """Raise InputError if there are problems."""
    if problems:
        raise InputError(problems)
