"""Blind sessions for tests in a browser, and somebody who judges them by a script."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from bleu_core import EvalSet, workspace
from bleu_core.people.sessions.plan import Ask, PlanItem, SessionPlan
from bleu_core.people.sessions.task import BlindTask, ItemAnswer, blind_task
from bleu_core.segments.marks import Mark, Rating
from bleu_core.workspace import Workspace, answers, sessions

from .conftest import visitor

SYSTEMS = ("Quuxotron-9", "Zyzzyva-4")
SEED = 918273645


class Made(NamedTuple):
    home: Path
    plan: SessionPlan
    task: BlindTask

    @property
    def link(self) -> str:
        return f"/judge?task={self.task.session}"

    def answers(self, annotator: str) -> list[ItemAnswer | None]:
        """In the order in which they were shown."""
        space = Workspace.open(self.home)
        said = {one.item: one for one in answers.load_answers(space, self.task.session, annotator)}
        return [said.get(item) for item in dict(self.task.orders)[annotator]]


def make(home: Path, size: int = 60, ask: Ask = "better") -> Made:
    """A session of two systems and two annotators, its last two items a repeat and a check."""
    segments = [f"segment {n} of the evening" for n in range(size)]
    data = EvalSet(
        {
            name: [f"{word} {text}" for text in segments]
            for name, word in zip(SYSTEMS, "bc", strict=True)
        },
        [[f"a {text}" for text in segments]],
        source=[f"el {text}" for text in segments],
        documents=["talk"] * size,
    )
    turned = SYSTEMS[::-1]
    items = [PlanItem(n, *(turned if n % 3 else SYSTEMS)) for n in range(size - 2)]
    items += [
        PlanItem(0, *turned, "repeat", 0),
        PlanItem(size - 1, "", "", "check", damaged="left"),
    ]
    plan = SessionPlan(
        name="Friday evening",
        test_set=data.digest,
        systems=SYSTEMS,
        seed=SEED,
        repeats=1 / size,
        checks=1 / size,
        annotators=("Ana", "Ben"),
        ask=ask,
        shows=("source", "references", "context"),
        made_by="Mia",
        made=1_700_000_000.0,
        items=tuple(items),
    )
    space, task = Workspace.open(home), blind_task(plan, data)
    workspace.save_comparison(space, data)
    sessions.save_session(space, plan, task)
    return Made(home, plan, task)


def finish(made: Made) -> None:
    """Answers of both by a script, who differ on some items; marks on the text; unblinding."""
    space, session = Workspace.open(made.home), made.task.session
    for place, name in enumerate(made.plan.annotators):
        for item in range(len(made.task.items)):
            said = "same" if item % 4 == 3 * place else ("left", "right")[item % 3 == 0]
            answers.save_answer(space, session, name, item, {"better": said})
    marks = (Mark("Accuracy", "major", 0, 1), Mark("Fluency", "minor", 2, 9))
    ratings = [
        Rating(n, system, "Ana", marks[: (n + at) % 3])
        for n in range(len(made.plan.items) - 2)
        for at, system in enumerate(SYSTEMS)
    ]
    workspace.import_ratings(space, made.plan.test_set, "marks.tsv", ratings)
    answers.unblind(space, session, "Mia")


def browser_of(browser: Browser, address: str, name: str, **options: object) -> BrowserContext:
    """The browser of somebody who has given a name."""
    context = visitor(browser, **options)
    context.add_cookies([{"name": "bleuscope-annotator", "value": name, "url": address}])
    return context


def shown(page: Page, made: Made, annotator: str, place: int) -> None:
    """Wait until the item of a place, from 1, is shown with its texts."""
    item = made.task.items[dict(made.task.orders)[annotator][place - 1]]
    expect(page.locator(".where")).to_have_text(f"{place} of {len(made.task.items)}")
    expect(page.locator(".output.left .text")).to_have_text(item.left)
    expect(page.locator(".output.right .text")).to_have_text(item.right)


def state(page: Page) -> Locator:
    return page.locator(".head .state")


def press(page: Page, keys: Sequence[str]) -> None:
    for key in keys:
        page.keyboard.press(key)
