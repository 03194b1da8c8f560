"""A class in browsers, led by keys: whatever its lesson and its students write stays text."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from bleu_core.teaching.lessons import set_text

from .conftest import running_server, visitor
from .hostile import HOSTILE, expect_nothing_came_alive
from .runs import go, reload, settle

CODE, SECRET = "K7QMX", "a secret of the teacher's"
SCRIPT, IMAGE, STYLE, MARKDOWN, FORMULA, RTL = HOSTILE
LONG = "x" * 300
CONTROL = "\x07\x1b[31m"  # a bell, and red in a terminal
A, B, REFERENCE = f"=1+1 {SCRIPT} {RTL}", f"{STYLE} {MARKDOWN}", f"{FORMULA} {IMAGE} {LONG}"
WORDS = {
    "title": f"{IMAGE} $x^2$",
    "text": f"{MARKDOWN} {LONG}",
    "question": f"{SCRIPT} $x^2$ {RTL}?",
    "answer": "better",
    "why": f"{STYLE} {{A.bleu}} {RTL}",
    "source": IMAGE,
}
CHOICES = [["A", f"{SCRIPT} {RTL}"], ["B", f"{FORMULA} {LONG[:100]}"], ["equal", IMAGE]]
GOAL = f"{MARKDOWN} $x^2$ {RTL} {IMAGE}"


def lesson_file() -> bytes:
    """What JSON writes of such texts is TOML, too."""
    words = [f"{name} = {json.dumps(text)}" for name, text in WORDS.items()]
    tables = ["[bench]", f"candidates = {json.dumps([A, B])}"]
    tables += [
        f"references = {json.dumps([REFERENCE])}",
        "[challenge]",
        f"goal = {json.dumps(GOAL)}",
    ]
    return "\n".join([*words, f"choices = {json.dumps(CHOICES)}", *tables]).encode()


@pytest.fixture
def class_of(browser, tmp_path) -> Iterator[dict[str, Page]]:
    """The pages of the teacher, the wall and two students."""
    room = {"BLEUSCOPE_CLASS": CODE, "BLEUSCOPE_TEACHER": SECRET, "BLEUSCOPE_HOME": "off"}
    lessons = {"BLEUSCOPE_LESSONS": set_text(lesson_file(), "hostile.toml")}
    teach, learn = f"?teach={SECRET}", f"?room={CODE}"
    ways = {"desk": [teach], "wall": [teach, "learn?wall=yes"], "ann": [learn], "ben": [learn]}
    with running_server(tmp_path / "log.txt", **room, **lessons) as url:
        pages = {name: visitor(browser).new_page() for name in ways}
        for name, links in ways.items():
            for link in links:
                go(pages[name], f"{url}/{link}")
        yield pages
        for page in pages.values():
            page.context.close()


def nothing_came_alive(pages: dict[str, Page]) -> None:
    for page in pages.values():
        settle(page)
        expect_nothing_came_alive(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_class_is_led_and_what_its_lesson_and_students_write_stays_text(class_of) -> None:
    desk, wall, ann, ben = class_of.values()
    expect(wall.locator(".wall h2")).to_have_text(WORDS["question"])
    expect(wall.locator(".wall .kicker")).to_contain_text(WORDS["title"])
    expect(wall.locator(".live")).to_contain_text("2")
    expect(ann.locator(".strip .card")).to_have_count(0)
    desk.keyboard.press("o")
    expect(wall.locator(".many")).to_contain_text("0 of 2")
    settle(wall)
    # What is answered comes to the wall without a run of its page.
    asked: list[str] = []
    wall.context.on("request", lambda request: asked.append(request.url))
    ann.locator(".strip .choice", has_text=IMAGE).click()
    expect(ann.locator(".own b")).to_have_text(IMAGE)
    expect(wall.locator(".many")).to_contain_text("1 of 2")
    assert all("/class/news" in url for url in asked)
    reload(ann)
    expect(ann.locator(".own b")).to_have_text(IMAGE)
    expect(ann.locator(".strip .choice")).to_have_count(0)
    ben.locator(".strip .choice", has_text=SCRIPT).click()
    expect(wall.locator(".many")).to_contain_text("2 of 2")
    expect(wall.locator(".tally")).to_have_count(0)  # nobody follows the majority
    expect(ann.locator(".bench .score")).to_have_count(0)
    desk.keyboard.press("c")
    for page in (wall, ann):
        expect(page.locator(".tally .count")).to_have_text(["1", "0", "1"])
        expect(page.locator(".tally .right")).to_have_count(0)
    desk.get_by_text("Answers", exact=True).click()
    desk.keyboard.press("r")
    for page in class_of.values():
        expect(page.locator(".tally .label").nth(2)).to_contain_text(IMAGE)
        expect(page.locator(".tally .right")).to_have_count(1)
    expect(wall.locator(".answer")).to_contain_text("<")
    nothing_came_alive(class_of)
    desk.keyboard.press("v")
    expect(wall.locator(".wall .text.a")).to_contain_text(A)
    expect(wall.locator(".wall .reference")).to_contain_text(FORMULA)
    nothing_came_alive(class_of)
    desk.keyboard.press("h")
    expect(ann.locator(".strip .state")).to_contain_text("challenge")
    desk.keyboard.press("o")
    expect(ann.locator(".strip .question")).to_have_text(GOAL)
    settle(ann)
    edited = f"=cmd() {FORMULA} {RTL} {STYLE} {LONG[:200]}"
    ann.get_by_label("Candidate A", exact=True).fill(edited + CONTROL)
    expect(desk.locator(".best .edit")).to_contain_text(edited)
    expect(wall.locator(".best .edit")).to_have_count(0)
    desk.keyboard.press("c")
    expect(wall.locator(".best .edit")).to_contain_text(edited)
    for page in (ann, ben):
        expect(page.locator(".strip .state")).to_contain_text("closed")
    # Two runs that end on any page of this server before the browser asks for the file would
    # remove it: Streamlit ties a file that is written when it is pressed for to no page.
    nothing_came_alive(class_of)
    with desk.expect_download() as download:
        desk.get_by_role("button", name="Download answers (CSV)").click()
    text = Path(download.value.path()).read_text("utf-8-sig")
    assert not set("\x07\x1b") & set(text)
    rows = list(csv.DictReader(text.splitlines()))
    assert [row["asked"] for row in rows] == ["question", "question", "challenge"]
    cells = [cell for row in csv.reader(text.splitlines()) for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]
    assert any("cmd()" in cell for cell in cells)
