"""A whole blind session: planned, judged on two machines by scripts, sent back, unblinded, told."""

import random
import re
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from bleu_core.people.sessions.plan import SessionPlan
from bleu_core.people.sessions.task import BlindTask
from bleu_core.workspace import Workspace, sessions

from .conftest import choose, running_server, score_of_b, uploader
from .hearing import frames
from .judging import SYSTEMS, browser_of, state
from .runs import settle

pytestmark = pytest.mark.slow

SIZE = 12
KEYS = {"ArrowLeft": "left", "ArrowRight": "right", "s": "same", "x": "bad"}
IMPORT = "Task or answers"


@pytest.fixture
def files(tmp_path) -> list[Path]:
    paths = []
    for name, word in (*zip(SYSTEMS, "bc", strict=True), ("reference", "a")):
        path = tmp_path / f"{name}.txt"
        path.write_text("".join(f"{word} line {n} of the evening\n" for n in range(SIZE)))
        paths.append(path)
    return paths


def import_file(page: Page, path: Path, told: str) -> None:
    page.get_by_text("Import session file").click()
    uploader(page, IMPORT).set_input_files(path)
    expect(page.get_by_role("status").filter(has_text=told)).to_be_visible()
    settle(page)


def planned(page: Page, url: str, files: list[Path]) -> None:
    """A test set is opened, and a session of all of it made for two."""
    page.goto(f"{url}/data")
    choose(page, *files)
    expect(score_of_b(page)).to_be_visible()
    settle(page)
    page.get_by_role("link", name="Judge", exact=True).click()
    page.get_by_role("button", name="Other plan").click()
    page.get_by_role("textbox", name="Annotators").fill("Ana\nBen")
    page.get_by_role("spinbutton", name="Repeats (%)").fill("0")
    page.get_by_role("spinbutton", name="Repeats (%)").press("Enter")
    expect(page.get_by_text(f"Each annotator judges {SIZE} items")).to_be_visible()
    settle(page)
    page.get_by_role("button", name="Create session").click()
    expect(page.get_by_role("table", name="Sessions")).to_contain_text("in progress")
    settle(page)


def downloaded(page: Page, button: str, path: Path) -> Path:
    with page.expect_download() as download:
        page.get_by_role("button", name=button, exact=True).click()
    download.value.save_as(path)
    return path


def judged(page: Page, keys: list[str]) -> None:
    for place, key in enumerate(keys, 1):
        expect(page.locator(".where")).to_have_text(f"{place} of {SIZE}")
        page.keyboard.press(key)
    expect(state(page)).to_have_text("saved")


def preferred(
    plan: SessionPlan, task: BlindTask, annotator: str, keys: list[str]
) -> dict[int, str]:
    order = dict(task.orders)[annotator]
    said = {}
    for item, key in zip(order, keys, strict=True):
        where = plan.items[item]
        said[item] = {"left": where.left, "right": where.right}.get(KEYS[key], KEYS[key])
    return said


def won(said: list[dict[int, str]]) -> tuple[int, int, int]:
    """Segments that each system won by more votes, and ties."""
    counts: Counter[int] = Counter()
    for item in said[0]:
        votes = [one[item] for one in said]
        lead = votes.count(SYSTEMS[0]) - votes.count(SYSTEMS[1])
        counts[(lead > 0) - (lead < 0)] += 1
    return counts[1], counts[-1], counts[0]


def test_two_annotators_on_two_machines_are_told_as_they_pressed(browser, tmp_path, files) -> None:
    scripts = random.Random(11)
    ana, ben = (scripts.choices(list(KEYS), k=SIZE) for _ in range(2))
    homes = tmp_path / "maker", tmp_path / "other"
    with (
        running_server(tmp_path / "log.txt", BLEUSCOPE_HOME=str(homes[0])) as url,
        running_server(tmp_path / "other.txt", BLEUSCOPE_HOME=str(homes[1])) as elsewhere,
    ):
        maker = browser_of(browser, url, "Mia").new_page()
        planned(maker, url, files)
        task_file = downloaded(maker, "Export task", tmp_path / "task.jsonl")
        (session,) = sessions.load_sessions(Workspace.open(homes[0]))
        assert session.plan is not None
        here = browser_of(browser, url, "Ana").new_page()
        here.goto(f"{url}/judge?task={session.id}")
        judged(here, ana)
        expect(here.locator(".ending")).to_be_visible()
        there = browser_of(browser, elsewhere, "Ben").new_page()
        told = frames(there, "framesent", "framereceived")
        there.goto(f"{elsewhere}/judge")
        import_file(there, task_file, "imported.")
        there.get_by_role("button", name="Judge", exact=True).click()
        judged(there, ben)
        answers = downloaded(there, "Download my answers", tmp_path / "answers.jsonl")
        told += [there.content(), there.url, task_file.read_text(), answers.read_text()]
        assert any("of the evening" in frame for frame in told)
        for secret in (*SYSTEMS, session.plan.test_set, str(session.plan.seed)):
            assert not [frame[:200] for frame in told if secret in frame], secret
        maker.goto(f"{url}/judge?data={session.plan.test_set}&session={session.id}")
        import_file(maker, answers, "Imported.")
        maker.get_by_role("button", name="Unblind …").click()
        maker.get_by_role("button", name="Unblind", exact=True).click()
        expect(maker).to_have_url(re.compile(r"judge=results"))
        expect(maker.get_by_role("table", name="Preferences", exact=True)).to_be_visible()
        settle(maker)
        both = (("Ana", ana), ("Ben", ben))
        said = [preferred(session.plan, session.task, name, keys) for name, keys in both]
        rows = maker.get_by_role("table", name="Preferences", exact=True).get_by_role("row")
        cells = [text.strip() for text in rows.nth(1).get_by_role("cell").all_inner_texts()]
        assert cells[:5] == [*SYSTEMS, *map(str, won(said))]
        for page in (maker, here, there):
            page.context.close()
