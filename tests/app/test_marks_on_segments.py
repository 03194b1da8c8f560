"""Marks on the texts of the open segment: what the browser is given, and what it sends."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bleu_core import workspace
from bleu_core.segments.marks import Mark, Rating
from bleu_core.systems import ScoredSystems
from bleu_core.workspace import Workspace
from pages.ui.judgements import saved_annotations
from pages.ui.store import load_sample

from .conftest import App

SAMPLE = load_sample()
A, B = SAMPLE.systems


@pytest.fixture
def space(space: Workspace) -> Workspace:
    workspace.save_comparison(space, SAMPLE)
    return space


def sent(mark: list[Any] | None, **item: Any) -> dict[str, Any]:
    text = "" if mark is None else json.dumps(mark)
    place = {"comparison": SAMPLE.digest, "segment": 0, "kind": "mark", "label": ""}
    return place | {"system": "1", "number": 0, "text": text} | item


STYLE = ["Style", "minor", "target", 0, 3, "odd"]


def test_the_segment_has_everybodys_marks_by_the_places_of_its_systems(space: Workspace) -> None:
    given = App("segments.py", seg="5").component("segment")["judging"]
    assert given["marks"] == []
    assert "Accuracy" in given["top"]
    ratings = [
        Rating(4, B, "Ana", (Mark("Style", "major", 0, 3), Mark("", "neutral"))),
        Rating(5, B, "Ana", (Mark("Style", "major", 0, 3),)),
    ]
    workspace.import_ratings(space, SAMPLE.digest, "marks.jsonl", ratings)
    workspace.mark(space, SAMPLE.digest, 4, 0, 2, Mark("omission", "minor", 1, 2, "source"))
    given = App("segments.py", seg="5").component("segment")["judging"]
    assert given["systems"] == ["0", "1"]
    said = [
        (m["system"], m["number"], m["annotator"], m["mine"], m["side"]) for m in given["marks"]
    ]
    assert said == [
        ("0", 2, "", True, "source"),
        ("1", 0, "Ana", False, "target"),
        ("1", 1, "Ana", False, "target"),
    ]
    assert [(m["start"], m["end"]) for m in given["marks"]] == [(1, 2), (0, 3), (-1, -1)]


def test_a_mark_is_saved_changed_and_taken_back(space: Workspace) -> None:
    def kept() -> list[tuple[Mark, ...]]:
        return [rating.marks for rating in workspace.load_ratings(space, SAMPLE.digest)]

    assert saved_annotations.save_annotation(sent(STYLE)) == {}
    assert kept() == [(Mark("Style", "minor", 0, 3, comment="odd"),)]
    graver = [*STYLE[:1], "critical", *STYLE[2:]]
    assert saved_annotations.save_annotation(sent(graver)) == {}
    assert kept() == [(Mark("Style", "critical", 0, 3, comment="odd"),)]
    assert saved_annotations.save_annotation(sent(None)) == {}
    assert kept() == []


def test_what_is_no_mark_of_the_text_is_refused_in_a_sentence(space: Workspace) -> None:
    refused = {
        "press.mark_misplaced": sent(["Style", "minor", "target", 0, 100_000, ""]),
        "annotation.value_unknown": sent(["Style", "awful", "target", 0, 3, ""]),
        "press.no_mark": sent(["Style", "minor", "margin", 0, 3, ""]),
        "annotation.no_system": sent(STYLE, system="9"),
    }
    assert [
        saved_annotations.save_annotation(one)["problem"].code for one in refused.values()
    ] == list(refused)
    assert saved_annotations.save_annotation(sent(["Style"]))["problem"].code == "press.no_mark"
    assert workspace.load_ratings(space, SAMPLE.digest) == []


def test_what_could_not_be_saved_is_saved_under_the_name_it_was_entered_under(
    space: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    comparison, names = ScoredSystems.of(SAMPLE).pair(A, B), ("Ana ~ 1", "", "Ben")

    def under(name: str) -> str:
        monkeypatch.setattr(saved_annotations, "current_annotator", lambda: name)
        return saved_annotations.comparison_key(comparison)

    keys = [under(name) for name in names]
    assert len(set(keys)) == 3
    for key in keys:  # all wait until the last one is there
        assert saved_annotations.save_annotation(sent(STYLE, comparison=key)) == {}
    found = workspace.load_ratings(space, SAMPLE.digest)
    assert [rating.annotator for rating in found] == ["", "Ana ~ 1", "Ben"]


def numbers(app: App) -> list[str]:
    return [row[0] for row in app.cells("worklist")]


def test_controls_filter_by_marks_in_the_systems_shown(space: Workspace) -> None:
    ratings = [
        Rating(1, B, "Ana", (Mark("Style", "major", 0, 3),)),
        Rating(2, A, "Ana", (Mark("<b>Odd</b>", "minor", 0, 3),)),
        Rating(3, A, "Ana", ()),
    ]
    workspace.import_ratings(space, SAMPLE.digest, "marks.jsonl", ratings)
    workspace.mark(space, SAMPLE.digest, 4, 0, 0, Mark("Style", "minor", 1, 2))
    link = {"sort": "line"}
    app = App("segments.py", **link)
    app.set(filters=True)  # the panel of filters is open
    chooser = app.widget("Errors in A or B")
    assert chooser.options == [
        "any or none", "any error", "severity major", "severity minor", "<b>Odd</b>", "Style",
    ]  # fmt: skip
    chooser.set_value("category:Style")
    app.run()
    assert numbers(app) == ["2", "5"]
    assert app.link["where"] == 'category = "Style"'
    app.choose("Annotated by me", True)
    assert numbers(app) == ["5"]
    app.press('my.category = "Style" ✕')
    assert "where" not in app.link
