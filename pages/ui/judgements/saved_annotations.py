"""Annotations of the open segment, read from and written to the workspace."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any
from urllib.parse import quote, unquote

import streamlit as st

from bleu_core import Comparison, workspace
from bleu_core.common.escaping import one_line
from bleu_core.messages import screen
from bleu_core.segments.annotations import (
    SEVERITIES,
    VERDICTS,
    Annotation,
    Annotations,
    annotation_summary,
)
from bleu_core.segments.marks import Mark, MarkedSegment, span_problem
from bleu_core.workspace import (
    AnnotationItem,
    Gone,
    LabelType,
    Workspace,
    WorkspaceError,
)
from bleu_core.workspace.annotations import FIRST_TWO, Pair
from bleu_core.workspace.label_types import TOP_CATEGORIES
from pages.ui import state, store, user_workspace
from pages.ui.cache import result
from pages.ui.judgements import annotator
from pages.ui.judgements.annotator import current_annotator
from pages.ui.store import load_sample
from pages.ui.widgets.alert import error_sentences


def top_categories(kinds: Sequence[LabelType]) -> list[str]:
    """MQM's categories that are not label types."""
    names = [kind.name.casefold() for kind in kinds]
    return [name for name in TOP_CATEGORIES if name.casefold() not in names]


# Keys for the hand that is not on the arrow keys.
VERDICT_KEYS = dict(zip(VERDICTS, "absx", strict=True))


def panel_data(
    annotation: Annotation, kinds: Sequence[LabelType], others: Sequence[str]
) -> dict[str, Any]:
    """The annotations of a segment and the controls to change them, as JSON.

    `others` are summaries of other people's annotations.
    """
    return {
        "said": asdict(annotation),
        "kinds": [asdict(kind) for kind in kinds],
        "verdicts": list(VERDICT_KEYS.items()),
        "severities": list(SEVERITIES),
        "others": list(others),
    }


def marks_data(comparison: Comparison, segment: int, names: Iterable[str]) -> list[dict[str, Any]]:
    """All annotators' marks in the outputs of these systems, in the form of marking.js.

    Systems are identified by their place in the test set, as text.
    """
    digest, me = comparison.evalset.digest, current_annotator()
    load = partial(workspace.load_ratings, comparison=digest, segment=segment)
    result = user_workspace.ask(load, [])
    shown, places = set(names), system_places(comparison)
    return [
        asdict(mark)
        | {
            "system": places[rating.system],
            "annotator": one_line(rating.annotator),
            "mine": rating.annotator == me,
        }
        for rating in result
        if rating.system in shown
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


def system_places(comparison: Comparison) -> dict[str, str]:
    """The browser's ids of all systems of the test set."""
    return {name: str(place) for place, name in enumerate(comparison.evalset.systems)}


def _save_mark(space: Workspace, digest: str, sent: dict[str, Any], who: str) -> None:
    """Save or delete a mark; ValueError if it is invalid."""
    segment, system, number = int(sent["segment"]), int(sent["system"]), int(sent["number"])
    mark = _mark_from_text(str(sent["text"]))
    if mark and (fault := _mark_problem(digest, segment, system, mark)):
        raise ValueError(screen.mark_misplaced(fault))
    workspace.mark(space, digest, segment, system, number, mark, who)


def _mark_problem(digest: str, segment: int, system: int, mark: Mark) -> str | None:
    """Why a mark does not fit its text, if that is here."""
    data = store.evalset(digest)
    if data is None or not (0 <= segment < len(data) and 0 <= system < len(data.systems)):
        return None
    column = data.source if mark.side == "source" else list(data.systems.values())[system]
    return span_problem(mark, "" if column is None else column[segment].as_py() or "")


def _mark_from_text(text: str) -> Mark | None:
    """The mark that items.js wrote; ValueError if it is invalid."""
    if not text:
        return None
    try:
        category, severity, side, start, end, comment = json.loads(text)
        if side not in ("target", "source"):
            raise ValueError
        return Mark(str(category), str(severity), int(start), int(end), side, str(comment))
    except (ValueError, TypeError) as error:
        raise ValueError(screen.no_mark()) from error


def comparison_key(comparison: Comparison) -> str:
    """The browser's id of a comparison: its test set, and the places of the two systems.

    It also names the annotator, for whom changes waiting in the browser are saved.
    """
    places = [] if comparison.places == FIRST_TWO else comparison.places
    whose = comparison.evalset.digest + _NAMED + quote(current_annotator())
    return " ".join([whose, *map(str, places)])


_NAMED = "~"


def _parse_comparison_key(name: str) -> tuple[str, Pair, str]:
    """The test set, pair of systems and annotator of a `comparison_key` id.

    ValueError if it is invalid.
    """
    whole, *places = name.split(" ")
    digest, _, written = whole.partition(_NAMED)
    who = unquote(written)
    a, b = map(int, places or FIRST_TWO)
    return digest, (a, b), who


def own_annotations(comparison: Comparison) -> Annotations:
    """This visitor's annotations of a comparison; empty without a workspace."""
    data, me, pair = comparison.evalset, current_annotator(), comparison.places
    digest = data.whole.digest
    said = user_workspace.ask(lambda space: workspace.load_annotations(space, digest, me, pair), {})
    return data.own(said)


def annotations_by_others(
    comparison: Comparison, segment: int | None = None
) -> dict[str, Annotations]:
    """Everybody else's annotations, of all segments or one, by name."""
    digest, me, pair = comparison.evalset.digest, current_annotator(), comparison.places
    return user_workspace.ask(
        lambda space: workspace.load_others_annotations(space, digest, me, segment, pair), {}
    )


def other_annotators(comparison: Comparison) -> list[str]:
    """Everybody else with annotations on the test set, of any systems."""
    digest, me = comparison.evalset.digest, current_annotator()
    names = user_workspace.ask(lambda space: workspace.list_annotators(space, digest), [])
    return [name for name in names if name != me]


def annotation_data(
    comparison: Comparison, segment: int, annotations: Annotations, others: Sequence[str] = ()
) -> dict[str, Any] | None:
    """Verdict, labels, note and marks of a segment as JSON; None without a workspace.

    `others` are the systems shown beside A and B.
    """
    if user_workspace.current() is None:
        return None
    # Keep the panel if the workspace cannot be read for a moment: a note may wait in it.
    kinds = user_workspace.ask(workspace.load_label_types, workspace.DEFAULT_LABEL_TYPES)
    digest = comparison.evalset.digest
    is_kept = user_workspace.ask(
        lambda own: workspace.find_comparison(own, digest) is not None, True
    )
    if state.current().data and not is_kept:
        st.button(
            "Save this comparison to annotate it",
            key="keep-it",
            on_click=user_workspace.keep,
            args=(comparison.evalset, comparison.config),
        )
        return None
    summaries = [
        f"{one_line(annotator.name_in_sentence(name))}: {annotation_summary(annotation[segment])}"
        for name, annotation in annotations_by_others(comparison, segment).items()
    ]
    systems = [comparison.a, comparison.b, *others]
    return panel_data(annotations.get(segment, Annotation()), kinds, summaries) | {
        "top": top_categories(kinds),
        "systems": [system_places(comparison)[name] for name in systems],
        "marks": marks_data(comparison, segment, systems),
    }


def save_annotation(sent: dict[str, Any]) -> dict[str, Any]:
    """Save a change of the browser; return {}, or the {"problem"}."""
    space = user_workspace.current()
    if space is None:
        return {"problem": screen.no_workspace()}
    try:
        digest, pair, who = _parse_comparison_key(str(sent["comparison"]))
        sample = load_sample()
        is_sample = digest == sample.digest
        if is_sample and not workspace.find_comparison(space, digest):
            workspace.save_comparison(space, sample)
        if sent["kind"] == "mark":
            _save_mark(space, digest, sent, who)
        else:
            kind, system, label, text = (
                str(sent[name]) for name in ("kind", "system", "label", "text")
            )
            item = AnnotationItem(kind, system, label, int(sent["number"]))
            workspace.save_annotation(space, digest, int(sent["segment"]), item, text, who, pair)
    except (Gone, WorkspaceError, ValueError) as error:
        return {"problem": error_sentences(error)[0]}
    return {}
