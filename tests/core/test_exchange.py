"""Annotations as files: what was said arrives on the same segments, whatever it is."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import Comparison, EvalSet, export, workspace
from bleu_core.annotations import SEVERITIES, SIDES, VERDICTS, Annotation, Label
from bleu_core.readers import File, ReadError
from bleu_core.words import whole
from bleu_core.workspace import NOTE, VERDICT, Item, exchange
from bleu_core.workspace.exchange import MOST_TOLD, Read
from bleu_core.workspace.kinds import fault

NASTY = [
    *"=+-@\t\r\n\v\x00\x1b\x7f\x85\xa0\u2028\u202e\ufeff\",;'|\\", "''", "'=", "\r\n", '""', "\n\n",
    "😀", "e\u0301", "שלום", "#N/A", "0012", "1e5", "TRUE", "word", " ", "sep=;", "�",
]  # fmt: skip
TEXTS = st.one_of(st.lists(st.sampled_from(NASTY), max_size=8).map("".join), st.text(max_size=9))
NAMES = st.one_of(
    st.sampled_from([kind.name for kind in workspace.DEFAULT]),
    st.sampled_from(["x (minor)", "A b (major)", "=cmd", "it's", "“q”"]),
    st.text(min_size=1, max_size=9),
).filter(lambda name: not fault(name))
LABELS = st.lists(
    st.builds(Label, st.sampled_from(SIDES), NAMES, st.sampled_from(SEVERITIES)),
    max_size=4,
    unique_by=lambda label: (label.system, label.name),
)
ANNOTATIONS = st.dictionaries(
    st.integers(0, 5),
    st.builds(
        Annotation,
        st.sampled_from(["", *VERDICTS]),
        LABELS.map(lambda labels: tuple(sorted(labels))),
        TEXTS,
    ).filter(lambda annotation: annotation != Annotation()),
    min_size=1,
    max_size=3,
)
# Segments 1 and 3 are the same in everything.
LINES = ["=1+1, so; it's", "the same", 'a "quote"\nand a line', "the same", "", "😀 '-x"]
FORMATS = {"csv": exchange.to_csv, "jsonl": exchange.to_jsonl}


def compared(lines: list[str], **more: object) -> Comparison:
    references = [lines, [None, *lines[1:]]]
    systems = {"a": [f"{line} a" for line in lines], "b": [f"{line} b" for line in lines]}
    return Comparison.of(EvalSet(systems, references, **more))  # type: ignore[arg-type]


COMPARISON = compared(LINES, source=LINES, documents=LINES)


def said(read: Read) -> dict[int, Annotation]:
    """What the items come to when nothing was said before."""
    found: dict[int, Annotation] = {}
    for segment, item, text in read.items:
        item.check(text)
        one = found.get(segment, Annotation())
        if item == VERDICT:
            one = Annotation(text, one.labels, one.note)
        elif item == NOTE:
            one = Annotation(one.verdict, one.labels, text)
        else:
            label = Label(item.system, item.label, text)
            one = Annotation(one.verdict, tuple(sorted([*one.labels, label])), one.note)
        found[segment] = one
    return found


def file_of(*rows: dict[str, str]) -> File:
    """A CSV file as somebody else's program may write it."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, ["line", *exchange.NEEDED])
    writer.writeheader()
    writer.writerows(rows)
    return File("notes.csv", text.getvalue().encode())


def row(segment: int, **said: str) -> dict[str, str]:
    exported = exchange.to_jsonl(COMPARISON, {segment: Annotation("same")})
    fields = json.loads(exported)
    empty = {"verdict": "", "labels": "", "note": ""}
    return {"line": str(fields["line"]), "hash": fields["hash"], **empty, **said}


@pytest.mark.parametrize("form", FORMATS)
@settings(max_examples=60, deadline=None)
@given(annotations=ANNOTATIONS)
def test_what_was_said_comes_back(form: str, annotations: dict[int, Annotation]) -> None:
    data = FORMATS[form](COMPARISON, annotations)
    read = exchange.read(File(f"notes.{form}", data), COMPARISON)
    assert said(read) == annotations
    assert read.unknown == []


@settings(max_examples=30, deadline=None)
@given(annotations=ANNOTATIONS)
def test_no_cell_of_an_exported_file_is_a_formula(annotations: dict[int, Annotation]) -> None:
    text = exchange.to_csv(COMPARISON, annotations).decode("utf-8-sig")
    for cells in csv.reader(io.StringIO(text, newline=""), strict=True):
        assert not [cell for cell in cells if cell.startswith(export.FORMULA_STARTS)]


@pytest.mark.parametrize("form", FORMATS)
def test_a_file_of_nothing_is_told(form: str) -> None:
    with pytest.raises(ReadError, match=r"has no rows|is empty"):
        exchange.read(File("notes", FORMATS[form](COMPARISON, {})), COMPARISON)


def test_an_exported_row_can_be_read_by_people_too() -> None:
    annotation = Annotation("A better", (Label("B", "omission", "major"),), "why?")
    (fields,) = map(json.loads, exchange.to_jsonl(COMPARISON, {5: annotation}).splitlines())
    assert fields["line"] == 6
    assert fields["labels"] == "B omission (major)"
    assert fields["source"] == fields["document"] == "😀 '-x"
    assert fields["reference 2"] == fields["source"]
    assert fields["B"] == "😀 '-x b"
    assert fields["sentence BLEU A"] == round(float(COMPARISON.sentences_a[5]), 2)


@pytest.mark.parametrize("form", FORMATS)
def test_reordered_segments_get_what_was_said_of_them(form: str) -> None:
    annotations = {i: Annotation(note=f"of {i}") for i in range(6)}
    data = FORMATS[form](COMPARISON, annotations)
    # The first is missing, whose second reference was missing, and one is new.
    order = [4, 5, 3, 2, 1]
    other = compared(["new", *(LINES[i] for i in order)])
    read = exchange.read(File("notes", data), other)
    notes = {segment: annotation.note for segment, annotation in said(read).items()}
    assert [notes[segment] for segment in (1, 2, 4)] == ["of 4", "of 5", "of 2"]
    # Two that are the same in everything have both notes, one each.
    assert {notes[3], notes[5]} == {"of 1", "of 3"}
    assert read.unknown == [1 if form == "jsonl" else 2]


def test_of_equal_segments_the_line_tells_which_one_is_meant() -> None:
    read = exchange.read(file_of(row(3, note="the later one")), COMPARISON)
    assert read.items == [(3, NOTE, "the later one")]
    # Two colleagues' files, one below the other: both mean the same segment.
    read = exchange.read(file_of(row(3, note="mine"), row(3, note="yours")), COMPARISON)
    assert [segment for segment, *_ in read.items] == [3, 3]


@pytest.mark.parametrize("line", ["", "0", "-1", "2.0", "9" * 5000, "٣", "one"])
def test_a_line_that_is_no_number_of_a_segment_does_no_harm(line: str) -> None:
    found = row(3, note="n") | {"line": line}
    assert exchange.read(file_of(found), COMPARISON).items[0][0] in (1, 3)


def test_many_equal_segments_are_told_apart_in_no_time() -> None:
    size = 20_000
    comparison = Comparison.of(EvalSet({"a": ["x"] * size, "b": ["y"] * size}, [["x"] * size]))
    annotations = {i: Annotation(note=str(i)) for i in range(0, size, 2)}
    data = exchange.to_jsonl(comparison, annotations).replace(b'{"line": ', b'{"line": 90')
    read = exchange.read(File("notes.jsonl", data), comparison)
    assert len({segment for segment, *_ in read.items}) == len(annotations)


def test_rows_of_other_segments_are_told_by_their_numbers() -> None:
    unknown = row(0, note="lost") | {"hash": "0" * 32}
    read = exchange.read(file_of(unknown, row(0, note="n"), unknown | {"line": "7"}), COMPARISON)
    assert read.unknown == [2, 4]
    assert read.items == [(0, NOTE, "n")]


def test_other_outputs_are_other_segments() -> None:
    data = exchange.to_csv(COMPARISON, {0: Annotation("same")})
    evalset = COMPARISON.evalset
    swapped = Comparison.of(evalset, a="b", b="a")
    assert exchange.read(File("notes.csv", data), swapped) == Read([], [2])


def test_all_problems_are_told_at_once_with_their_rows() -> None:
    rows = [row(0, verdict="better", labels="A omission (huge); B  (minor)")]
    rows += [row(0, verdict="better")] * 6
    rows += [row(2, note="x" * 10_001), row(2, labels="omission")]
    with pytest.raises(ReadError) as caught:
        exchange.read(file_of(*rows), COMPARISON)
    told = "\n".join(caught.value.problems)
    assert "notes.csv, rows 2, 3, 4, 5, 6 and 2 more: A verdict can be A better" in told
    assert "row 2: The label 'A omission (huge)' is not of the form “A omission (major)”" in told
    assert "row 2: The label 'B  (minor)'" in told
    assert f"row 9: A note has at most {whole(10000)} characters; this has {whole(10001)}." in told
    assert "row 10: The label 'omission'" in told
    assert len(caught.value.problems) == 5


def test_very_many_problems_are_told_in_few_short_sentences() -> None:
    rows = [row(0, verdict=f"{i} {'x' * 10_000}", labels=f"{i} {'y' * 10_000}") for i in range(50)]
    with pytest.raises(ReadError) as caught:
        exchange.read(file_of(*rows), COMPARISON)
    assert len(caught.value.problems) == MOST_TOLD + 1
    assert caught.value.problems[-1] == "There are 80 more problems of such kinds."
    assert max(map(len, caught.value.problems)) < 300


def test_a_file_that_is_something_else_is_told() -> None:
    for data, why in {
        b"a,b\n1,2\n": "no column hash, verdict, labels, note",
        b"hash,verdict,note\n1,,\n": "no column labels; annotations have the columns hash,",
        b'{"hash": "1"}\n': "no column verdict, labels, note",
        b"": "is empty",
        b"\xff\xfe\x00": "UTF-16",
        b"PK\x03\x04": "no rows",
    }.items():
        with pytest.raises(ReadError, match=why):
            exchange.read(File("some file", data), COMPARISON)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("delimiter", [";", "\t", ","])
def test_a_file_that_a_spreadsheet_saved_again_is_read(encoding: str, delimiter: str) -> None:
    annotations = {
        0: Annotation("both bad", (Label("A", "omission", "major"),), "=1;2, 'x'\n\"y\""),
        3: Annotation("same"),
    }
    text = exchange.to_csv(COMPARISON, annotations).decode("utf-8-sig")
    saved = io.StringIO(newline="")
    rows = list(csv.reader(io.StringIO(text, newline="")))
    # It sorts, and fills the last column with what somebody counted.
    rows = [[*rows[0], "count"], *([*cells, "1,5"] for cells in reversed(rows[1:]))]
    csv.writer(saved, delimiter=delimiter).writerows(rows)
    read = exchange.read(File("saved.csv", saved.getvalue().encode(encoding)), COMPARISON)
    assert said(read) == annotations


VALID = [
    write(COMPARISON, {i: Annotation("same", (Label("A", "other", "minor"),), t)})
    for write in FORMATS.values()
    for i, t in enumerate(["a note", "=x\n'y'"])
]


@settings(max_examples=300, deadline=None)
@given(
    data=st.sampled_from(VALID),
    changes=st.lists(st.tuples(st.integers(0, 10_000), st.binary(max_size=3)), max_size=5),
    cut=st.integers(1, 10_000),
)
def test_changed_bytes_give_a_result_or_a_read_error(
    data: bytes, changes: list[tuple[int, bytes]], cut: int
) -> None:
    for place, piece in changes:
        at = place % len(data)
        data = data[:at] + piece + data[at + 1 :]
    try:
        read = exchange.read(File("notes", data[:cut]), COMPARISON)
    except ReadError:
        return
    for segment, item, text in read.items:
        assert 0 <= segment < len(COMPARISON)
        item.check(text)


def test_an_export_merges_into_a_colleagues_workspace(tmp_path: Path) -> None:
    space = workspace.Workspace.open(tmp_path)
    digest = COMPARISON.evalset.digest
    workspace.keep(space, COMPARISON.evalset)
    workspace.say(space, digest, 0, VERDICT, "same", "")
    workspace.say(space, digest, 0, NOTE, "mine", "")
    theirs = {
        0: Annotation("A better", (Label("A", "omission", "minor"),), "yours"),
        4: Annotation(note="the empty one"),
    }
    read = exchange.read(File("x.csv", exchange.to_csv(COMPARISON, theirs)), COMPARISON)
    assert workspace.add(space, digest, read.items) == [(0, VERDICT, "same", "A better")]
    found = workspace.said(space, digest)
    assert found == {0: Annotation("same", theirs[0].labels, "mine\n\nyours"), 4: theirs[4]}
    # And what came of it can be exported, read and merged again without a change.
    again = exchange.read(File("x.csv", exchange.to_csv(COMPARISON, found)), COMPARISON)
    assert workspace.add(space, digest, again.items) == []
    assert workspace.said(space, digest) == found
    assert Item("label", "A", "omission") in [item for _, item, _ in again.items]


def test_what_is_imported_fits_the_field_it_is_edited_in(tmp_path: Path) -> None:
    space = workspace.Workspace.open(tmp_path)
    data = EvalSet({"a": ["x"], "b": ["y"]}, [["z"]])
    workspace.keep(space, data)
    workspace.add(space, data.digest, [(0, NOTE, "one\r\ntwo\rthree")])
    assert workspace.said(space, data.digest)[0].note == "one\ntwo\nthree"


def test_a_note_that_a_colleague_went_on_with_is_not_doubled(tmp_path: Path) -> None:
    space = workspace.Workspace.open(tmp_path)
    data = EvalSet({"a": ["x"], "b": ["y"]}, [["z"]])
    workspace.keep(space, data)
    for text in ("mine", "mine\n\ntheirs", "mine"):
        assert workspace.add(space, data.digest, [(0, NOTE, text)]) == []
    assert workspace.said(space, data.digest)[0].note == "mine\n\ntheirs"
