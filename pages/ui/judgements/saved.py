"""Saying something of the segment that is open, and what was said, from and to the workspace."""

from __future__ import annotations

from typing import Any

import streamlit as st

from bleu_core import Comparison, workspace
from bleu_core.annotations import Annotation, Annotations, in_short
from bleu_core.escaping import visible
from bleu_core.workspace import Conflict, Gone, Item, WorkspaceError
from pages.ui import state, user_workspace
from pages.ui.judgements import annotator
from pages.ui.judgements.panel import panel_data
from pages.ui.sample import load_sample


def own(comparison: Comparison) -> Annotations:
    """What this visitor said of the segments of a comparison; empty where nothing is kept."""
    digest, me = comparison.evalset.digest, annotator.me()
    nothing: Annotations = {}
    return user_workspace.ask(lambda space: workspace.said(space, digest, me), nothing)


def by_others(comparison: Comparison) -> dict[str, Annotations]:
    """What everybody else said of them, by name."""
    digest, me = comparison.evalset.digest, annotator.me()
    nothing: dict[str, Annotations] = {}
    return user_workspace.ask(lambda space: workspace.said_by_others(space, digest, me), nothing)


def panel(comparison: Comparison, segment: int, annotations: Annotations) -> dict[str, Any] | None:
    """Verdict, labels and note of a segment; None where nothing is kept."""
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
    me = annotator.me()
    nothing: dict[str, Annotations] = {}
    others = user_workspace.ask(
        lambda space: workspace.said_by_others(space, digest, me, segment), nothing
    )
    told = [
        f"{visible(annotator.spoken(name))}: {in_short(said[segment])}"
        for name, said in others.items()
    ]
    return panel_data(annotations.get(segment, Annotation()), kinds, told)


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
        return {"problem": "There is no workspace."}
    # A tab of the version before may have kept what has no number.
    number = int(sent.get("number", 0))
    item = Item(str(sent["kind"]), str(sent["system"]), str(sent["label"]), number)
    comparison, segment = str(sent["comparison"]), int(sent["segment"])
    try:
        sample = load_sample()
        if comparison == sample.digest and not workspace.find(space, comparison):
            workspace.keep(space, sample)
        text, seen = str(sent["text"]), str(sent["seen"])
        workspace.say(space, comparison, segment, item, text, seen, annotator.me())
    except Conflict as conflict:
        return {"there": conflict.there}
    except (Gone, WorkspaceError, ValueError) as error:
        return {"problem": str(error)}
    return {}
