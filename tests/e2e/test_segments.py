"""Segments as a browser shows it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from bleu_core import Comparison, EvalSet
from bleu_core.explain.matching import match_segment
from bleu_core.present.browser import link_files
from pages.ui import state
from pages.ui.segments import segment_view
from pages.ui.segments.segment_view import HTML, segment_data
from pages.ui.store import load_sample
from pages.ui.view import View

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
  return {title: segment.parentElement.querySelector('.title').textContent, begun, tokens,
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
        assert seen["title"].startswith(f"Segment {segment + 1}· ")
        expect_sums(seen, segment)


FOLD = """async ([script, html, drawn]) => {
  const address = URL.createObjectURL(new Blob([script], {type: 'text/javascript'}));
  const draw = (await import(address)).default;
  const parent = document.body.attachShadow({mode: 'open'});
  parent.innerHTML = html;
  const nothing = () => {};
  const labels = () => [...parent.querySelectorAll('.row.reference .label')];
  const references = () => labels().map(label => label.innerText);
  return JSON.parse(drawn).map(data => {
    draw({data, parentElement: parent, setTriggerValue: nothing, setStateValue: nothing});
    const seen = [references(), parent.querySelector('.fold').innerText];
    if (!data.segment) parent.querySelector('.fold button').click();
    return [...seen, references()];
  });
}"""


def test_of_four_references_the_closest_stays_until_all_are_shown(open_page, monkeypatch) -> None:
    page = open_page("about:blank")
    monkeypatch.setattr(state, "current", View)
    texts = ["a b x", "a b c d", "a q", "z"]
    data = EvalSet({"a": ["a b c"] * 2, "b": ["a b d"] * 2}, [[text] * 2 for text in texts])
    known = {"judging": None, "comparison": "", "list": "", "session": "", "answers": {}}
    drawn = [segment_data(Comparison.of(data), i, {}) | known for i in range(2)]
    script = link_files(Path(segment_view.__file__).with_name("segment_view.js"))
    every = [f"Ref {i}" for i in (1, 2, 3, 4)]
    first, second = page.evaluate(FOLD, [script, HTML, json.dumps(drawn)])
    assert (first[0], first[2]) == (["Ref 2"], every)
    assert "Ref 2 is the closest" in first[1]
    assert second[0] == every  # it is remembered


# The editor of B is open with a text that is not sent yet when A and B are swapped.
SWAP = """async ([script, html, drawn]) => {
  const address = URL.createObjectURL(new Blob([script], {type: 'text/javascript'}));
  const draw = (await import(address)).default;
  const parent = document.body.attachShadow({mode: 'open'});
  parent.innerHTML = html;
  const edits = [];
  const show = data => draw({data, parentElement: parent, setTriggerValue: () => {},
    setStateValue: (name, sent) => name === 'edit' && edits.push(sent)});
  const isOpen = () => !parent.querySelector('.editor.b').hidden;
  const [first, ...later] = JSON.parse(drawn);
  show(first);
  parent.querySelector('.system.b .pencil').click();
  const area = parent.querySelector('.editor.b textarea');
  area.value += ' more';
  area.dispatchEvent(new Event('input'));
  const seen = later.map(data => { show(data); return isOpen(); });
  await new Promise(done => setTimeout(done, 400));
  return [seen, edits.length];
}"""


def test_the_editor_of_an_output_stays_with_its_pair_alone(open_page, monkeypatch) -> None:
    page = open_page("about:blank")
    monkeypatch.setattr(state, "current", View)
    data = EvalSet({"a": ["a b c"], "b": ["a b d"]}, [["a b x"]])

    def drawn(a: str, b: str, of_list: str) -> dict[str, Any]:
        known = {"judging": None, "list": of_list, "session": "", "answers": {}}
        made = segment_data(Comparison.of(data, a=a, b=b), 0, {})
        return made | known | {"comparison": f"{a} {b}"}

    runs = [drawn("a", "b", ""), drawn("a", "b", "another"), drawn("b", "a", "another")]
    script = link_files(Path(segment_view.__file__).with_name("segment_view.js"))
    seen, edits = page.evaluate(SWAP, [script, HTML, json.dumps(runs)])
    assert seen == [True, False]
    assert edits == 0


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
    for key in "1234dtdt-+0?":
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
    expect(page.locator(".inspector")).to_contain_text("credited: A")
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
def test_what_b_lost_is_one_press_and_a_text_or_an_expression_is_searched(page) -> None:
    page.get_by_role("button", name="B lost").click()
    expect(page.locator(".changes")).to_contain_text("Lost in B")
    expect(page.locator(".row.system.b :is(.d1, .d2, .d3, .d4)")).to_have_count(0)
    lost = page.locator(".clipping .pins").first
    expect(lost.locator("td").last).to_have_text("−1")
    page.keyboard.press("-")
    expect(page.locator(".changes")).to_be_empty()
    box = page.get_by_label("Find in segments")
    page.keyboard.press("/")
    page.keyboard.type("the mou")
    expect(page.locator(".meaning")).to_have_text("text")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"where=text\+contains\+%22the\+mou%22"))
    box.fill("points < 0")
    expect(page.locator(".meaning")).to_have_text("expression")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"where=points\+%3C\+0"))


@pytest.mark.slow
def test_a_phone_shows_the_list_or_the_segment(server, open_page) -> None:
    page = open_page("about:blank")
    page.set_viewport_size({"width": 390, "height": 844})
    go(page, f"{server}/segments")
    rows = page.get_by_role("table", name="Segments").locator("tbody tr")
    expect(rows.first).to_be_visible()
    expect(page.locator(".head .title")).to_be_hidden()
    rows.nth(2).click()
    expect(page.locator(".head .title")).to_be_in_viewport()
    page.get_by_role("button", name="All segments").click()
    expect(page.locator(".head .title")).to_be_hidden()
    expect(rows.nth(2)).to_be_in_viewport()


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
