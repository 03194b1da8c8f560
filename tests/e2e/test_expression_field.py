"""The line that says which segments: completed as one types, applied, told where it is wrong."""

import json
import re

from playwright.sync_api import expect

from bleu_core.present.browser import BROWSER, link_files

from .runs import settle

SCRIPT = link_files(BROWSER / "expression" / "completing.js")
COLUMNS = [
    {"name": name, "written": written, "kind": kind, "about": "", "values": values}
    for name, written, kind, values in (
        ("points", "points", "number", []),
        ("points.p1", "points.p1", "number", []),
        ("kind", "kind", "text", ["news", 'with "quotes"', "travel"]),
        ("my kind", "`my kind`", "text", ["x"]),
        ("a.copy", "a.copy", "flag", []),
    )
]


OFFERED = {
    "poi|": ["points", "points.p1"],
    "p1|": ["points.p1"],
    "KIND|": ["kind", "my kind"],
    "`my|": ["my kind"],
    "points < -1 and a.|": ["a.copy"],
    "points < -1 |": ["and", "or"],
    "points < -1 a|": ["and"],
    "kind = |": ["news", 'with "quotes"', "travel", "my kind"],
    'kind = "n|': ["news"],
    '`my kind` != "|': ["x"],
    'kind in ("news", |': ["news", 'with "quotes"', "travel"],
    "points is m|": ["missing"],
    "not (po|": ["points", "points.p1"],
    "a.copy |": ["and", "or"],
    'text contains "po|': [],
    "kind ~ /po|": [],
    'kind = "n|" and a.copy': ["news"],
}


def test_what_may_stand_at_a_place_is_offered(open_page) -> None:
    page = open_page("about:blank")

    def offered(marked: str) -> list[str]:
        """What is offered where the | stands."""
        text, caret = marked.replace("|", ""), marked.index("|")
        body = f"return completed({json.dumps(text)}, {caret}, {json.dumps(COLUMNS)})"
        found = page.evaluate(f"() => {{ {SCRIPT}\n{body} }}")
        return [choice["told"] for choice in found["choices"]]

    assert {marked: offered(marked) for marked in OFFERED} == OFFERED
    # Signs are those of the kind.
    assert {"<", ">="} < set(offered("points |"))
    assert {"contains", "~", "in ("} < set(offered("kind |"))
    assert not {"<", "contains", "="} & set(offered("a.copy |"))


def test_it_is_written_by_keyboard_and_told_where_it_is_wrong(server, open_page) -> None:
    page = open_page(f"{server}/segments")
    box = page.get_by_role("combobox", name="Find or filter segments")
    expect(box).to_be_visible()  # and hears keys
    page.keyboard.press("/")
    expect(box).to_be_focused()
    page.keyboard.type("kin")
    expect(page.get_by_role("option", name="kind")).to_be_visible()
    expect(box).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Tab")
    page.keyboard.type("= ")
    expect(page.get_by_role("option", name="news")).to_be_visible()
    for _ in ("as an expression", "as a text", "news"):
        page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option", name="news")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(box).to_have_value('kind = "news" ')
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("where=kind"))
    settle(page)
    page.keyboard.type("and knd")
    page.keyboard.press("Enter")
    expect(page.locator(".fault mark")).to_have_text("knd")
    expect(box).to_have_attribute("aria-invalid", "true")
    expect(page).to_have_url(re.compile("where=kind[^&]*news%22$"))
    page.keyboard.press("Escape")
    expect(box).to_have_value('kind = "news"')
    expect(page.locator(".fault mark")).to_have_count(0)
