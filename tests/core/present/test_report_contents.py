"""What reports say beside the numbers: findings, annotations, of which part of what they are."""

import csv
import io
import json
import shlex
from functools import cache
from html import unescape
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.common.escaping import escape_latex
from bleu_core.metrics import ImportedScores, Wer, compare_imported
from bleu_core.present.comparison_report import (
    MOST_ANNOTATED,
    ComparisonReport,
    compare_command,
    gather,
    serious,
)
from bleu_core.present.report import comparison_text, file_name, render
from bleu_core.present.report.json_report import comparison_json
from bleu_core.present.viewer.contents import comparison_contents
from bleu_core.segments.annotations import Annotation, Label
from bleu_core.segments.detectors import DetectorCounts, Thresholds
from bleu_core.segments.finder import FoundSlice, SliceFindings
from bleu_core.significance.metric_tests import MetricSignificance, compare_with_metric
from tests.core.datasets.parquet_sets import WORDS, opened, write
from tests.markup import Parsed

REFERENCE = [f"the cat number {i} sat on the mat at home" for i in range(40)]
A = [line.replace("mat", "rug") if i % 2 else line for i, line in enumerate(REFERENCE)]
DISTINCT = [f"The {i}th line is like no other: {i * i} and {7 * i}." for i in range(60)]
PAGES = (".static.html", ".md", ".tex")


def shown(content: ComparisonReport, suffix: str) -> str:
    return render(content, suffix).decode("utf-8-sig")


def sheet(content: ComparisonReport) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(shown(content, ".csv"))))


def workbook(content: ComparisonReport) -> Any:
    openpyxl = pytest.importorskip("openpyxl")
    return openpyxl.load_workbook(io.BytesIO(render(content, ".xlsx")))


# Annotations.

SAID = {
    1: Annotation("A better", (Label("A", "omission", "major"), Label("B", "other", "minor"))),
    3: Annotation("B better", (Label("A", "omission", "minor"),), "of the fourth"),
    8: Annotation("same", (), "a note\non two lines"),
    39: Annotation(note="the last"),
}


@cache
def annotated() -> ComparisonReport:
    """Of a comparison where A has the better sentence BLEU in every segment."""
    b = [line.replace("cat", "dog") for line in A]
    comparison = Comparison.of(EvalSet({"old": A, "new": b}, [REFERENCE]))
    return gather(comparison, segments=2, annotations=SAID)


def test_markdown_sums_up_what_was_said_and_sheets_have_it_of_every_segment() -> None:
    text = shown(annotated(), ".md").split("<summary>Annotations</summary>")[1]
    for line in (
        "4 segments have annotations.",
        "| A better | 0 | 1 | 0 |",
        "| `omission` | A | 1 | 1 | 0 | 2 |",
        "| `other` | B | 1 | 0 | 0 | 1 |",
        "- segment 4, B better, `A omission (minor)`: `of the fourth`",
        "- segment 9, same: `a note␊on two lines`",
        "- segment 40: `the last`",
    ):
        assert f"\n{line}\n" in text
    for number in ("1/2 segments: 50.0%", "[9.5%, 90.5%]"):
        assert number in text
    rows = sheet(annotated())
    assert [row["verdict"] for row in rows[:4]] == ["", "A better", "", "B better"]
    assert rows[1]["labels"] == "A omission (major); B other (minor)"
    assert rows[8]["note"] == "a note\non two lines"
    bare = gather(annotated().comparison)
    assert "note" not in sheet(bare)[0]
    for suffix in (".static.html", ".md"):
        assert "4 segments have" not in shown(bare, suffix)
        assert 'class="said"' not in shown(bare, suffix)


def test_of_many_annotated_segments_those_with_a_note_come_first() -> None:
    lines = [f"line {i}" for i in range(MOST_ANNOTATED + 50)]
    comparison = Comparison.of(EvalSet({"a": lines, "b": lines}, [lines]))
    said = {i: Annotation("same") for i in range(len(lines))}
    said[len(lines) - 1] = Annotation("same", (), "the one note")
    content = gather(comparison, annotations=said)
    page = shown(content, ".static.html")
    assert page.count("<article") == MOST_ANNOTATED
    assert f"{len(lines)} segments" in page
    assert f"{MOST_ANNOTATED} are shown" in page
    assert all("the one note" in text for text in (page, shown(content, ".md")))
    noted = {i: Annotation("", (), f"note {i}") for i in range(30)}
    text = shown(gather(comparison, annotations=noted), ".md").split(
        "<summary>Annotations</summary>"
    )[1]
    assert text.count("- segment ") == 10
    assert "20 more notes" in text


def test_a_column_that_was_given_is_not_lost_beside_ours_of_the_same_name() -> None:
    given = {"note": ["theirs"], "a": ["x"], "kind": ["k"]}
    comparison = Comparison.of(EvalSet({"s": ["one"]}, [["two"]], metadata=given))
    (row,) = sheet(gather(comparison, annotations={0: Annotation(note="ours")}))
    assert (row["note"], row["note (given)"], row["a"]) == ("ours", "theirs", "one")
    assert (row["a (given)"], row["kind"]) == ("x", "k")


# Findings.


def test_findings_stand_before_the_verdict_in_every_report() -> None:
    ill = [line.replace("and", "&amp;") if 5 <= i < 35 else line for i, line in enumerate(DISTINCT)]
    name = "b` <i>|x|</i> \\input{y}"
    outputs = {"a": [*DISTINCT[:-1], "so"], name: ill}
    comparison = Comparison.of(EvalSet(outputs, [DISTINCT]))
    content = gather(comparison)
    (entities,) = [one for one in serious(content.findings) if one.kind == "entities"]
    start = entities.sentence.partition(name)[0].rpartition("'")[0]  # it is escaped after that
    verdict = " scores "
    page = Parsed(shown(content, ".static.html")).text
    assert page.index(entities.sentence) < page.index(verdict)
    for text in (shown(content, ".md"), comparison_text(content)):
        assert text.index(start) < text.index(verdict)
    source = shown(content, ".tex")
    assert source.index(rf"\item {escape_latex(entities.sentence)}") < source.index(
        r"\begin{tabular}"
    )
    assert r"\input{" not in source
    part = gather(comparison.part(np.arange(20, 60)))  # with the findings of the whole test set
    for one, lines in ((content, range(6, 36)), (part, range(21, 36))):
        told = [row["line"] for row in sheet(one) if "serious: entities" in row["findings"]]
        assert told == [*map(str, lines)]
        findings = json.loads(comparison_json(one))["findings"]
        (first,) = (each["lines"]["first"] for each in findings if each["kind"] == "entities")
        assert first == [*range(6, 6 + len(first))]
    if find_spec("openpyxl") is not None:
        book = workbook(content)
        assert book.sheetnames[0] == "findings"
        assert entities.sentence in [row[2] for row in book["findings"].values]


# Of some of the segments.

B = [line.replace("cat", "dog") if i % 3 else line for i, line in enumerate(A)]
WHERE = """line > 20 and a ~ /<b>|'x/"""
ROWS = np.arange(20, 40)


def made(config: BleuConfig = BleuConfig()) -> Comparison:
    data = EvalSet({"old": A, "new": B}, [REFERENCE], source=REFERENCE)
    return Comparison.of(data, config)


@cache
def of_a_part() -> ComparisonReport:
    part = made().part(ROWS, WHERE)
    said = part.evalset.own({25: Annotation(note="of line 26"), 3: Annotation(note="elsewhere")})
    return gather(part, annotations=said)


def test_each_format_says_which_segments_it_is_of() -> None:
    content, told = of_a_part(), "Only 20 of 40 segments"
    html = shown(content, ".static.html")
    head = html.split("</header>")[0]
    assert told in head
    assert WHERE in unescape(head)
    assert "~ /<b>" not in html
    assert f"**{told}**: `{WHERE}`" in shown(content, ".md").split("A (baseline)")[0]
    assert rf"\textbf{{{told}}}: \texttt{{{escape_latex(WHERE)}}}" in shown(content, ".tex")
    assert f"{told}: {WHERE}" in comparison_text(content)
    said = json.loads(comparison_json(content))
    assert (said["segments"], said["of"], said["where"]) == (20, 40, WHERE)
    whole = gather(made())
    assert not any("Only 40" in shown(whole, suffix) for suffix in PAGES)
    assert compare_command(whole) == json.loads(comparison_json(whole))["where"] == ""
    assert file_name(made(), ".md") != file_name(made().part(ROWS), ".md")
    rows = [[cell.value for cell in row] for row in workbook(content).worksheets[0]]
    assert rows == [["segments", told], ["where", WHERE], ["command", compare_command(content)]]


def test_lines_notes_and_digests_are_those_of_the_whole() -> None:
    content, rows = of_a_part(), sheet(of_a_part())
    assert [int(row["line"]) for row in rows] == list(range(21, 41))
    assert [row["line"] for row in rows if row["note"]] == ["26"]
    markdown = shown(content, ".md")
    assert "segment 26: `of line 26`" in markdown
    assert "elsewhere" not in markdown
    assert made().evalset.digest in markdown
    assert (content.inputs, content.sacrebleu_command) == (gather(made()).inputs, "")
    losses = json.loads(comparison_json(content))["losses"]
    assert losses
    assert all(B[one["line"] - 1] == one["b"] for one in losses)


def test_its_command_makes_it_again() -> None:
    config = BleuConfig(
        tokenize="char", lowercase=True, max_ngram_order=2, weights=(0.25, 0.75),
        smooth_method="floor", smooth_value=0.5,
    )  # fmt: skip
    content = gather(made(config).part(ROWS, WHERE), thresholds=Thresholds(short=0.25))
    assert shlex.split(compare_command(content)) == [
        "bleuscope", "compare", "A", "B", "--ref", "REFERENCE-1", "--src", "SOURCE",
        "--tokenize", "char", "--lowercase", "--smooth-method", "floor", "--smooth-value", "0.5",
        "--max-ngram-order", "2", "--weights", "0.25,0.75",
        "--where", WHERE, "--threshold", "short=0.25",
    ]  # fmt: skip
    assert compare_command(content) in unescape(shown(content, ".static.html"))


@pytest.mark.parametrize(
    ("where", "end"),
    [
        ('note ~ /x/ or verdict = "A better"', None),
        ("`delta.imported:COMET` < 0", None),
        ("delta.ter < 0 and a.bleu > 0", ["-m", "wer", "ter"]),
    ],
)
def test_its_command_has_the_columns_that_select_or_is_left_out(where, end) -> None:
    part = made().part(ROWS, where)
    pairs = [MetricSignificance(compare_with_metric(part, Wer()))]
    content = gather(part, annotations={0: Annotation(note="x")}, metric_pairs=pairs)
    words = shlex.split(compare_command(content))
    assert words[-5:] == (["--where", where, *end] if end else [])
    assert where in unescape(shown(content, ".static.html"))


# Found slices, degenerate output, and the columns of expressions.

EXPRESSION = 'kind = "=<b>|`x`"'


@cache
def of_slices() -> ComparisonReport:
    texts = {"A": ["a b c d e"] * 4, "B": ["a b c d x"] * 4}
    one = FoundSlice(
        EXPRESSION, np.array([0, 2]), 0.5, -1.5, 0.75, 30.0, 20.0, -10.0, -15.0, -5.0, 0.02, True,
        True, excess_points=-1.125, surplus=-0.75, surplus_low=-1.25, surplus_high=-0.25,
    )  # fmt: skip
    other = FoundSlice(
        "b.cut", np.array([1]), 0.25, -1.0, 0.5, 30.0, 10.0, -20.0, None, None, None, False, False,
        skip_reason="It is chosen by one system.",
    )  # fmt: skip
    found = SliceFindings([one], [other], 12, 34, 2, 2, "segment", 1)
    counts = [
        DetectorCounts("cut", "cut off", "The rule.", a=1, b=3, only_b=2, p=0.5, points=-0.25),
        DetectorCounts(
            "copy", "copy of the source", "Another rule.", missing="There is no source."
        ),
    ]
    comparison = Comparison.of(EvalSet(texts, [["a b c d e"] * 4]))
    return gather(comparison, slices=found, detectors=counts)


def test_the_numbers_of_a_and_b_stand_under_their_names() -> None:
    titles, row, _ = workbook(of_slices())["degenerate"].values
    counts = dict(zip(titles, row, strict=True))
    assert [counts[name] for name in ("in A", "in B", "only A", "only B")] == [1, 3, 0, 2]
    one, other = json.loads(comparison_json(of_slices()))["slices"]
    assert [(found["a"], found["b"]) for found in (one, other)] == [(30, 20), (30, 10)]
    # B is shorter: its brevity penalty and all else differ.
    comparison = Comparison.of(EvalSet({"A": A, "B": [line[:-8] for line in A]}, [REFERENCE]))
    titles, *rows = workbook(gather(comparison))["parts"].values
    parts = {row[0]: dict(zip(titles, row, strict=True)) for row in rows}
    for side, score in (("A", comparison.score_a), ("B", comparison.score_b)):
        names = {"BP": score.bp, "output length": score.sys_len, "BLEU": score.score}
        names |= {f"p{n}": precision for n, precision in enumerate(score.precisions, 1)}
        assert {name: parts[name][f"value {side}"] for name in names} == names


def test_in_the_sheet_of_slices_delta_is_b_minus_a() -> None:
    rows = list(workbook(of_slices())["slices"].values)
    head = next(row for row in rows if row[0] == "expression")
    one, other = (dict(zip(head, row, strict=True)) for row in rows[rows.index(head) + 1 :])
    assert (one["BLEU A"], one["BLEU B"], one["delta"]) == (30, 20, -10)
    assert (other["BLEU A"], other["BLEU B"], other["delta"]) == (30, 10, -20)
    names = "points", "points beyond share", "beyond low", "beyond high"
    assert [one[name] for name in names] == [-1.5, -0.75, -1.25, -0.25]
    assert [other[name] for name in names] == [-1.0, None, None, None]


def with_other_metrics() -> ComparisonReport:
    data = EvalSet({"A": ["a cat", "a dog"], "B": ["the cat", "a dog"]}, [["the cat", "a dog"]])
    comparison = Comparison.of(data)
    values = {"A": np.array([0.25, np.nan]), "B": np.array([0.75, 0.5])}
    comet = compare_imported(ImportedScores("COMET", True, values), "A", "B")
    metric_pairs = [MetricSignificance(compare_with_metric(comparison, Wer()))]
    return gather(comparison, metric_pairs=[*metric_pairs, MetricSignificance(comet)])


def test_a_report_has_the_signatures_of_the_scores_that_it_has() -> None:
    content = with_other_metrics()
    for suffix, number in ((".md", 2), (".tex", 0)):
        text = shown(content, suffix)
        assert text.count("Signature:") == 1
        assert text.count("Signature of") == number
    facts = dict(row[:2] for row in workbook(content)["provenance"].values)
    assert facts["signature of imported:COMET"] == "imported:mean|better:higher"
    assert "signature of wer" in facts


def test_scores_by_other_metrics_stand_in_the_sheet_of_segments() -> None:
    content = with_other_metrics()
    rows = list(workbook(content)["segments"].values)
    for rows_of in (sheet(content), [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]):
        first, second = ({key: str(row[key] or "") for key in row} for row in rows_of)
        assert (float(first["a.wer"]), float(first["delta.wer"])) == (50, -50)
        assert "-0" not in second["gain.wer"]  # of equal outputs, where lower is better
        columns = [f"{of}.imported:COMET" for of in ("a", "b", "delta", "gain")]
        assert [float(first[name]) for name in columns] == [0.25, 0.75, 0.5, 0.5]
        assert [second[name] for name in columns] == [""] * 4


def test_no_report_says_where_a_data_set_was(tmp_path: Path) -> None:
    folder = tmp_path / "secret & more" / "corpus"
    data = opened(write(folder, WORDS, files=2), tmp_path / "kept")
    content = gather(Comparison.of(data).part(np.array([1]), "line > 1"))
    pages = {suffix: shown(content, suffix) for suffix in (*PAGES, ".csv")}
    pages |= {"text": comparison_text(content), "json": comparison_json(content)}
    pages["page"] = json.dumps(comparison_contents(content))
    assert str(Path.cwd()) not in pages["page"]
    for page in pages.values():
        assert not {name for name in (str(tmp_path), "secret") if name in page}
    told = unescape(pages[".static.html"])
    assert "corpus/part-0.parquet" in told
    assert "--data kept" in told
