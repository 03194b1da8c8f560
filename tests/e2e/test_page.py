"""The interactive page as its reader opens it: a file, a browser, no network."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from bleu_core import Comparison, EvalSet
from bleu_core.explain.ngrams import evidence
from bleu_core.metrics import Chrf, MetricComparison, Ter, measure
from bleu_core.present.comparison_report import gather
from bleu_core.present.viewer import render_page, to_page
from bleu_core.present.viewer.contents import comparison_contents
from bleu_core.segments.columns import table_of
from bleu_core.segments.expressions import chosen
from bleu_core.significance.metric_tests import MetricSignificance
from tests.places import sample_lines

from .hearing import offline
from .hostile import HOSTILE_NAME, expect_nothing_came_alive, hostile_report
from .looks import look

OUTPUTS = sample_lines("apertium-direct.en"), sample_lines("apertium-pivot.en")
REFERENCES = [sample_lines("reference-1.en"), sample_lines("reference-2.en")]
SIZE = len(OUTPUTS[0])


def opinions(references: list[list[str]]) -> list[MetricComparison]:
    return [MetricComparison(*measure(one, OUTPUTS, references)) for one in (Chrf(), Ter())]


@pytest.fixture(scope="module")
def sample() -> Comparison:
    names = ("direct", "pivot")
    documents, kinds = sample_lines("documents.txt"), sample_lines("kinds.txt")
    data = EvalSet(
        dict(zip(names, OUTPUTS, strict=True)), REFERENCES, sample_lines("source.es"),
        documents=documents, metadata={"kind": kinds},
    )  # fmt: skip
    return Comparison.of(data)


@pytest.fixture(scope="module")
def contents(sample) -> dict:
    judged = [MetricSignificance(one) for one in opinions(REFERENCES)]
    ngrams = evidence(sample, sample.ledger.per_match)
    return comparison_contents(gather(sample, None, ngrams, opinions=judged))


@pytest.fixture(scope="module")
def sample_page(contents, tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("page") / "page.html"
    path.write_text(to_page(contents), encoding="utf-8")
    return path


@pytest.fixture
def visit(browser) -> Iterator[Callable[..., Page]]:
    """visit(path, hash): the page, of which nothing may complain or ask for anything."""
    opened: list[tuple[Page, Path, list[str]]] = []

    def go(path: Path, fragment: str = "", **options) -> Page:
        page, complaints = offline(browser, **options)
        opened.append((page, path, complaints))
        page.goto(f"{path.as_uri()}#{fragment}")
        expect(page.get_by_role("banner")).to_be_visible()
        return page

    yield go
    for page, path, complaints in opened:
        assert set(complaints) == {path.as_uri()}
        page.context.close()


def test_hostile_texts_stay_text_on_every_screen(visit, tmp_path) -> None:
    _, content = hostile_report(HOSTILE_NAME, f"B {HOSTILE_NAME}")
    path = tmp_path / "hostile.html"
    path.write_bytes(render_page(content))
    page = visit(path)
    for key, name in (("s", "Segments"), ("n", "N-grams"), ("l", "Slices"), ("o", "Overview")):
        page.keyboard.press("g")
        page.keyboard.press(key)
        link = page.get_by_role("link", name=name, exact=True)
        expect(link).to_have_attribute("aria-current", "page")
        expect_nothing_came_alive(page)
    page.goto(path.as_uri() + "#view=segments&sort=line")
    page.reload()
    expect(page.locator(".system.a .line")).to_have_text("<script>window.hacked = 1</script>")
    page.get_by_label("Find in segments").fill("</style></script>")
    page.keyboard.press("Enter")
    expect(page.locator(".count")).to_have_text("6 of 36")
    expect_nothing_came_alive(page)


def test_a_condition_that_this_comparison_lacks_is_told_and_the_others_hold(
    visit, sample, sample_page
) -> None:
    number = len(chosen('kind = "news"', table_of(sample)))
    page = visit(sample_page, "view=slices&part.topic=<b>x&part.kind=news&slice=gone")
    for name in ("topic: <b>x", "gone"):
        chip = page.locator("section:not([hidden])").get_by_role(
            "button", name=f"Remove the condition {name}"
        )
        expect(chip).to_have_text(f"{name} (not in this comparison) ✕")
    expect(page.locator(".filter-line")).to_contain_text(f"{number} of {SIZE} segments:")
    page.locator(".slices-view tr.opens").first.click()
    expect(page.locator(".count")).to_be_visible()
    assert "part.kind=news" in page.url


SHIFTS = """() => {
  const shifts = [];
  const take = (entries) => shifts.push(...entries.map(
    ({ value, sources }) => [value, ...sources.map(({ node }) => node?.className ?? "")]));
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  window.shiftsOfThePage = () => {
    take(observer.takeRecords());
    return shifts;
  };
}"""
# Fonts are there, nothing is left to do, and what was done has been painted.
SETTLED = """async () => {
  await document.fonts.ready;
  await new Promise((resolve) => { requestIdleCallback(resolve); });
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}"""


@pytest.mark.parametrize("screen", ["overview", "segments", "ngrams", "slices"])
def test_nothing_moves_while_a_page_opens(browser, sample_page, screen) -> None:
    page, _ = offline(browser)
    page.add_init_script(f"({SHIFTS})()")
    page.goto(f"{sample_page.as_uri()}#view={screen}")
    expect(page.locator("main > section:not([hidden])")).to_be_visible()
    page.evaluate(SETTLED)
    assert page.evaluate("window.shiftsOfThePage()") == []
    page.context.close()


def test_pages_are_accessible_and_fit_narrow_windows(visit, sample_page) -> None:
    page = visit(sample_page, "view=overview")
    look(page, windows=((390, 844), (720, 450), (1024, 768)), is_app=False)


def test_the_theme_is_chosen_and_kept(visit, sample_page) -> None:
    page = visit(sample_page, color_scheme="light")
    for scheme in ("light", "dark"):
        page.get_by_role("button", name="Theme:").click()
        paper = {"light": "rgb(255, 255, 255)", "dark": "rgb(17, 21, 28)"}[scheme]
        expect(page.locator("body")).to_have_css("background-color", paper)
    page.reload()
    expect(page.locator("body")).to_have_css("background-color", "rgb(17, 21, 28)")
