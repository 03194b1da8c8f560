"""Annotations as files: what was said arrives on the same segments, whatever it is."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
import time
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import Comparison, EvalSet, workspace
from bleu_core.escaping import FORMULA_STARTS, visible
from bleu_core.judgements.annotations import SEVERITIES, SIDES, VERDICTS, Annotation, Label
from bleu_core.numerals import whole
from bleu_core.readers import File, ReadError
from bleu_core.workspace import NOTE, VERDICT, exchange
from bleu_core.workspace.exchange import MOST_TOLD, Read
from bleu_core.workspace.kinds import fault_of_name

NASTY = [
    *"=+-@\t\r\n\v\x00\x1b\x7f\x85\xa0\u2028\u202e\ufeff\",;'|\\", "''", "'=", "\r\n", '""', "\n\n",
    "😀", "e\u0301", "שלום", "#N/A", "0012", "1e5", "TRUE", "word", " ", "sep=;", "�",
]  # fmt: skip
TEXTS = st.one_of(st.lists(st.sampled_from(NASTY), max_size=8).map("".join), st.text(max_size=9))
NAMES = st.one_of(
    st.sampled_from([kind.name for kind in workspace.DEFAULT]),
    st.sampled_from(["x (minor)", "A b (major)", "=cmd", "it's", "“q”"]),
    st.text(min_size=1, max_size=9),
).filter(lambda name: not fault_of_name(name, "label"))
LABELS = st.lists(
    st.builds(Label, st.sampled_from(SIDES), NAMES, st.sampled_from(SEVERITIES)),
    max_size=4,
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


def said(read: Read, who: str = "") -> dict[int, Annotation]:
    """What the items come to when nothing was said before."""
    found: dict[int, Annotation] = {}
    for segment, annotator, item, text, changed, pair in read.rows:
        assert (annotator, pair) == (who, read.rows[0].pair)
        item.check(text)
        one = found.get(segment, Annotation())
        if item == VERDICT:
            one = Annotation(text, one.labels, one.note, changed)
        elif item == NOTE:
            one = Annotation(one.verdict, one.labels, text, changed)
        else:
            label = Label(item.system, item.label, text, item.number)
            one = Annotation(one.verdict, tuple(sorted([*one.labels, label])), one.note, changed)
        found[segment] = one
    return found


def file_of(*rows: dict[str, str]) -> File:
    """A CSV file as somebody else's program may write it."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, ["line", "annotator", "changed", *exchange.NEEDED])
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
@given(annotations=ANNOTATIONS, who=st.sampled_from(["", "Mia", "=1+1", "O'Neil; 😀"]))
def test_what_was_said_comes_back(form: str, annotations: dict[int, Annotation], who: str) -> None:
    data = FORMATS[form](COMPARISON, annotations, who)
    read = exchange.read(File(f"notes.{form}", data), COMPARISON)
    assert said(read, who) == (seen(annotations) if form == "csv" else annotations)
    assert read.unknown == read.repeated == []
    assert read.nameless == (0 if who else len(annotations))
    # Written again, it is the same file.
    assert FORMATS[form](COMPARISON, said(read, who), who) == data


def seen(annotations: dict[int, Annotation]) -> dict[int, Annotation]:
    """A spreadsheet gets control characters as their pictures."""
    control = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
    return {
        i: replace(one, note=control.sub(lambda found: visible(found[0]), one.note))
        for i, one in annotations.items()
    }


@settings(max_examples=30, deadline=None)
@given(annotations=ANNOTATIONS)
def test_no_cell_of_an_exported_file_is_a_formula(annotations: dict[int, Annotation]) -> None:
    text = exchange.to_csv(COMPARISON, annotations).decode("utf-8-sig")
    for cells in csv.reader(io.StringIO(text, newline=""), strict=True):
        assert not [cell for cell in cells if cell.startswith(FORMULA_STARTS)]
        assert not [cell for cell in cells if re.search("[\x00\x1b]", cell)]


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
    assert [row[0:4] for row in read.rows] == [(3, "", NOTE, "the later one")]
    # Two colleagues' files, one below the other: both mean the same segment.
    mine, yours = row(3, note="mine"), row(3, note="yours")
    read = exchange.read(file_of(mine, yours, mine), COMPARISON)
    assert [row[0:4] for row in read.rows] == [(3, "", NOTE, "mine")]
    assert read.repeated == [3]
    read = exchange.read(file_of(mine, yours | {"annotator": "Mia"}), COMPARISON)
    assert [row[0:4] for row in read.rows] == [(3, "", NOTE, "mine"), (3, "Mia", NOTE, "yours")]
    assert (read.repeated, read.nameless) == ([], 1)


@pytest.mark.parametrize("line", ["", "0", "-1", "2.0", "9" * 5000, "٣", "one"])
def test_a_line_that_is_no_number_of_a_segment_does_no_harm(line: str) -> None:
    found = row(3, note="n") | {"line": line}
    assert exchange.read(file_of(found), COMPARISON).rows[0].segment in (1, 3)


def test_many_equal_segments_are_told_apart_in_no_time() -> None:
    size = 20_000
    comparison = Comparison.of(EvalSet({"a": ["x"] * size, "b": ["y"] * size}, [["x"] * size]))
    annotations = {i: Annotation(note=str(i)) for i in range(0, size, 2)}
    data = exchange.to_jsonl(comparison, annotations).replace(b'{"line": ', b'{"line": 90')
    read = exchange.read(File("notes.jsonl", data), comparison)
    assert len({segment for segment, *_ in read.rows}) == len(annotations)


def test_rows_of_other_segments_are_told_by_their_numbers() -> None:
    unknown = row(0, note="lost") | {"hash": "0" * 32}
    read = exchange.read(file_of(unknown, row(0, note="n"), unknown | {"line": "7"}), COMPARISON)
    assert read.unknown == [2, 4]
    assert [row[0:4] for row in read.rows] == [(0, "", NOTE, "n")]


@pytest.mark.parametrize("form", FORMATS)
def test_a_file_that_has_a_and_b_exchanged_is_laid_on_with_its_sides_exchanged(form: str) -> None:
    major, minor = (Label("A", "omission", severity) for severity in ("major", "minor"))
    annotations = {
        0: Annotation("A better", (major, Label("B", "other", "minor")), "of 1"),
        2: Annotation("B better", (major, minor)),
        4: Annotation("both bad"),
    }
    data = FORMATS[form](COMPARISON, annotations, "Mia")
    other = Comparison.of(COMPARISON.evalset, a="b", b="a")
    read = exchange.read(File("notes", data), other)
    assert (read.exchanged, read.unknown) == (3, [])
    assert said(read, "Mia") == {
        0: Annotation(
            "B better", (Label("A", "other", "minor"), replace(major, system="B")), "of 1"
        ),
        2: Annotation("A better", (replace(major, system="B"), replace(minor, system="B"))),
        4: Annotation("both bad"),
    }
    # And back.
    again = FORMATS[form](other, said(read, "Mia"), "Mia")
    assert said(exchange.read(File("notes", again), COMPARISON), "Mia") == annotations


def test_where_a_and_b_are_the_same_the_other_rows_tell_the_sides() -> None:
    def of(a: str, b: str) -> Comparison:
        columns = {"x": ["p", "same"], "y": ["q", "same"]}
        return Comparison.of(EvalSet({a: columns[a], b: columns[b]}, [["r", "s"]]))

    annotations = {0: Annotation("A better"), 1: Annotation("", (Label("A", "other", "minor"),))}
    file = File("notes", exchange.to_jsonl(of("x", "y"), annotations))
    assert said(exchange.read(file, of("x", "y"))) == annotations
    read = exchange.read(file, of("y", "x"))
    assert said(read)[1].labels == (Label("B", "other", "minor"),)
    assert read.exchanged == 2


def test_names_of_systems_do_not_matter() -> None:
    evalset = COMPARISON.evalset
    named = EvalSet(
        dict(zip(("new", "old"), evalset.systems.values(), strict=True)), evalset.references
    )
    annotations = {0: Annotation("same"), 3: Annotation(note="n")}
    data = exchange.to_csv(COMPARISON, annotations)
    assert said(exchange.read(File("notes.csv", data), Comparison.of(named))) == annotations


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"references": [["other"] * 6]}, "2 rows with outputs that are here, but other ref"),
        ({"systems": {"a": ["o"] * 6, "b": ["p"] * 6}}, "2 rows with references that are here"),
        (
            {"systems": {n: [f"{line.upper()} {n}  " for line in LINES] for n in "ab"}},
            "2 rows with texts that are here, but for spaces, capitals or composed characters",
        ),
        ({"systems": {"a": ["o"] * 6, "b": ["p"] * 6}, "references": [["q"] * 6]}, None),
    ],
)
@pytest.mark.parametrize("form", FORMATS)
def test_of_rows_of_other_segments_it_is_told_why(
    form: str, change: dict[str, Any], told: str | None
) -> None:
    evalset = COMPARISON.evalset
    parts = {"systems": evalset.systems, "references": evalset.references} | change
    data = FORMATS[form](COMPARISON, {0: Annotation("same"), 2: Annotation(note="n")})
    read = exchange.read(File("notes", data), Comparison.of(EvalSet(**parts)))
    assert len(read.unknown) == 2
    assert [told in why for why in read.why] == ([True] if told else [])


OF_THE_FIRST_FORMAT = {
    "csv": (
        "\ufeffline,hash,verdict,labels,note,sentence BLEU A,sentence BLEU B,A,B,reference 1\r\n"
        "1,{0},A better,A omission (major); B x (minor) (critical),'=1+1,0.0,0.0,p,q,r\r\n"
        '3,{2},,,"two\nlines",0.0,0.0,p,q,r\r\n'
    ),
    "jsonl": (
        '{{"line": 1, "hash": "{0}", "verdict": "A better", "labels": "A omission (major); '
        'B x (minor) (critical)", "note": "=1+1", "sentence BLEU A": 0.0, "A": "p", "B": "q"}}\n'
        '{{"line": 3, "hash": "{2}", "verdict": "", "labels": "", "note": "two\\nlines"}}\n'
    ),
}


@pytest.mark.parametrize("form", FORMATS)
def test_files_of_the_first_format_are_read(form: str) -> None:
    """Without annotator, time, names; the hashes are those that were written then."""
    comparison = Comparison.of(
        EvalSet({"a": ["p", "p", "å"], "b": ["q", "q", ""]}, [["r", "s", "t"], ["", None, "u"]])
    )
    hashes = [
        hashlib.sha256(written.encode()).hexdigest()[:32]
        for written in ('["r", "", "p", "q"]', '["s", null, "p", "q"]', '["t", "u", "\\u00e5", ""]')
    ]
    data = OF_THE_FIRST_FORMAT[form].format(*hashes).encode()
    assert said(exchange.read(File("notes", data), comparison)) == {
        0: Annotation(
            "A better",
            (Label("A", "omission", "major"), Label("B", "x (minor)", "critical")),
            "=1+1",
        ),
        2: Annotation(note="two\nlines"),
    }


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        ("2026-01-02T03:04:05.678+00:00", 1767323045.678),
        ("1969-12-31T03:04:05+00:00", None),
        ("2026-01-02T04:04:05.678+01:00", 1767323045.678),
        ("2026-01-02T03:04:05Z", 1767323045.0),
        ("2026-01-02 03:04", None),
        ("02.01.26", None),
        ("", None),
        ("9999-12-31T23:59:59-23:59", None),
    ],
)
def test_a_time_that_a_spreadsheet_changed_is_that_of_the_import(
    written: str, seconds: float | None
) -> None:
    before = time.time()
    read = exchange.read(file_of(row(0, note="n") | {"changed": written}), COMPARISON)
    found = read.rows[0].changed
    assert found == seconds or (seconds is None and before <= found <= time.time() + 1)


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
        b"a,b\n1,2\n": "no column hash, verdict, labels or note",
        b"hash,verdict,note\n1,,\n": "no column labels; annotations have the columns hash,",
        b'{"hash": "1"}\n': "no column verdict, labels or note",
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
    for one in read.rows:
        assert 0 <= one.segment < len(COMPARISON)
        one.item.check(one.text)


def test_an_exported_row_says_who_said_it_when_and_of_what() -> None:
    annotation = Annotation("same", (Label("A", "other", "minor"),) * 2, changed=1767323045.678)
    (fields,) = map(json.loads, exchange.to_jsonl(COMPARISON, {1: annotation}, "Mia").splitlines())
    assert fields["annotator"] == "Mia"
    assert fields["changed"] == "2026-01-02T03:04:05.678+00:00"
    assert (fields["system A"], fields["system B"]) == ("a", "b")
    assert fields["signature"] == COMPARISON.score_a.signature
    assert fields["labels"] == "A other (minor); A other (minor)"
