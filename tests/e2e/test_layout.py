"""The screens by keyboard: the first stop, and a table as one stop."""

from playwright.sync_api import expect

from bleu_core import EvalSet
from bleu_core.workspace import Workspace, save_comparison

from .runs import settle

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
