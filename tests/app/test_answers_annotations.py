"""Annotations of a segment: what the viewer is answered, and what it sends to be saved."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from bleu_core import Comparison, EvalSet, workspace
from bleu_core.readers import File
from bleu_core.segments.annotations import Annotation, Label
from bleu_core.segments.marks import Mark, Rating
from bleu_core.workspace import VERDICT, AnnotationItem, Workspace, annotation_files
from pages.ui import segment_filter, state
from pages.ui.judgements import annotator
from pages.ui.store import load_sample
from pages.ui.view import View
from pages.ui.viewer import answers
from pages.ui.viewer.annotation_answers import save_annotation, short_annotations

from .asking import ask, send

SAMPLE = load_sample()
A, B = SAMPLE.systems


@pytest.fixture
def space(space: Workspace) -> Workspace:
    workspace.save_comparison(space, SAMPLE)
    return space


def judging(row: int = 0, view: str = "", name: str = "") -> dict[str, Any]:
    status, found = ask("annotations", view, f"{annotator.COOKIE}={name}", row=str(row))
    assert status == 200
    return found


def listed(where: str, **view: str) -> list[int]:
    """The rows of the list under a filter."""
    with state.asked_for(View(where=where, **view)):
        comparison = answers.compared(state.current())
        mask, _ = segment_filter.filtered_segments(comparison, where)
        return np.flatnonzero(mask).tolist()


def test_without_a_workspace_there_is_nothing_to_say_it_with() -> None:
    assert judging() is None


def test_the_segment_tells_what_one_and_others_said_of_it(space: Workspace) -> None:
    workspace.save_annotation(space, SAMPLE.digest, 4, VERDICT, "same")
    omission = AnnotationItem("label", "A", "omission")
    workspace.save_annotation(space, SAMPLE.digest, 4, omission, "major")
    found = judging(4)
    assert found["others"] == []
    assert found["saved"]["verdict"] == "same"
    label = {"system": "A", "name": "omission", "severity": "major", "number": 0}
    assert found["saved"]["labels"] == [label]
    assert judging(4, "where=line+>+3&only=yes") == found
    with state.asked_for(View()):
        comparison = answers.compared(View())
        assert short_annotations(comparison, [3, 4]) == ["", "=\u00a01⚑"]
        workspace.mark(space, SAMPLE.digest, 4, 1, 0, Mark("Style", "minor", 0, 3))
        assert short_annotations(comparison, [3, 4]) == ["", "=\u00a02⚑"]
    said = {2: Annotation("A better", (Label("B", "other", "minor"),) * 2, "so\n\u202en")}
    file = File("f", annotation_files.to_csv(Comparison.of(SAMPLE), said, "Mia\u202e"))
    rows = annotation_files.read(file, Comparison.of(SAMPLE)).rows
    workspace.import_annotations(space, SAMPLE.digest, "f", rows)
    workspace.save_annotation(space, SAMPLE.digest, 2, VERDICT, "same", "Ana")
    found = judging(2)
    labels = "B other (minor) · B other (minor)"
    mia = f"Mia<U+202E>: A better · {labels} · “so\n<U+202E>n”"
    assert found["others"] == ["Ana: same", mia]
    assert found["saved"]["verdict"] == ""


def change(kind: str = "verdict", text: str = "same", **item: Any) -> dict[str, Any]:
    """What the browser sends of an annotation."""
    place = {"comparison": SAMPLE.digest, "segment": 0, "system": "", "label": "", "number": 0}
    return {"id": "x", "kind": kind, "text": text, **place, **item}


def test_changes_are_saved_in_their_order_and_seen_by_a_filter_at_once(space: Workspace) -> None:
    assert listed("verdict is given") == []
    changes = [
        change(id="one", text="A better"),
        change(id="two"),
        change(id="three", text="nonsense"),
        change(id="four", segment=7, comparison=judging(7, name="Ana")["comparison"]),
    ]
    status, found = send({"changes": changes})
    assert status == 200
    assert [found["answers"][id]["said"] for id in ("one", "two", "four")] == ["A", "=", "="]
    assert found["answers"]["three"]["problem"]
    assert judging()["saved"]["verdict"] == "same"
    assert judging(7)["saved"]["verdict"] == ""
    assert judging(7, name="Ana")["saved"]["verdict"] == "same"
    assert listed("verdict is given") == [0]


def test_what_no_page_of_ours_sends_is_refused(space: Workspace) -> None:
    changes = {"changes": [change()]}
    assert send(changes, "text/plain") == (415, None)
    assert send({"changes": [change(text="x" * 1_000_000)]}) == (413, None)
    for body in (b"", b"[1]", b'{"changes": []}', b'{"view": "", "changes": [{"id": "x"}]}'):
        assert send(body) == (400, None)
    assert judging()["saved"]["verdict"] == ""
    assert send(changes, "application/json; charset=utf-8")[0] == 200


OUTPUTS = {n: [f"{line} {n}" for line in ("one", "two", "three")] for n in "xyz"}
THREE = EvalSet(OUTPUTS, [["one", "two", "three"]])


def test_what_is_said_is_of_the_pair_that_is_chosen(space: Workspace) -> None:
    workspace.save_comparison(space, THREE)
    digest = THREE.digest
    workspace.save_annotation(space, digest, 0, VERDICT, "A better")
    workspace.save_annotation(space, digest, 0, AnnotationItem("label", "B", "omission"), "major")
    found = judging(view=f"data={digest}&a=z&b=y")
    said = found["saved"]
    assert (said["verdict"], [one["system"] for one in said["labels"]]) == ("", ["B"])
    # The browser's name of the comparison tells which systems it judges.
    name = found["comparison"]
    assert name != digest
    assert save_annotation(change(text="A better", comparison=name)) == {"said": "A\u00a01⚑"}
    assert workspace.load_annotations(space, digest, "", (1, 2))[0].verdict == "B better"
    assert "problem" in save_annotation(change(comparison=f"{digest} 0 7"))
    assert "problem" in save_annotation(change(comparison=f"{digest} one"))
    assert listed("verdict is given", data=digest, a="y", b="z") == [0]
    assert listed("verdict is given", data=digest, a="x", b="z") == []


# Marks.

STYLE = ["Style", "minor", "target", 0, 3, "odd"]


def sent(mark: list[Any] | None, **item: Any) -> dict[str, Any]:
    return change("mark", "" if mark is None else json.dumps(mark), **{"system": "1", **item})


def test_the_segment_has_everybodys_marks_by_the_places_of_its_systems(space: Workspace) -> None:
    found = judging(4)
    assert found["marks"] == []
    assert "Accuracy" in found["top"]
    ratings = [
        Rating(4, B, "Ana", (Mark("Style", "major", 0, 3), Mark("", "neutral"))),
        Rating(5, B, "Ana", (Mark("Style", "major", 0, 3),)),
    ]
    workspace.import_ratings(space, SAMPLE.digest, "marks.jsonl", ratings)
    workspace.mark(space, SAMPLE.digest, 4, 0, 2, Mark("omission", "minor", 1, 2, "source"))
    found = judging(4)
    assert found["systems"] == ["0", "1"]
    said = [
        (m["system"], m["number"], m["annotator"], m["mine"], m["side"]) for m in found["marks"]
    ]
    assert said == [
        ("0", 2, "", True, "source"),
        ("1", 0, "Ana", False, "target"),
        ("1", 1, "Ana", False, "target"),
    ]
    assert [(m["start"], m["end"]) for m in found["marks"]] == [(1, 2), (0, 3), (-1, -1)]


def test_what_is_no_mark_of_the_text_is_refused_in_a_sentence(space: Workspace) -> None:
    refused = {
        "annotation.span_outside": sent(["Style", "minor", "target", 0, 100_000, ""]),
        "annotation.value_unknown": sent(["Style", "awful", "target", 0, 3, ""]),
        "press.no_mark": sent(["Style", "minor", "margin", 0, 3, ""]),
        "annotation.out_of_range": sent(STYLE, system="9"),
    }
    assert [save_annotation(one)["problem"].code for one in refused.values()] == list(refused)
    assert save_annotation(sent(["Style"]))["problem"].code == "press.no_mark"
    assert workspace.load_ratings(space, SAMPLE.digest) == []
