"""A class in browsers: the teacher leads by keys, students answer, the wall draws what comes in."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from bleu_core import corpus_bleu
from bleu_core.teaching.lessons import all_lessons

from .conftest import running_server, visitor
from .runs import settle

CODE, SECRET = "K7QMX", "a secret of the teacher's"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
PROJECTOR = {"viewport": {"width": 683, "height": 512}}
Come = Callable[..., Page]


@pytest.fixture
def come(browser: Browser, tmp_path: Path) -> Iterator[Come]:
    """come("?room=K7QMX"): somebody's browser, by that link; each test has a class of its own."""
    made = []
    room = {"BLEUSCOPE_CLASS": CODE, "BLEUSCOPE_TEACHER": SECRET, "BLEUSCOPE_HOME": "off"}
    with running_server(tmp_path / "log.txt", **room) as url:

        def visit(link: str, then: str = "", **options: object) -> Page:
            context = visitor(browser, **options)
            made.append(context)
            page = context.new_page()
            page.goto(f"{url}/{link}")
            settle(page)
            if then:
                page.goto(f"{url}/{then}")
                settle(page)
            return page

        yield visit
        for context in made:
            context.close()


@pytest.fixture
def teacher(come: Come) -> Page:
    page = come(f"?teach={SECRET}")
    expect(page.locator(".desk .here")).to_contain_text("0 here")
    return page


@pytest.fixture
def wall(come: Come, teacher: Page) -> Page:
    return come(f"?teach={SECRET}", "learn?wall=yes", **PROJECTOR)


def student(come: Come) -> Page:
    return come(f"?room={CODE}", **PHONE)


def answer(page: Page, text: str) -> None:
    page.get_by_label("Your answer").fill(text)
    page.keyboard.press("Enter")


def test_a_question_is_led_by_keys_and_its_answers_are_on_the_wall(
    come: Come, teacher: Page, wall: Page
) -> None:
    ana, ben = student(come), student(come)
    expect(wall.locator(".live")).to_have_text("2 here")
    expect(wall.get_by_role("img", name="QR code")).to_be_visible()
    expect(ana.locator(".strip .state")).to_have_text("The question comes soon.")
    expect(ana.locator(".strip .card")).to_have_count(0)
    teacher.keyboard.press("o")
    answer(ana, "10")
    expect(ana.locator(".strip .state")).to_have_text("The question is open. Your answer is taken.")
    expect(ana.get_by_label("Your answer")).to_have_count(0)
    expect(wall.locator(".many")).to_have_text("1 of 2 answered")
    answer(ben, "many")
    expect(ben.get_by_role("alert")).to_contain_text("“many” is no number")
    answer(ben, "12")
    expect(teacher.locator(".desk .here")).to_have_text("2 here · 2 of 2 answered")
    expect(wall.locator(".tally")).to_have_count(0)  # nobody follows the majority
    teacher.keyboard.press("c")
    for page in (wall, ana):
        expect(page.locator(".tally .bar")).to_have_text(["101", "121"])
        expect(page.locator(".tally .right")).to_have_count(0)
    teacher.keyboard.press("r")
    for page in (wall, ana):
        expect(page.locator(".tally .bar")).to_have_text(["✓ 101", "121"])
        expect(page.locator(".tallynote")).to_have_text("1 of 2 right (50 %).")
    expect(ana.locator(".own")).to_have_text("Your answer: 10 ✓ Right.")
    expect(ben.locator(".own")).to_have_text("Your answer: 12 ✗ Not quite.")


def test_an_answer_is_on_the_wall_without_a_run_of_its_page(
    come: Come, teacher: Page, wall: Page
) -> None:
    ana = student(come)
    teacher.keyboard.press("o")
    expect(wall.locator(".many")).to_have_text("0 of 1 answered")
    settle(wall)
    sent: list[object] = []
    wall.evaluate("() => { window.untouched = true; }")
    wall.context.on("request", lambda request: sent.append(request.url))
    script = wall.locator("[data-test-script-state=notRunning]")
    expect(script).to_be_attached()
    answer(ana, "10")
    expect(wall.locator(".many")).to_have_text("1 of 1 answered")
    expect(script).to_be_attached()
    assert all("/class/news" in str(url) for url in sent)


def test_the_first_answer_counts_and_a_reload_leaves_it(come: Come, teacher: Page) -> None:
    ana = student(come)
    teacher.keyboard.press("o")
    answer(ana, "9")
    expect(ana.locator(".own")).to_have_text("Your answer: 9")
    ana.reload()
    settle(ana)
    expect(ana.locator(".own")).to_have_text("Your answer: 9")
    expect(ana.get_by_label("Your answer")).to_have_count(0)


def test_a_vote_is_told_beside_bleus_opinion(come: Come, teacher: Page, wall: Page) -> None:
    ana = student(come)
    teacher.keyboard.press("v")
    expect(ana.locator(".strip .state")).to_have_text("The vote comes soon.")
    teacher.keyboard.press("o")
    bench = all_lessons()["two-candidates"].prepared
    ana.get_by_role("button", name=bench.candidates[1]).click()
    expect(wall.locator(".many")).to_have_text("1 of 1 answered")
    teacher.keyboard.press("r")
    references = [[text] for text in bench.references]
    a, b = (corpus_bleu([text], references, bench.config).score for text in bench.candidates)
    opinion = f"BLEU finds A better: A {a:.2f}, B {b:.2f}."
    for page in (wall, ana):
        expect(page.locator(".tally .bar")).to_have_text(
            ["A (BLEU’s opinion)0", "B1", "About equally good0"]
        )
        expect(page.locator(".tallynote")).to_contain_text(opinion)


def test_the_next_lesson_comes_to_who_follows_and_not_to_who_is_alone(
    come: Come, teacher: Page, wall: Page
) -> None:
    ana, ben = student(come), student(come)
    titles = [lesson.title for lesson in all_lessons().values()]
    ben.get_by_role("button", name="Go on alone").click()
    expect(ben.locator(".strip .state")).to_contain_text("On your own.")
    teacher.keyboard.press("n")
    expect(wall.locator(".kicker").first).to_contain_text(titles[1])
    expect(ana.locator(".lesson h2")).to_have_text(titles[1])
    expect(ben.locator(".strip .state")).to_contain_text(f"The class: {titles[1]}.")
    expect(ben.locator(".lesson h2")).to_have_text(titles[0])
    ben.get_by_role("button", name="Back to the class").click()
    expect(ben.locator(".lesson h2")).to_have_text(titles[1])
    wall.keyboard.press("p")  # the teacher's keys are the wall's too
    for page in (ana, ben, teacher):
        expect(page.locator(".lesson h2")).to_have_text(titles[0])


def test_the_best_edit_is_on_the_wall_once_it_is_closed(
    come: Come, teacher: Page, wall: Page
) -> None:
    ana = student(come)
    lesson = all_lessons()["game"]
    teacher.get_by_text(lesson.title, exact=True).first.click()
    expect(wall.locator(".kicker").first).to_contain_text(lesson.title)
    teacher.keyboard.press("h")
    expect(ana.locator(".strip .state")).to_have_text("The challenge comes soon.")
    teacher.keyboard.press("o")
    expect(ana.locator(".strip .state")).to_have_text("The challenge is open.")
    settle(ana)  # the bench, which was covered, is drawn after the strip
    edited = lesson.prepared.candidates[0].replace("Minister", "The minister", 1)
    ana.get_by_label("Candidate A", exact=True).fill(edited)
    expect(wall.locator(".best li")).to_have_count(1)
    expect(wall.locator(".best .edit")).to_have_count(0)
    teacher.keyboard.press("c")
    expect(wall.locator(".best .edit")).to_have_text(edited)


def test_the_teacher_takes_the_answers_home(come: Come, teacher: Page) -> None:
    ana = student(come)
    teacher.keyboard.press("o")
    answer(ana, "10")
    expect(teacher.locator(".desk .here")).to_contain_text("1 of 1 answered")
    with teacher.expect_download() as download:
        teacher.get_by_role("button", name="Download the answers as CSV").click()
    with Path(download.value.path()).open(newline="", encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    assert [(row["asked"], row["answer"], row["right"]) for row in rows] == [
        ("question", "10", "yes")
    ]
