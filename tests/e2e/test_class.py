"""A class in browsers: whatever its lesson says stays text, and all pages follow the teacher."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from bleu_core.teaching.lessons import set_text

from .conftest import running_server, visitor
from .hostile import HOSTILE, expect_nothing_came_alive
from .looks import TOUCHED
from .runs import go, reload, settle

STUDENTS, TEACHERS = "0123456789abcdef", "token-of-the-teacher"
SCRIPT, IMAGE, STYLE, MARKDOWN, FORMULA, RTL = HOSTILE
LONG = "x" * 300
CHOICES = [["A", f"{SCRIPT} {RTL}"], ["B", f"{FORMULA} {LONG[:100]}"], ["equal", IMAGE]]
HOSTILE_LESSON = {
    "name": "hostile",
    "title": f"{IMAGE} $x^2$",
    "text": f"{MARKDOWN} {LONG}",
    "question": f"{SCRIPT} $x^2$ {RTL}?",
    "answer": "better",
    "why": f"{STYLE} {{A.bleu}} {RTL}",
    "source": IMAGE,
    "choices": CHOICES,
}
NUMBER_LESSON = {
    "name": "number",
    "title": "A number",
    "text": "Text.",
    "question": "How many?",
    "answer": "A.m1",
    "why": "Because.",
    "source": "Own.",
}
BENCH = {
    "candidates": [f"=1+1 {SCRIPT} {RTL}", f"{STYLE} {MARKDOWN}"],
    "references": [f"{FORMULA} {IMAGE} {LONG}"],
}


def lesson_file() -> bytes:
    """What JSON writes of such texts is TOML, too."""
    lines = []
    for lesson in (HOSTILE_LESSON, NUMBER_LESSON):
        for head, table in (("[[lesson]]", lesson), ("[lesson.bench]", BENCH)):
            lines += [head, *(f"{name} = {json.dumps(value)}" for name, value in table.items())]
    return "\n".join(lines).encode()


@pytest.fixture
def class_of(browser, tmp_path) -> Iterator[dict[str, Page]]:
    """The pages of the teacher, the wall and two students."""
    room = {"BLEUSCOPE_CLASS": f"{STUDENTS} {TEACHERS}", "BLEUSCOPE_HOME": "off"}
    room["BLEUSCOPE_LESSONS"] = set_text(lesson_file(), "hostile.toml")
    tokens = {"desk": TEACHERS, "wall": f"{TEACHERS}&wall=yes", "ann": STUDENTS, "ben": STUDENTS}
    with running_server(tmp_path / "log.txt", **room) as url:
        looks = {"ann": TOUCHED}
        pages = {name: visitor(browser, **looks.get(name, {})).new_page() for name in tokens}
        for name, token in tokens.items():
            go(pages[name], f"{url}/?token={token}")
        yield pages
        for page in pages.values():
            page.context.close()


def nothing_came_alive(pages: dict[str, Page]) -> None:
    for page in pages.values():
        settle(page)
        expect_nothing_came_alive(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_class_answers_and_its_teacher_reveals(class_of) -> None:
    desk, wall, ann, ben = class_of.values()
    expect(wall.locator(".lesson .question")).to_have_text(HOSTILE_LESSON["question"])
    expect(wall.locator(".many")).to_have_text("0 of 2 answered")
    expect(wall.locator(".qr")).to_be_visible()
    ann.locator(".lesson .choice", has_text=SCRIPT).click()
    expect(ann.locator(".many")).to_have_text("1 of 2 answered")
    expect(ann.locator(".saved")).to_contain_text(SCRIPT)
    ann.locator(".lesson .choice", has_text=IMAGE).click()  # corrected
    expect(ann.locator(".lesson .choice[aria-pressed=true]")).to_contain_text(IMAGE)
    expect(wall.locator(".many")).to_have_text("1 of 2 answered")
    reload(ann)
    chosen = ann.locator(".lesson .choice", has_text=IMAGE)
    expect(chosen).to_have_attribute("aria-pressed", "true")
    ben.locator(".lesson .choice", has_text=SCRIPT).click()
    expect(wall.locator(".many")).to_have_text("2 of 2 answered")
    # Nobody follows the majority.
    for page in (wall, ann):
        expect(page.locator(".tally")).to_have_count(0)
        expect(page.locator(".bench .score")).to_have_count(0)
    desk.get_by_text("Answers", exact=True).click()
    expect(desk.locator(".tally")).to_be_visible()
    desk.get_by_role("button", name="Reveal answer").click()
    for page in class_of.values():
        expect(page.locator(".tally .label").nth(2)).to_contain_text(IMAGE)
        expect(page.locator(".tally .count")).to_have_text(["1", "0", "1"])
        expect(page.locator(".tally .right")).to_have_count(1)
        expect(page.locator(".bench .score").first).to_be_visible()
    expect(ann.locator(".verdict")).to_contain_text("Not quite")
    expect(chosen).to_have_attribute("aria-disabled", "true")
    nothing_came_alive(class_of)


def test_all_pages_follow_the_teacher_and_what_is_typed_stays(class_of) -> None:
    desk, wall, ann, ben = class_of.values()
    wall.get_by_role("button", name="Next lesson").click()
    for page in class_of.values():
        expect(page.locator(".lesson h2")).to_have_text("A number")
    field = ann.get_by_label("Your prediction")
    field.fill("1")
    for step, title in (("Previous", HOSTILE_LESSON["title"]), ("Next", "A number")):
        wall.get_by_role("button", name=f"{step} lesson").click()
        for page in (ann, ben):
            expect(page.locator(".lesson h2")).to_have_text(title)
    field.focus()
    ben.get_by_label("Your prediction").fill("many")
    ben.keyboard.press("Enter")
    expect(ben.get_by_role("alert")).to_contain_text("many")  # which is no number
    ben.get_by_label("Your prediction").fill("0")
    ben.keyboard.press("Enter")
    expect(ann.locator(".many")).to_have_text("1 of 2 answered")  # refreshed meanwhile
    expect(field).to_have_value("1")
    expect(field).to_be_focused()
    desk.get_by_role("button", name="Reveal answer").click()
    expect(field).to_be_hidden()  # too late
    expect(ann.locator(".again")).to_contain_text("“1” was not saved")
    expect(ben.locator(".again")).to_be_hidden()
    expect(wall.locator(".tally .bar")).to_have_count(1)
    desk.locator(".list .row").first.click()
    for page in (wall, ann, ben):
        expect(page.locator(".lesson h2")).to_have_text(HOSTILE_LESSON["title"])
