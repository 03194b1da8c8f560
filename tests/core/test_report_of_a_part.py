"""The report of some segments: it says which, by whose lines, and how to make it again."""

from __future__ import annotations

import csv
import io
import json
import shlex
from html import unescape

import numpy as np
import pytest

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.detectors import Thresholds
from bleu_core.escaping import latex
from bleu_core.judgements.annotations import Annotation
from bleu_core.report import file_name, render
from bleu_core.report.content import Content
from bleu_core.report.gathering import gather
from bleu_core.report.subset import command
from bleu_core.report.terminal import to_json, to_text

REFERENCE = [f"the cat number {i} sat on the mat at home" for i in range(40)]
A = [line.replace("mat", "rug") if i % 2 else line for i, line in enumerate(REFERENCE)]
B = [line.replace("cat", "dog") if i % 3 else line for i, line in enumerate(A)]
WHERE = """line > 20 and a ~ /<b>|'x/"""
ROWS = np.arange(20, 40)


def made(config: BleuConfig = BleuConfig()) -> Comparison:
    data = EvalSet({"old": A, "new": B}, [REFERENCE], source=REFERENCE)
    return Comparison.of(data, config)


@pytest.fixture(scope="module")
def content() -> Content:
    part = made().part(ROWS, WHERE)
    said = part.evalset.own({25: Annotation(note="of line 26"), 3: Annotation(note="elsewhere")})
    return gather(part, annotations=said)


def test_each_format_says_which_segments_it_is_of(content: Content) -> None:
    told = "Only 20 of 40 segments"
    html = render(content, ".html").decode()
    assert told in html.split("</header>")[0]
    assert WHERE in unescape(html.split("</header>")[0])
    assert "~ /<b>" not in html
    head = render(content, ".md").decode().split("A (baseline)")[0]
    assert f"**{told}**: `{WHERE}`" in head
    tex = render(content, ".tex").decode()
    assert rf"{told}: \texttt{{{latex(WHERE)}}}" in tex
    assert f"{told}: {WHERE}" in to_text(content)
    said = json.loads(to_json(content))
    assert (said["segments"], said["of"], said["where"]) == (20, 40, WHERE)


def test_a_workbook_says_it_first(content: Content) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.load_workbook(io.BytesIO(render(content, ".xlsx")))
    rows = [[cell.value for cell in row] for row in book.worksheets[0]]
    assert rows[:2] == [["segments", "Only 20 of 40 segments"], ["where", WHERE]]
    assert rows[2] == ["again", command(content)]


def test_a_report_of_all_says_nothing_of_it() -> None:
    whole = gather(made())
    for text in (render(whole, suffix).decode() for suffix in (".html", ".md", ".tex")):
        assert "Only 40" not in text
    assert command(whole) == ""
    assert json.loads(to_json(whole))["where"] == ""
    assert file_name(made(), ".md") != file_name(made().part(ROWS), ".md")


def test_lines_notes_and_digests_are_those_of_the_whole(content: Content) -> None:
    rows = list(csv.DictReader(io.StringIO(render(content, ".csv").decode("utf-8-sig"))))
    assert [int(row["line"]) for row in rows] == list(range(21, 41))
    assert [row["line"] for row in rows if row["note"]] == ["26"]
    markdown = render(content, ".md").decode()
    assert "segment 26: `of line 26`" in markdown
    assert "elsewhere" not in markdown
    assert made().evalset.digest in markdown
    whole = gather(made())
    assert content.inputs == whole.inputs
    assert content.sacrebleu_command == ""
    losses = json.loads(to_json(content))["losses"]
    assert losses
    assert all(B[one["line"] - 1] == one["b"] for one in losses)


def test_its_command_makes_it_again() -> None:
    config = BleuConfig(
        tokenize="char", lowercase=True, max_ngram_order=2, weights=(0.25, 0.75),
        smooth_method="floor", smooth_value=0.5,
    )  # fmt: skip
    part = made(config).part(ROWS, WHERE)
    content = gather(part, thresholds=Thresholds(short=0.25))
    words = shlex.split(command(content))
    assert words[:8] == [
        "bleuscope",
        "compare",
        "A",
        "B",
        "--ref",
        "REFERENCE-1",
        "--src",
        "SOURCE",
    ]
    assert words[8:] == [
        "--tokenize", "char", "--lowercase", "--smooth-method", "floor", "--smooth-value", "0.5",
        "--max-ngram-order", "2", "--weights", "0.25,0.75",
        "--where", WHERE, "--threshold", "short=0.25",
    ]  # fmt: skip
    assert command(content) in unescape(render(content, ".html").decode())
