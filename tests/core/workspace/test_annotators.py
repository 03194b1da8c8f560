"""Who says what: own and others' notes side by side, imports that can be taken back, names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import EvalSet, workspace
from bleu_core.messages import codes
from bleu_core.segments.annotations import SEVERITIES, VERDICTS, Annotation, Label
from bleu_core.workspace import (
    NOTE,
    VERDICT,
    AnnotationItem,
    AnnotationRow,
    Gone,
    LabelType,
    Workspace,
)
from tests.core.filled_workspace import asked
from tests.core.refusing import refused
from tests.effort import examples

SIZE = 4
DATA = EvalSet({"a": ["x"] * SIZE, "b": ["y"] * SIZE}, [["z"] * SIZE])
COMPARISON = DATA.digest
OMISSION = AnnotationItem("label", "A", "omission")
NAMES = ["", "Mia", "Ana"]


def opened(folder: Path) -> Workspace:
    space = Workspace.open(folder)
    workspace.save_comparison(space, DATA)
    return space


@pytest.fixture
def space(tmp_path: Path) -> Workspace:
    return opened(tmp_path)


def say(space: Workspace, segment: int, item: AnnotationItem, text: str, who="") -> None:
    workspace.save_annotation(space, COMPARISON, segment, item, text, who)


def row(segment: int, item: AnnotationItem, text: str, who: str = "Mia") -> AnnotationRow:
    return AnnotationRow(segment, who, item, text, 100.0)


def add(space: Workspace, *rows: AnnotationRow, file: str = "mia.csv") -> workspace.ImportResult:
    return workspace.import_annotations(space, COMPARISON, file, rows)


def kept(space: Workspace) -> list[tuple[object, ...]]:
    return sorted(asked(space.path, "SELECT * FROM annotations"), key=repr)


def others_say(space: Workspace, who: str = "") -> dict[str, dict[int, Annotation]]:
    return workspace.load_others_annotations(space, COMPARISON, who)


def test_two_people_on_one_home_say_each_their_own(space: Workspace) -> None:
    for who, verdict in {"Ana": "A better", "Mia": "B better", "": "same"}.items():
        say(space, 0, VERDICT, verdict, who)
    assert workspace.load_annotations(space, COMPARISON, "Ana") == {0: Annotation("A better")}
    assert others_say(space, "Ana") == {
        "": {0: Annotation("same")},
        "Mia": {0: Annotation("B better")},
    }
    say(space, 0, VERDICT, "both bad", "Ana")  # the last one counts
    assert workspace.load_annotations(space, COMPARISON, "Ana") == {0: Annotation("both bad")}


def test_what_a_colleague_says_stands_beside_ones_own(space: Workspace) -> None:
    say(space, 0, VERDICT, "A better")
    before = kept(space)
    rows = row(0, VERDICT, "B better"), row(0, OMISSION, "major"), row(2, NOTE, "one\r\ntwo\rthree")
    assert add(space, *rows) == (3, [])
    assert workspace.load_annotations(space, COMPARISON) == {0: Annotation("A better")}
    others = {
        0: Annotation("B better", (Label("A", "omission", "major"),)),
        2: Annotation(note="one\ntwo\nthree"),
    }
    assert others_say(space) == {"Mia": others}
    (one,) = workspace.list_imports(space, COMPARISON)
    assert (one.file, one.items) == ("mia.csv", {"Mia": 3})
    # The same a second time, whatever the file is called, changes nothing.
    after = kept(space)
    assert add(space, *reversed(rows), file="again.csv") == (0, [])
    assert (kept(space), len(workspace.list_imports(space, COMPARISON))) == (after, 1)
    workspace.delete_import(space, COMPARISON, one)
    assert kept(space) == before
    assert workspace.list_imports(space, COMPARISON) == []
    with pytest.raises(Gone):
        workspace.delete_import(space, COMPARISON, one)
    assert add(space, *rows)[0] == 3


def test_of_a_colleagues_files_the_last_one_counts_where_it_speaks(space: Workspace) -> None:
    add(space, row(0, VERDICT, "A better"), row(0, OMISSION, "major"), row(1, NOTE, "first"))
    add(space, row(0, VERDICT, "same"))
    same = {0: Annotation("same")}
    assert others_say(space) == {"Mia": same | {1: Annotation(note="first")}}
    last, first = workspace.list_imports(space, COMPARISON)
    restored = replace(first, made=first.made + 1)  # another one with its id
    with pytest.raises(Gone):
        workspace.delete_import(space, COMPARISON, restored)
    assert first in workspace.list_imports(space, COMPARISON)
    workspace.delete_import(space, COMPARISON, first)
    assert others_say(space) == {"Mia": same}
    workspace.delete_import(space, COMPARISON, last)
    assert others_say(space) == {}


def test_ones_own_notes_from_another_machine_can_be_gone_on_with(space: Workspace) -> None:
    say(space, 0, VERDICT, "A better")
    say(space, 1, VERDICT, "same")
    # What is said here is not changed; the same is not kept twice.
    assert add(
        space,
        row(0, VERDICT, "A better", ""),
        row(1, VERDICT, "B better", ""),
        row(2, OMISSION, "minor", ""),
        row(3, NOTE, "n", ""),
    ) == (2, [1])
    own = {0: Annotation("A better"), 1: Annotation("same"), 3: Annotation(note="n")}
    omission = Annotation(labels=(Label("A", "omission", "minor"),))
    assert workspace.load_annotations(space, COMPARISON) == {**own, 2: omission}
    say(space, 2, VERDICT, "both bad")
    say(space, 2, OMISSION, "")
    (one,) = workspace.list_imports(space, COMPARISON)
    workspace.delete_import(space, COMPARISON, one)
    del own[3]
    assert workspace.load_annotations(space, COMPARISON) == {**own, 2: Annotation("both bad")}


def test_a_name_takes_over_what_was_said_without_one(space: Workspace) -> None:
    say(space, 0, VERDICT, "A better")
    say(space, 1, VERDICT, "same")
    say(space, 1, VERDICT, "both bad", "Ana")
    add(space, row(2, NOTE, "from home", ""), row(3, NOTE, "Mia's"))
    assert workspace.count_segments(space, "") == 3
    workspace.rename_annotator(space, "", "Ana")
    assert workspace.load_annotations(space, COMPARISON, "Ana") == {
        0: Annotation("A better"),
        1: Annotation("both bad"),
        2: Annotation(note="from home"),
    }
    # What a colleague's file says is not handed over.
    workspace.rename_annotator(space, "Mia", "Ana")
    assert workspace.load_annotations(space, COMPARISON, "Mia") == {3: Annotation(note="Mia's")}
    assert workspace.count_segments(space, "Mia") == 0


def test_a_name_keeps_what_was_imported_under_it(space: Workspace) -> None:
    verdict, omission = row(0, VERDICT, "A better", "Ana"), row(0, OMISSION, "major", "Ana")
    add(space, verdict, omission, row(1, VERDICT, "same", ""), row(2, NOTE, "n", ""))
    say(space, 0, NOTE, "why")
    say(space, 0, VERDICT, "B better")
    say(space, 1, NOTE, "why", "Ana")
    workspace.rename_annotator(space, "", "Ana")
    labels = (Label("A", "omission", "major"),)
    moved = {
        0: Annotation("A better", labels, "why"),
        1: Annotation("same", note="why"),
        2: Annotation(note="n"),
    }
    assert workspace.load_annotations(space, COMPARISON, "Ana") == moved
    # Each has said something else; nothing of it is lost.
    assert workspace.load_annotations(space, COMPARISON) == {0: Annotation("B better")}
    for segment in (0, 1):
        say(space, segment, NOTE, "", "Ana")
    without = {0: Annotation("A better", labels), 1: Annotation("same"), 2: Annotation(note="n")}
    assert workspace.load_annotations(space, COMPARISON, "Ana") == without
    # An import is undone where nothing was joined to it.
    (one,) = workspace.list_imports(space, COMPARISON)
    workspace.delete_import(space, COMPARISON, one)
    assert set(workspace.load_annotations(space, COMPARISON, "Ana")) == {0, 1}


def test_a_name_is_the_same_however_it_was_typed_and_what_cannot_be_one_is_refused(space) -> None:
    assert workspace.normalize_name("  Ma\u0301ria \t O'Neil; jr ") == "M\u00e1ria O'Neil; jr"
    for name in ("a\nb", "x" * 61, "\ud800", " a"):
        for act in (
            lambda: say(space, 0, VERDICT, "same", name),  # noqa: B023
            lambda: add(space, row(0, VERDICT, "same", name)),  # noqa: B023
            lambda: workspace.rename_annotator(space, "", name),  # noqa: B023
        ):
            with refused("annotation.name_unfit") as why:
                act()
            assert why[0].values["what"] == "annotator"
    assert kept(space) == []


def test_all_that_is_wrong_with_a_typology_is_told_at_once() -> None:
    wrong: list[tuple[list[LabelType], list[str]]] = [
        ([], ["labels_number"]),
        ([LabelType(str(i)) for i in range(41)], ["labels_number"]),
        ([LabelType(str(i)) for i in range(40)], []),
        ([LabelType("x"), LabelType(" ")], ["name_unfit"]),
        ([LabelType("x" * 61)], ["name_unfit"]),
        ([LabelType("a;b")], ["name_unfit"]),
        ([LabelType("a\nb")], ["name_unfit"]),
        ([LabelType("x"), LabelType(" x ")], ["labels_share"]),
        ([LabelType("x", meaning="a\ud800")], ["value_unknown"]),
        ([LabelType("x", "b")], ["value_unknown"]),
        ([LabelType("x", "xy")], ["value_unknown"]),
        ([LabelType("x", "k"), LabelType("y", "k")], ["labels_share"]),
        (
            [LabelType("", "1"), LabelType("x;", "k"), LabelType("y", "k")],
            ["name_unfit", "name_unfit", "value_unknown", "labels_share"],
        ),
    ]
    for kinds, expected in wrong:
        assert codes(workspace.label_type_problems(kinds)) == [
            f"annotation.{code}" for code in expected
        ]
    (one,) = workspace.label_type_problems([LabelType("x"), LabelType(" ")])
    assert (one.values["what"], one.values["line"]) == ("label", 2)


ITEMS = st.one_of(
    st.tuples(st.just(VERDICT), st.sampled_from(VERDICTS)),
    st.tuples(st.just(NOTE), st.sampled_from(["n", "m"])),
    st.tuples(
        st.builds(
            AnnotationItem,
            st.just("label"),
            st.sampled_from("AB"),
            st.just("omission"),
            st.integers(0, 1),
        ),
        st.sampled_from(SEVERITIES),
    ),
)
PLACES = st.tuples(st.integers(0, SIZE - 1), st.sampled_from(NAMES))
SAYINGS = st.lists(st.tuples(PLACES, ITEMS), max_size=6, unique_by=lambda s: (s[0], s[1][0]))


def rows_of(
    sayings: Sequence[tuple[tuple[int, str], tuple[AnnotationItem, str]]],
) -> list[AnnotationRow]:
    return [row(segment, item, text, who) for (segment, who), (item, text) in sayings]


@settings(max_examples=examples(80))
@given(own=SAYINGS, files=st.lists(SAYINGS, min_size=1, max_size=3), data=st.data())
def test_an_import_that_is_taken_back_leaves_what_was_there(own, files, data) -> None:
    # A backup of the day may still be under way.
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        space = opened(Path(folder))
        for mine in rows_of(own):
            say(space, mine.segment, mine.item, mine.text, mine.annotator)
        before = kept(space)
        for number, sayings in enumerate(files):
            add(space, *rows_of(sayings), file=str(number))
            # What was said here is what counts of the segment, and is there unchanged.
            assert set(before) <= set(kept(space))
            for segment, who in {place for place, _ in own}:
                mine = {r.item: r.text for r in rows_of(own) if r[:2] == (segment, who)}
                one = workspace.load_annotations(space, COMPARISON, who)[segment]
                assert (one.verdict, one.note) == (mine.get(VERDICT, ""), mine.get(NOTE, ""))
        for one in data.draw(st.permutations(workspace.list_imports(space, COMPARISON))):
            workspace.delete_import(space, COMPARISON, one)
        assert kept(space) == before
