"""What people say of segments, counted, and as files."""

from __future__ import annotations

import csv
import hashlib
import io
import re
import time
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import Comparison, EvalSet, workspace
from bleu_core.common.escaping import FORMULA_STARTS, one_line
from bleu_core.common.stats import wilson_interval
from bleu_core.present.tables.segments import agreement_sentence
from bleu_core.readers import File, ReadError
from bleu_core.segments.annotations import (
    SEVERITIES,
    SIDES,
    SIGNS,
    VERDICTS,
    Annotation,
    Label,
    annotations_from_rows,
    label_counts,
    verdict_agreement,
)
from bleu_core.segments.marks import Mark, Rating
from bleu_core.workspace import NOTE, VERDICT, annotation_files
from bleu_core.workspace.annotation_files import MOST_TOLD, AnnotationFile
from bleu_core.workspace.label_types import name_fault
from tests.core.refusing import refused
from tests.effort import examples

OMISSION = Label("A", "omission", "major")
ORDER = Label("B", "word order", "minor")


def comparison() -> Comparison:
    """Sentence Δ is above 0 in segments 0 and 1, below in 2 and 3, 0 in 4 and 5."""
    good, bad = "the cat sat on the mat", "a dog sat on a mat"
    a = [bad, bad, good, good, good, bad]
    b = [good, good, bad, bad, good, bad]
    return Comparison.of(EvalSet({"a": a, "b": b}, [[good] * 6]))


def test_labels_are_counted_by_name_system_and_severity() -> None:
    said = {
        0: Annotation(labels=(OMISSION, ORDER)),
        1: Annotation(labels=(OMISSION, Label("A", "omission", "critical"))),
        7: Annotation("same"),
    }
    assert label_counts(said) == [
        ("omission", "A", [0, 2, 1]),
        ("omission", "B", [0, 0, 0]),
        ("word order", "A", [0, 0, 0]),
        ("word order", "B", [1, 0, 0]),
    ]
    # Several errors of one kind in one output are several.
    twice = Annotation(labels=(ORDER, replace(ORDER, number=1), replace(ORDER, number=3)))
    assert label_counts({0: twice})[1] == ("word order", "B", [3, 0, 0])
    assert label_counts({}) == []


def test_a_verdict_agrees_where_sentence_delta_has_its_sign() -> None:
    verdicts = ["B better", "B better", "A better", "B better", "B better", "same"]
    found = verdict_agreement(comparison(), {i: Annotation(v) for i, v in enumerate(verdicts)})
    assert (found.agreed, found.judged, found.ties, found.unmoved) == (3, 4, 1, 1)
    assert set(found.table) == {(verdict, sign) for verdict in VERDICTS for sign in SIGNS}
    assert {place: n for place, n in found.table.items() if n} == {
        ("B better", "gain"): 2,
        ("A better", "loss"): 1,
        ("B better", "loss"): 1,
        ("B better", "no change"): 1,
        ("same", "no change"): 1,
    }
    # Of four, the person prefers B three times, BLEU twice: 3/4 · 2/4 + 1/4 · 2/4.
    assert found.by_chance == pytest.approx(0.5)
    # Wilson's interval of 3/4 by hand: (0.75 + 0.4802 ± 1.96 · √(0.046875 + 0.0600)) / 1.9604.
    for number in ("3/4", "75.0%", "30.1", "95.4%", "50.0%", "1 judgment"):
        assert number in agreement_sentence(found)
    # Who always prefers B agrees with BLEU by chance as often as they do.
    always = verdict_agreement(comparison(), {i: Annotation("B better") for i in range(4)})
    assert always.by_chance == always.agreed / always.judged == 0.5
    assert "verdict that" not in agreement_sentence(always)
    unjudged = verdict_agreement(comparison(), {0: Annotation(note="n", labels=(ORDER,))})
    assert (unjudged.judged, any(unjudged.table.values())) == (0, False)


def test_the_interval_of_a_share_is_wilsons() -> None:
    # Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I.
    for wins, trials, low, high in [
        (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611),
        (1, 29, 0.0061, 0.1718), (0, 0, 0, 1),
    ]:  # fmt: skip
        assert wilson_interval(wins, trials) == pytest.approx((low, high), abs=5e-5)
        turned = wilson_interval(trials - wins, trials)
        assert turned == pytest.approx((1 - high, 1 - low), abs=5e-5)


def test_rows_are_gathered_by_segment() -> None:
    rows = [
        (3, None, "note", "second", 5.0),
        (1, ORDER, "label", "minor", 1.0),
        (3, None, "verdict", "same", 7.0),
        (1, OMISSION, "label", "major", 0.5),
    ]
    found = annotations_from_rows(rows)
    assert list(found) == [1, 3]
    assert found[1] == Annotation(labels=(OMISSION, ORDER))
    assert found[3] == Annotation("same", (), "second")
    assert [one.changed for one in found.values()] == [1.0, 7.0]


NASTY = [
    *"=+-@\t\r\n\v\x00\x1b\x7f\x85\xa0\u2028\u202e\ufeff\",;'|\\", "''", "'=", "\r\n", '""', "\n\n",
    "😀", "e\u0301", "שלום", "#N/A", "0012", "1e5", "TRUE", "word", " ", "sep=;", "�",
]  # fmt: skip
TEXTS = st.one_of(st.lists(st.sampled_from(NASTY), max_size=8).map("".join), st.text(max_size=9))
NAMES = st.one_of(
    st.sampled_from([kind.name for kind in workspace.DEFAULT_LABEL_TYPES]),
    st.sampled_from(["x (minor)", "A b (major)", "=cmd", "it's", "“q”"]),
    st.text(min_size=1, max_size=9),
).filter(lambda name: not name_fault(name, "label"))
ANNOTATIONS = st.dictionaries(
    st.integers(0, 5),
    st.builds(
        Annotation,
        st.sampled_from(["", *VERDICTS]),
        st.lists(
            st.builds(Label, st.sampled_from(SIDES), NAMES, st.sampled_from(SEVERITIES)), max_size=4
        ).map(lambda labels: tuple(sorted(labels))),
        TEXTS,
    ).filter(lambda annotation: annotation != Annotation()),
    min_size=1,
    max_size=3,
)
# Segments 1 and 3 are the same in everything.
LINES = ["=1+1, so; it's", "the same", 'a "quote"\nand a line', "the same", "", "😀 '-x"]


def compared(lines: list[str], **more: object) -> Comparison:
    references = [lines, [None, *lines[1:]]]
    systems = {"a": [f"{line} a" for line in lines], "b": [f"{line} b" for line in lines]}
    return Comparison.of(EvalSet(systems, references, **more))  # type: ignore[arg-type]


COMPARISON = compared(LINES, source=LINES, documents=LINES)


def read(data: bytes | File, comparison: Comparison = COMPARISON) -> AnnotationFile:
    return annotation_files.read(
        data if isinstance(data, File) else File("notes", data), comparison
    )


def said(read: AnnotationFile, who: str = "") -> dict[int, Annotation]:
    """What the items come to when nothing was said before."""
    found: dict[int, Annotation] = {}
    for segment, annotator, item, text, changed, pair in read.rows:
        assert (annotator, pair) == (who, read.rows[0].pair)
        item.check(text)
        one = found.get(segment, Annotation())
        if item == VERDICT:
            one = replace(one, verdict=text, changed=changed)
        elif item == NOTE:
            one = replace(one, note=text, changed=changed)
        else:
            label = Label(item.system, item.label, text, item.number)
            one = replace(one, labels=tuple(sorted([*one.labels, label])), changed=changed)
        found[segment] = one
    return found


def file_of(*rows: dict[str, str]) -> File:
    """A CSV file as somebody else's program may write it."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, ["line", "annotator", "changed", *annotation_files.NEEDED])
    writer.writeheader()
    writer.writerows(rows)
    return File("notes.csv", text.getvalue().encode())


def exported(*given: Any) -> dict[str, str]:
    """The first row of a file."""
    text = annotation_files.to_csv(*given).decode("utf-8-sig")
    return next(csv.DictReader(io.StringIO(text, newline="")))


def row(segment: int, **said: str) -> dict[str, str]:
    fields = exported(COMPARISON, {segment: Annotation("same")})
    empty = {"judgment": "", "labels": "", "note": ""}
    return {"line": fields["line"], "hash": fields["hash"], **empty, **said}


@settings(max_examples=examples(100))
@given(ANNOTATIONS, st.sampled_from(["", "Mia", "=1+1", "O'Neil; 😀"]))
def test_what_was_said_comes_back(annotations: dict[int, Annotation], who: str) -> None:
    data = annotation_files.to_csv(COMPARISON, annotations, who)
    found = read(data)
    assert said(found, who) == seen(annotations)
    assert found.unknown == found.repeated == []
    # Written again, it is the same file.
    assert annotation_files.to_csv(COMPARISON, said(found, who), who) == data
    # No cell is a formula.
    for cells in csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), strict=True):
        assert not [cell for cell in cells if cell.startswith(FORMULA_STARTS)]
        assert not [cell for cell in cells if re.search("[\x00\x1b]", cell)]


def seen(annotations: dict[int, Annotation]) -> dict[int, Annotation]:
    """A spreadsheet gets control characters as their pictures."""
    control = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
    return {
        i: replace(one, note=control.sub(lambda found: one_line(found[0]), one.note))
        for i, one in annotations.items()
    }


def test_the_time_of_a_row_is_that_of_its_last_label_or_mark() -> None:
    marks = [
        Rating(segment, system, "Mia", (Mark("x", "minor"),), changed)
        for segment, system, changed in [(0, "a", 20.0), (0, "b", 30.0), (1, "a", 5.0)]
    ]
    labels = {0: Annotation("same", changed=10.0), 1: Annotation("same", changed=10.0)}
    for own, expected in (({}, ["30", "05"]), (labels, ["30", "10"])):
        text = annotation_files.to_csv(COMPARISON, own, "Mia", marks).decode("utf-8-sig")
        rows = csv.DictReader(io.StringIO(text, newline=""))
        written = [f"1970-01-01T00:00:{second}.000+00:00" for second in expected]
        assert [row["changed"] for row in rows] == written


def test_the_span_of_an_error_has_its_words() -> None:
    marks = [
        Rating(0, system, "Mia", (Mark("Accuracy", "major", start, start + 3),), 20.0)
        for system, start in (("a", 2), ("b", 4))
    ]
    assert exported(comparison(), {}, "Mia", marks)["spans"] == (
        'A 2:5 "dog" Accuracy (major); B 4:7 "cat" Accuracy (major)'
    )


def test_a_row_without_a_credible_time_is_of_the_time_of_its_import() -> None:
    # With a time to come, no later change would count.
    times = ["", "1/2/70 0:00", "2999-01-01T00:00:00+00:00", "2000-01-01T00:00:00"]
    usual = "2000-01-01T00:00:00+00:00"
    before = time.time()
    rows = (row(i, note="n", changed=text) for i, text in enumerate([*times, usual]))
    *others, last = [one.changed for one in read(file_of(*rows)).rows]
    assert all(before <= changed <= time.time() for changed in others)
    assert last == datetime.fromisoformat(usual).timestamp()


def test_reordered_segments_get_what_was_said_of_them() -> None:
    data = annotation_files.to_csv(COMPARISON, {i: Annotation(note=f"of {i}") for i in range(6)})
    # The first is missing, whose second reference was missing, and one is new.
    found = read(data, compared(["new", *(LINES[i] for i in (4, 5, 3, 2, 1))]))
    notes = {segment: annotation.note for segment, annotation in said(found).items()}
    assert [notes[segment] for segment in (1, 2, 4)] == ["of 4", "of 5", "of 2"]
    # Two that are the same in everything have both notes, one each.
    assert {notes[3], notes[5]} == {"of 1", "of 3"}
    assert found.unknown == [2]


def test_a_file_that_has_a_and_b_exchanged_is_laid_on_with_its_sides_exchanged() -> None:
    sides = {"A": "B", "B": "A", "A better": "B better", "B better": "A better"}
    minor = replace(OMISSION, severity="minor")
    annotations = {
        0: Annotation("A better", (OMISSION, Label("B", "other", "minor")), "of 1"),
        2: Annotation("B better", (OMISSION, minor)),
        4: Annotation("both bad"),
    }
    exchanged = {
        segment: Annotation(
            sides.get(one.verdict, one.verdict),
            tuple(sorted(replace(label, system=sides[label.system]) for label in one.labels)),
            one.note,
        )
        for segment, one in annotations.items()
    }
    other = Comparison.of(COMPARISON.evalset, a="b", b="a")
    found = read(annotation_files.to_csv(COMPARISON, annotations, "Mia"), other)
    assert found.unknown == []
    assert said(found, "Mia") == exchanged
    # And back.
    assert said(read(annotation_files.to_csv(other, exchanged, "Mia")), "Mia") == annotations


def test_a_file_without_annotator_time_and_names_is_read() -> None:
    comparison = Comparison.of(
        EvalSet({"a": ["p", "p", "å"], "b": ["q", "q", ""]}, [["r", "s", "t"], ["", None, "u"]])
    )
    first, last = (
        hashlib.sha256(written.encode()).hexdigest()[:32]
        for written in ('["r", "", "p", "q"]', '["t", "u", "\\u00e5", ""]')
    )
    data = (
        "\ufeffline,hash,judgment,labels,note,A,B,reference 1\r\n"
        f"1,{first},A better,A omission (major); B x (minor) (critical),'=1+1,p,q,r\r\n"
        f'3,{last},,,"two\nlines",p,q,r\r\n'
    )
    labels = OMISSION, Label("B", "x (minor)", "critical")
    assert said(read(data.encode(), comparison)) == {
        0: Annotation("A better", labels, "=1+1"),
        2: Annotation(note="two\nlines"),
    }


def test_all_problems_are_told_at_once_with_their_rows() -> None:
    rows = [row(0, judgment="A") for _ in range(7)]
    rows[0] |= {"labels": "A omission (huge); B  (minor)"}
    rows += [row(1, note="x" * 10_001), row(2, labels="omission"), row(4, annotator="a\nb")]
    expected = {
        "label_form": [[2], [2], [10]],
        "name_unfit": [[11]],
        "value_unknown": [[2, 3, 4, 5, 6, 7, 8]],
    }
    every = sum(map(len, expected.values())) + 1
    with refused(*["annotation.rows_refused"] * every, error=ReadError) as problems:
        read(file_of(*rows))
    found: dict[str, list[list[int]]] = {}
    for one in problems:
        found.setdefault(one.values["why"].code, []).append(one.values["rows"])
    annotations = {f"annotation.{code}": which for code, which in expected.items()}
    assert found == annotations | {"toml.too_long": [[9]]}
    many = [row(0, judgment=f"{i} {'x' * 10_000}", labels=f"{i} {'y' * 10_000}") for i in range(50)]
    told = [*["annotation.rows_refused"] * MOST_TOLD, "toml.more_faults"]
    with refused(*told, error=ReadError) as problems:
        read(file_of(*many))
    assert problems[-1].values == {"count": 80}
    assert max(map(len, problems)) < 300
