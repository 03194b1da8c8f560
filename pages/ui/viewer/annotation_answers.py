"""Annotations of the open segment for the viewer, and what the browser sends to be saved."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from bleu_core import Comparison, workspace
from bleu_core.common.escaping import one_line, visible
from bleu_core.common.formatting import format_int
from bleu_core.common.pair import A, B
from bleu_core.messages import screen
from bleu_core.segments.annotations import SEVERITIES, VERDICTS, Annotation, in_words
from bleu_core.segments.marks import Mark, span_problem
from bleu_core.workspace import AnnotationItem, Gone, Workspace, WorkspaceError, answers, sessions
from bleu_core.workspace.label_types import TOP_CATEGORIES
from pages.ui import store, user_workspace
from pages.ui.judgements import annotator, saved_annotations
from pages.ui.store import load_sample
from pages.ui.view import View
from pages.ui.widgets.alert import error_sentences

# Keys for the hand that is not on the arrow keys.
VERDICT_KEYS = dict(zip(VERDICTS, "absx", strict=True))
SHORT_VERDICTS = {"A better": A, "B better": B, "same": "=", "both bad": "✕"}


def annotations(comparison: Comparison, asked: dict[str, str]) -> dict[str, Any] | None:
    """The `Judging` of items.js for a segment; None where nothing can be saved."""
    if user_workspace.current() is None:
        return None
    row, digest = int(asked["row"]), comparison.evalset.whole.digest
    # If the workspace cannot be read for a moment, the panel stays: a note may wait in it.
    kinds = user_workspace.ask(workspace.load_label_types, workspace.DEFAULT_LABEL_TYPES)
    names = {kind.name.casefold() for kind in kinds}
    own = saved_annotations.whole_annotations(comparison).get(row, Annotation())
    return {
        "comparison": saved_annotations.comparison_key(comparison),
        "segment": row,
        "saved": asdict(own),
        "kinds": [asdict(kind) for kind in kinds],
        "top": [name for name in TOP_CATEGORIES if name.casefold() not in names],
        "verdicts": list(VERDICT_KEYS.items()),
        "severities": list(SEVERITIES),
        "others": [
            f"{one_line(annotator.name_in_sentence(name))}: {visible(in_words(said[row]))}"
            for name, said in saved_annotations.annotations_by_others(comparison, row).items()
        ],
        "systems": [str(place) for place in comparison.places],
        "marks": saved_annotations.marks_data(comparison, row),
        "unkept": digest != load_sample().digest
        and not user_workspace.ask(
            lambda space: workspace.find_comparison(space, digest) is not None, True
        ),
    }


ANSWERS = {"annotations": annotations}


def short_annotations(comparison: Comparison, rows: Iterable[int]) -> list[str]:
    """One's own annotations of segments of the test set, short enough for a list; "" for none."""
    own = saved_annotations.whole_annotations(comparison)
    marked = saved_annotations.marked_errors(comparison, annotator.current_annotator())
    none = Annotation()
    return [short_annotation(own.get(row, none), marked.get(row, none)) for row in rows]


def short_annotation(annotation: Annotation, marked: Annotation) -> str:
    """An annotation and marked errors in a few signs: "B 2⚑ ✎"."""
    errors = len(annotation.labels) + len(marked.labels)
    parts = [
        SHORT_VERDICTS.get(annotation.verdict, ""),
        f"{format_int(errors)}⚑" if errors else "",
        "✎" if annotation.note else "",
    ]
    return "\u00a0".join(filter(None, parts))


# What the browser sends.


def save_changes(view: View, sent: dict[str, Any]) -> dict[str, Any]:
    """Save changes in order, with "keep" the comparison, too; return an answer by their ids."""
    data = store.evalset(view.data) if sent.get("keep") else None
    if data is not None:
        user_workspace.keep(data, view.config)
    return {"answers": {change["id"]: save_annotation(change) for change in sent["changes"]}}


def save_annotation(sent: dict[str, Any]) -> dict[str, Any]:
    """Save a change; return {"said"}, or the {"problem"}."""
    space = user_workspace.current()
    if space is None:
        return {"problem": screen.no_workspace()}
    try:
        digest, pair, who = saved_annotations.parse_comparison_key(str(sent["comparison"]))
        sample = load_sample()
        if digest == sample.digest and not workspace.find_comparison(space, digest):
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
    loads = (workspace.load_annotations, workspace.load_marked_errors)
    own = (load(space, digest, who, pair) for load in loads)
    return {"said": short_annotation(*(a.get(int(sent["segment"]), Annotation()) for a in own))}


def _save_mark(space: Workspace, digest: str, sent: dict[str, Any], who: str) -> None:
    """Save or delete the mark that items.js wrote; ValueError if it is invalid."""
    segment, system, number = int(sent["segment"]), int(sent["system"]), int(sent["number"])
    mark, data = None, store.evalset(digest)
    if sent["text"]:
        try:
            category, severity, side, start, end, comment = json.loads(str(sent["text"]))
            if side not in ("target", "source"):
                raise ValueError
            mark = Mark(str(category), str(severity), int(start), int(end), side, str(comment))
        except (ValueError, TypeError) as error:
            raise ValueError(screen.no_mark()) from error
    # Its text, if that is here.
    if (
        mark is not None
        and data is not None
        and 0 <= segment < len(data)
        and 0 <= system < len(data.systems)
    ):
        column = data.source if mark.side == "source" else list(data.systems.values())[system]
        text = "" if column is None else column[segment].as_py() or ""
        if fault := span_problem(mark, text):
            raise ValueError(fault)
    workspace.mark(space, digest, segment, system, number, mark, who)


def save_judgements(view: View, sent: dict[str, Any]) -> dict[str, Any]:
    """Save answers of a blind session, in their order; return, by their ids, {} or {"problem"}."""
    return {"answers": {change["id"]: _save_answer(change) for change in sent["changes"]}}


def _save_answer(change: dict[str, Any]) -> dict[str, Any]:
    space, session, who = user_workspace.current(), str(change["session"]), str(change["annotator"])
    if space is None:
        return {"problem": screen.no_workspace()}
    try:
        found, place = sessions.find_session(space, session), int(change["at"])
        if found is None:
            raise Gone
        order = dict(found.task.orders).get(who, ())
        item = order[place] if 0 <= place < len(order) else -1
        answers.save_answer(space, session, who, item, json.loads(change["text"]))
    except (Gone, WorkspaceError, ValueError) as error:
        return {"problem": error_sentences(error)[0]}
    return {}
