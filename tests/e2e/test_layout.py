"""The screens on a phone, enlarged, by keyboard, and in a second tab."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from .conftest import choose, visitor
from .looks import TOUCHED
from .runs import go, settle

SCREENS = ("", "systems", "segments", "ngrams", "slices", "judge", "learn", "data")
# The element that has the focus, also inside of a component.
FOCUSED = """() => {
  let node = document.activeElement;
  while (node.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
  return [node.closest('table')?.ariaLabel ?? '', node.dataset.id ?? ''];
}"""
SCROLLED = "document.querySelector('[data-testid=stMain]').scrollTop"


# Adds up what moves in the page while it loads, as browsers measure it.
SHIFTS = """window.shifts = 0;
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifts += one.value;
}).observe({type: "layout-shift", buffered: true});"""


@pytest.fixture(scope="package")
def phone(browser) -> Iterator[BrowserContext]:
    context = visitor(browser, **TOUCHED)
    yield context
    context.close()


@pytest.fixture
def on_phone(phone) -> Iterator[Callable[[str], Page]]:
    page = phone.new_page()

    def visit(url: str) -> Page:
        go(page, url)
        return page

    yield visit
    page.close()


@pytest.mark.slow
@pytest.mark.parametrize("screen", ["systems", "ngrams", "slices", "judge"])
def test_a_screen_does_not_jump_while_it_loads(server, open_page, screen) -> None:
    page = open_page("about:blank")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.add_init_script(SHIFTS)
    go(page, f"{server}/{screen}")
    assert page.evaluate("window.shifts") < 0.05


@pytest.mark.slow
def test_the_open_screens_name_stays_in_sight_when_names_grow(server, on_phone) -> None:
    page = on_phone(f"{server}/judge")
    current = page.locator(".st-key-navigation [aria-current=page]")
    expect(current).to_be_in_viewport(ratio=1)
    # As when the font of the names comes late.
    page.add_style_tag(content=".st-key-navigation a { padding: 3px 60px !important; }")
    expect(current).to_be_in_viewport(ratio=1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("screen", "table", "opened"),
    [("segments", "Segments", ".head .title"), ("ngrams", "N-gram evidence", ".notice")],
)
def test_what_a_row_opens_comes_into_view(server, on_phone, screen, table, opened) -> None:
    page = on_phone(f"{server}/{screen}")
    row = page.get_by_role("table", name=table).locator("tr.opens:visible").nth(7)
    shown = page.locator(opened).last
    before = shown.inner_text()
    expect(shown).not_to_be_in_viewport()
    row.tap()
    expect(shown).not_to_have_text(before, use_inner_text=True)
    expect(shown).to_be_in_viewport()


@pytest.mark.slow
def test_a_screen_is_chosen_on_a_phone_without_a_drawer(server, on_phone) -> None:
    page = on_phone(server)
    name(page, "N-grams").tap()
    expect(page).to_have_url(f"{server}/ngrams")
    expect(page.get_by_role("table", name="N-gram evidence")).to_be_in_viewport()
    expect(page.locator('[data-testid="stSidebar"]')).to_have_count(0)
    for width in (1440, 1024):  # where the names of all screens are in sight
        page.set_viewport_size({"width": width, "height": 800})
        expect(page.locator(".st-key-navigation a")).to_have_count(len(SCREENS))
        for link in page.locator(".st-key-navigation a").all():
            expect(link).to_be_in_viewport(ratio=1)


def name(page: Page, screen: str) -> Locator:
    return page.locator(".st-key-navigation").get_by_role("link", name=screen, exact=True)


@pytest.mark.slow
def test_a_name_of_a_screen_opens_the_comparison_in_a_new_tab(server, open_page, files) -> None:
    page = open_page(f"{server}/data?tok=char")
    choose(page, *files)
    expect(page).to_have_url(re.compile(r"/\?data=[0-9a-f]{64}&tok=char$"))
    query = page.url.partition("?")[2]
    expect(name(page, "Overview")).to_have_attribute("aria-current", "page")
    expect(name(page, "Segments")).to_have_attribute("href", f"./segments?{query}")
    for screen, path, press in (
        ("Segments", "segments", {"button": "middle"}),
        ("N-grams", "ngrams", {"modifiers": ["ControlOrMeta"]}),
        ("Overview", "", {"button": "middle"}),
    ):
        expect(name(page, screen)).to_have_attribute("href", f"./{path}?{query}")
        with page.context.expect_page() as opened:
            name(page, screen).click(**press)
        tab = opened.value
        expect(tab.locator(".masthead")).to_contain_text("6 segments")
        expect(tab).to_have_url(f"{server}/{path}?{query}")
        tab.close()
    expect(page).to_have_url(f"{server}/?{query}")  # this tab stays where it is


def test_a_table_is_one_stop_of_the_tab_key(server, open_page) -> None:
    page = open_page(f"{server}/ngrams")
    table = page.get_by_role("table", name="N-gram evidence")
    rows = table.locator("tr.opens:visible")
    expect(rows.first).to_be_visible()
    settle(page)
    ids = [rows.nth(i).get_attribute("data-id") for i in range(3)]
    expect(table.locator('[tabindex="0"]')).to_have_count(1)
    rows.first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(FOCUSED) == ["N-gram evidence", ids[2]]
    scrolled = page.evaluate(SCROLLED)
    page.keyboard.press("Space")  # which would scroll the page
    expect(rows.nth(2)).to_have_attribute("aria-current", "true")
    settle(page)  # what stands behind the table is drawn anew, and would let go of the focus
    assert page.evaluate(SCROLLED) == scrolled
    assert page.evaluate(FOCUSED) == ["N-gram evidence", ids[2]]
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED)[0] != "N-gram evidence"
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(FOCUSED) == ["N-gram evidence", ids[2]]
    # Up from the first row are the names of the columns, which tell what they are.
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    heading = table.get_by_role("link", name="B", exact=True)
    expect(heading).to_be_focused()
    expect(heading.locator(".asked")).to_be_visible()
    # On the worklist the focus walks along with what is opened.
    page.get_by_role("link", name="Segments").click()
    rows = page.get_by_role("table", name="Segments").locator("tr.opens")
    expect(rows.first).to_be_visible()
    settle(page)  # rows that are drawn anew would let go of the focus
    rows.first.focus()
    for number in (1, 2):
        page.keyboard.press("ArrowDown")
        expect(rows.nth(number)).to_be_focused()
        expect(rows.nth(number)).to_have_attribute("aria-current", "true")
    expect(page.get_by_role("table", name="Segments").locator('tr[tabindex="0"]')).to_have_count(1)


@pytest.mark.slow
def test_the_worst_segment_is_not_far_by_keyboard(server, open_page) -> None:
    page = open_page(server)
    expect(page.get_by_role("table", name="Worst segments")).to_be_visible()
    expect(page.get_by_text("p-values are not corrected for testing")).to_be_visible()
    reached: list[tuple[str, bool]] = []
    while len(reached) < 72 and ("Worst segments", True) not in reached:
        page.keyboard.press("Tab")
        table, row = page.evaluate(FOCUSED)
        reached.append((table, bool(row)))
    assert len(reached) <= 45
