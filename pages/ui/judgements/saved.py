"""Saying something of the segment that is open, and what was said, from and to the workspace."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import streamlit as st

from bleu_core import Comparison, workspace
from bleu_core.common.escaping import visible
from bleu_core.messages import press
from bleu_core.segments.annotations import Annotation, Annotations, in_short
from bleu_core.workspace import Conflict, Gone, Item, WorkspaceError
from bleu_core.workspace.pairs import FIRST_TWO, Pair
from pages.ui import state, user_workspace
from pages.ui.judgements import annotator, marked
from pages.ui.judgements.marking import top_categories
from pages.ui.judgements.panel import panel_data
from pages.ui.sample import load_sample
from pages.ui.widgets.notice import reasons


def called(comparison: Comparison) -> str:
    """What the browser calls a comparison: its test set, and the places of two other systems.

    On a server with a login, whose copy of it, too: what waits in the browser to be kept is said by
    who said it, where it was said.
    """
    places = [] if comparison.places == FIRST_TWO else comparison.places
    return " ".join([comparison.evalset.digest + _copy(), *map(str, places)])


def _copy() -> str:
    person = user_workspace.who()
    if person is None:
        return ""
    return "@" + sha256(f"{person.id} {user_workspace.place()}".encode()).hexdigest()[:16]


def _meant(name: str) -> tuple[str, Pair]:
    """The test set and the pair of systems that `called` has named; ValueError if it has not."""
    digest, *places = name.split(" ")
    if not digest.endswith(_copy()):
        raise ValueError(press.other_copy())
    digest = digest.removesuffix(_copy())
    a, b = map(int, places or FIRST_TWO)
    return digest, (a, b)


def own(comparison: Comparison) -> Annotations:
    """What this visitor said of the segments of a comparison; empty where nothing is kept."""
    data, me, pair = comparison.evalset, annotator.me(), comparison.places
    digest = data.whole.digest
    nothing: Annotations = {}
    said = user_workspace.ask(lambda space: workspace.said(space, digest, me, pair), nothing)
    return data.own(said)


def by_others(comparison: Comparison, segment: int | None = None) -> dict[str, Annotations]:
    """What everybody else said of them, or of one of them, by name."""
    digest, me, pair = comparison.evalset.digest, annotator.me(), comparison.places
    nothing: dict[str, Annotations] = {}
    return user_workspace.ask(
        lambda space: workspace.said_by_others(space, digest, me, segment, pair), nothing
    )


def names_of_others(comparison: Comparison) -> list[str]:
    """Everybody else who says something of the test set, of whichever systems."""
    digest, me = comparison.evalset.digest, annotator.me()
    nothing: list[str] = []
    names = user_workspace.ask(lambda space: workspace.who_says(space, digest), nothing)
    return [name for name in names if name != me]


def verdicts(comparison: Comparison, who: str) -> dict[Pair, int]:
    """How many verdicts somebody has given on each two systems of the test set."""
    digest = comparison.evalset.digest
    nothing: dict[Pair, int] = {}
    return user_workspace.ask(lambda space: workspace.verdicts(space, digest, who), nothing)


def panel(
    comparison: Comparison, segment: int, annotations: Annotations, others: Sequence[str] = ()
) -> dict[str, Any] | None:
    """Verdict, labels and note of a segment, and the marks in it; None where nothing is kept.

    `others` are the systems that are shown beside A and B.
    """
    if user_workspace.current() is None:
        return None
    # What is drawn stays where the workspace cannot be read for a moment: a note may wait in it.
    kinds = user_workspace.ask(workspace.typology, workspace.DEFAULT)
    digest = comparison.evalset.digest
    is_kept = user_workspace.ask(lambda space: workspace.find(space, digest) is not None, True)
    if state.current().data and not is_kept:
        st.button(
            "Keep this comparison, to take notes",
            key="keep-it",
            on_click=user_workspace.keep,
            args=(comparison.evalset, comparison.config),
        )
        return None
    told = [
        f"{visible(annotator.spoken(name))}: {in_short(said[segment])}"
        for name, said in by_others(comparison, segment).items()
    ]
    systems = [comparison.a, comparison.b, *others]
    closed = user_workspace.is_only_read()
    return panel_data(annotations.get(segment, Annotation()), kinds, told, closed) | {
        "top": top_categories(kinds),
        "systems": [marked.places_of(comparison)[name] for name in systems],
        "marks": marked.marks_of(comparison, segment, systems),
    }


def save(sent: dict[str, Any]) -> dict[str, Any]:
    """Save one item; answer what kept it from being saved, if anything did.

    Returns
    -------
    dict
        {} if it is saved; {"there"} where another window has said something else; {"problem"}
        where it cannot be saved now.
    """
    space = user_workspace.current()
    if space is None:
        return {"problem": press.no_workspace()}
    # A tab of the version before may have kept what has no number.
    number = int(sent.get("number", 0))
    item = Item(str(sent["kind"]), str(sent["system"]), str(sent["label"]), number)
    segment = int(sent["segment"])
    try:
        digest, pair = _meant(str(sent["comparison"]))
        sample = load_sample()
        if digest == sample.digest and not state.share() and not workspace.find(space, digest):
            workspace.keep(space, sample)
        if item.kind == "mark":
            return marked.save_mark(space, digest, sent)
        text, seen = str(sent["text"]), str(sent["seen"])
        workspace.say(space, digest, segment, item, text, seen, annotator.me(), pair)
    except Conflict as conflict:
        return {"there": conflict.there}
    except (Gone, WorkspaceError, ValueError) as error:
        return {"problem": reasons(error)[0]}
    return {}
