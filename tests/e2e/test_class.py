"""A class at length: a number, a vote, and who goes alone."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from bleu_core import corpus_bleu
from bleu_core.present.browser import link_files
from bleu_core.teaching.lessons import all_lessons
from tests.places import ROOT

from .conftest import running_server, visitor
from .looks import TOUCHED
from .runs import go, reload, settle

pytestmark = pytest.mark.slow
CODE, SECRET = "ABCDE", "what only the teacher knows"
STRIP = ROOT / "pages" / "ui" / "classroom" / "strip" / "strip.js"
Come = Callable[..., Page]


@pytest.fixture
def room(tmp_path) -> Iterator[str]:
    """The address of a server with a room that nobody is in."""
    room = {"BLEUSCOPE_CLASS": CODE, "BLEUSCOPE_TEACHER": SECRET, "BLEUSCOPE_HOME": "off"}
    with running_server(tmp_path / "log.txt", **room) as url:
        yield url


@pytest.fixture
def come(browser, room) -> Iterator[Come]:
    """come("?room=CODE"): somebody's browser, by that link."""
    contexts = []

    def visit(link: str = "", then: str = "", **options: object) -> Page:
        contexts.append(visitor(browser, **options))
        page = contexts[-1].new_page()
        page.goto(f"{room}/{link}")
        if link:
            settle(page)
        if then:
            go(page, f"{room}/{then}")
        return page

    yield visit
    for context in contexts:
        context.close()


@pytest.fixture
def desk(come) -> Page:
    return come(f"?teach={SECRET}")


@pytest.fixture
def wall(come, desk) -> Page:
    return come(f"?teach={SECRET}", "learn?wall=yes", viewport={"width": 683, "height": 512})


@pytest.fixture
def student(come) -> Page:
    """A student's browser, at the door."""
    return come(**TOUCHED)


def inside(come: Come) -> Page:
    return come(f"?room={CODE}", **TOUCHED)


def answer(page: Page, text: str) -> None:
    page.get_by_label("Your answer").fill(text)
    page.keyboard.press("Enter")


def enter(page: Page, code: str = CODE) -> None:
    page.get_by_label("Class code").fill(code)
    page.get_by_role("button", name="Join").click()


def lead(page: Page, step: str) -> None:
    button = page.locator(".desk").get_by_role("button", name=re.compile(f"^{step}"))
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")


def open_wall(page: Page) -> Page:
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Open projector view").click()
    wall = opened.value
    settle(wall)
    return wall


def test_a_number_is_answered_once_and_told_when_it_is_time(come, desk, wall, student) -> None:
    enter(student, "WRONG")
    expect(student.get_by_role("alert")).to_contain_text("not the class code")
    enter(student)
    settle(student)
    ana, many = inside(come), wall.locator(".many")
    lead(desk, "Open")
    expect(many).to_have_text("0 of 2 answered")
    answer(student, "many")
    expect(student.get_by_role("alert")).to_contain_text("many")  # which is no number
    answer(student, "10")
    expect(student.locator(".own")).to_contain_text("10")
    expect(many).to_have_text("1 of 2 answered")
    answer(ana, "17")
    expect(many).to_have_text("2 of 2 answered")
    # The first answer counts, and nobody sees what the others think.
    reload(student)
    expect(student.locator(".strip")).to_contain_text("Your answer: 10")
    expect(student.get_by_label("Your answer")).to_have_count(0)
    for page in (wall, student):
        expect(page.locator(".tally")).to_have_count(0)
    expect(student.locator(".bench .score")).to_have_count(0)
    lead(desk, "Close")
    for page in (wall, student):
        expect(page.locator(".tally .count")).to_have_text(["1", "1"])
        expect(page.locator(".tally .right")).to_have_count(0)
    expect(wall.locator(".bench .score")).to_have_count(0)
    lead(desk, "Reveal")
    expect(wall.locator(".wall")).to_contain_text("Answer: 10")
    expect(wall.locator(".tally .right .count")).to_have_text("1")
    expect(student.locator(".bench .score").first).to_be_visible()
    reload(student)
    expect(student.locator(".strip")).to_contain_text("Your answer: 10 ✓ Right")


def test_a_vote_is_told_beside_bleus_opinion(come, desk, wall) -> None:
    ana = inside(come)
    desk.keyboard.press("v")
    expect(ana.locator(".strip .state")).to_have_text("The vote starts soon.")
    desk.keyboard.press("o")
    bench = all_lessons()["two-candidates"].prepared
    ana.get_by_role("button", name=bench.candidates[1]).click()
    expect(wall.locator(".many")).to_have_text("1 of 1 answered")
    desk.keyboard.press("r")
    references = [[text] for text in bench.references]
    a, b = (corpus_bleu([text], references, bench.config).score for text in bench.candidates)
    opinion = f"BLEU finds A better: A {a:.2f}, B {b:.2f}."
    for page in (wall, ana):
        expect(page.locator(".tally .bar")).to_have_text(
            ["A (BLEU’s opinion)0", "B1", "About equally good0"]
        )
        expect(page.locator(".tallynote")).to_contain_text(opinion)


def test_the_next_lesson_comes_to_who_follows_and_not_to_who_is_alone(come, desk, wall) -> None:
    ana, ben = inside(come), inside(come)
    titles = [lesson.title for lesson in all_lessons().values()]
    ben.get_by_role("button", name="Work alone").click()
    expect(ben.locator(".strip .state")).to_contain_text("Working alone.")
    desk.keyboard.press("n")
    expect(wall.locator(".kicker").first).to_contain_text(titles[1])
    expect(ana.locator(".lesson h2")).to_have_text(titles[1])
    expect(ben.locator(".strip .state")).to_contain_text(f"The class: {titles[1]}.")
    expect(ben.locator(".lesson h2")).to_have_text(titles[0])
    ben.get_by_role("button", name="Back to the class").click()
    expect(ben.locator(".lesson h2")).to_have_text(titles[1])
    wall.keyboard.press("p")  # the teacher's keys are the wall's too
    for page in (ana, ben, desk):
        expect(page.locator(".lesson h2")).to_have_text(titles[0])


def test_a_page_that_the_server_has_forgotten_is_loaded_again(open_page) -> None:
    page = open_page("about:blank")
    script = link_files(STRIP).replace("export default function", "void function")
    page.evaluate(f"""() => {{ {script}
      const root = document.body;
      Object.assign(window, {{ isOld: true, sent: [] }});
      Object.assign(root, {{ heard: 1, news: {{ version: 3 }} }});
      root.send = (...message) => window.sent.push(message);
      for (const lost of [false, true, true, false, false]) {{ root.lost = lost; askAgain(root); }}
    }}""")
    assert page.evaluate("window.sent") == [["behind", 3]]
    page.wait_for_function("!window.isOld")
