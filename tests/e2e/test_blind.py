"""A blind session judged in a browser, by scripts that judge nothing: presses, places, silence."""

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bleu_core import corpus_bleu, workspace
from bleu_core.people.sessions import session_files
from bleu_core.readers import File
from bleu_core.workspace import Workspace

from .hearing import frames
from .judging import SEED, SYSTEMS, Made, browser_of, make, press, shown, state
from .runs import settle

CHOICES = {"ArrowLeft": "left", "ArrowRight": "right", "s": "same", "x": "bad"}


def scripted(size: int) -> list[str]:
    return random.Random(7).choices(list(CHOICES), k=size)


def chosen(made: Made, annotator: str) -> list[str]:
    return [one.better if one else "" for one in made.answers(annotator)]


@pytest.fixture
def judge(browser, address) -> Iterator[Page]:
    context = browser_of(browser, address, "Ana")
    yield context.new_page()
    context.close()


def begin(page: Page, address: str, made: Made, annotator: str = "Ana") -> None:
    page.goto(address + made.link)
    shown(page, made, annotator, 1)


OF_AN_ITEM = {"left", "right", "source", "references", "before", "after", "answer"}


def items_in(heard: list[str]) -> list[dict[str, Any]]:
    """All items that a server sent."""
    found: list[dict[str, Any]] = []
    for frame in heard:
        for start in re.finditer(r'"content": (?=")', frame):
            content, _ = json.JSONDecoder().raw_decode(frame, start.end())
            found += json.loads(content).get("items", [])
    assert found
    return found


def figures(made: Made) -> list[str]:
    """BLEU of each system, as it is written on screens and in data."""
    data = workspace.load_comparison(Workspace.open(made.home), made.plan.test_set)
    assert data
    scores = [
        corpus_bleu(data.systems[name].to_pylist(), [one.to_pylist() for one in data.references])
        for name in SYSTEMS
    ]
    return [form.format(one.score) for one in scores for form in ("{:.1f}", "{:.2f}", "{!r}")]


def test_two_judge_blind_and_hear_nothing_else(browser, home, address, judge, tmp_path) -> None:
    made, keys = make(home, 12), scripted(12)
    heard = frames(judge, "framesent", "framereceived")
    begin(judge, address, made)
    press(judge, ["ArrowLeft", "x", "j", "k", "u", "n", "1", "s", "?", "Escape"])
    expect(state(judge)).to_have_text("saved")
    press(judge, ["k"] * 12)
    shown(judge, made, "Ana", 1)
    press(judge, keys)
    expect(judge.locator(".ending")).to_be_visible()
    expect(state(judge)).to_have_text("saved")
    assert chosen(made, "Ana") == [CHOICES[key] for key in keys]

    context = browser_of(browser, address, "Ben")
    page = context.new_page()
    begin(page, address, made, "Ben")
    expect(page.get_by_role("button", pressed=True)).to_have_count(0)
    press(page, ["ArrowRight"] * 3)
    expect(state(page)).to_have_text("saved")
    assert chosen(made, "Ana") == [CHOICES[key] for key in keys]
    assert chosen(made, "Ben") == ["right"] * 3 + [""] * 9
    # Whoever leaves comes back to the same place.
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_role("button", name="New session")).to_be_visible()
    expect(page).not_to_have_url(re.compile("task="))
    settle(page)
    page.goto(address + made.link)
    shown(page, made, "Ben", 4)
    context.close()

    settle(judge)
    kept = judge.evaluate("JSON.stringify([{...sessionStorage}, {...localStorage}])")
    texts = [*heard, judge.content(), judge.url, judge.title(), kept]
    all_of_it = "\n".join(texts).replace('\\"', '"')  # a component's data are a text in JSON
    assert "of the evening" in all_of_it
    for secret in (*SYSTEMS, str(SEED), made.plan.test_set, '"Mia"', '"Ben"', "damaged"):
        assert secret not in all_of_it, secret
    for item in items_in(heard):
        assert set(item) <= OF_AN_ITEM, item  # not what it repeats or checks, nor whose it is
        assert set(item["answer"]) <= {"better", "skipped"}
    for figure in figures(made):
        assert not re.search(rf"(?<![\d.]){re.escape(figure)}", all_of_it), figure
    assert not re.search("BLEU(?!scope)", all_of_it)
    assert judge.url == address + made.link
    assert "bleu" not in judge.locator("body").inner_text().lower()
    # At the end the answers are downloaded as they were pressed.
    with judge.expect_download() as download:
        judge.get_by_role("button", name="Download my answers").click()
    download.value.save_as(tmp_path / "answers.jsonl")
    text = (tmp_path / "answers.jsonl").read_text()
    lines = session_files.read_answer_lines(File("answers.jsonl", text.encode()))
    said = {one.item: one.better for one in session_files.read_answers(lines, made.task)}
    assert [said[item] for item in dict(made.task.orders)["Ana"]] == [CHOICES[key] for key in keys]
    assert not [secret for secret in (*SYSTEMS, str(SEED)) if secret in text]
