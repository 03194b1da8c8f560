"""What Settings explains: robustness, and the difference to another score."""

from playwright.sync_api import expect


def test_a_difference_is_explained_below_the_signature(server, open_page) -> None:
    page = open_page(server)
    page.get_by_role("button", name="Settings").click()
    other = page.get_by_role("combobox", name="Explain a difference")
    other.click()
    page.get_by_role("option", name="NLTK").click()
    steps = page.get_by_role("table", name="BLEU after each changed setting")
    expect(steps).to_contain_text("tokenizer: 13a → none")
    # What is typed there stays text.
    other.fill('<b id="made">$x$</b>')
    other.press("Enter")
    expect(page.get_by_text("'<b id=\"made\">$x$</b>' is neither a BLEU signature")).to_be_visible()
    expect(page.locator("#made")).to_have_count(0)
