"""Marking errors in texts: the scripts on a page of their own, without a server."""

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from bleu_core.present.browser import BROWSER, FOLDERS, link_files
from tests.places import ROOT

MARKING = ROOT / "pages" / "ui" / "judgements" / "marking"
MARKED_TEXT = FOLDERS["viewer/"] / "segments" / "marked_text.js"
SCRIPT = link_files(MARKING / "marking.js", BROWSER / "characters.js", MARKED_TEXT)
SHEETS = link_files(ROOT / "bleu_core" / "common" / "theme.css", MARKING / "marking.css")
TYPOLOGY = {
    "categories": [
        {"name": "mistranslation", "key": "m", "meaning": "It says something else."},
        {"name": "Style", "key": "", "meaning": ""},
    ],
    "severities": ["minor", "major", "critical"],
}
# A host as it may be: it keeps what is said, and draws it. Of each line the text and its side.
HOST = """
const root = document.querySelector("#root");
const said = window.said = [];
const marks = window.marks = [];
let number = 0;
const output = (system, key) => ({ system, name: system, key });
const outputs = [output("left", "a"), output("right", "b")];
const marking = window.marking = newMarking(root, TYPOLOGY, (before, after) => {
  said.push([before && before.id, after]);
  if (before) marks.splice(marks.findIndex(({ id }) => id === before.id), 1);
  if (after) marks.push({ ...after, id: "m" + number++, annotator: "me", mine: true });
  draw();
});
const draw = window.draw = () => {
  const box = document.querySelector("#lines");
  box.replaceChildren();
  const lines = TEXTS.map(([side, system, text]) => {
    const tokens = wordsOf(text);
    const marks = { around: () => "", between: () => "" };
    const node = markedText({ text, tokens }, marks, { live: true });
    node.querySelector(".token").tabIndex = 0;
    box.append(node);
    return { side, system, node, text, tokens };
  });
  showMarks(marking, { of: "1", lines, marks, outputs });
};
document.addEventListener("keydown", (event) => {
  if (!event.composedPath()[0].closest("input, [role=dialog]")) pressMark(marking, event);
}, { capture: true });
draw();
"""
TEXTS = [
    ["source", "", "Please be aware of a very simple fact."],
    ["target", "left", "Ich 😀 möchte 𝒜lle bitten, kurz zu warten."],
    ["target", "right", "Machen Sie sich eine einfache Tatsache bewusst."],
]


@pytest.fixture
def page(open_page) -> Page:
    """One with these lines to be marked."""
    page = open_page("about:blank")
    page.set_viewport_size({"width": 900, "height": 700})
    page.evaluate(
        f"""() => {{
  document.body.innerHTML = '<style></style><div id="root"><div id="lines"></div></div>';
  document.querySelector("style").textContent = {json.dumps(SHEETS)};
  {SCRIPT}
  Object.assign(window, {{ lanesOf, boxesOf, isPlaced, showMarks }});
  const TYPOLOGY = {json.dumps(TYPOLOGY)}, TEXTS = {json.dumps(TEXTS)};
  {HOST}
}}"""
    )
    return page


def token(page: Page, text: str) -> Locator:
    return page.locator(".token").get_by_text(text, exact=True)


def drag(page: Page, start: Locator, end: Locator) -> None:
    for act, where in ((page.mouse.down, start), (page.mouse.up, end)):
        box = where.bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        act()


def press(page: Page, keys: str) -> None:
    for key in keys.split():
        page.keyboard.press(key)


def said(page: Page) -> list[Any]:
    found: list[Any] = page.evaluate("said")
    return found


def test_tokens_that_are_dragged_over_are_marked_at_pythons_characters(page) -> None:
    drag(page, token(page, "𝒜lle"), token(page, "bitten"))
    page.get_by_role("button", name="mistranslation").click()
    assert said(page) == []  # how grave it is has not been said
    page.get_by_role("button", name="major").click()
    text = TEXTS[1][2]
    [(before, after)] = said(page)
    assert before is None
    assert text[after["start"] : after["end"]] == "𝒜lle bitten"
    assert (after["side"], after["system"]) == ("target", "left")
    assert (after["category"], after["severity"]) == ("mistranslation", "major")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.locator(".layered .marks path.thick")).to_have_count(1)


def test_a_mark_is_changed_widened_commented_and_taken_back(page) -> None:
    token(page, "warten").focus()
    press(page, "Enter 1 m")
    press(page, "Enter 3")  # of one's own mark it is changed at once
    expect(page.locator(".layered .marks path.double")).to_have_count(1)
    press(page, "Enter Shift+ArrowRight / z u Enter")
    token(page, "warten").focus()
    expect(page.get_by_role("status")).to_contain_text("zu")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.locator(".layered .marks path")).to_have_count(0)
    assert [(before, after and after["severity"]) for before, after in said(page)] == [
        (None, "minor"),
        ("m0", "critical"),
        ("m1", "critical"),
        ("m2", None),
    ]
    text = TEXTS[1][2]
    after = said(page)[2][1]
    assert (text[after["start"] : after["end"]], after["comment"]) == ("warten.", "zu")
