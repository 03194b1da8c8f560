"""Segments as a browser shows it."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from bleu_core import Comparison
from bleu_core.common.rounding import STEP, rounded
from bleu_core.explain.matching import match_segment
from bleu_core.metrics import get_metric
from bleu_core.present.figures import histogram
from bleu_core.segments import filter_boxes
from bleu_core.significance.metric_tests import compare_with_metric
from pages.ui import state
from pages.ui.query import parse
from pages.ui.segments import segment_view
from pages.ui.segments.segment_view import HTML, segment_data
from pages.ui.store import load_sample
from pages.ui.view import View
from pages.ui.widgets.components import link_files
from tests.core.selecting import select

from .hearing import sent_by
from .runs import go, reload, settle

# What a reader adds up: in each line of a system the n-grams marked as beginning at
# a token, by order, and the fractions that stand in the table beside it.
READ = """() => {
  const all = (selector, from) => [...from.querySelectorAll(selector)];
  const hosts = all('*', document).filter(node => node.shadowRoot?.querySelector('.segment'));
  const segment = hosts[0].shadowRoot.querySelector('.segment');
  const begun = {}, tokens = {};
  for (const side of ['a', 'b']) {
    const spans = all(`.row.system.${side} .token`, segment);
    tokens[side] = spans.length;
    begun[side] = spans.flatMap(s => s.dataset.begins ? s.dataset.begins.split(' ') : []);
  }
  const fractions = side => all(`.fraction[data-side=${side}]`, segment).map(td => td.textContent);
  return {title: segment.querySelector('.title').textContent, begun, tokens,
          a: fractions('a'), b: fractions('b'),
          texts: Object.fromEntries(['a', 'b'].map(side => [side,
            all(`.row.system.${side} .text > span`, segment).map(s => s.textContent).join('')]))};
}"""


DRAW_AND_READ = (
    """async ([script, html, drawn]) => {
  const address = URL.createObjectURL(new Blob([script], {type: 'text/javascript'}));
  const draw = (await import(address)).default;
  const parent = document.body.attachShadow({mode: 'open'});
  parent.innerHTML = html;
  const nothing = () => {};
  return JSON.parse(drawn).map(data => {
    draw({data, parentElement: parent, setTriggerValue: nothing, setStateValue: nothing});
    return ("""
    + READ
    + """)();
  });
}"""
)


def heading(page: Page, number: int):
    return page.locator(".title", has_text=f"Segment {number}")


def viewed(page: Page) -> View:
    """The view that the address of a page has."""
    return parse(dict(parse_qsl(urlsplit(page.url).query)))[0]


def press_bar(page: Page, bar: Locator) -> None:
    """A press on a bar of a figure, once it stands still: what plotly listens with lies above."""
    bar.scroll_into_view_if_needed()
    box = bar.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.fixture
def page(server, open_page) -> Page:
    page = open_page(f"{server}/segments?sort=line&seg=1")
    expect(heading(page, 1)).to_be_visible()
    return page


def expect_sums(seen: dict[str, Any], segment: int) -> None:
    """The n-grams marked in each line, added up, are the fractions beside it and the core's."""
    evalset = load_sample()
    references = [stream[segment].as_py() for stream in evalset.references]
    for side, texts in zip("ab", evalset.systems.values(), strict=True):
        text = texts[segment].as_py()
        match = match_segment(text, references).match
        assert seen["texts"][side] == text
        for n, fraction in enumerate(seen[side], 1):
            credited, total = map(int, fraction.split("/"))
            assert seen["begun"][side].count(str(n)) == credited == match.counts[n - 1]
            assert max(0, seen["tokens"][side] - n + 1) == total


def test_highlights_of_every_segment_add_up(open_page, monkeypatch) -> None:
    page = open_page("about:blank")  # the component alone, without a server to ask
    monkeypatch.setattr(state, "current", View)
    comparison = Comparison.of(load_sample())
    known = {"judging": None, "comparison": "", "list": "", "session": "", "answers": {}}
    drawn = [segment_data(comparison, i, {}) | known for i in range(len(comparison))]
    script = link_files(Path(segment_view.__file__).with_name("segment_view.js"))
    read = page.evaluate(DRAW_AND_READ, [script, HTML, json.dumps(drawn)])
    assert len(read) == 252
    for segment, seen in enumerate(read):
        assert seen["title"].startswith(f"Segment {segment + 1} · ")
        expect_sums(seen, segment)


def test_keys_and_pointer_walk_segments_and_tokens(server, open_page) -> None:
    page = open_page("about:blank")
    sent = sent_by(page)
    go(page, f"{server}/segments?sort=line&seg=1")
    # Credit has a colour of its system.
    read = "node => getComputedStyle(node).backgroundColor"
    grounds = [page.locator(f".row.system.{s} .token.d1").first.evaluate(read) for s in "ab"]
    assert len({*grounds, "rgba(0, 0, 0, 0)"}) == 3
    # Hovering and what is drawn otherwise send nothing.
    sent.clear()
    page.locator(".row.system.b .token").nth(2).hover()
    expect(page.locator(".inspector")).to_contain_text("order")
    for key in "1234dtdt0?":
        page.keyboard.press(key)
    page.get_by_role("button", name="all ", exact=False).first.click()
    page.get_by_label("Word diff").select_option("a|b")
    expect(page.locator(".word").first).to_be_visible()
    page.locator(".pins").first.click()
    expect(page.locator(".lit").first).to_be_visible()
    assert sent == []
    # Segments are walked; the link follows, and a reload keeps it.
    reload(page)
    expect(heading(page, 1)).to_be_visible()  # what hears keys is there
    for key, number in (("j", 2), ("ArrowDown", 3), ("k", 2)):
        page.keyboard.press(key)
        expect(heading(page, number)).to_be_visible()
    expect(page).to_have_url(f"{server}/segments?seg=2&sort=line")
    reload(page)
    expect(heading(page, 2)).to_be_visible()
    expect_sums(page.evaluate(READ), 1)
    # A row opens its segment; arrows walk its tokens, and the focus stays where it was.
    rows = page.get_by_role("table", name="Segments").locator("tbody tr")
    rows.nth(4).click()
    expect(heading(page, 5)).to_be_visible()
    tokens = page.locator(".row.system.a .token")
    page.locator(".title").click()
    for number in (0, 1):
        page.keyboard.press("ArrowRight")
        expect(tokens.nth(number)).to_be_focused()
    expect(page.locator(".inspector")).to_contain_text("in A")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    expect(page.locator(".lit").first).to_be_visible()
    expect(tokens.nth(1)).to_be_focused()
    rows.nth(2).focus()
    page.keyboard.press("Enter")
    expect(heading(page, 3)).to_be_visible()
    expect(rows.nth(2)).to_be_focused()
    # An edit is scored as one types, and resets.
    text = page.locator(".row.system.b .text")
    before = text.inner_text()
    page.locator(".title").click()
    page.keyboard.press("e")
    area = page.get_by_label("Another output for B")
    expect(area).to_be_focused()
    area.press_sequentially(" more words")
    expect(page.locator(".notes")).to_contain_text("Edited B: segment BLEU")
    expect(area).to_be_focused()
    page.get_by_role("button", name="Reset B").click()
    expect(page.locator(".notes")).to_be_empty()
    assert text.inner_text() == before
    page.locator(".title").click()
    page.keyboard.press("/")
    expect(page.get_by_label("Find in segments")).to_be_focused()


@pytest.mark.slow
def test_a_bar_of_the_histogram_filters_the_list(page) -> None:
    page.get_by_text("Select on a chart").click()
    bars = page.locator(".st-key-bars .bars .point path")
    expect(bars.first).to_be_visible()
    settle(page)
    heights = bars.evaluate_all("bars => bars.map(bar => bar.getBoundingClientRect().height)")
    press_bar(page, bars.nth(heights.index(max(heights))))
    expect(page.get_by_role("button", name=re.compile("^delta ≥ .* ✕$"))).to_be_visible()
    deltas = Comparison.of(load_sample()).sentence_deltas
    counts, edges = histogram(deltas)
    tallest = int(counts.argmax())
    expect(page).to_have_url(re.compile(r"[?&]where="))
    delta = filter_boxes.read_boxes(viewed(page).where).filters.delta
    assert delta is not None
    low, high = delta
    # An edge belongs to the bar that begins there.
    assert (low, high) == (edges[tallest], rounded(edges[tallest + 1] - STEP))
    expect(page.get_by_text(f"1 of {counts[tallest]} segments (252 in total)")).to_be_visible()
    page.get_by_role("button", name=re.compile("^delta ≥ .* ✕$")).click()
    expect(page.get_by_role("button", name=re.compile("^delta ≥"))).to_have_count(0)
    page.get_by_role("button", name="delta != 0 ✕").click()
    expect(page.get_by_label("Segment filter")).to_have_value("")


@pytest.mark.slow
def test_a_box_on_two_metrics_filters_the_list_and_is_in_the_link(page) -> None:
    page.get_by_text("Select on a chart").click()
    plot = page.locator(".st-key-metric-scatter .nsewdrag").first
    expect(plot).to_be_visible()
    settle(page)
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    assert box is not None
    # The right half: what the first metric calls better, and a little more.
    for part, press in ((0.5, page.mouse.down), (0.95, page.mouse.up)):
        page.mouse.move(box["x"] + part * box["width"], box["y"] + part * box["height"], steps=5)
        press()
    expect(page.get_by_role("button", name=re.compile("^delta ≥ .* ✕$"))).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^delta.chrf ≥ .* ✕$"))).to_be_visible()
    expect(page).to_have_url(re.compile(r"[?&]where="))
    filters = filter_boxes.read_boxes(viewed(page).where).filters
    comparison = Comparison.of(load_sample())
    opinions = {key: compare_with_metric(comparison, get_metric(key)) for key in ("bleu", "chrf")}
    chosen = int(select(comparison, filters, opinions).sum())
    assert 0 < chosen < len(comparison)
    expect(page.get_by_text(f"1 of {chosen} segments (252 in total)")).to_be_visible()
    reload(page)
    expect(page.get_by_text(f"1 of {chosen} segments (252 in total)")).to_be_visible()


@pytest.mark.slow
def test_a_control_that_comes_late_does_not_report_a_choice(server, open_page) -> None:
    held: list[Route] = []
    page = open_page("about:blank")
    # The select box's own script, which the browser loads when it first draws one.
    page.route("**/Selectbox.*.js", lambda route: held.append(route))
    with page.expect_request("**/Selectbox.*.js"):
        page.goto(f"{server}/segments?sort=-length")
    title = page.locator(".title b")
    expect(title).to_be_visible()
    first = title.inner_text()
    page.keyboard.press("j")  # and with it a run that has nothing to tell of the order
    expect(title).not_to_have_text(first)
    for route in held:
        route.continue_()
    assert held
    expect(page.get_by_label("Order")).to_have_value("reference length, longest first")
    page.keyboard.press("k")
    expect(title).to_have_text(first)
    settle(page)
    expect(page).to_have_url(re.compile(r"[?&]sort=-length(&|$)"))
