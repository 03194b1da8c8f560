"""Files of people's marks: what others write is read, what is written reads back equal."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import EvalSet
from bleu_core.people.mark_export import to_tsv
from bleu_core.people.mark_import import MatchedMarks, import_marks, import_summary
from bleu_core.people.mark_rows import mark_rows, read_mark_table
from bleu_core.readers import File, ReadError, read
from bleu_core.segments.marks import Mark, Rating
from tests.core import nasty_texts
from tests.core.refusing import refused
from tests.effort import examples

OUTPUTS = {
    "one": ["das ist ein Test", "b1", "b1", "💩 gut"],
    "two": ["dies ist Test", "b2", "b2", "💩 schlecht"],
}
DATA = EvalSet(
    OUTPUTS, [["das ist ein Test", "b", "b", "gut"]],
    source=["this is a test", "b", "c", "💩 good"], documents=["d1", "d1", "d2", "d2"],
)  # fmt: skip
GOOGLE, MAROT = (
    f"system doc {ids} rater source target category severity {last}".split(" ")
    for ids, last in (("doc_id seg_id", "comment"), ("docSegId globalSegId", "metadata"))
)


def tsv(head: list[str], *lines: str) -> bytes:
    rows = ["\t".join(head), *("\t".join(line.split("|")) for line in lines)]
    return "".join(f"{row}\n" for row in rows).encode()


def laid(data: bytes, name: str = "m.tsv", evalset: EvalSet = DATA) -> MatchedMarks:
    return import_marks(mark_rows(read_mark_table(File(name, data))), evalset)


def google(*lines: str) -> MatchedMarks:
    return laid(tsv(GOOGLE, *lines))


def test_googles_rows_are_ratings() -> None:
    found = google(
        "one|d1|1|1|r1|this is a test|das <v>ist</v> ein Test|Style/Awkward|Minor|a note",
        "one|d1|1|1|r1|this is <v>a</v> test|das ist ein Test|Accuracy/Omission|Major|",
        "one|d1|1|1|r2|this is a test|das ist ein Test|No-error|No-error|",
        "two|d1|1|1|r1|this is a test|<v>dies</v> ist Test|Fluency/Grammar|Major|",
        "two|d2|2|3|r1|c|<v>b2</v>|Non-translation!|Major|",
        "one|d2|2|4|r1|💩 good|💩 <v>gut</v>|Other|Neutral|",
    )
    assert found.ratings == [
        Rating(0, "one", "r1", (
            Mark("Style/Awkward", "minor", 4, 7, comment="a note"),
            Mark("Accuracy/Omission", "major", 8, 9, "source"),
        )),
        Rating(0, "one", "r2"),
        Rating(0, "two", "r1", (Mark("Fluency/Grammar", "major", 0, 4),)),
        Rating(2, "two", "r1", (Mark("Non-translation!", "major", 0, 2),)),
        Rating(3, "one", "r1", (Mark("Other", "neutral", 2, 5),)),
    ]  # fmt: skip
    assert (found.messages, found.rows, found.left_out) == ([], 6, 0)
    for number in ("5 annotated errors", "5 rated outputs", "2 annotators", "6 rows"):
        assert number in import_summary(found)


# As in wmt24-news-systems/humeval/wave2.csv; the ends are of the last unit (Appraise).
ESA = """\
eng1,one,0,TGT,eng,deu,59,d1,False,"[{""start_i"":4,""end_i"":6,""severity"":""minor"",""error_type"":null}]",1724109433.985,1724109435.768
eng1,two,3,TGT,eng,deu,37.5,d2,False,"[{""start_i"":0,""end_i"":1,""severity"":""major"",""error_type"":null},{""start_i"":""missing"",""end_i"":""missing"",""severity"":""minor"",""error_type"":null}]",1.5,2.5
eng1,two,0,TGT,eng,deu,98,d1,False,[],1,2
eng1,one,1,BAD,eng,deu,18,d1#bad,False,[],1,2
eng1,tutorial1,1000000,TGT,eng,deu,0,tutorial1,False,[],1,2
eng1,one,1,TGT,eng,deu,80,d1,False,[],1,9
eng1,one,1,TGT,eng,deu,70,d1,False,[],1,8
eng1,one,2,TGT,eng,deu,70,d9,False,[],1,8
eng1,two,1,TGT,eng,deu,70,d1,False,"[{""start_i"":0,""end_i"":9,""severity"":""minor"",""error_type"":null}]",1,8
"""


def test_wmts_error_spans_are_read_with_their_scores() -> None:
    found = laid(ESA.encode(), "esa.csv")
    missing = Mark("", "minor")
    assert found.ratings == [
        Rating(0, "one", "eng1", (Mark("", "minor", 4, 7),), 1724109435.768, 59.0),
        Rating(0, "two", "eng1", (), 2.0, 98.0),
        Rating(1, "one", "eng1", (), 9.0, 80.0),
        Rating(1, "two", "eng1", (missing,), 8.0, 70.0),
        Rating(3, "two", "eng1", (Mark("", "major", 0, 1), missing), 2.5, 37.5),
    ]
    assert told(found) == [
        ("quality_control", [4]),
        ("other_system", [5], "tutorial1"),
        ("no_line", [8]),
        ("span_lost", [9]),
        ("later_row", [7]),
    ]
    assert found.left_out == 4


def segment_object(document: str, number: int, **scores: object) -> str:
    """A line of WMT's JSON Lines; the segment's texts are those of a line of the test set."""
    line = ("d1", "d1", "d2", "d2").index(document) + number
    texts = {name: column[line] for name, column in OUTPUTS.items()} | {"refA": "another"}
    return json.dumps({
        "scores": scores, "src_text": DATA.source[line].as_py(), "tgt_text": texts,
        "doc_id": f"en-de_DE_#_news_#_{document}_#_{number}",
    })  # fmt: skip


def test_wmts_objects_of_segments_are_read_with_their_scores() -> None:
    minor = {"start_i": 4, "end_i": 6, "severity": "minor"}
    lost = {"start_i": "missing", "end_i": "missing", "severity": "major"}
    rounds = {
        "human1": 59, "annotator1": "p", "errors1": [minor], "times1": [1.5, 2.5],
        "human2": 98, "annotator2": "q", "errors2": [], "times2": [],
    }  # fmt: skip
    listed = [{"score": "37.5", "annotator": "p", "errors": [lost], "times": ["1", "2"]}]
    lines = [
        segment_object("d1", 0, one=rounds, refA={"human1": 3, "annotator1": "p", "errors1": []}),
        segment_object("d1", 1),
        segment_object("d2", 1, two=listed, one={"human1": 4, "annotator1": "p"}),
        "{}",
    ]
    found = laid("\n".join(lines).encode(), "humeval.jsonl")
    assert found.ratings == [
        Rating(0, "one", "p", (Mark("", "minor", 4, 7),), 2.5, 59.0),
        Rating(0, "one", "q", (), 0.0, 98.0),
        Rating(3, "two", "p", (Mark("", "major"),), 2.0, 37.5),
    ]
    assert told(found) == [("errors_unreadable", [5, 6]), ("other_system", [3], "refA")]
    with refused("lines.half_surrogate"):
        laid(segment_object("d1", 0, **{"\ud800": listed}).encode(), "humeval.jsonl")


def test_what_does_not_fit_is_told_by_row_and_nothing_else_is_lost() -> None:
    found = google(
        "one|d1|1|1|r1|this is a test|das <v>ist</v> ein Test|Style/Awkward|Minor|",  # 2
        "one|d1|1|1|r1|this is a test|das ist ein Test|No-error|No-error|",
        "three|d1|1|1|r1|this is a test|anything|No-error|No-error|",
        "two|d1|1|1|r1|this is a test|<v>dies ist Text|Other|Minor|",
        "two|d1|1|1|r1|this is a test|<v>dies ist Test|Other|Minor|",
        "two|d2|2|2|r1|c|b2|Wurst|Trivial|",
        "two|d2|2|2|r 1|c|b2|Other|Minor|",
        "two|d2|2|2|r  1|c|b2|Other|Major|",
        "two|d2|2|2|r3|c|b2|Other||",
        f"two|d2|2|2|{'r' * 61}|c|b2|Other|Major|",
        "one|d2|2|4|r1|other <v>source</v>|💩 gut|Other|Neutral|",
        f"one|d2|2|4|r1|💩 good|💩 gut|{'x' * 101}|Minor|",
    )
    assert found.ratings == [
        Rating(0, "one", "r1", (Mark("Style/Awkward", "minor", 4, 7),)),
        Rating(0, "two", "r1", (Mark("Other", "minor"),)),
        Rating(2, "two", "r 1", (Mark("Other", "minor"), Mark("Other", "major"))),
        Rating(2, "two", "r1", (Mark("Wurst", "trivial"),)),
        Rating(3, "one", "r1", (Mark("Other", "neutral", side="source"),)),
    ]
    assert sorted(told(found)) == [
        ("annotator_unfit", [11], 60),
        ("name_unfit", [13]),
        ("other_system", [4], "three"),
        ("other_text", [5]),
        ("severity_unweighted", [7], "trivial"),
        ("span_lost", [6, 12]),
        ("without_severity", [10]),
    ]
    assert (found.rows, found.left_out) == (12, 5)
    more = [
        f"one|d1|1|1|r1|s|das ist ein Test|Other|Minor|{'x' * 10_001}",
        "one|d1|1|1|r1|s|das ist ein Test|a\x0bb|Minor|",
        "one|d1|1|1|r\x7f|s|das ist ein Test|Other|Minor|",
        "one|d1|9|9|r1|s|anything|Other|Minor|",
    ]
    assert sorted(told(google(*more))) == [
        ("annotator_unfit", [4], 60),
        ("name_unfit", [3]),
        ("other_text", [5]),
        ("toml.too_long", [2]),
    ]
    for errors, code in {
        "x": "errors_unreadable", "[{}]": "errors_unreadable", "[]": "no_line",
        '[{""severity"": ""minor""}]': "errors_unreadable",
    }.items():  # fmt: skip
        line = 4 if code == "no_line" else 0
        row = f'eng1,one,{line},TGT,eng,deu,59,d1,False,"{errors}",1,2\n'
        first = "eng1,one,0,TGT,eng,deu,98,d1,False,[],1,2\n"
        assert told(laid((first + row).encode(), "esa.csv"))[0][:2] == (code, [2])


def told(found: MatchedMarks) -> list[tuple[object, ...]]:
    """What is said of rows: the name of each message, their numbers, and its other values."""
    return [
        (
            getattr(why := one.values.get("why", one), "code", why).removeprefix("annotation."),
            *(v for name, v in one.values.items() if name != "why" and v != ""),
        )
        for one in found.messages
    ]


def test_segments_of_one_text_are_told_apart_by_source_document_and_order() -> None:
    bare = EvalSet({"one": ["x"] * 120, "two": ["y"] * 120}, [["x"] * 120])
    for ids, expected in (
        ([f"s{i}" for i in range(120)], list(range(120))),
        (["100", "7", "120"], [6, 99, 119]),
    ):
        lines = [f"one|d|9|{one}|r|q|x|No-error|No-error|" for one in ids]
        found = laid(tsv(GOOGLE, *lines), evalset=bare)
        assert [rating.segment for rating in found.ratings] == expected


def test_a_file_that_is_none_of_marks_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for data in (b"a,b\n1,2\n", b"system\tseverity\na\tb\n", b'{"a": "b"}\n', b"x"):
        with refused("annotation.no_mark_columns", error=ReadError):
            laid(data)
    monkeypatch.setattr("bleu_core.people.mark_rows.MAX_ROWS", 1)
    with refused("annotation.too_many_rows", error=ReadError):
        laid(b"a,b\n1,2\n3,4\n")


def test_a_table_that_is_opened_has_its_marks_with_it() -> None:
    parts = read(tsv(GOOGLE, *(
        f"{name}|{DATA.documents[i]}|1|{i}|r1|{DATA.source[i]}|{text}|No-error|No-error|"
        for name, column in OUTPUTS.items() for i, text in enumerate(column)
    )), "m.tsv")  # fmt: skip
    assert len(import_marks(mark_rows(parts), DATA).ratings) == 8
    assert parts.repairs[-1].values["annotated"]


# --- what is written reads back equal

texts = nasty_texts.files.map(lambda text: text.replace("\0", ""))
tagged = st.lists(st.sampled_from(["<v>", "</v>", "a", " ", "💩"]), max_size=8).map("".join)
lines = st.one_of(texts, tagged)
names = st.sampled_from(["=one", "two words", "-3", "@x", "ünï", '"q"'])
kinds = st.sampled_from(["", "Accuracy/Omission", "Fluency/a/b", "omission", "=x", "a, b;c", "ß"])
notes = st.one_of(st.just(""), texts.map(lambda text: text[:50]))


@st.composite
def marked(draw: st.DrawFn) -> tuple[EvalSet, list[Rating]]:
    systems = draw(st.lists(names, min_size=1, max_size=3, unique=True))
    size = draw(st.integers(1, 3))
    column = st.lists(lines, min_size=size, max_size=size)
    evalset = EvalSet(
        {name: draw(column) for name in systems},
        [draw(column)],
        source=draw(st.none() | column),
        documents=draw(st.none() | st.lists(names, min_size=size, max_size=size)),
    )
    found = []
    for segment, name in product(range(size), systems):
        for annotator in sorted(draw(st.sets(st.sampled_from(["ann", "=bob", "Ç é"])))):
            marks = draw(st.lists(mark_of(evalset, name, segment), max_size=3))
            score = draw(st.none() | st.sampled_from([0.0, 37.5, 100.0]))
            numbered = tuple(replace(mark, number=n) for n, mark in enumerate(marks))
            found.append(Rating(segment, name, annotator, numbered, 1_700_000_000.5, score))
    return evalset, found


@st.composite
def mark_of(draw: st.DrawFn, evalset: EvalSet, system: str, segment: int) -> Mark:
    side = draw(st.sampled_from(["target", "source"])) if evalset.source else "target"
    column = evalset.source if side == "source" else evalset.systems[system]
    text = column[segment].as_py()
    start, end = -1, -1
    if text and draw(st.booleans()):
        start = draw(st.integers(0, len(text) - 1))
        end = draw(st.integers(start + 1, len(text)))
    severity = draw(st.sampled_from(["minor", "major", "critical", "ßharp", "neutral"]))
    return Mark(draw(kinds), severity, start, end, side, draw(notes))


@settings(max_examples=examples(300))
@given(marked())
def test_what_is_written_reads_back_equal(made: tuple[EvalSet, list[Rating]]) -> None:
    evalset, ratings = made
    if not ratings:
        return
    found = laid(to_tsv(evalset, ratings), "m.tsv", evalset)
    assert found.ratings == ratings
    assert {name for name, *_ in told(found)} <= {"severity_unweighted"}
