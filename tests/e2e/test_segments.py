"""Segments as a browser shows it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect

from bleu_core import Comparison
from bleu_core.figures import histogram
from bleu_core.matching import match_segment
from bleu_core.metrics import known, opinion
from bleu_core.numerals import fine_delta
from bleu_core.rounding import STEP, rounded
from bleu_core.worklist import boxes
from pages.ui import state
from pages.ui.query import parse
from pages.ui.sample import load_sample
from pages.ui.segments import segment_view
from pages.ui.segments.segment_view import HTML, segment_data
from pages.ui.view import View
from pages.ui.widgets.linking import linked
from tests.core.selecting import select

from .conftest import choose
from .hostile import expect_nothing_came_alive
from .runs import settle

Visit = Callable[..., Page]

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
def page(server: str, open_page: Visit) -> Page:
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


def test_highlights_add_up_to_the_fractions_beside_them(page: Page) -> None:
    for segment in range(10):
        expect(page.locator(".title b")).to_have_text(f"Segment {segment + 1}")
        expect_sums(page.evaluate(READ), segment)
        page.keyboard.press("j")


def test_highlights_of_every_segment_add_up(
    open_page: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_page("about:blank")  # the component alone, without a server to ask
    monkeypatch.setattr(state, "current", View)
    comparison = Comparison.of(load_sample())
    known = {"judging": None, "comparison": "", "list": "", "session": "", "answers": {}}
    drawn = [segment_data(comparison, i, {}) | known for i in range(len(comparison))]
    script = linked(Path(segment_view.__file__).with_name("segment_view.js"))
    read = page.evaluate(DRAW_AND_READ, [script, HTML, json.dumps(drawn)])
    assert len(read) == 252
    for segment, seen in enumerate(read):
        assert seen["title"].startswith(f"Segment {segment + 1} · ")
        expect_sums(seen, segment)


def test_hover_and_toggles_send_nothing(server: str, open_page: Visit) -> None:
    sent: list[object] = []
    page = open_page("about:blank")
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))
    page.goto(f"{server}/segments?seg=1")
    expect(heading(page, 1)).to_be_visible()
    settle(page)
    before = len(sent)
    page.locator(".row.system.b .token").nth(2).hover()
    expect(page.locator(".inspector")).to_contain_text("order")
    for key in "1234dtdt0?":
        page.keyboard.press(key)
    page.get_by_role("button", name="all ", exact=False).first.click()
    page.get_by_label("Word diff").select_option("a|b")
    expect(page.locator(".word").first).to_be_visible()
    page.locator(".pins").first.click()
    expect(page.locator(".lit").first).to_be_visible()
    assert len(sent) == before


def test_keys_walk_the_list_and_the_link_follows(page: Page, server: str) -> None:
    page.keyboard.press("j")
    expect(heading(page, 2)).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(heading(page, 3)).to_be_visible()
    page.keyboard.press("k")
    expect(heading(page, 2)).to_be_visible()
    expect(page).to_have_url(f"{server}/segments?seg=2&sort=line")
    page.reload()
    settle(page)
    expect(heading(page, 2)).to_be_visible()
    expect(page.get_by_label("Find in segments")).to_be_visible()
    page.keyboard.press("/")
    expect(page.get_by_label("Find in segments")).to_be_focused()


def test_a_row_opens_its_segment_and_tokens_are_walked_by_arrows(page: Page) -> None:
    page.get_by_role("table", name="Segments").locator("tbody tr").nth(4).click()
    expect(heading(page, 5)).to_be_visible()
    first = page.locator(".row.system.a .token").first
    first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".row.system.a .token").nth(1)).to_be_focused()
    expect(page.locator(".inspector")).to_contain_text("in A")


def test_an_edit_is_scored_as_one_types_and_resets(page: Page) -> None:
    text = page.locator(".row.system.b .text")
    before = text.inner_text()
    page.keyboard.press("e")
    area = page.get_by_label("Another output for B")
    expect(area).to_be_focused()
    area.press_sequentially(" more words")
    expect(page.locator(".notes")).to_contain_text("This edit of B: segment")
    expect(area).to_be_focused()
    page.get_by_role("button", name="Reset B").click()
    expect(page.locator(".notes")).to_be_empty()
    assert text.inner_text() == before


def test_a_bar_of_the_histogram_filters_the_list(page: Page) -> None:
    page.get_by_text("Choose segments on a chart").click()
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
    delta = boxes.read(viewed(page).where).filters.delta
    assert delta is not None
    low, high = delta
    # An edge belongs to the bar that begins there.
    assert (low, high) == (edges[tallest], rounded(edges[tallest + 1] - STEP))
    expect(page.get_by_text(f"1 of {counts[tallest]} segments, of 252")).to_be_visible()
    page.get_by_role("button", name=re.compile("^delta ≥ .* ✕$")).click()
    expect(page.get_by_role("button", name=re.compile("^delta ≥"))).to_have_count(0)
    page.get_by_role("button", name="delta != 0 ✕").click()
    expect(page.get_by_label("Filter of segments")).to_have_value("")


def test_a_box_on_two_metrics_filters_the_list_and_is_in_the_link(page: Page) -> None:
    page.get_by_text("Choose segments on a chart").click()
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
    filters = boxes.read(viewed(page).where).filters
    comparison = Comparison.of(load_sample())
    opinions = {key: opinion(comparison, known(key)) for key in ("bleu", "chrf")}
    chosen = int(select(comparison, filters, opinions).sum())
    assert 0 < chosen < len(comparison)
    expect(page.get_by_text(f"1 of {chosen} segments, of 252")).to_be_visible()
    page.reload()
    settle(page)
    expect(page.get_by_text(f"1 of {chosen} segments, of 252")).to_be_visible()


def test_hostile_text_stays_text(
    server: str,
    open_page: Visit,
    files: tuple[Path, Path, Path],
) -> None:
    page = open_page(f"{server}/data")
    choose(page, *files)
    expect(page.get_by_role("heading", name="The parts")).to_be_visible()
    page.get_by_role("link", name="Segments").click()
    expect(page.locator(".title")).to_be_visible()
    page.get_by_text("Choose segments on a chart").click()
    for number in range(1, 7):
        row = page.get_by_role("table", name="Segments").locator("tbody tr").nth(number - 1)
        opened = row.get_by_role("cell").first.inner_text()
        row.click()
        expect(page.locator(".title b")).to_have_text(f"Segment {opened}")
        settle(page)  # what is drawn anew under the pointer does not know of it
        page.locator(".row.system.a .token").first.hover()
        expect(page.locator(".inspector")).to_contain_text("order")
        expect_nothing_came_alive(page)
    shown = page.locator(".row.system.a .text > span").all_inner_texts()
    assert shown


def test_quick_presses_add_up(page: Page) -> None:
    for _ in range(12):
        page.keyboard.press("j")
    expect(heading(page, 13)).to_be_visible()


def test_presses_add_up_however_late_the_answers(server: str, open_page: Visit) -> None:
    page = open_page("about:blank")
    held: list[Callable[[], None]] = []
    holding = False

    def connect(socket: WebSocketRoute) -> None:
        def answer(message: str | bytes) -> None:
            held.append(lambda: socket.send(message))
            if not holding:
                held.pop()()

        socket.connect_to_server().on_message(answer)

    page.route_web_socket("**/_stcore/stream", connect)
    page.clock.install()
    page.goto(f"{server}/segments?sort=line&seg=1")
    expect(heading(page, 1)).to_be_visible()
    expect(page.get_by_label("Find in segments")).to_be_visible()
    holding = True
    for _ in range(3):
        page.keyboard.press("j")
        page.clock.fast_forward(4_000)
    holding = False
    for answer in held:
        answer()
    expect(heading(page, 4)).to_be_visible()


def test_the_focus_stays_where_it_was(page: Page) -> None:
    token = page.locator(".row.system.a .token").nth(3)
    token.focus()
    page.keyboard.press("2")
    expect(token).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".lit").first).to_be_visible()
    expect(token).to_be_focused()
    row = page.get_by_role("table", name="Segments").locator("tbody tr").nth(2)
    row.focus()
    page.keyboard.press("Enter")
    expect(heading(page, 3)).to_be_visible()
    expect(row).to_be_focused()


def test_a_bar_of_the_waterfall_opens_the_segments_that_carry_it(
    server: str, open_page: Visit
) -> None:
    page = open_page(server)
    comparison = Comparison.of(load_sample())
    bars = page.locator(".st-key-waterfall .bars .point path")
    expect(bars.first).to_be_visible()
    settle(page)
    press_bar(page, bars.nth(3))  # after A: p1, p2, p3
    expect(page).to_have_url(re.compile(r"/segments\?sort=p3$"))  # the query follows the path
    carried = comparison.carried("p3")
    worst = int(carried.argmin())
    expect(heading(page, worst + 1)).to_be_visible()
    row = page.get_by_role("table", name="Segments").get_by_role("row").nth(1)
    expect(row).to_contain_text(fine_delta(float(carried[worst])))


def test_a_control_that_comes_late_does_not_report_a_choice(server: str, open_page: Visit) -> None:
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


def test_what_is_credited_has_a_colour_of_its_system(page: Page) -> None:
    read = "node => getComputedStyle(node).backgroundColor"
    grounds = [page.locator(f".row.system.{s} .token.d1").first.evaluate(read) for s in "ab"]
    assert len({*grounds, "rgba(0, 0, 0, 0)"}) == 3


def test_an_arrow_begins_the_walk_along_the_tokens(page: Page) -> None:
    page.keyboard.press("ArrowRight")
    tokens = page.locator(".row.system.a .token")
    expect(tokens.nth(0)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(tokens.nth(1)).to_be_focused()
