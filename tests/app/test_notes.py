"""What was said of segments, in the dialog: sums, names, and files of colleagues."""

from __future__ import annotations

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from bleu_core import Comparison, workspace
from bleu_core.segments.annotations import Annotation, Label
from bleu_core.segments.marks import Mark
from bleu_core.workspace import NOTE, VERDICT, AnnotationItem, Workspace, annotation_files
from pages.ui.store import load_sample

from .conftest import PATIENCE, App

WORST, BEST = 149, 91  # of the sample, by the sign of sentence Δ


@pytest.fixture
def space(space: Workspace) -> Workspace:
    workspace.save_comparison(space, load_sample())
    return space


def say(space: Workspace, segment: int, item: AnnotationItem, text: str) -> None:
    workspace.save_annotation(space, load_sample().digest, segment, item, text)


class Dialog(App):
    """The dialog by itself, which stays open when it is used."""

    def __init__(self) -> None:
        def script() -> None:
            from pages.ui import state
            from pages.ui.judgements import notes_dialog

            state.open_view()
            notes_dialog.notes_dialog()

        self.test = AppTest.from_function(script, default_timeout=PATIENCE)
        self.run()

    def give(self, data: bytes, name: str) -> None:
        self.choose("notes-file", (name, data, "text/csv"))


def test_the_dialog_sums_up(space: Workspace) -> None:
    deltas = Comparison.of(load_sample()).sentence_deltas
    assert deltas[WORST] < 0 < deltas[BEST]
    say(space, WORST, VERDICT, "A better")
    say(space, BEST, VERDICT, "A better")
    say(space, BEST, AnnotationItem("label", "B", "omission"), "critical")
    app = Dialog()
    table = {row[0]: row[1:] for row in app.cells("agreement")}
    assert table["A better"] == ["1", "1", "0"]
    assert any("1/2 segments: 50.0% (95% CI" in text.value for text in app.test.markdown)
    assert app.cells("label-counts") == [
        ["omission", "A", "0", "0", "0", "0"],
        ["omission", "B", "0", "0", "1", "1"],
    ]


def test_the_dialog_counts_marked_errors_alone(space: Workspace) -> None:
    for number in (0, 1):
        error = Mark("omission", "minor", 0, 1)
        workspace.mark(space, load_sample().digest, WORST, 1, number, error)
    app = Dialog()
    assert app.cells("mark-counts") == [
        ["omission", "A", "0", "0", "0", "0"],
        ["omission", "B", "2", "0", "0", "2"],
    ]
    assert not app.shows("label-counts")


def given(app: App) -> list[str]:
    """The verdicts that anything was given."""
    return [row[0] for row in app.cells("agreement") if any(n != "0" for n in row[1:])]


def theirs(who: str) -> bytes:
    said = {2: Annotation("A better", (Label("B", "omission", "major"),))}
    return annotation_files.to_csv(Comparison.of(load_sample()), said, who)


def test_what_a_colleague_says_is_kept_apart_and_taken_back(space: Workspace) -> None:
    say(space, 2, VERDICT, "B better")
    dialog = Dialog()
    dialog.give(theirs("Mia <b>"), "of mia.csv")
    assert "2 read, 2 saved." in dialog.message("imported-notes")
    assert workspace.load_annotations(space, load_sample().digest) == {2: Annotation("B better")}
    # Sums are of what one has said, until somebody else is chosen.
    assert given(dialog) == ["B better"]
    dialog.choose("whose", "Mia <b>")
    assert given(dialog) == ["A better"]
    app = App("data.py")
    ((file, _, what, number, who),) = app.cells("mark-imports")
    assert (file, number, who) == ("of mia.csv", "2", "Mia <b> 2")
    assert what == "judgments, labels, notes"
    app.click("marks-take-back")
    assert workspace.load_others_annotations(space, load_sample().digest) == {}


def test_a_name_takes_along_what_was_said_before_it_on_request(space: Workspace) -> None:
    say(space, 4, VERDICT, "same")
    dialog = Dialog()
    assert not dialog.test.checkbox[0].value
    dialog.test.checkbox[0].check()
    dialog.widget("annotator-typed").set_value("  Ana Ö.")
    dialog.press("Save name")
    assert dialog.component("annotator-cookie")["value"] == "Ana%20%C3%96."
    assert workspace.load_annotations(space, load_sample().digest, "Ana Ö.") == {
        4: Annotation("same")
    }
    assert given(dialog) == ["same"]
    # Who gives another name after that may be another person.
    assert not dialog.test.checkbox[0].value
    dialog.widget("annotator-typed").set_value("Bea")
    dialog.press("Save name")
    assert workspace.load_annotations(space, load_sample().digest, "Bea") == {}
    # Somebody else, in another browser, has said nothing yet.
    assert not Dialog().shows("agreement")


def offers(app: App) -> bool:
    return any(button.label == "Copy annotations" for button in app.test.button)


@pytest.mark.parametrize("suffix", ["", "-final"])
def test_annotations_of_the_same_outputs_are_copied_from_another_comparison(space, suffix) -> None:
    sample = load_sample()
    (name, a), (other, b) = ((n, column.to_pylist()) for n, column in sample.systems.items())
    say(space, WORST, VERDICT, "A better")
    workspace.save_annotation(space, sample.digest, BEST, NOTE, "odd", "Ann")
    say(space, BEST, AnnotationItem("label", "B", "omission"), "minor")
    changed = replace(sample, systems={name: a, other: [*b[:-1], "changed"]})
    # With one more system and the two exchanged, and with an output that only has the name.
    name, other = name + suffix, other + suffix
    more = replace(sample, systems={other: b, "third": b[::-1], name: a})
    for one in (more, changed):
        workspace.save_comparison(space, one)
    app = App("segments.py", data=changed.digest)
    assert not offers(app)
    app = App("segments.py", data=more.digest, a=name, b=other)
    assert offers(app)
    app.press("Copy annotations")
    assert not offers(app)
    places = (2, 0)
    own = workspace.load_annotations(space, more.digest, pair=places)
    assert {s: (one.verdict, one.labels) for s, one in own.items()} == {
        WORST: ("A better", ()),
        BEST: ("", (Label("B", "omission", "minor"),)),
    }
    noted = workspace.load_annotations(space, more.digest, "Ann", places)
    assert [(s, one.note) for s, one in noted.items()] == [(BEST, "odd")]


def test_annotations_of_each_pair_are_copied(space) -> None:
    sample = load_sample()
    (name, a), (other, b) = ((n, column.to_pylist()) for n, column in sample.systems.items())
    three = replace(sample, systems={name: a, other: b, "third": b[::-1]})
    more = replace(three, systems={name: a, other: b, "third": b[::-1], "fourth": a[::-1]})
    for one in (three, more):
        workspace.save_comparison(space, one)
    label = AnnotationItem("label", "A", "omission")
    for item, text, pair in (
        (VERDICT, "A better", (0, 1)),
        (NOTE, "odd", (0, 1)),
        (label, "minor", (0, 2)),  # in both pairs, as is the note
        (VERDICT, "same", (0, 2)),
    ):
        workspace.save_annotation(space, three.digest, WORST, item, text, pair=pair)
    for b_name in (other, "third"):
        app = App("segments.py", data=more.digest, a=name, b=b_name)
        assert offers(app)
        app.press("Copy annotations")
        assert not offers(app)
    for pair in ((0, 1), (0, 2), (1, 2)):
        expected, found = (
            workspace.load_annotations(space, one.digest, pair=pair) for one in (three, more)
        )
        assert found == expected
    app = App("segments.py", data=more.digest, a=other, b="third")
    assert not offers(app)  # the note is here
