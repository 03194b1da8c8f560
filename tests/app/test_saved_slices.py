"""Saved slices on the Slices screen, without a browser."""

from __future__ import annotations

import pytest

from bleu_core import workspace
from bleu_core.messages import slice as messages
from bleu_core.segments.saved_slices import SavedSlice
from bleu_core.workspace import VERDICT, Workspace
from pages.ui.store import load_sample
from tests.app.conftest import App


def test_a_filter_is_saved_under_a_name_and_stays(space: Workspace) -> None:
    where = 'kind = "recipe"'
    app = App("slices.py", tab="saved", where=where)
    app.press("Save slice")  # without a name
    assert app.codes("slices-told") == ["slice.no_name"]
    app.choose("Slice name", " my  recipes ")
    app.press("Save slice")
    assert workspace.saved_slices(space) == [SavedSlice("my recipes", where)]
    kinds = load_sample().metadata["kind"].to_pylist()
    (row,) = App("slices.py", tab="saved").cells("saved-table")
    assert row[:3] == ["my recipes", where, str(kinds.count("recipe"))]
    # What is chosen on Segments is saved there, and under no name that is taken.
    for name, code in (
        ("my recipes", "workspace.slice_exists"),
        ("first two", "screen.slice_saved"),
    ):
        app = App("segments.py", where="line < 3")
        app.choose("Slice name", name)
        app.press("Save slice")
        assert app.codes("slices-told") == [code]
    assert workspace.saved_slices(space)[1:] == [SavedSlice("first two", "line < 3")]


def test_what_a_slice_does_not_mean_here_stands_in_its_row(space: Workspace) -> None:
    for name, where in (("odd", "colour = 1"), ("few", "line < 3"), ("losers", "delta < 0")):
        workspace.save_slice(space, SavedSlice(name, where))
    app = App("slices.py", tab="saved")
    notes = {row[0]: row[-1] for row in app.cells("saved-table")}
    assert "colour" in notes["odd"]
    assert "fewer than 30" in notes["few"]
    assert "Not tested" in notes["losers"]
    assert app.component("saved-table")["ids"][0] is None
    assert messages.about_not_exchangeable() in app.captions


def test_ones_own_annotations_choose_a_slice_whoever_looked_before(space: Workspace) -> None:
    digest = load_sample().digest
    workspace.save_comparison(space, load_sample())
    segments = {"Ana": range(2), "Ben": range(3)}
    for name, own in segments.items():
        for segment in own:
            workspace.save_annotation(space, digest, segment, VERDICT, "A better", name)
    for name, own in segments.items():
        app = App("slices.py", tab="saved", where='verdict = "A better"')
        app.set(annotator=name)
        assert [row[2] for row in app.cells("saved-table")] == [str(len(own))]


def test_a_slice_is_renamed_and_deleted(space: Workspace) -> None:
    workspace.save_slice(space, SavedSlice("one", "line > 5"))
    app = App("slices.py", tab="saved")
    app.choose("New name", "*two*")
    app.press("Rename")
    assert [row[0] for row in app.cells("saved-table")] == ["*two*"]
    app.press("Delete")
    assert workspace.saved_slices(space) == []
    assert app.shows("saved-none")


@pytest.mark.parametrize("button", ["Rename", "Delete"])
def test_if_another_window_renamed_the_chosen_slice_no_other_is_changed(
    space: Workspace, button: str
) -> None:
    for name in ("alpha", "beta", "gamma"):
        workspace.save_slice(space, SavedSlice(name, "line > 5"))
    app = App("slices.py", tab="saved")
    app.choose("Slice", "beta")
    app.choose("New name", "delta")
    workspace.rename_slice(space, "beta", "renamed")
    app.press(button)
    assert [one.name for one in workspace.saved_slices(space)] == ["alpha", "renamed", "gamma"]
    assert app.codes("slices-told") == ["workspace.gone"]


def test_without_a_workspace_the_filter_of_the_link_is_scored() -> None:
    app = App("slices.py", tab="saved", where="line > 5")
    assert app.codes("saved-nowhere") == ["screen.keeping_off"]
    (row,) = app.cells("saved-table")
    assert row[:3] == ["(unsaved filter)", "line > 5", str(len(load_sample()) - 5)]
    assert "Save" not in app.labels
