"""Annotations of the open segment, read from and written to the workspace."""

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
    """The browser's id of a comparison: its test set, and the places of the two systems.

    On a server with a login it also names the owner of the copy, so that changes waiting in the
    browser are saved for the right person and place.
    """
    places = [] if comparison.places == FIRST_TWO else comparison.places
    return " ".join([comparison.evalset.digest + _copy(), *map(str, places)])


def _copy() -> str:
    person = user_workspace.who()
    if person is None:
        return ""
    return "@" + sha256(f"{person.id} {user_workspace.place()}".encode()).hexdigest()[:16]


def _meant(name: str) -> tuple[str, Pair]:
    """The test set and pair of systems of a `called` id; ValueError if invalid."""
    digest, *places = name.split(" ")
    if not digest.endswith(_copy()):
        raise ValueError(press.other_copy())
    digest = digest.removesuffix(_copy())
    a, b = map(int, places or FIRST_TWO)
    return digest, (a, b)


def own(comparison: Comparison) -> Annotations:
    """This visitor's annotations of a comparison; empty without a workspace."""
    data, me, pair = comparison.evalset, annotator.me(), comparison.places
    digest = data.whole.digest
    nothing: Annotations = {}
    said = user_workspace.ask(lambda space: workspace.said(space, digest, me, pair), nothing)
    return data.own(said)


def by_others(comparison: Comparison, segment: int | None = None) -> dict[str, Annotations]:
    """Everybody else's annotations, of all segments or one, by name."""
    digest, me, pair = comparison.evalset.digest, annotator.me(), comparison.places
    nothing: dict[str, Annotations] = {}
    return user_workspace.ask(
        lambda space: workspace.said_by_others(space, digest, me, segment, pair), nothing
    )


def names_of_others(comparison: Comparison) -> list[str]:
    """Everybody else with annotations on the test set, of any systems."""
    digest, me = comparison.evalset.digest, annotator.me()
    nothing: list[str] = []
    names = user_workspace.ask(lambda space: workspace.who_says(space, digest), nothing)
    return [name for name in names if name != me]


def verdicts(comparison: Comparison, who: str) -> dict[Pair, int]:
    """Number of a person's verdicts on each pair of systems of the test set."""
    digest = comparison.evalset.digest
    nothing: dict[Pair, int] = {}
    return user_workspace.ask(lambda space: workspace.verdicts(space, digest, who), nothing)


def panel(
    comparison: Comparison, segment: int, annotations: Annotations, others: Sequence[str] = ()
) -> dict[str, Any] | None:
    """Verdict, labels, note and marks of a segment as JSON; None without a workspace.

    `others` are the systems shown beside A and B.
    """
    if user_workspace.current() is None:
        return None
    # Keep the panel if the workspace cannot be read for a moment: a note may wait in it.
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
    summaries = [
        f"{visible(annotator.spoken(name))}: {in_short(annotation[segment])}"
        for name, annotation in by_others(comparison, segment).items()
    ]
    systems = [comparison.a, comparison.b, *others]
    closed = user_workspace.is_only_read()
    return panel_data(annotations.get(segment, Annotation()), kinds, summaries, closed) | {
        "top": top_categories(kinds),
        "systems": [marked.places_of(comparison)[name] for name in systems],
        "marks": marked.marks_of(comparison, segment, systems),
    }


def save(sent: dict[str, Any]) -> dict[str, Any]:
    """Save one item; return what prevented it, if anything.

    Returns
    -------
    dict
        {} if saved; {"there"} if another window wrote something else; {"problem"} if it cannot be
        saved now.
    """
    space = user_workspace.current()
    if space is None:
        return {"problem": press.no_workspace()}
    # A tab of an earlier version may have saved items without a number.
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
