"""A report of two of many systems: it says so, and has what concerns these two."""

from __future__ import annotations

from bleu_core import Comparison, EvalSet
from bleu_core.health import apart, examine
from bleu_core.report import render
from bleu_core.report.gathering import gather

LINES = [f"the {i} cats sat on mat number {i}" for i in range(40)]
EMPTY = ["", *LINES[1:]]
DATA = EvalSet(
    {
        "first": [f"{line} one" for line in LINES],
        "second": [f"{line} two" for line in LINES],
        "copied": [f"{line} one" for line in LINES],
        "empty": [f"{line} three" if line else "" for line in EMPTY],
    },
    [LINES],
)


def reports(comparison: Comparison) -> dict[str, str]:
    content = gather(comparison)
    return {end: render(content, end).decode() for end in (".html", ".md", ".tex")}


def test_findings_on_other_systems_are_told_apart() -> None:
    findings = examine(DATA)
    own, others = apart(findings, DATA, ("first", "second"))
    assert {one.kind for one in others} >= {"identical outputs", "empty"}
    assert [one for one in findings if one in own or one in others] == findings
    assert not any("'empty'" in one.sentence or "'copied'" in one.sentence for one in own)
    own, _ = apart(findings, DATA, ("copied", "first"))
    assert any(one.kind == "identical outputs" for one in own)
    assert apart(findings, DATA, DATA.systems) == (findings, [])


def test_a_report_of_two_of_many_systems_says_so() -> None:
    content = gather(Comparison.of(DATA, a="first", b="second"))
    number = content.findings_on_others
    assert number
    assert content.among.startswith("A and B are two of the 4 systems of the test set.")
    assert f"{number} findings on the input are about others" in content.among
    for text in reports(content.comparison).values():
        assert content.among in text
        assert "'empty'" not in text


def test_a_report_of_two_systems_says_nothing_of_others() -> None:
    two = EvalSet({n: DATA.systems[n] for n in ("first", "second")}, [LINES])
    for text in reports(Comparison.of(two)).values():
        assert "systems of the test set" not in text
