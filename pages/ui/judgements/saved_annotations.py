"""Annotations in the workspace, of this visitor and of others."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import Any
from urllib.parse import quote, unquote

from bleu_core import Comparison, workspace
from bleu_core.common.escaping import one_line
from bleu_core.segments.annotations import Annotations
from bleu_core.segments.marks import MarkedSegment
from bleu_core.workspace import Workspace
from bleu_core.workspace.annotations import FIRST_TWO, Pair
from pages.ui import user_workspace
from pages.ui.cache import result
from pages.ui.judgements.annotator import current_annotator


def marks_data(comparison: Comparison, segment: int) -> list[dict[str, Any]]:
    """All marks in A and B for marking.js, with the systems' places in the test set as text."""
    digest, me = comparison.evalset.whole.digest, current_annotator()
    load = partial(workspace.load_ratings, comparison=digest, segment=segment)
    places = dict(zip((comparison.a, comparison.b), map(str, comparison.places), strict=False))
    return [
        asdict(mark)
        | {
            "system": places[rating.system],
            "annotator": one_line(rating.annotator),
            "mine": rating.annotator == me,
        }
        for rating in user_workspace.ask(load, [])
        if rating.system in places
        for mark in rating.marks
    ]


def state_for_visitor() -> tuple[object, ...]:
    """Return a value that differs where annotations may: whose are "mine", and after each write."""
    return current_annotator(), *user_workspace.ask(Workspace.state, ())


def marked_segments(comparison: Comparison, mine: bool) -> list[MarkedSegment]:
    """Kinds of marks in A and B by segment, of all annotators or of this visitor."""
    digest, places = comparison.evalset.digest, comparison.places
    who = current_annotator() if mine else None

    return user_workspace.ask(lambda space: _kinds(space, digest, places, who), [])


# Read again when anything was written.
@result(size=lambda made: 200 * len(made))
def _kinds(
    space: Workspace, digest: str, places: tuple[int, int], who: str | None
) -> list[MarkedSegment]:
    return workspace.load_marked_segments(space, digest, places, who)


def comparison_key(comparison: Comparison) -> str:
    """The browser's id of a comparison: its test set, the annotator, and the systems' places."""
    places = [] if comparison.places == FIRST_TWO else comparison.places
    whose = comparison.evalset.whole.digest + _NAMED + quote(current_annotator())
    return " ".join([whose, *map(str, places)])


_NAMED = "~"


def parse_comparison_key(name: str) -> tuple[str, Pair, str]:
    """The test set, pair and annotator of a `comparison_key`; ValueError if it is invalid."""
    whole, *places = name.split(" ")
    digest, _, written = whole.partition(_NAMED)
    who = unquote(written)
    a, b = map(int, places or FIRST_TWO)
    return digest, (a, b), who


def whole_annotations(comparison: Comparison) -> Annotations:
    """This visitor's annotations by segment of the whole test set; empty without a workspace."""
    digest, me, pair = comparison.evalset.whole.digest, current_annotator(), comparison.places
    return user_workspace.ask(lambda space: workspace.load_annotations(space, digest, me, pair), {})


def own_annotations(comparison: Comparison) -> Annotations:
    """This visitor's annotations of a comparison; empty without a workspace."""
    return comparison.evalset.own(whole_annotations(comparison))


def marked_errors(comparison: Comparison, annotator: str) -> Annotations:
    """An annotator's marked errors in A and B as labels, by segment of the whole test set."""
    digest, pair = comparison.evalset.whole.digest, comparison.places
    load = partial(workspace.load_marked_errors, comparison=digest, annotator=annotator, pair=pair)
    return user_workspace.ask(load, {})


def annotations_by_others(
    comparison: Comparison, segment: int | None = None
) -> dict[str, Annotations]:
    """Everybody else's annotations, of all segments or one, by name."""
    digest, me, pair = comparison.evalset.whole.digest, current_annotator(), comparison.places
    return user_workspace.ask(
        lambda space: workspace.load_others_annotations(space, digest, me, segment, pair), {}
    )
