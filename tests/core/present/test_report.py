"""Reports: they say what was counted, and nothing of a user's text comes alive in any format."""

import csv
import hashlib
import io
import json
import re
from collections.abc import Sequence
from functools import cache
from html import escape

import numpy as np
import pytest

from bleu_core import Comparison, EvalSet
from bleu_core.common.escaping import escape_cell, escape_latex, markdown_code, one_line, visible
from bleu_core.explain.ngrams import evidence
from bleu_core.metrics import Bleu, Wer
from bleu_core.metrics.imported import ImportedScores, compare_imported
from bleu_core.present.comparison_report import ComparisonReport, gather
from bleu_core.present.document import Span
from bleu_core.present.report import SUFFIXES, comparison_text, file_name, render
from bleu_core.present.report.html import span_html
from bleu_core.present.report.json_report import comparison_json
from bleu_core.present.report.markup import element
from bleu_core.present.report.sheets import to_xlsx
from bleu_core.segments.annotations import Annotation, Annotations, Label
from bleu_core.significance import clusters_of, run_tests
from bleu_core.significance.metric_tests import (
    MetricSignificance,
    compare_metrics,
    compare_with_metric,
)
from tests.markup import Parsed

HOSTILE = [
    "<script>window.hacked = 1</script>",
    '<img src="x" onerror="window.hacked = 2">',
    "</style></script><b id=injected>bold</b> \\u003c/script>",
    "**bold** [link](javascript:window.hacked=3) # heading | `code` ``` ~~~",
    "@everyone closes #1 :tada: | $x^2$ \\input{/etc/passwd} % ~ ^^5c_&{}",
    "=HYPERLINK(\"http://example.org\") \x1b[31m\x07 \u202eesrever\u202c \x00\ufffe\uffff",
    "+1 -1 @SUM(A1) \t #N/A",
    "a line\nof\r\ntwo\u2028or more",
]  # fmt: skip
NAME = "<img src=x onerror=window.hacked=5> **b** $x$ | @all `q` \x1b[2J"


@cache
def hostile() -> ComparisonReport:
    """Every text, every name, of a score too, every document, label and note is hostile."""
    a = HOSTILE * 5
    b = [f"{line} more {line}" for line in a]
    references = [[f"{line} more" for line in a], [None, *a[1:]]]
    evalset = EvalSet(
        {NAME: a, f"B {NAME}": b}, references, source=a, documents=a, metadata={f"=1+{NAME}": a}
    )
    said = {
        i: Annotation("A better", (Label("A", line, "major"), Label("B", NAME, "minor")), line)
        for i, line in enumerate(HOSTILE)
    }
    values = np.linspace(0, 1, len(a))
    scores = ImportedScores(f"C {NAME}", True, {NAME: values, f"B {NAME}": values[::-1]})
    judged = compare_metrics([compare_imported(scores, NAME, f"B {NAME}")], None, 200, 100)
    return content_of(Comparison.of(evalset), len(a), said, judged)


@cache
def hostile_as(suffix: str) -> bytes:
    return render(hostile(), suffix)


def content_of(
    comparison: Comparison,
    segments: int = 10,
    annotations: Annotations | None = None,
    metric_pairs: Sequence[MetricSignificance] = (),
) -> ComparisonReport:
    per_match = np.nan_to_num(comparison.ledger.per_match)
    found = run_tests(comparison, 200, 100)
    table = evidence(comparison, per_match)
    return gather(
        comparison, found, table, segments, annotations=annotations, metric_pairs=metric_pairs
    )


@cache
def plain() -> ComparisonReport:
    references = [f"the cat number {i} sat on the mat at home" for i in range(40)]
    a = [line.replace("mat", "rug") if i % 2 else line for i, line in enumerate(references)]
    b = [line.replace("cat", "dog") for line in a]
    return content_of(Comparison.of(EvalSet({"old": a, "new": b}, [references])))


def test_json_has_what_each_metric_says_with_its_tests() -> None:
    comparison, found = plain().comparison, plain().significance
    assert found is not None
    made = [compare_with_metric(comparison, Wer()), compare_with_metric(comparison, Bleu())]
    wer, bleu = compare_metrics(made, clusters_of(comparison.evalset), 200, 100)
    written = json.loads(comparison_json(gather(comparison, found, metric_pairs=[wer])))
    assert list(written["metrics"]) == ["bleu", "wer"]
    assert written["metrics"]["wer"] == {
        "a": wer.metric_pair.score_a, "b": wer.metric_pair.score_b, "delta": wer.metric_pair.delta,
        "p_value": wer.p, "ci_low": wer.bootstrap.ci_low, "ci_high": wer.bootstrap.ci_high,
        "signature": wer.metric_pair.a.corpus().signature, "higher_is_better": False,
        "segments": 40,
    }  # fmt: skip
    said = written["metrics"]["bleu"]
    assert (said["a"], said["b"], said["delta"]) == (
        *(written[side]["score"] for side in "ab"),
        written["delta"],
    )
    # The other metrics are tested on the draws of BLEU's test.
    assert (bleu.p, bleu.bootstrap.ci_low) == (said["p_value"], said["ci_low"])
    no_test_reason = gather(
        comparison, metric_pairs=[MetricSignificance(compare_with_metric(comparison, Wer()))]
    )
    metrics = json.loads(comparison_json(no_test_reason))["metrics"]
    names = ("p_value", "ci_low", "ci_high")
    assert [[metrics[key][name] for name in names] for key in ("bleu", "wer")] == [[None] * 3] * 2


def test_digests_are_those_of_files_and_what_is_undefined_or_not_tested_is_told() -> None:
    lines = ["one", "zwei ü", ""]
    content = gather(Comparison.of(EvalSet({"a": lines, "b": lines}, [lines, ["", None, ""]])))
    in_file = hashlib.sha256("one\nzwei ü\n\n".encode()).hexdigest()
    assert [one.sha256 for one in content.inputs[:3]] == [in_file] * 3
    comparison = Comparison.of(EvalSet({"a": ["x"], "b": ["x y"]}, [["x y"]]))
    assert run_tests(comparison) is None
    for suffix in SUFFIXES[:4]:
        assert render(gather(comparison), suffix)
    content = content_of(Comparison.of(EvalSet({"a": ["x"] * 30, "b": ["q"] * 30}, [["x"] * 30])))
    assert "undefined" in comparison_text(content)
    assert json.loads(comparison_json(content))["ledger"]["components"]["p1"] is None
    assert b"undefined" in render(content, ".static.html")


def test_html_loads_nothing_and_holds_hostile_text_as_text() -> None:
    document, content = Parsed(hostile_as(".static.html").decode()), hostile()
    policy = next(a["content"] for t, a in document.elements if t == "meta" and "content" in a)
    assert policy.startswith("default-src 'none'; script-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy
    assert not document.attributes & {"src", "href", "style"}
    assert not any(name.startswith("on") for name in document.attributes)
    assert not {t for t, _ in document.elements} & {"script", "img", "a", "iframe", "form"}
    assert not [a for _, a in document.elements if a.get("id") == "injected"]
    annotations = content.annotations.values()
    for text in (
        f"A {NAME}", f"C {NAME}",
        *(segment.a for segment in [*content.losses, *content.gains]),
        *(str(text) for one in annotations for text in (one.note, *one.labels)),
    ):  # fmt: skip
        assert visible(text) in document.text


@pytest.mark.parametrize("suffix", [".static.html", ".md", ".tex", ".csv"])
def test_no_control_character_is_hidden_in_a_file_but_marks_that_scripts_need_stay(suffix) -> None:
    text = hostile_as(suffix).decode()
    assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text)
    needed = "می\u200cخواهم \u200fשלום 👩\u200d👧"
    assert element("p", needed) == f"<p>{needed}</p>"
    assert escape_cell(needed) == one_line(needed) == needed


@pytest.mark.parametrize("mark", [*"\xad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"])
def test_what_cannot_be_seen_in_a_quoted_word_is_a_symbol(mark: str) -> None:
    for text in (f'"and{mark}"', f"an{mark}d", f"{mark}and"):
        shown = text.replace(mark, f"<U+{ord(mark):04X}>")
        assert one_line(text) == shown
        assert markdown_code(text) == f"`{shown}`"
        assert escape(shown) in span_html(Span(text, "quoted"))
        assert escape_cell(text) == text  # data


def test_highlights_are_those_of_the_statistics() -> None:
    page, segment = render(plain(), ".static.html").decode(), plain().losses[0]
    article = page.split("<article", 1)[1].split("</article>", 1)[0]
    stats = plain().comparison.stats_a
    for count, total in zip(stats.counts[segment.row], stats.totals[segment.row], strict=True):
        assert f'<td><span class="a">{count}/{total}</span></td>' in article


def test_markdown_keeps_text_in_code_spans() -> None:
    text = hostile_as(".md").decode()
    outside = re.sub(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)", "", text)
    outside = re.sub(r"(p|q|\||Δ) < 0", "", outside)
    outside = re.sub(r"<details><summary>[\w -]+</summary>|</details>", "", outside)
    for piece in ("@", "<", "javascript", "#1", "\\", "$", ":tada:", "\x1b", "\u202e", "bold"):
        assert piece not in outside
    tables = re.findall(r"(?m)(?:^\|.*\n)+", text)
    assert len(tables) > 4
    # As many cells as titles, whatever the texts hold.
    for table in tables:
        assert len({row.count("|") for row in table.splitlines()}) == 1
    for text in ("", " ", "`", "a``b`c", " x ", "``", "`a`", "a\nb"):
        span = markdown_code(text)
        fence = re.match("`+", span)
        assert not re.search(f"(?<!`){fence[0]}(?!`)", span[len(fence[0]) : -len(fence[0])])
        assert "\n" not in span


def test_latex_has_no_command_of_the_text_and_is_balanced() -> None:
    source = hostile_as(".tex").decode()
    assert r"\input{" not in source
    assert r"\textbackslash{}input\{/etc/passwd\}" in escape_latex(HOSTILE[4])
    assert escape_latex("{}$&#%_^~") == (r"\{\}\$\&\#\%\_\textasciicircum{}\textasciitilde{}")
    columns = 0
    for line in source.splitlines()[2:]:
        if opened := re.match(r"\\begin{tabular}{(\w+)}", line):
            columns = len(opened[1])
        bare = re.sub(r"\\[&%$#_{}\\,]|\\[a-z]+", "", line)
        assert not re.search(r"[#%~]", bare), line
        # The cells of a table and no more.
        assert line.endswith("\\\\") is False or bare.count("&") == columns - 1
    bare = re.sub(r"\\[{}$]", "", source)
    assert bare.count("{") == bare.count("}")
    assert bare.count("$") % 2 == 0


def test_csv_has_every_statistic_and_no_formula_and_the_terminal_no_control_character() -> None:
    text = hostile_as(".csv").decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    comparison = hostile().comparison
    assert len(rows) == len(comparison)
    for name in ("counts", "totals"):
        for n in range(4):
            got = [int(row[f"{name}_b_{n + 1}"]) for row in rows]
            assert got == getattr(comparison.stats_b, name)[:, n].tolist()
    assert [float(row["points"]) for row in rows] == pytest.approx(comparison.ledger.segments)
    number = re.compile(r"-?\d+(\.\d+)?(e-?\d+)?")
    cells = [cell for row in rows for cell in [*row, *row.values()] if cell]
    assert not [c for c in cells if c[0] in "=+-@\t\r" and not number.fullmatch(c)]
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", comparison_text(hostile()))
    assert comparison_json(hostile()).isascii()


def test_xlsx_has_every_statistic_and_no_formula(monkeypatch: pytest.MonkeyPatch) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.load_workbook(io.BytesIO(hostile_as(".xlsx")))
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert {cell.data_type for cell in cells} <= {"s", "inlineStr", "n"}
    titles, *rows = book["segments"].iter_rows(values_only=True)
    assert rows[5][titles.index("note")] == rows[5][titles.index("a")] == one_line(HOSTILE[5])
    column = titles.index("totals_a_4")
    assert [row[column] for row in rows] == hostile().comparison.stats_a.totals[:, 3].tolist()
    comparison = hostile().comparison
    parts = {row[0]: row[1:] for row in book["parts"].iter_rows(values_only=True)}
    counts = [
        n
        for one in (comparison.score_a, comparison.score_b)
        for n in (one.counts[1], one.totals[1])
    ]
    assert [*parts["p2"][:2], *parts["p2"][3:5]] == counts
    assert parts["BLEU"][-1] == pytest.approx(comparison.delta)
    titles, *rows = book["words by frequency"].iter_rows(values_only=True)
    bands = hostile().frequencies or []
    assert [row[titles.index("matches b")] for row in rows] == [
        b.counts["matches_b"] for b in bands
    ]
    recalls = [band.recall_b if band.words else None for band in bands]
    assert [row[titles.index("recall b")] for row in rows] == recalls
    monkeypatch.setattr("bleu_core.present.report.sheets.MOST_ROWS", 39)
    with pytest.raises(ValueError, match="39") as error:
        to_xlsx(hostile())
    assert error.value.args[0].code == "report.too_many"


def test_a_report_is_named_by_its_systems_and_has_a_known_suffix() -> None:
    for a, b, expected in (
        ("moses", "Transformer_big (2)", "moses-vs-Transformer-big-2"),
        ("../../etc/passwd\x00", 'con:|*?"<>', "etc-passwd-vs-con"),
        ("新しい", "...", "新しい-vs-B"),
    ):
        comparison = Comparison.of(EvalSet({a: ["x"], b: ["y"]}, [["x"]]))
        digest = comparison.evalset.digest[:8]
        assert file_name(comparison, ".md") == f"bleuscope-{expected}-{digest}.md"
    comparison = Comparison.of(EvalSet({"𐐷" * 500: ["x"], "𐐷" * 501: ["y"]}, [["x"]]))
    assert len(file_name(comparison, ".static.html").encode()) <= 255
    with pytest.raises(ValueError, match=r"'\.pdf'"):
        render(plain(), ".pdf")
