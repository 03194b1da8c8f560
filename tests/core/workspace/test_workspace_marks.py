"""Marks: each belongs to an annotator, and is saved by itself or imported."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import EvalSet, workspace
from bleu_core.segments.marks import Mark, Rating, span_problem
from bleu_core.workspace import Gone, Workspace
from tests.core.filled_workspace import filled, first, ratings, second
from tests.core.refusing import refused
from tests.effort import examples

DIGEST = first().digest
OLD, NEW = 0, 1
WORD, OTHER = Mark("omission", "minor", 4, 7), Mark("other", "major", 0, 3, comment="a “comment”")
ANN = Rating(0, "new", "ann", (WORD,))


@pytest.fixture
def space(tmp_path: Path) -> Workspace:
    return filled(tmp_path / "home")


def plain(found: Iterable[Rating]) -> list[Rating]:
    return [replace(one, changed=0.0) for one in found]


def in_order(*found: Rating) -> list[Rating]:
    places = ["old", "new"]
    return plain(sorted(found, key=lambda r: (r.segment, places.index(r.system), r.annotator)))


def kept(space: Workspace, **which: Any) -> list[Rating]:
    return plain(workspace.load_ratings(space, DIGEST, **which))


def own(space: Workspace, annotator: str = "ann") -> dict[int, Mark]:
    found = workspace.load_ratings(space, DIGEST, annotator=annotator)
    return {one.number: one for rating in found for one in rating.marks}


def test_marks_come_back_as_they_were_said_and_imported(space: Workspace) -> None:
    one, other, last = ratings()
    assert kept(space) == in_order(*ratings(), ANN)
    found = workspace.load_ratings(space, DIGEST, segment=0)
    assert ([mark.number for mark in found[0].marks], found[0].changed) == ([0, 1], one.changed)
    assert kept(space, segment=2) == in_order(last)
    assert kept(space, annotator="rater1") == in_order(one, last)
    assert kept(space, segment=0, annotator="rater2") == in_order(other)
    assert workspace.load_ratings(space, second().digest) == []
    assert workspace.load_ratings(space, "of nothing") == []
    counts = workspace.count_annotations(space)[DIGEST]
    assert (counts["mark"], counts["rated output"]) == (4, 4)


def test_the_kinds_of_marks_are_those_that_count_in_the_systems_asked_for(space: Workspace) -> None:
    style, omission = ((0, "Style/Awkward", "minor"), (0, "Accuracy/Omission", "major"))
    word, bare = (0, "omission", "minor"), (2, "", "critical")
    assert workspace.load_marked_segments(space, DIGEST, (OLD, NEW)) == [
        omission,
        style,
        word,
        bare,
    ]
    assert workspace.load_marked_segments(space, DIGEST, (OLD,)) == [omission, style]
    assert workspace.load_marked_segments(space, DIGEST, (OLD, NEW), "ann") == [word]
    assert workspace.load_marked_segments(space, second().digest, (OLD, NEW)) == []
    # Editing an imported rating makes it the own one of rater1.
    workspace.mark(space, DIGEST, 0, OLD, 0, None, "rater1")
    assert workspace.load_marked_segments(space, DIGEST, (OLD,)) == [omission]


def test_a_mark_is_added_changed_and_deleted(space: Workspace) -> None:
    worse = replace(WORD, severity="critical")
    for number, now, there in (
        (1, OTHER, {0: WORD, 1: OTHER}),
        (1, OTHER, {0: WORD, 1: OTHER}),  # sent again
        (0, worse, {0: worse, 1: OTHER}),
        (1, None, {0: worse}),
        (1, None, {0: worse}),
        (0, None, {}),
    ):
        workspace.mark(space, DIGEST, 0, NEW, number, now, "ann")
        assert own(space) == there
    assert kept(space) == in_order(*ratings())


def test_an_output_that_was_found_right_is_so_until_an_error_is_marked(space: Workspace) -> None:
    workspace.import_ratings(space, DIGEST, "f", [Rating(1, "old", "ann")])
    assert kept(space, segment=1) == [Rating(1, "old", "ann")]
    workspace.mark(space, DIGEST, 1, OLD, 0, WORD, "ann")
    assert kept(space, segment=1) == [Rating(1, "old", "ann", (WORD,))]
    workspace.mark(space, DIGEST, 1, OLD, 0, None, "ann")
    # Deleting the last error does not say that the output is right.
    assert kept(space, segment=1) == []


def test_a_file_is_kept_once_and_changes_nothing_that_is_there(space: Workspace) -> None:
    assert workspace.import_ratings(space, DIGEST, "again.tsv", ratings()[::-1])[0] == 0
    here = [ANN, Rating(2, "old", "ann")]
    added = workspace.import_ratings(space, DIGEST, "own.jsonl", here)
    assert added == (1, [])  # what was entered here is left out
    other = [Rating(0, "new", "ann", (OTHER,)), Rating(2, "new", "rater1", (OTHER,))]
    added = workspace.import_ratings(space, DIGEST, "later.jsonl", other)
    assert added == (1, [0])
    # Marks entered here stay; of imports, the last one counts.
    expected = in_order(*ratings()[:2], other[1], *here)
    assert kept(space) == expected
    (last, *_) = workspace.list_imports(space, DIGEST)
    assert last.ratings == {"rater1": 1}
    workspace.delete_import(space, DIGEST, last)
    with pytest.raises(Gone):
        workspace.delete_import(space, DIGEST, last)
    assert kept(space) == in_order(*ratings()[:2], *here)


def test_the_rating_that_was_changed_last_counts_whichever_file_came_last(space) -> None:
    newer = Rating(0, "old", "mia", (OTHER,), changed=200.0)
    older = Rating(0, "old", "mia", (WORD,), changed=100.0)
    without = Rating(0, "old", "mia", (), score=50.0)  # its time is that of the import
    for one, expected in ((newer, newer), (older, newer), (without, without)):
        workspace.import_ratings(space, DIGEST, "file", [one])
        assert kept(space, annotator="mia") == plain([expected])


def test_marks_go_over_to_a_new_name_by_outputs(space: Workspace) -> None:
    workspace.mark(space, DIGEST, 1, OLD, 0, OTHER)
    workspace.mark(space, DIGEST, 0, NEW, 0, OTHER)
    workspace.mark(space, DIGEST, 0, OLD, 0, OTHER)
    workspace.import_ratings(space, DIGEST, "nameless.csv", [Rating(2, "old", "", (WORD,))])
    assert workspace.count_segments(space, "") == 3
    workspace.rename_annotator(space, "", "ann")
    # If both names marked an output, each keeps its own rating.
    others = {0: (OTHER,), 1: (OTHER,), 2: (WORD,)}
    theirs = [Rating(segment, "old", "ann", marks) for segment, marks in others.items()]
    assert kept(space) == in_order(*ratings(), Rating(0, "new", "", (OTHER,)), ANN, *theirs)
    workspace.rename_annotator(space, "rater1", "somebody")  # imported marks keep their names
    assert {one.annotator for one in kept(space)} == {"", "ann", "rater1", "rater2"}


def test_a_single_system_is_only_the_first_one(space: Workspace) -> None:
    single = EvalSet({"only": ["a b c"]}, [["a b c"]])
    workspace.save_comparison(space, single)
    with refused("annotation.out_of_range"):
        workspace.mark(space, single.digest, 0, 1, 0, WORD)
    workspace.mark(space, single.digest, 0, 0, 0, WORD)
    assert [one.system for one in workspace.load_ratings(space, single.digest)] == ["only"]


def test_what_cannot_be_a_mark_is_refused(space: Workspace) -> None:
    refusals: list[tuple[dict[str, Any], str]] = [
        ({"severity": ""}, "name_unfit"),
        ({"category": "a\x00b"}, "name_unfit"),
        ({"comment": "a" * 10_001}, "toml.too_long"),
        ({"comment": "\ud800"}, "lines.half_surrogate"),
        ({"start": 3, "end": 3}, "mark_span"),
        ({"side": "reference"}, "value_unknown"),
    ]
    places = {(3, OLD, 0): "out_of_range", (0, 2, 0): "out_of_range", (0, -1, 0): "out_of_range"}
    cases = [((1, OLD, 0), replace(WORD, **changed), code) for changed, code in refusals]
    cases += [(place, WORD, code) for place, code in places.items()]
    cases += [((0, OLD, 1_000), WORD, "too_many")]
    # A file may have its own severities.
    cases += [((1, OLD, 0), replace(WORD, severity="trifle"), "value_unknown")]
    for place, wrong, code in cases:
        with refused(code if "." in code else f"annotation.{code}"):
            workspace.mark(space, DIGEST, *place, wrong)
    files = [(Rating(1, "old", "x", (replace(WORD, **wrong),)), code) for wrong, code in refusals]
    files += [
        (Rating(3, "old", "x"), "out_of_range"),
        (Rating(0, "older", "x"), "systems.unknown"),
        (Rating(0, "old", "x\n"), "name_unfit"),
        (Rating(0, "old", "x", (WORD,) * 1_001), "too_many"),
        (Rating(0, "old", "twice", (WORD,)), "rated_twice"),
        (Rating(0, "old", "x", score=100.1), "value_unknown"),
    ]
    for rating, code in files:  # each refused completely
        with refused(code if "." in code else f"annotation.{code}"):
            workspace.import_ratings(space, DIGEST, "f", [Rating(0, "old", "twice"), rating])
    with pytest.raises(Gone):
        workspace.import_ratings(space, "of nothing", "f", [])
    assert kept(space) == in_order(*ratings(), ANN)


def test_a_span_is_one_of_its_text() -> None:
    for start, end in ((-1, -1), (0, 3)):
        assert span_problem(Mark("a", "minor", start, end), "abc") is None
    outside = span_problem(Mark("a", "minor", 0, 4, "source"), "abc")
    assert outside.code == "annotation.span_outside"
    assert outside.values == {"side": "source", "end": 4, "length": 3}
    for start, end in ((2, 2), (-1, 2), (2, 1)):
        assert span_problem(Mark("a", "minor", start, end), "abc").code == "annotation.mark_span"


numbers = st.integers(0, 2)
marks = st.one_of(st.none(), st.sampled_from([WORD, OTHER, replace(WORD, severity="critical")]))


@settings(max_examples=examples(25))
@given(st.lists(st.tuples(st.sampled_from(["ann", "bob"]), numbers, marks), max_size=12))
def test_presses_in_any_order_are_as_if_one_had_kept_a_list(tmp_path_factory, presses) -> None:
    space = filled(tmp_path_factory.mktemp("home"))
    slow: dict[str, dict[int, Mark]] = {"ann": {}, "bob": {}}
    for who, number, now in presses:
        workspace.mark(space, DIGEST, 1, OLD, number, now, who)
        slow[who].pop(number, None)
        if now:
            slow[who][number] = now
    found = {rating.annotator: rating.marks for rating in kept(space, segment=1)}
    assert {who: {one.number: one for one in found.get(who, ())} for who in slow} == slow
