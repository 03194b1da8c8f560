"""The screens of the app in a browser: what is chosen, opened, typed, and kept in the link."""

import re
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from bleu_core import EvalSet
from bleu_core.common.formatting import format_small_delta
from bleu_core.workspace import Workspace, save_comparison

from .hostile import HOSTILE_NAME, expect_nothing_came_alive
from .looks import look
from .runs import settle

SHIFT = """new PerformanceObserver(list => {
  for (const entry of list.getEntries()) window.shift = (window.shift ?? 0) + entry.value;
}).observe({type: 'layout-shift', buffered: true})"""


def complete(page: Page) -> None:
    expect(page.locator(".overview-view .badge.worse")).to_be_visible()
    expect(page.locator(".progress-line")).to_be_hidden()
    expect(page.locator(".overview-view .folded.degenerate")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1440, 900)])
def test_nothing_moves_while_it_loads(server, open_page, width: int, height: int) -> None:
    page = open_page("about:blank")
    page.set_viewport_size({"width": width, "height": height})
    page.add_init_script(SHIFT)
    for _ in ("cold", "warm"):
        page.goto(server)
        complete(page)
        assert page.evaluate("window.shift ?? 0") < 0.05
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_number_is_found_again_where_it_leads(server, open_page) -> None:
    page = open_page(server)
    complete(page)
    family = page.locator(".overview-view .family").first
    points = family.locator(".points").inner_text()
    family.click()
    expect(page).to_have_url(re.compile(r"/ngrams\?gq=%22in%22$"))
    expect(page.locator(".ngrams-view")).to_contain_text(points)
    page.go_back()
    complete(page)
    segment = page.locator(".overview-view .segment").first
    number, points = (segment.locator(one).first.inner_text() for one in (".about b", ".points"))
    assert points == format_small_delta(-0.256)
    segment.click()
    expect(page).to_have_url(re.compile(rf"/segments\?.*\bseg={number[1:]}\b"))
    page.go_back()
    complete(page)
    page.locator("summary", has_text="How the score adds up").click()
    page.locator(".adds-up .parts a").nth(2).press("Enter")
    expect(page).to_have_url(re.compile(r"/segments\?sort=p3$"))
    page.go_back()
    complete(page)
    page.locator(".overview-view .slice", has_text="news").click()
    expect(page).to_have_url(re.compile("/segments.*where=kind"))


@pytest.mark.parametrize(
    ("screen", "link", "number"),
    [("", ".overview-view .segment", ".about b"), ("ngrams", "a.context", ".line")],
)
def test_links_of_a_part_open_the_segments_that_they_show(
    server, open_page, screen: str, link: str, number: str
) -> None:
    page = open_page(f"{server}/{screen}?where={quote('line > 100')}&only=yes")
    first = page.locator(link).first
    shown = first.locator(number).first.inner_text().removeprefix("#")
    assert int(shown) > 100
    first.click()
    expect(page.locator(".opened h2")).to_have_text(f"Segment {shown}")


DRAWN = ".ngrams-view"


def drawn(page: Page) -> list[str]:
    """What is read in the view, and what is marked in contexts, without what the app adds."""
    view = page.locator(DRAWN)
    expect(view.locator("a.context").first).to_be_visible()
    read = ".sentence, tr, .concordance h2, .tabs button, .context"
    texts = view.locator(read).all_text_contents()
    return [*texts, *view.locator(".context mark").all_text_contents()]


def test_what_is_open_is_in_the_address(server, open_page) -> None:
    page = open_page(f"{server}/ngrams")
    view = page.locator(DRAWN)
    view.get_by_role("button", name="Gained by B").click()
    view.get_by_role("combobox", name="N-gram order").select_option("1")
    expect(view.locator("tr.family")).to_have_count(0)
    view.locator("tr.ngram").nth(1).get_by_role("button").click()
    expect(page).to_have_url(re.compile("(?=.*gram=)(?=.*gside=gained)(?=.*gorder=1)"))
    (name,) = parse_qs(urlsplit(page.url).query)["gram"]
    expect(view.get_by_role("heading", name=f"{name} in context")).to_be_visible()
    before = drawn(page)
    settle(page)
    page.reload()
    assert drawn(page) == before
    view.get_by_role("button", name=re.compile("^Show .* n-grams?$")).click()
    with page.expect_download() as file:
        view.get_by_role("link", name="CSV").click()
    assert file.value.suggested_filename == "ngrams.csv"


def test_what_is_chosen_is_in_the_address_and_a_row_opens_its_segments(server, open_page) -> None:
    page = open_page(f"{server}/slices")
    view = page.locator(".slices-view")
    view.get_by_label("Slice by").select_option("document")
    view.get_by_label("Metric").select_option("chrf")
    expect(page).to_have_url(re.compile("by=document&metric=chrf$"))
    rows = view.locator("tbody tr.opens")
    expect(rows).to_have_count(14)
    name = rows.nth(1).get_by_role("rowheader").inner_text()
    settle(page)
    page.reload()
    expect(rows.nth(1)).to_contain_text(name)
    rows.nth(1).click()
    expect(page).to_have_url(re.compile("/segments\\?"))
    assert parse_qs(urlsplit(page.url).query)["where"] == [f'document = "{name}"']
    page.go_back()
    expect(rows.nth(1)).to_contain_text(name)


def test_a_filter_is_saved_and_opened_under_a_hostile_name(address, home, open_page) -> None:
    name = HOSTILE_NAME
    where = 'kind = "news" and points < 0'
    page = open_page(f"{address}/slices?where={quote(where)}")
    page.get_by_role("button", name="Save this filter").click()
    page.get_by_role("textbox", name="Slice name").fill(name)
    page.get_by_role("dialog").get_by_role("button", name="Save slice").click()
    expect(page.locator(".saved")).to_have_count(1)
    expect(page.locator(".saved")).to_contain_text(name)
    other = open_page(f"{address}/slices", apart=True)
    row = other.locator(".saved")
    expect(row).to_contain_text(where)
    row.get_by_role("button").click()
    expect(other).to_have_url(re.compile("/segments\\?"))
    assert parse_qs(urlsplit(other.url).query)["where"] == [where]
    for each in (page, other):
        settle(each)
        expect_nothing_came_alive(each)
    # It is renamed and deleted below the view.
    page.get_by_role("button", name="Rename or delete slices").click()
    page.get_by_role("textbox", name="New name").fill("kept")
    page.get_by_role("button", name="Rename", exact=True).click()
    expect(page.locator(".saved").get_by_role("button")).to_have_text("kept")


SETTINGS = "tok=char&lc=yes"


def sheet(page: Page) -> Locator:
    return page.locator(".entry-sheet")


def test_a_term_is_underlined_once_and_its_entry_leads_to_the_glossary(server, open_page) -> None:
    page = open_page(f"{server}/?{SETTINGS}")
    expect(page.get_by_role("link", name="p < 0.0001")).to_be_visible()
    page.locator("summary").filter(has_text="Other metrics").click()
    expect(page.locator(".asks.again").first).to_be_attached()
    expect(page.get_by_text(re.compile("computing|waiting", re.IGNORECASE))).to_have_count(0)
    settle(page)
    links = page.locator(".asks[href]").evaluate_all("marks => marks.map((mark) => mark.href)")
    assert len(links) == len(set(links)) > 5
    # A "?" of Streamlit's opens it too, over its dialog, which stays.
    page.get_by_role("button", name="Settings").click()
    settle(page)
    help_button = page.get_by_role("dialog").get_by_role("button", name=re.compile("^Help")).first
    help_button.hover()
    expect(page.get_by_role("tooltip")).to_be_visible()
    help_button.click()
    expect(sheet(page).get_by_role("heading")).to_have_text("Signature")
    page.keyboard.press("Escape")
    expect(sheet(page)).to_have_count(0)
    expect(page.get_by_role("dialog")).to_contain_text("Tokenizer")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Settings")).to_be_focused()
    page.get_by_role("link", name="p < 0.0001").first.click()
    sheet(page).get_by_role("link", name="Open in the glossary").click()
    expect(page).to_have_url(f"{server}/learn?{SETTINGS}&term=p-value")
    expect(page.locator(".entry#p-value")).to_have_attribute("open", "")


WHERE = f'line <= 90 or source contains "{HOSTILE_NAME}"'


def line(page: Page) -> Locator:
    return page.locator(".subset")


def test_the_switch_holds_through_a_reload_and_the_filter_is_changed_on_segments(
    server, open_page
) -> None:
    page = open_page(f"{server}/?where={quote(WHERE)}")
    expect(line(page)).to_contain_text("Showing all 252 segments.")
    settle(page)
    switch = line(page).locator(".only")
    switch.focus()
    page.keyboard.press("Space")
    expect(switch).to_have_text("Show all 252 segments")
    expect(switch).to_be_focused()
    expect(line(page)).to_contain_text(f"90 of 252 segments:{WHERE}")
    expect(page.locator(".overview-view .sentence")).to_contain_text("of 90 segments;")
    expect(page).to_have_url(re.compile("only=yes"))
    page.reload()
    expect(line(page)).to_contain_text("90 of 252 segments")
    settle(page)
    switch.click()
    expect(line(page)).to_contain_text("Showing all 252 segments.")
    expect(page.locator(".overview-view .sentence")).to_contain_text("of 252 segments")
    expect(page).not_to_have_url(re.compile("only=yes"))
    page.go_back()
    expect(line(page)).to_contain_text("90 of 252 segments")
    expect_nothing_came_alive(page)
    page.get_by_role("button", name="Change filter").click()
    expect(page).to_have_url(re.compile("/segments.*only=yes"))
    expect(line(page)).to_have_count(0)  # it would move the segments


def test_the_palette_opens_what_is_typed_and_gives_the_focus_back(server, open_page) -> None:
    page = open_page(f"{server}/?tok=char")
    field = page.get_by_role("combobox", name="Screen, segment number")
    search = page.get_by_role("button", name=re.compile("^Search (Ctrl|⌘) K$"))
    search.focus()
    page.keyboard.press("Control+k")
    expect(field).to_be_focused()
    page.keyboard.type("brevity")
    expect(page.get_by_role("option").first).to_contain_text("Brevity penalty")
    look(page)
    page.keyboard.press("Escape")
    expect(field).to_be_hidden()
    expect(search).to_be_focused()
    search.press("Enter")
    page.keyboard.type("n-gr")
    expect(page.get_by_role("option", selected=True)).to_contain_text("N-grams")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{server}/ngrams?tok=char")
    settle(page)
    page.keyboard.press("Control+k")
    page.keyboard.type("17")
    page.keyboard.press("Enter")
    expect(page.locator(".opened h2")).to_contain_text("Segment 17")
    expect(page).to_have_url(re.compile("/segments.*tok=char"))


def test_g_and_a_letter_open_a_screen_but_not_where_somebody_writes(server, open_page) -> None:
    page = open_page(f"{server}/segments")
    expect(page.locator(".opened h2")).to_be_visible()
    page.get_by_label("Find or filter segments").focus()
    page.keyboard.type("gn")
    page.keyboard.press("Escape")  # closes the suggestions
    page.keyboard.press("Escape")  # leaves the field
    page.keyboard.press("l")  # in the panel that this opens, g is a label
    page.keyboard.type("go")
    page.keyboard.press("Escape")
    # What is saved late would be kept in the workspace of the next test.
    expect(page.locator(".judging .state")).to_have_text("✓ Saved")
    expect(page).to_have_url(re.compile("/segments"))
    page.keyboard.type("gn")
    expect(page).to_have_url(re.compile("/ngrams"))
    settle(page)
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(sheet.locator("kbd", has_text="\\")).to_be_visible()
    page.keyboard.type("gs")  # is nothing while it is open
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(page).to_have_url(re.compile("/ngrams"))


# The element that has the focus, also inside of a component.
FOCUSED = """() => {
  let node = document.activeElement;
  while (node.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
  return [node.closest('table')?.ariaLabel ?? '', node.dataset.id ?? ''];
}"""


def test_the_first_stop_of_the_tab_key_skips_the_header(server, open_page) -> None:
    page = open_page(server)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Compare your own outputs")).to_be_focused()


def test_a_table_is_one_stop_of_the_tab_key(address, home, open_page) -> None:
    space, name = Workspace.open(home), "Saved comparisons"
    for text in "xyz":
        save_comparison(space, EvalSet({"a": [text], "b": [text]}, [[text]]))
    page = open_page(f"{address}/data")
    page.get_by_role("tab", name=name).click()
    table = page.get_by_role("table", name=name)
    rows = table.locator("tr.opens:visible")
    expect(rows.first).to_be_visible()
    settle(page)
    ids = [rows.nth(i).get_attribute("data-id") for i in range(3)]
    expect(table.locator('[tabindex="0"]')).to_have_count(1)
    rows.first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(FOCUSED) == [name, ids[2]]
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED)[0] != name
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(FOCUSED) == [name, ids[2]]
    # Up from the first row are the names of the columns, which tell what they are.
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(table.locator("th .asks:focus .asked")).to_be_visible()


def test_back_holds_before_python_was_told_what_was_opened(server, open_page) -> None:
    page = open_page(f"{server}/ngrams")
    opened = page.locator(".concordance h2")
    expect(opened).to_have_text("in in context")
    page.locator("tr.family button").nth(1).click()
    expect(opened).to_have_text("to in context")
    page.go_back()
    expect(opened).to_have_text("in in context")


def test_a_saved_comparison_that_was_never_opened_is_offered_without_delta(
    address, home, open_page
) -> None:
    save_comparison(Workspace.open(home), EvalSet({"a": ["x"], "b": ["x"]}, [["x"]]))
    offered = open_page(address).locator(".recent .item")
    expect(offered).to_contain_text("a → b")
    expect(offered.locator(".delta")).to_have_text("")
