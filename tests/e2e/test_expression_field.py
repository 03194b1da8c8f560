"""The line that says which segments: completed as one types, applied, told where it is wrong."""

import json
import re

from playwright.sync_api import expect

from bleu_core import EvalSet, workspace
from bleu_core.present.browser import BROWSER, link_files
from bleu_core.workspace import Workspace

from .hostile import HOSTILE, expect_nothing_came_alive
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


def test_hostile_names_and_values_of_columns_stay_text(address, home, open_page) -> None:
    name = "<img src=x onerror=window.hacked=6>"
    values = ["<script>window.hacked = 1</script>", "<b id=injected>bold</b>", "**bold** $x$"]
    lines = HOSTILE * 4
    data = EvalSet(
        {"old": lines, "new": [f"{line} words" for line in lines]},
        [[f"{line} more" for line in lines]],
        metadata={name: values * 8},
    )
    workspace.save_comparison(Workspace.open(home), data)
    page = open_page(f"{address}/segments?data={data.digest}")
    box = page.get_by_label("Find or filter segments")
    box.press_sequentially("img")
    column = page.get_by_role("option", name=name)
    expect(column).to_be_visible()
    column.click()
    expect(box).to_have_value(f"`{name}` ")
    box.press_sequentially("= ")
    for value in values:
        expect(page.get_by_role("option", name=value, exact=True)).to_be_visible()
    expect_nothing_came_alive(page)
    page.get_by_role("option", name=values[0], exact=True).click()
    box.press("Escape")
    box.press("Enter")
    expect(page).to_have_url(re.compile("where="))
    expect(page.locator(".entry")).to_have_count(8)
    settle(page)
    box.fill(f"points < {HOSTILE[1]}")
    box.press("Enter")
    expect(page.locator(".fault mark")).to_be_visible()
    expect_nothing_came_alive(page)
