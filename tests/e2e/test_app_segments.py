"""Segments in the app: its answers are those of a page, and what only the app has."""

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect
from sacrebleu.metrics import BLEU

from bleu_core import Comparison
from bleu_core.metrics import get_metric
from bleu_core.segments.columns import table_of
from bleu_core.significance.metric_tests import compare_with_metric
from pages.ui.store import load_sample
from tests.app.asking import ask
from tests.places import ROOT

from .hearing import sent_by
from .page_documents import PAGE, set_of
from .runs import go, reload, settle

SCRIPTS = [
    PAGE / "embedded.js",
    ROOT / "pages" / "ui" / "viewer" / "segment_source.js",
]
SAMPLE = Comparison.of(load_sample())
OPINIONS = {key: compare_with_metric(SAMPLE, get_metric(key)) for key in ("chrf", "ter")}


def told(name: str, view: dict[str, str], **asked: str) -> Any:
    while (answer := ask(name, urlencode(view), **asked))[0] == 202:
        pass
    assert answer[0] == 200
    return answer[1]


def expect_equal(found: Any, right: Any) -> None:
    """Equal but for rounding."""
    if isinstance(right, dict):
        assert found.keys() == right.keys()
        for name, value in right.items():
            expect_equal(found[name], value)
    elif isinstance(right, list):
        assert len(found) == len(right)
        for pair in zip(found, right, strict=True):
            expect_equal(*pair)
    else:
        near = isinstance(right, float | int) and not isinstance(right, bool)
        assert found == (pytest.approx(right, abs=1e-9) if near else right)


# ---- The same answers as in a page.

ORDERS = [
    "-carried", "points", "-points", "-size", "size", "delta", "-delta", "line", "-line", "a", "-b",
    "length", "-ratio", "p3", "-bp", "p9", "metric:ter", "-metric:chrf", "-disagree:ter",
    "-disagree:ter,chrf", "-column:similarity", "column:a.ratio", "column:colour",
]  # fmt: skip
LISTS = """const { set, orders } = given, pair = set.pairs[0];
const { rows } = embeddedRows({ set, pair });
const query = { text: "", in: "", delta: "", parts: [], slice: "", has: "" };
return Promise.all(orders.map((sort) => rows({ ...query, sort }, 0, 80)));"""


def test_lists_are_those_of_a_page_in_every_order(run) -> None:
    test_set = set_of(table_of(SAMPLE, metric_pairs=OPINIONS), [*OPINIONS.values()])
    made = run(LISTS, {"set": test_set, "orders": ORDERS})
    for sort, found in zip(ORDERS, made, strict=True):
        right = told("rows", {"sort": sort}, **{"from": "0", "count": "80"})
        del right["filter"]
        # Only the app tells of annotations, and here are none.
        assert {row.pop("said") for row in right["rows"]} == {""}
        expect_equal(found, right)


SEGMENTS = """const { set, parts } = given, pair = set.pairs[0];
return parts.map(({ rows, answer }) => rows.map((row, place) => {
  const { others, hits, ...own } = openedOf(answer, place, row);
  return [own, openedSegment({ set, pair }, row), others.length + Object.keys(hits).length];
}));"""


def test_segments_are_those_of_a_page(run) -> None:
    told("rows", {"sort": "metric:ter"}, **{"from": "0", "count": "1"})  # they are computed
    told("rows", {"sort": "metric:chrf"}, **{"from": "0", "count": "1"})
    parts = []
    for start in range(0, 252, 3):
        rows = [start + 1, start, start + 2]
        answer = told("segment", {}, rows=",".join(map(str, rows)))
        labels = {one.about.label for one in OPINIONS.values()}
        pair = answer["pair"]
        pair["metrics"] = [one for one in pair["metrics"] if one["label"] in labels]
        parts.append({"rows": rows, "answer": answer})
    test_set = set_of(table_of(SAMPLE), [*OPINIONS.values()])
    made = [each for part in run(SEGMENTS, {"set": test_set, "parts": parts}) for each in part]
    assert len(made) == 252
    for own, of_page, more in made:
        expect_equal(own, of_page)
        assert more == 0


# ---- In a browser.


def heading(page: Page, number: int) -> Locator:
    return page.get_by_role("heading", name=f"Segment {number}", exact=True)


def place(page: Page) -> Locator:
    return page.locator(".place")


def box_of(page: Page) -> Locator:
    return page.get_by_label("Find or filter segments")


@pytest.fixture
def page(server, open_page) -> Page:
    page = open_page(f"{server}/segments?sort=line&seg=1")
    expect(heading(page, 1)).to_be_visible()
    return page


def test_keys_and_pointer_walk_segments_and_tokens(server, open_page) -> None:
    page = open_page("about:blank")
    sent = sent_by(page)
    go(page, f"{server}/segments?sort=line&seg=1")
    expect(heading(page, 1)).to_be_visible()
    settle(page)
    # What is drawn otherwise sends nothing.
    sent.clear()
    page.locator("[data-side=b] .token").nth(2).hover()
    expect(page.locator(".inspector")).not_to_be_empty()
    for key in "1234tt-+0":
        page.keyboard.press(key)
    page.get_by_label("Which n-grams").select_option("all")
    assert sent == []
    # Segments are walked; the link follows, and a reload keeps it.
    for key, number in (("j", 2), ("ArrowDown", 3), ("k", 2)):
        page.keyboard.press(key)
        expect(heading(page, number)).to_be_visible()
    expect(page).to_have_url(f"{server}/segments?seg=2&sort=line")
    page.keyboard.press("d")
    expect(page.locator(".modes .on")).to_have_text("All matches")
    expect(page).to_have_url(re.compile("marks=all"))
    settle(page)
    reload(page)
    expect(heading(page, 2)).to_be_visible()
    expect(page.locator(".modes .on")).to_have_text("All matches")
    # An entry opens its segment; arrows walk its tokens.
    entries = page.get_by_role("grid", name="Segments").get_by_role("row")
    entries.nth(4).click()
    expect(heading(page, 5)).to_be_visible()
    tokens = page.locator("[data-side=a] .token")
    for number in (0, 1):
        page.keyboard.press("ArrowRight")
        expect(tokens.nth(number)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".lit").first).to_be_visible()
    page.go_back()
    expect(heading(page, 2)).to_be_visible()
    entries.nth(6).click()
    expect(heading(page, 7)).to_be_visible()
    page.go_back()  # before Python was told
    expect(heading(page, 2)).to_be_visible()


def test_an_output_is_edited_in_its_line(page) -> None:
    row, references = page.locator(".row[data-side=b]"), load_sample().references
    own = load_sample().systems[SAMPLE.b][0].as_py()
    text, metric = own + " more words", BLEU(effective_order=True)
    scores = [
        f"{metric.sentence_score(one, [stream[0].as_py() for stream in references]).score:.2f}"
        for one in (own, text)
    ]
    expect(row.locator(".score")).to_have_text(scores[0])
    page.keyboard.press("e")
    field = page.get_by_label("Output of B")
    expect(field).to_be_focused()
    field.press("End")
    field.press_sequentially(" more words")
    expect(row.locator(".score")).to_have_text(scores[1])
    expect(field).to_be_focused()
    expect(field).to_have_value(text)
    expect(page.locator(".where")).to_contain_text("edited: BLEU of B")
    field.press("Enter")
    expect(row.locator(".line")).to_have_text(text)
    page.get_by_role("button", name="Reset").click()
    expect(row.locator(".line")).to_have_text(own)
    expect(row.locator(".score")).to_have_text(scores[0])


def test_a_text_or_an_expression_is_the_filter_and_a_wrong_one_changes_nothing(page) -> None:
    page.keyboard.press("/")
    expect(box_of(page)).to_be_focused()
    page.keyboard.type("the mou")
    expect(page.locator(".meaning")).to_have_text("text")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"where=text\+contains\+%22the\+mou%22"))
    expect(page.locator(".lines mark").first).to_have_text(re.compile("^the", re.IGNORECASE))
    box_of(page).fill("points < 0")
    expect(page.locator(".meaning")).to_have_text("expression")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"where=points\+%3C\+0"))
    expect(page.locator(".matching")).to_contain_text("of 252")
    box_of(page).fill("points <")
    page.keyboard.press("Enter")
    expect(page.locator(".fault")).to_contain_text("The expression ends too early")
    expect(page).to_have_url(re.compile(r"where=points\+%3C\+0"))
    page.get_by_role("switch", name="Use everywhere").click()
    expect(page).to_have_url(re.compile("only=yes"))
    page.get_by_role("button", name="Remove the condition points < 0").click()
    expect(page).not_to_have_url(re.compile("where="))
    expect(place(page)).to_have_text("#1 · first of 252")
