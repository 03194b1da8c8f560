"""N-grams in the app: what a saved page draws, from what Python answers."""

import re
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, expect

from .runs import settle

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
