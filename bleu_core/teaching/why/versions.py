"""Changes between versions of sacreBLEU that may affect a BLEU score.

From its changelog (CHANGELOG.md in mjpost/sacrebleu), without changes of test sets, speed, other
metrics and interfaces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from bleu_core.teaching.why.recipe import Recipe


class Change(NamedTuple):
    """A change of a release, and which scores it affects."""

    release: tuple[int, ...]
    concerns: Callable[[Recipe], bool]
    sentence: str


def _field(name: str, *beginnings: str) -> Callable[[Recipe], bool]:
    return lambda recipe: recipe.fields.get(name, "").startswith(beginnings)


def _any(recipe: Recipe) -> bool:
    return True


CHANGES = (
    Change(
        (1, 1, 3), _field("smooth", "exp"),
        "1.1.3 mended the smoothing exp, to give the results of mteval-v13a.",
    ),
    Change((1, 1, 7), _field("tok", "13a"), "1.1.7 mended a detail of the tokenizer 13a."),
    Change((1, 2, 12), _any, "From 1.2.12 on one decimal is printed unless more are asked for."),
    Change(
        (1, 2, 21), _any,
        "From 1.2.21 on a carriage return inside a line no longer ends it.",
    ),
    Change(
        (1, 4, 4), _field("smooth", "add-"),
        "1.4.4 mended add-k, which had begun at order 3 instead of 2, and gave it the default 1.",
    ),
    Change(
        (1, 5, 0), _field("smooth", "floor"),
        "1.5.0 changed the default value of floor from 0, which is no smoothing, to 0.1.",
    ),
    Change(
        (2, 0, 0), _any,
        "From 2.0.0 on an output without any match scores 0; smoothing gave it a little before.",
    ),
    Change(
        (2, 0, 0), _field("tok", "intl"),
        "From 2.0.0 on the tokenizer intl takes its classes of characters from the package regex.",
    ),
    Change(
        (2, 1, 0), lambda recipe: "order" in recipe.fields,
        "Only from 2.1.0 on does sacreBLEU count other orders than 4 when it is asked to.",
    ),
)  # fmt: skip


def changes(first: Recipe, second: Recipe) -> Iterator[str]:
    """The changes between the versions of two scores that affect either."""
    older, newer = sorted((first.release, second.release))
    for change in CHANGES:
        if older < change.release <= newer and (change.concerns(first) or change.concerns(second)):
            yield change.sentence
