"""A run of a suite says the same in every form, and nothing of a user's text comes alive in any."""

import json
import re
from pathlib import Path

import pytest
from lxml import etree

from bleu_core.suite.rendering import SUFFIXES, render, suite_text
from bleu_core.suite.rendering.document import anchor
from bleu_core.suite.results import SuiteResult, SystemResult
from tests.core.suite.made_run import (
    BELOW,
    GONE,
    HOSTILE,
    LATE,
    ON_DIGITS,
    SHORT,
    SIGNATURE,
    WHY,
    bleu,
    hostile,
    large,
    run,
)
from tests.markup import Parsed
from tests.saved_pages import saved_document, saved_html

SCHEMA = etree.RelaxNG(etree.parse(Path(__file__).with_name("junit.rng")))


def rows(text: str) -> list[list[str]]:
    """The cells of the tables of a text of Markdown, as GitHub parts them: at each "|"."""
    return [
        [cell.strip() for cell in line[1:-1].split("|")]
        for line in text.splitlines()
        if line.startswith("|")
    ]


def test_every_form_says_why_it_ended_so_and_there_is_no_other() -> None:
    for suffix in SUFFIXES:
        text = render(run(), suffix).decode()
        if suffix == ".json":
            text = json.dumps(json.loads(text), ensure_ascii=False)
        if suffix == ".html":
            text = saved_html(saved_document(text))
        assert [sentence for sentence in WHY if sentence not in text] == [], suffix
    with pytest.raises(
        ValueError, match=r"'\.tex'; use \.md, \.xml, \.json, \.html or \.static\.html"
    ):
        render(run(), ".tex")


# What every form has of each comparison, the worst first.
CELLS = [
    ["! not compared", "chat", *"–––––––"],
    ["? no verdict", "talks", "new", "20.00", "−0.50", "–", "1.0", "–", "old.en"],
    ["? no verdict", "talks", "first", "21.30", *"–––––"],
    ["✗ failed", "news", "new", "30.00", "−1.20", "[−1.80, −0.60]", "0.00040", "+1.00", "old.en"],
    ["✓ passed", "news", "other", "32.00", "+0.80", "–", "0.040", "−1.00", "old.en"],
]
SLICES = [
    ["✗ failed", "news", "digits", "new", "84", "28.00", "−2.00", "0.0020", "+2.00"],
    ["✓ passed", "news", "long ones", "new", "30", "31.00", "+1.00", "–", "–"],
]


def test_the_tables_have_each_comparison_and_each_slice() -> None:
    text, markdown = suite_text(run()), render(run(), ".md").decode()
    # Parted by two spaces or more, in the order of the file; without the interval.
    parted = [re.split(r"\s{2,}", line.strip()) for line in text.splitlines()]
    in_file = [CELLS[i] for i in (3, 4, 1, 2, 0)]
    assert parted[6:11] == [[*row[:5], *row[6:]] for row in in_file]
    assert [row for row in parted if row[2:3] in (["digits"], ["long ones"])] == SLICES
    assert f"- news: {SIGNATURE}" in text.splitlines()
    told = [[cell.strip("`") for cell in row] for row in rows(markdown)]
    assert told[2:7] == CELLS
    assert [row for row in told if row in SLICES] == SLICES
    # Where none was tested there is no column for p.
    assert "p (Holm)" not in suite_text(large(1, 1)).partition("Slices")[2]


PASSED = SystemResult("b", "a", (bleu(1, 1),))
FAILED = SystemResult("b", "a", (bleu(1, 2),), failures=(BELOW,))


def test_markdown_of_names_that_mean_something_is_a_table_all_the_same() -> None:
    text = render(hostile(), ".md").decode()
    assert {len(row) for row in rows(text)} <= {8, 7}
    # All of it stands in code spans: outside of these there is nothing of it.
    outside = re.sub(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)", "", text)
    for piece in ("<img", "@all", "**b**", "closes", "&amp;"):
        assert piece in text
        assert piece not in outside
    assert not set("\x1b\x00") & set(text)


def test_a_large_suite_fits_a_comment_on_github_and_says_what_is_left_out() -> None:
    result = large(40, 10)
    text = render(result, ".md").decode()
    assert len(text) < 65_536
    table, slices = text.split("**Slices**")
    for part, what in ((table, "comparison"), (slices, "slice")):
        shown = sum(row[0] == "✗ failed" for row in rows(part))
        assert 50 < shown < 400
        assert f"{400 - shown} more {what}s: see the HTML report." in part


def test_junit_is_valid_and_counts_what_it_has() -> None:
    for result in (run(), hostile(), large(3, 2), SuiteResult("", 0, ())):
        root = etree.fromstring(render(result, ".xml"))
        SCHEMA.assertValid(root)
        for number, suite in enumerate(root):
            assert suite.get("id") == str(number)
            for count, what in {"tests": "", "failures": "/failure", "errors": "/error"}.items():
                assert int(suite.get(count)) == len(suite.findall(f"testcase{what}")), what


def test_junit_has_a_case_for_each_system_and_slice() -> None:
    root = etree.fromstring(render(run(), ".xml"))
    said = {
        (case.get("classname"), case.get("name")): (
            None if (told := case.find("*")) is None else (told.tag, told.get("message"))
        )
        for case in root.iter("testcase")
    }
    assert said == {
        ("Nightly.news", "new"): ("failure", BELOW),
        ("Nightly.news", "new, slice digits"): ("failure", ON_DIGITS),
        ("Nightly.news", "new, slice long ones"): None,
        ("Nightly.news", "other"): None,
        ("Nightly.talks", "new"): ("error", LATE),
        ("Nightly.talks", "first"): ("skipped", None),
        ("Nightly.chat", "can be judged"): ("error", f"{GONE} {SHORT}"),
    }
    assert [one.text.splitlines() for one in root.iter("failure")] == [
        [BELOW, "BLEU 30.00, Δ −1.20 vs. old.en, p 0.00040 (Holm)",
         "TER 58.00, Δ +1.00 vs. old.en, p 0.50"],
        [ON_DIGITS, "BLEU 28.00, Δ −2.00 vs. old.en, p 0.0020 (Holm)",
         "TER 60.00, Δ +2.00 vs. old.en, p 0.50"],
    ]  # fmt: skip


def test_each_link_of_the_static_file_leads_to_a_test_set_in_it() -> None:
    for result in (run(), hostile()):
        page = Parsed(render(result, ".static.html").decode())
        given = [attributes for _, attributes in page.elements]
        ids = [one["id"] for one in given if one.get("id")]
        links = [one["href"] for one in given if one.get("href")]
        assert ids == [anchor(one.name) for one in result.sets]
        assert set(links) == {f"#{one}" for one in ids}
    # Names are text in it.
    assert not {"img", "script"} & {name for name, _ in page.elements}
    assert HOSTILE.replace("\x00", "\ufffd").replace("\n", "")[:30] in page.text
