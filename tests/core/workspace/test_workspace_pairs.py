"""Annotations of two of many systems: labels belong to a system, verdicts to a pair."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import Comparison, EvalSet, workspace
from bleu_core.readers import File
from bleu_core.segments.annotations import SEVERITIES, VERDICTS, Annotation, Label
from bleu_core.workspace import (
    NOTE,
    VERDICT,
    AnnotationItem,
    AnnotationRow,
    Workspace,
    annotation_files,
)
from bleu_core.workspace.annotations import Pair, as_stored, for_pair
from tests.core.refusing import refused
from tests.effort import examples

LINES = ["the cat sat", "it rains", "all is well"]
DATA = EvalSet({n: [f"{line} {n}" for line in LINES] for n in "xyz"}, [LINES])
OMISSION = AnnotationItem("label", "A", "omission")
PAIRS = list(permutations(range(3), 2))
EXCHANGED = {"A better": "B better", "B better": "A better"}


@pytest.fixture
def space(tmp_path: Path) -> Workspace:
    space = Workspace.open(tmp_path)
    workspace.save_comparison(space, DATA)
    return space


def say(space: Workspace, item: AnnotationItem, text: str, pair: Pair, who="") -> None:
    workspace.save_annotation(space, DATA.digest, 0, item, text, who, pair)


def said(space: Workspace, pair: Pair, who: str = "") -> Annotation:
    return workspace.load_annotations(space, DATA.digest, who, pair).get(0, Annotation())


def test_a_verdict_is_of_two_systems_whichever_is_a(space: Workspace) -> None:
    say(space, VERDICT, "A better", (0, 2))
    assert said(space, (0, 2)).verdict == "A better"
    assert said(space, (2, 0)).verdict == "B better"
    assert said(space, (0, 1)) == said(space, (1, 2)) == Annotation()
    say(space, VERDICT, "A better", (2, 0))
    assert said(space, (0, 2)).verdict == "B better"
    say(space, VERDICT, "A better", (1, 0))
    say(space, VERDICT, "", (1, 0))
    # Deleted with A and B exchanged, and entered again.
    say(space, VERDICT, "", (2, 0))
    assert said(space, (0, 2)) == Annotation()
    say(space, VERDICT, "same", (2, 0))
    assert said(space, (0, 2)).verdict == "same"


def test_an_error_is_its_systems_in_every_pair(space: Workspace) -> None:
    say(space, OMISSION, "major", (1, 2))
    for pair in PAIRS:
        side = "AB"[pair.index(1)] if 1 in pair else ""
        assert said(space, pair).labels == ((Label(side, "omission", "major"),) if side else ())
    say(space, AnnotationItem("label", "B", "omission"), "minor", (2, 1))
    assert said(space, (0, 1)).labels == (Label("B", "omission", "minor"),)
    say(space, NOTE, "why?", (2, 1))  # of the segment
    assert {said(space, pair).note for pair in PAIRS} == {"why?"}


def test_there_is_nothing_to_say_of_a_system_that_there_is_not(space: Workspace) -> None:
    for pair in ((0, 3), (-1, 0)):
        with refused("annotation.out_of_range"):
            say(space, VERDICT, "same", pair)
        with refused("annotation.out_of_range"):
            workspace.import_annotations(
                space, DATA.digest, "f", [AnnotationRow(0, "", VERDICT, "same", 1.0, pair)]
            )


ITEMS = st.one_of(
    st.tuples(st.just(VERDICT), st.sampled_from(VERDICTS)),
    st.tuples(
        st.builds(
            AnnotationItem, st.just("label"), st.sampled_from("AB"), st.just("x"), st.integers(0, 1)
        ),
        st.sampled_from(SEVERITIES),
    ),
)


@given(ITEMS, st.sampled_from(PAIRS), st.sampled_from(PAIRS))
def test_what_is_said_of_a_pair_is_shown_of_the_same_systems(one, pair, other) -> None:
    item, text = one
    kept = as_stored(item, text, pair)
    assert for_pair(*kept, pair) == one
    if item.kind == "verdict":
        expected = {pair: text, pair[::-1]: EXCHANGED.get(text, text)}.get(other)
        assert for_pair(*kept, other) == (expected and (VERDICT, expected))
    else:
        place = pair["AB".index(item.system)]
        shown = for_pair(*kept, other)
        assert (shown and shown[0].system) == ("AB"[other.index(place)] if place in other else None)


def mias(*said: tuple[AnnotationItem, str], pair: Pair) -> list[AnnotationRow]:
    return [AnnotationRow(0, "Mia", item, text, 100.0, pair) for item, text in said]


def test_files_on_other_pairs_stand_beside_each_other(space: Workspace) -> None:
    first = mias((VERDICT, "A better"), (OMISSION, "minor"), (NOTE, "n"), pair=(0, 1))
    second = mias((OMISSION, "major"), (NOTE, "m"), pair=(0, 2))
    assert workspace.import_annotations(space, DATA.digest, "first", first)[0] == 3
    assert workspace.import_annotations(space, DATA.digest, "second", second)[0] == 2
    # The later import replaces the first system's errors and the note, not the verdict.
    major, critical = (Label("A", "omission", one) for one in ("major", "critical"))
    assert said(space, (0, 1), "Mia") == Annotation("A better", (major,), "m")
    # An import of the same pair replaces it completely, also with A and B exchanged.
    again = mias((AnnotationItem("label", "B", "omission"), "critical"), pair=(1, 0))
    workspace.import_annotations(space, DATA.digest, "again", again)
    assert said(space, (0, 1), "Mia") == Annotation("", (critical,))
    assert workspace.list_annotators(space, DATA.digest) == ["Mia"]
    assert workspace.count_annotations(space)[DATA.digest] == {"label": 1}


def test_a_file_is_laid_onto_the_systems_that_it_names(space: Workspace) -> None:
    outputs = {n: list(column.to_pylist()) for n, column in DATA.systems.items()}
    outputs["z"][1] = outputs["y"][1]  # two outputs are equal in one segment
    data = EvalSet(outputs, [LINES])
    annotations = {i: Annotation("A better", (Label("B", "other", "minor"),)) for i in range(3)}
    file = File("notes", annotation_files.to_csv(Comparison.of(data, a="z", b="x"), annotations))
    read = annotation_files.read(file, Comparison.of(data, a="x", b="y"))
    assert (read.other_pairs, read.unknown) == (3, [])
    assert {row.pair for row in read.rows} == {(2, 0)}
    read = annotation_files.read(file, Comparison.of(data, a="x", b="z"))
    assert read.other_pairs == 0
    assert {row.text for row in read.rows if row.item == VERDICT} == {"B better"}
    workspace.save_comparison(space, data)
    workspace.import_annotations(space, data.digest, "notes", read.rows)
    assert workspace.load_annotations(space, data.digest, "", (2, 0)) == annotations


def test_a_file_with_other_names_is_of_the_pair_that_has_most_of_its_texts() -> None:
    outputs = {n: list(column.to_pylist()) for n, column in DATA.systems.items()}
    outputs["z"][1] = outputs["y"][1]  # two outputs are equal in one segment
    renamed = {f"{name}-final": lines for name, lines in outputs.items()}
    annotations = {i: Annotation("A better") for i in range(3)}
    of_xy = Comparison.of(EvalSet(outputs, [LINES]), a="x", b="y")
    file = File("notes", annotation_files.to_csv(of_xy, annotations))
    for names in (renamed, dict(zip(outputs, (outputs[n] for n in "yzx"), strict=True))):
        data = EvalSet(names, [LINES])
        x, y = (list(names.values()).index(outputs[name]) for name in "xy")
        for a, b in permutations(names, 2):
            read = annotation_files.read(file, Comparison.of(data, a=a, b=b))
            stored = {as_stored(row.item, row.text, row.pair) for row in read.rows}
            assert stored == {as_stored(VERDICT, "A better", (x, y))}
            is_open = {list(names).index(name) for name in (a, b)} == {x, y}
            assert (read.unknown, read.other_pairs) == ([], 0 if is_open else 3)


@pytest.mark.parametrize("pair", PAIRS)
def test_a_row_with_a_and_b_exchanged_repeats_one(pair: Pair) -> None:
    names = list(DATA.systems)
    x, z = Comparison.of(DATA, a="x", b="z"), Comparison.of(DATA, a="z", b="x")
    files = (
        annotation_files.to_csv(x, {0: Annotation("A better")}),
        annotation_files.to_csv(z, {0: Annotation("B better"), 1: Annotation("same")}),
        annotation_files.to_csv(z, {0: Annotation("A better")}),
    )
    head, *rows = (line for file in files for line in file.splitlines(keepends=True))
    table = File("f", head + b"".join(row for row in rows if row != head))
    current = Comparison.of(DATA, a=names[pair[0]], b=names[pair[1]])
    read = annotation_files.read(table, current)
    assert (len(read.rows), read.repeated) == (2, [5])
    assert {as_stored(*row[2:4], row.pair)[1] for row in read.rows} == {"A better", "same"}


STORED = st.one_of(ITEMS, st.tuples(st.just(NOTE), st.sampled_from(["n", "a\rb", "=\u202e'"])))


@settings(max_examples=examples(30))
@given(
    st.lists(st.tuples(st.integers(0, 2), STORED, st.sampled_from(PAIRS)), max_size=8),
    st.permutations([(0, 1), (2, 0), (1, 2), (0, 2)]),
)
def test_the_files_of_all_pairs_give_the_same_in_whichever_order(sayings, order) -> None:
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        spaces = [Workspace.open(Path(folder) / name) for name in ("from", "to")]
        for one in spaces:
            workspace.save_comparison(one, DATA)
        names, there = list(DATA.systems), spaces[0]
        for i, (segment, (item, text), pair) in enumerate(sayings):
            with patch("time.time", lambda: 1000.0 + i):  # noqa: B023
                workspace.save_annotation(there, DATA.digest, segment, item, text, "Mia", pair)
        for pair in [*order, order[0]]:
            if not (own := workspace.load_annotations(there, DATA.digest, "Mia", pair)):
                continue
            of_pair = Comparison.of(DATA, a=names[pair[0]], b=names[pair[1]])
            file = File("f", annotation_files.to_csv(of_pair, own, "Mia"))
            rows = annotation_files.read(file, of_pair).rows
            for one in spaces:
                stays = workspace.import_annotations(one, DATA.digest, "f", rows)[1]
                assert stays == []  # not even in the workspace that they are from
        for pair in PAIRS:
            expected, found = (
                workspace.load_annotations(one, DATA.digest, "Mia", pair) for one in spaces
            )
            shown = {s: (a.verdict, a.labels, written(a.note)) for s, a in expected.items()}
            assert {s: (a.verdict, a.labels, a.note) for s, a in found.items()} == shown


def written(note: str) -> str:
    return note.replace("\r", "\n").replace("\u202e", "<U+202E>")


def test_a_judgment_is_not_held_back_by_a_newer_note(space: Workspace) -> None:
    first = [
        row._replace(changed=50.0) for row in mias((VERDICT, "same"), (NOTE, "n"), pair=(0, 2))
    ]
    second = mias((VERDICT, "A better"), (NOTE, "n"), pair=(0, 1))
    workspace.import_annotations(space, DATA.digest, "second", second)
    assert workspace.import_annotations(space, DATA.digest, "first", first) == (1, [])
    assert said(space, (0, 2), "Mia") == Annotation("same", note="n")
    # An older file of a pair adds nothing that a newer one lacks.
    older = [row._replace(changed=60.0) for row in mias((OMISSION, "minor"), pair=(0, 1))]
    assert workspace.import_annotations(space, DATA.digest, "older", older) == (0, [0])
