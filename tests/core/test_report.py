"""Reports: they say what was counted, and nothing of a user's text comes alive in any format."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Sequence
from html.parser import HTMLParser
from importlib.util import find_spec

import numpy as np
import pytest

from bleu_core import Comparison, EvalSet
from bleu_core.account.parts import lines
from bleu_core.escaping import latex, markdown, visible
from bleu_core.judgements.annotations import Annotation, Annotations, Label
from bleu_core.metrics import Bleu, Judged, Wer, judge_opinions, opinion
from bleu_core.metrics.imported import Scores, opinion_of
from bleu_core.ngrams import evidence
from bleu_core.report import SUFFIXES, file_name, render
from bleu_core.report.content import MOST_ANNOTATED, Content
from bleu_core.report.gathering import gather
from bleu_core.report.terminal import to_json, to_text
from bleu_core.significance import clusters_of, judge

HOSTILE = [
    "<script>window.hacked = 1</script>",
    '<img src="x" onerror="window.hacked = 2">',
    "</style></script><b id=injected>bold</b> \\u003c/script>",
    "**bold** [link](javascript:window.hacked=3) # heading | `code` ``` ~~~",
    "@everyone closes #1 :tada: | $x^2$ \\input{/etc/passwd} % ~ ^^5c_&{}",
    "=HYPERLINK(\"http://example.org\") \x1b[31m\x07 \u202eesrever\u202c \x00",
    "+1 -1 @SUM(A1) \t #N/A",
    "a line\nof\r\ntwo\u2028or more",
]  # fmt: skip
NAME = "<img src=x onerror=window.hacked=5> **b** $x$ | @all `q` \x1b[2J"


@pytest.fixture(scope="module")
def hostile() -> Content:
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
    scores = Scores(f"C {NAME}", True, {NAME: values, f"B {NAME}": values[::-1]})
    judged = judge_opinions([opinion_of(scores, NAME, f"B {NAME}")], None, 200, 100)
    return content_of(Comparison.of(evalset), len(a), said, judged)


def content_of(
    comparison: Comparison,
    segments: int = 10,
    annotations: Annotations | None = None,
    opinions: Sequence[Judged] = (),
) -> Content:
    per_match = np.nan_to_num(comparison.ledger.per_match)
    found = judge(comparison, 200, 100)
    table = evidence(comparison, per_match)
    return gather(comparison, found, table, segments, annotations=annotations, opinions=opinions)


@pytest.fixture(scope="module")
def plain() -> Content:
    references = [f"the cat number {i} sat on the mat at home" for i in range(40)]
    a = [line.replace("mat", "rug") if i % 2 else line for i, line in enumerate(references)]
    b = [line.replace("cat", "dog") for line in a]
    return content_of(Comparison.of(EvalSet({"old": a, "new": b}, [references])))


SAID = {
    1: Annotation("A better", (Label("A", "omission", "major"), Label("B", "other", "minor"))),
    3: Annotation("B better", (Label("A", "omission", "minor"),), "of the fourth"),
    8: Annotation("same", (), "a note\non two lines"),
    39: Annotation(note="the last"),
}


@pytest.fixture(scope="module")
def annotated(plain: Content) -> Content:
    """Of a comparison where A has the better sentence BLEU in every segment."""
    return gather(plain.comparison, segments=2, annotations=SAID)


class Parsed(HTMLParser):
    """Elements and attributes of a document, and the text outside of style and script."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.inside = tag

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside not in ("script", "style"):
            self.text += data


def test_the_gathered_numbers_are_those_of_the_comparison(plain: Content) -> None:
    comparison = plain.comparison
    order = np.argsort(comparison.ledger.segments, kind="stable")[:10].tolist()
    assert [segment.row for segment in plain.losses] == order
    assert [segment.points for segment in plain.losses] == comparison.ledger.segments[
        order
    ].tolist()
    assert all(segment.points > 0 for segment in plain.gains)
    assert lines(plain.parts)[-1].value_b == f"{comparison.score_b.score:.2f}"
    assert plain.phrases[0].points == min(phrase.points for phrase in plain.phrases)
    assert plain.sides[0][0] == "Most against B"


def test_json_has_what_each_metric_says_with_its_tests(plain: Content) -> None:
    comparison, found = plain.comparison, plain.significance
    assert found is not None
    made = [opinion(comparison, Wer()), opinion(comparison, Bleu())]
    wer, bleu = judge_opinions(made, clusters_of(comparison.evalset), 200, 100)
    written = json.loads(to_json(gather(comparison, found, opinions=[wer])))
    assert list(written["metrics"]) == ["bleu", "wer"]
    assert written["metrics"]["wer"] == {
        "a": wer.opinion.score_a,
        "b": wer.opinion.score_b,
        "delta": wer.opinion.delta,
        "p_value": wer.p,
        "ci_low": wer.bootstrap.ci_low,
        "ci_high": wer.bootstrap.ci_high,
        "signature": wer.opinion.a.corpus().signature,
        "higher_is_better": False,
    }
    said = written["metrics"]["bleu"]
    significance = written["significance"]
    assert said["signature"] == written["a"]["signature"]
    assert (said["a"], said["b"]) == (written["a"]["score"], written["b"]["score"])
    assert (said["delta"], said["p_value"]) == (
        written["delta"],
        significance["randomization"]["p_value"],
    )
    interval = [significance["bootstrap"][name] for name in ("ci_low", "ci_high")]
    assert [said["ci_low"], said["ci_high"]] == interval
    # The other metrics are tested on the draws of BLEU's test.
    assert (bleu.p, bleu.bootstrap.ci_low) == (said["p_value"], said["ci_low"])


def test_json_of_untested_metrics_has_no_p(plain: Content) -> None:
    untested = [Judged(opinion(plain.comparison, Wer()))]
    written = json.loads(to_json(gather(plain.comparison, opinions=untested)))["metrics"]
    names = ("p_value", "ci_low", "ci_high")
    assert [[written[key][name] for name in names] for key in ("bleu", "wer")] == [[None] * 3] * 2


def test_a_digest_of_an_input_is_that_of_its_file() -> None:
    lines = ["one", "zwei ü", ""]
    content = gather(Comparison.of(EvalSet({"a": lines, "b": lines}, [lines, ["", None, ""]])))
    in_file = hashlib.sha256("one\nzwei ü\n\n".encode()).hexdigest()
    assert [one.sha256 for one in content.inputs[:3]] == [in_file] * 3


def test_too_few_segments_are_not_judged() -> None:
    comparison = Comparison.of(EvalSet({"a": ["x"], "b": ["x y"]}, [["x y"]]))
    assert judge(comparison) is None
    for suffix in SUFFIXES[:3]:
        assert render(gather(comparison), suffix)


def test_a_score_of_zero_is_reported_as_undefined() -> None:
    content = content_of(Comparison.of(EvalSet({"a": ["x"] * 30, "b": ["q"] * 30}, [["x"] * 30])))
    assert "undefined" in to_text(content)
    assert json.loads(to_json(content))["ledger"]["components"]["p1"] is None
    assert b"undefined" in render(content, ".html")


def test_html_loads_nothing_and_runs_only_its_own_scripts(hostile: Content) -> None:
    page = render(hostile, ".html").decode()
    document = Parsed(page)
    policy = next(a["content"] for t, a in document.elements if t == "meta" and "content" in a)
    scripts = [a for t, a in document.elements if t == "script"]
    assert policy is not None
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe-inline" not in policy.split("style-src")[0]
    assert len([a for a in scripts if a.get("type") != "application/json"]) == 2
    assert not [a for _, a in document.elements if "src" in a or "href" in a]


def test_html_holds_hostile_text_as_text(hostile: Content) -> None:
    document = Parsed(render(hostile, ".html").decode())
    assert not {t for t, _ in document.elements} & {"img", "a", "iframe", "form"}
    assert not [a for _, a in document.elements if any(name.startswith("on") for name in a)]
    assert not [a for _, a in document.elements if a.get("id") == "injected"]
    for segment in [*hostile.losses, *hostile.gains]:
        assert segment.a in document.text
    assert f"A {NAME}" in document.text
    assert f"C {NAME}" in document.text
    for annotation in hostile.annotations.values():
        assert annotation.note in document.text
        assert all(str(label) in document.text for label in annotation.labels)


def test_highlights_are_those_of_the_statistics(plain: Content) -> None:
    page = render(plain, ".html").decode()
    segment = plain.losses[0]
    article = page.split("<article", 1)[1].split("</article>", 1)[0]
    stats = plain.comparison.stats_a
    for count, total in zip(stats.counts[segment.row], stats.totals[segment.row], strict=True):
        assert f'<td class="a">{count}/{total} · ' in article


def test_markdown_keeps_text_in_code_spans(hostile: Content) -> None:
    text = render(hostile, ".md").decode()
    outside = (
        re.sub(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)", "", text)
        .replace("p < 0", "")
        .replace("q < 0", "")
    )
    for piece in ("@", "<", "javascript", "#1", "\\", "$", ":tada:", "\x1b", "\u202e", "bold"):
        assert piece not in outside
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert {line.count("|") for line in rows} == {8, 4}


def test_html_has_what_was_said_at_each_segment_and_summed_up(annotated: Content) -> None:
    page = render(annotated, ".html").decode()
    section = page.split("<h2>Notes and labels</h2>")[1].split("</section>")[0]
    text = Parsed(section).text
    assert "4 segments have a verdict, labels or a note." in text
    assert "prefers in 1/2 segments: 50.0 % (95 %" in text
    assert section.count("<article") == 4
    assert "of the fourth" in section.split("<article")[2]
    rows = [Parsed(row.split("</tr>")[0]).text for row in section.split("<tr>")]
    assert "omissionA1102" in rows
    assert "otherB1001" in rows
    assert [row for row in rows if row.startswith("A better")] == ["A better010"]
    # A segment that carries much and is annotated has it there too.
    shown = {segment.row for segment in [*annotated.losses, *annotated.gains]} & set(SAID)
    assert shown
    assert page.count('class="said"') == 4 + len(shown)


def test_html_says_how_many_annotated_segments_are_left_out() -> None:
    lines = [f"line {i}" for i in range(MOST_ANNOTATED + 5)]
    comparison = Comparison.of(EvalSet({"a": lines, "b": lines}, [lines]))
    said = {i: Annotation("same") for i in range(len(lines))}
    page = render(gather(comparison, annotations=said), ".html").decode()
    assert (
        f"{len(lines)} segments have a verdict, labels or a note; {MOST_ANNOTATED} of them follow, "
        "those with a note first." in page
    )
    assert page.count("<article") == MOST_ANNOTATED
    assert "No verdict prefers an output" in page


def test_notes_come_before_mere_verdicts_and_what_is_left_out_is_told() -> None:
    lines = [f"line {i}" for i in range(MOST_ANNOTATED + 50)]
    comparison = Comparison.of(EvalSet({"a": lines, "b": lines}, [lines]))
    said = {i: Annotation("same") for i in range(len(lines))}
    said[len(lines) - 1] = Annotation("same", (), "the one note")
    content = gather(comparison, annotations=said)
    for suffix in (".html", ".md"):
        assert "the one note" in render(content, suffix).decode()
    noted = {i: Annotation("", (), f"note {i}") for i in range(30)}
    text = render(gather(comparison, annotations=noted), ".md").decode()
    assert text.count("- segment ") - text.count("points, sentence BLEU") == 10
    assert "- and 20 more notes, not shown here" in text


def test_markdown_sums_up_what_was_said(annotated: Content) -> None:
    text = render(annotated, ".md").decode().split("**Notes and labels**")[1]
    assert text.startswith(
        "\n\n- segments with a verdict, labels or a note: 4\n"
        "- verdicts: A better 1, B better 1, same 1. Sentence BLEU prefers the output that the "
        "verdict prefers in 1/2 segments: 50.0 % (95 % interval, as if segments were independent "
        "and drawn at random: 9.5 to 90.5 %). If the two had nothing to do with each other, 50.0 % "
        "would be expected, from how often each prefers A and B. Left out: 1 verdict that prefers "
        "neither output.\n"
        "- `omission` in A: 2 (1 minor, 1 major, 0 critical)\n"
        "- `other` in B: 1 (1 minor, 0 major, 0 critical)\n"
        "- segment 4, B better, `A omission (minor)`: `of the fourth`\n"
        "- segment 9, same: `a note␊on two lines`\n"
        "- segment 40: `the last`\n"
    )


def test_sheets_have_what_was_said_of_every_segment(annotated: Content, plain: Content) -> None:
    rows = list(csv.DictReader(io.StringIO(render(annotated, ".csv").decode("utf-8-sig"))))
    assert [row["verdict"] for row in rows[:4]] == ["", "A better", "", "B better"]
    assert rows[1]["labels"] == "A omission (major); B other (minor)"
    assert rows[8]["note"] == "a note\non two lines"
    assert "note" not in next(csv.reader(io.StringIO(render(plain, ".csv").decode("utf-8-sig"))))


def test_a_column_that_was_given_is_not_lost_beside_ours_of_the_same_name() -> None:
    given = {"note": ["theirs"], "a": ["x"], "kind": ["k"]}
    comparison = Comparison.of(EvalSet({"s": ["one"]}, [["two"]], metadata=given))
    content = gather(comparison, annotations={0: Annotation(note="ours")})
    (row,) = csv.DictReader(io.StringIO(render(content, ".csv").decode("utf-8-sig")))
    assert (row["note"], row["note (given)"], row["a"]) == ("ours", "theirs", "one")
    assert (row["a (given)"], row["kind"]) == ("x", "k")


def test_without_annotations_nothing_is_said_of_them(plain: Content) -> None:
    for suffix in (".html", ".md"):
        page = render(plain, suffix).decode()
        assert "Notes and labels" not in page
        assert 'class="said"' not in page


@pytest.mark.parametrize("text", ["", " ", "`", "a``b`c", " x ", "``", "`a`", "a\nb"])
def test_a_code_span_holds_any_text(text: str) -> None:
    span = markdown(text)
    fence = re.match("`+", span)
    assert fence is not None
    inner = span[len(fence[0]) : -len(fence[0])]
    assert not re.search(f"(?<!`){fence[0]}(?!`)", inner)
    assert "\n" not in span


def test_latex_has_no_command_of_the_text(hostile: Content) -> None:
    source = render(hostile, ".tex").decode()
    assert r"\input{" not in source
    assert r"\textbackslash{}input\{/etc/passwd\}" in latex(HOSTILE[4])
    columns = 0
    for line in source.splitlines()[2:]:
        if opened := re.match(r"\\begin{tabular}{(\w+)}", line):
            columns = len(opened[1])
        bare = re.sub(r"\\[&%$#_{}\\,]|\\[a-z]+", "", line)
        assert not re.search(r"[#%~]", bare), line
        # The cells of a table and no more.
        assert line.endswith("\\\\") is False or bare.count("&") == columns - 1


def test_latex_braces_and_dollars_are_balanced(hostile: Content) -> None:
    source = re.sub(r"\\[{}$]", "", render(hostile, ".tex").decode())
    assert source.count("{") == source.count("}")
    assert source.count("$") % 2 == 0


def test_csv_has_every_statistic_and_no_formula(hostile: Content) -> None:
    text = render(hostile, ".csv").decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    comparison = hostile.comparison
    assert len(rows) == len(comparison)
    for name in ("counts", "totals"):
        for n in range(4):
            got = [int(row[f"{name}_b_{n + 1}"]) for row in rows]
            assert got == getattr(comparison.stats_b, name)[:, n].tolist()
    assert [float(row["points"]) for row in rows] == pytest.approx(comparison.ledger.segments)
    number = re.compile(r"-?\d+(\.\d+)?(e-?\d+)?")
    cells = [cell for row in rows for cell in [*row, *row.values()] if cell]
    assert not [c for c in cells if c[0] in "=+-@\t\r" and not number.fullmatch(c)]


@pytest.mark.skipif(find_spec("openpyxl") is None, reason="openpyxl is not installed")
def test_xlsx_has_every_statistic_and_no_formula(hostile: Content) -> None:
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(render(hostile, ".xlsx")))
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert {cell.data_type for cell in cells} <= {"s", "inlineStr", "n"}
    titles, *rows = book["segments"].iter_rows(values_only=True)
    assert rows[5][titles.index("note")] == visible(HOSTILE[5])
    column = titles.index("totals_a_4")
    assert [row[column] for row in rows] == hostile.comparison.stats_a.totals[:, 3].tolist()
    assert rows[5][titles.index("a")] == visible(HOSTILE[5])


def test_the_terminal_gets_no_control_character(hostile: Content) -> None:
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", to_text(hostile))
    assert to_json(hostile).isascii()


def test_another_suffix_is_refused(plain: Content) -> None:
    with pytest.raises(ValueError, match=r"'\.pdf'"):
        render(plain, ".pdf")


def test_the_numbers_of_a_segment_have_no_difference_to_a_precision_that_there_is_none_of() -> None:
    evalset = EvalSet({"a": ["a b c"], "b": ["a b c x"]}, [["a b c d"]])
    page = Parsed(render(gather(Comparison.of(evalset)), ".html").decode()).text
    assert "p₃1/1 · 100.0 %1/2 · 50.0 %\N{MINUS SIGN}50.0p₄0/0 · –0/1 · 0.0 → 50.0 %–" in page


@pytest.mark.parametrize("suffix", [".html", ".md", ".tex"])
def test_the_parts_say_what_is_smoothed_and_what_is_undefined(suffix: str) -> None:
    content = gather(Comparison.of(EvalSet({"a": ["a b c"], "b": ["a b x c"]}, [["a b c d"]])))
    page = render(content, suffix).decode()
    told = [line for line in page.splitlines() if "0/1" in line or suffix == ".html"]
    arrow, dash = (r"$\to$", "--") if suffix == ".tex" else ("→", "–")
    assert f"0.00 {arrow} 25.00" in "".join(told)
    assert dash in "".join(told)
    assert "undefined" in {part.points for part in lines(content.parts)}
    assert [(p.value_a, p.change) for p in lines(content.parts) if p.name == "p4"] == [("–", "–")]


def test_findings_stand_before_the_verdict_in_every_report() -> None:
    lines = [f"The {i}th line is like no other: {i * i} and {7 * i}." for i in range(60)]
    ill = [line.replace("and", "&amp;") if i < 30 else line for i, line in enumerate(lines)]
    name = "b` <i>|x|</i> \\input{y}"
    content = gather(Comparison.of(EvalSet({"a": [*lines[:-1], "so"], name: ill}, [lines])))
    (serious,) = [one for one in content.serious if one.kind == "entities"]
    verdict = " scores "
    page = Parsed(render(content, ".html").decode()).text
    assert page.index("Look at the input") < page.index(serious.sentence) < page.index(verdict)
    text = render(content, ".md").decode()
    assert text.index("**Look at the input") < text.index("hold character") < text.index(verdict)
    source = render(content, ".tex").decode()
    assert source.index(r"\item 30 of 60 lines") < source.index(r"\begin{tabular}")
    assert r"\input{" not in source
    rows = list(csv.DictReader(io.StringIO(render(content, ".csv").decode("utf-8-sig"))))
    assert [i for i, row in enumerate(rows) if "serious: entities" in row["findings"]] == [
        *range(30)
    ]
    shown = to_text(content)
    assert shown.index("Look at the input") < shown.index("hold character") < shown.index(verdict)
    if find_spec("openpyxl") is not None:
        from openpyxl import load_workbook

        book = load_workbook(io.BytesIO(render(content, ".xlsx")))
        assert book.sheetnames[0] == "findings"
        told = [row[2] for row in book["findings"].iter_rows(values_only=True)]
        assert serious.sentence in told


def test_without_findings_nothing_is_said_of_them() -> None:
    lines = [f"The {i}th line is like no other: {i * i} and {7 * i}." for i in range(60)]
    outputs = {name: [f"{name}, {line}" for line in lines] for name in ("Now", "So")}
    content = gather(Comparison.of(EvalSet(outputs, [lines])))
    assert content.findings == []
    for suffix in (".html", ".md", ".tex", ".csv"):
        shown = render(content, suffix).decode()
        assert "Look at the input" not in shown
        assert "findings" not in shown.partition("</style>")[2 if suffix == ".html" else 0]


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("moses", "Transformer_big (2)", "moses-vs-Transformer-big-2"),
        ("../../etc/passwd\x00", 'con:|*?"<>', "etc-passwd-vs-con"),
        ("新しい", "...", "新しい-vs-B"),
    ],
)
def test_a_report_is_named_by_its_systems(a: str, b: str, expected: str) -> None:
    comparison = Comparison.of(EvalSet({a: ["x"], b: ["y"]}, [["x"]]))
    assert (
        file_name(comparison, ".md") == f"bleuscope-{expected}-{comparison.evalset.digest[:8]}.md"
    )


def test_the_name_of_a_report_fits_a_file_system() -> None:
    comparison = Comparison.of(EvalSet({"𐐷" * 500: ["x"], "𐐷" * 501: ["y"]}, [["x"]]))
    assert len(file_name(comparison, ".html").encode()) <= 255


@pytest.mark.parametrize(("documents", "unit"), [(10, "10 documents"), (9, "40 segments")])
def test_where_p_is_told_the_unit_is_named(documents: int, unit: str) -> None:
    a = [f"a b c d e {i} f g" for i in range(40)]
    b = [f"a b c {i % 7} e {i} f g" for i in range(40)]
    named = [f"talk {i % documents}" for i in range(40)]
    comparison = Comparison.of(EvalSet({"a": a, "b": b}, [a], documents=named))
    content = gather(comparison, judge(comparison, 100, 50))
    told = [to_text(content), *(render(content, s).decode() for s in (".md", ".html", ".tex"))]
    assert all(f"by {unit}" in text for text in told)
