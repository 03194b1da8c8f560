"""The interactive page as its reader opens it: a file, a browser, no network."""

import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from bleu_core import Comparison, EvalSet
from bleu_core.common.formatting import format_small_delta
from bleu_core.explain.ngrams import evidence
from bleu_core.metrics import Bleu, Chrf, MetricComparison, Ter, measure
from bleu_core.metrics.formula import bleu_scores
from bleu_core.present.browser import BROWSER, link_files
from bleu_core.present.comparison_report import gather
from bleu_core.present.delta_bins import delta_bins
from bleu_core.present.viewer import render_page, to_page
from bleu_core.present.viewer.contents import comparison_contents
from bleu_core.segments.columns import table_of
from bleu_core.segments.expressions import chosen
from bleu_core.segments.worklist import SORTS, segment_order, step_along
from bleu_core.significance.metric_tests import MetricSignificance, compare_with_metric
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


def title(page: Page, number: int) -> None:
    """Which segment is open."""
    expect(page.locator(".head .number")).to_have_text(f"Segment {number}")


def count(page: Page, text: str) -> None:
    expect(page.locator(".summary .count")).to_have_text(text)


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
    expect(page.locator(".system.a .text")).to_have_text("<script>window.hacked = 1</script>")
    page.get_by_label("Find in segments").fill("</style></script>")
    page.keyboard.press("Enter")
    count(page, "1 of 6 segments (36 in total)")
    expect_nothing_came_alive(page)


def test_keys_walk_the_list_and_links_and_back_lead_there(visit, sample, sample_page) -> None:
    order = [int(row) + 1 for row in segment_order(sample, "carried", descending=True)]
    page = visit(sample_page)
    page.get_by_role("link", name="Segments", exact=True).click()
    title(page, order[0])
    for key in "jj":
        page.keyboard.press(key)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("d")
    title(page, order[1])
    expect(page.get_by_role("button", name="A ≠ B", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    page.get_by_label("Order").select_option("line")
    title(page, 1)
    page.keyboard.press("k")
    title(page, 1)
    page.get_by_role("row", name="5", exact=False).nth(1).click()
    page.wait_for_url("**seg=*")
    link = page.url
    shown = page.locator(".head .number").text_content()
    page.go_back()
    title(page, 1)
    page.go_back()
    title(page, order[1])
    page.goto(link)
    expect(page.locator(".head .number")).to_have_text(shown)
    page.reload()
    expect(page.locator(".head .number")).to_have_text(shown)
    expect(page.locator("tr.selected")).to_be_in_viewport()


def test_conditions_filter_with_bleu_and_points_of_the_part(visit, sample, sample_page) -> None:
    def expect_part(expression: str) -> None:
        rows = chosen(expression, table_of(sample))
        sums = [stats.matrix[rows].sum(axis=0) for stats in (sample.stats_a, sample.stats_b)]
        a, b = bleu_scores(np.array(sums), sample.config)
        count(page, f"1 of {len(rows)} segments ({SIZE} in total)")
        expect(page.locator(".scores")).to_contain_text(f"BLEU A {a:.2f} B {b:.2f}")
        points = format_small_delta(sample.ledger.of(rows))
        expect(page.locator(".summary .points")).to_contain_text(f"{points} of Δ")

    page = visit(sample_page, "view=segments")
    page.get_by_label("Slice", exact=True).select_option("news")
    expect_part('kind = "news"')
    page.get_by_label("Δ (B − A)").select_option("B lost (Δ < 0)")
    expect_part('kind = "news" and delta < 0')
    different = (~table_of(sample).flags("same")).sum()
    page.get_by_label("Flag").select_option(f"not same ({different})")
    page.get_by_label("Δ (B − A)").select_option("B gained (Δ > 0)")
    expect_part('kind = "news" and not same and delta > 0')
    page.get_by_role("button", name="Remove the condition kind: news").click()
    expect_part("not same and delta > 0")
    expect(page.get_by_label("Slice", exact=True)).to_have_value("Slice")
    page.get_by_label("Document").select_option("news-1")
    page.reload()
    expect_part('not same and delta > 0 and document = "news-1"')
    page.goto(sample_page.as_uri() + "#view=segments")
    page.keyboard.press("/")
    page.keyboard.type("At")
    expect_part('text contains "at"')
    expect(page.locator(".opened mark").first).to_have_text("at", ignore_case=True)
    page.get_by_label("Search text in").select_option("in B, not A")
    expect_part('b contains "at" and not a contains "at"')
    page.go_back()
    page.go_back()
    count(page, f"1 of {SIZE} segments")


def test_a_condition_that_this_comparison_lacks_is_told_and_the_others_hold(
    visit, sample, sample_page
) -> None:
    number = len(chosen('kind = "news"', table_of(sample)))
    for screen in ("segments", "slices"):
        page = visit(sample_page, f"view={screen}&part.topic=<b>x&part.kind=news&slice=gone")
        for name in ("topic: <b>x", "gone"):
            chip = page.locator("section:not([hidden])").get_by_role(
                "button", name=f"Remove the condition {name}"
            )
            expect(chip).to_have_text(f"{name} (not in this comparison) ✕")
    expect(page.locator(".filter-line")).to_contain_text(f"{number} of {SIZE} segments:")
    page.locator(".slices-list tr.opens").first.click()
    expect(page.locator(".summary .count")).to_be_visible()
    assert "part.kind=news" in page.url


def test_a_range_of_the_strip_filters_and_a_press_clears_it(visit, sample, sample_page) -> None:
    bins = delta_bins(sample.sentence_deltas)
    page = visit(sample_page, "view=segments")
    plot = page.locator(".delta-strip .plot")

    def at(number: int) -> tuple[float, float]:
        box = plot.bounding_box()
        assert box is not None
        return box["x"] + box["width"] * (number + 0.5) / len(bins), box["y"] + 15

    told = page.locator(".delta-strip .now")
    for number in (0, 18, 20, 21, 41):
        page.mouse.move(*at(number))
        expect(told).to_have_text(bins[number].text)
    page.mouse.move(*at(5))
    page.mouse.down()
    page.mouse.move(*at(24), steps=4)
    page.mouse.up()
    number = sum(one.segments for one in bins[5:25])
    count(page, f"1 of {number} segments ({SIZE} in total)")
    page.mouse.click(*at(30))
    count(page, f"1 of {SIZE} segments")
    page.get_by_role("slider", name="Largest Δ").press("ArrowLeft")
    count(page, f"1 of {sum(one.segments for one in bins[:-1])} segments ({SIZE} in total)")


def test_the_verdict_leads_to_its_segments_and_ngrams(visit, sample_page) -> None:
    page = visit(sample_page)
    page.get_by_text("Largest contributions (").click()
    page.get_by_role("link", name="half of the losses").click()
    expect(page.get_by_label("Order")).to_have_value("points")
    page.goto(sample_page.as_uri() + "#view=ngrams&find=%22in%22")
    expect(page.get_by_label("Search n-grams")).to_have_value('"in"')
    rows = page.locator(".listed tbody tr td:first-child")
    assert all("in" in text.split() for text in rows.all_text_contents())
    page.get_by_label("Search n-grams").fill("the")
    expect(rows.first).to_contain_text("the")
    page.reload()
    expect(page.get_by_label("Search n-grams")).to_have_value("the")


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


def test_a_long_list_has_few_rows_and_says_where_texts_are_missing(
    visit, contents, tmp_path
) -> None:
    long = json.loads(json.dumps(contents))
    (only,) = long["sets"]
    times = 20

    def repeat(values: list) -> list:
        return values * times

    only |= {"size": SIZE * times, "shown": list(range(SIZE))}
    for system in only["systems"]:
        system["statistics"] = list(map(repeat, system["statistics"]))
    for column in only["columns"] + only["pairs"][0]["columns"]:
        column["values"] = repeat(column["values"])
    only["pairs"][0]["metrics"] = []
    path = tmp_path / "long.html"
    path.write_text(to_page(long), encoding="utf-8")
    page = visit(path, "view=segments&sort=line")
    rows = page.locator(".worklist tbody:not(.room) tr")
    expect(rows.first).to_contain_text("1")
    assert rows.count() <= 100
    page.locator(".worklist").evaluate("node => { node.scrollTop = node.scrollHeight; }")
    last = rows.filter(has_text=f"{SIZE * times:,}")
    expect(last).to_be_in_viewport()
    assert rows.count() <= 100
    last.click()
    expect(page.locator(".opened")).to_contain_text("The texts of this segment are not in this")
    page.keyboard.press("k")
    expect(page.locator(".head")).to_contain_text(f"Segment {SIZE * times - 1:,}")
    slow = page.evaluate(WALK)
    assert slow < 1000, slow  # 50 on an idle machine


# The milliseconds of the slowest but two of 30 steps, with their layout.
WALK = """() => {
  const times = Array.from({ length: 30 }, () => {
    const start = performance.now();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "k", bubbles: true }));
    document.body.offsetHeight;
    return performance.now() - start;
  });
  return times.sort((x, y) => x - y)[27];
}"""


@pytest.mark.parametrize("screen", ["view=overview", "view=segments&delta=..0"])
def test_pages_are_accessible_and_fit_narrow_windows(visit, sample_page, screen) -> None:
    page = visit(sample_page, screen)
    look(page, windows=((390, 844), (720, 450), (1024, 768)), is_app=False)


def test_a_phone_shows_the_list_or_the_segment(visit, sample_page) -> None:
    page = visit(sample_page, "view=segments", viewport={"width": 390, "height": 844})
    row = page.locator(".worklist tr.opens").nth(3)
    row.click()
    expect(row).to_be_hidden()
    expect(page.locator(".opened .system.a")).to_be_visible()
    page.get_by_role("button", name="All segments").click()
    expect(row).to_be_visible()
    expect(page.locator(".opened .system.a")).to_be_hidden()


def test_the_theme_is_chosen_and_kept(visit, sample_page) -> None:
    page = visit(sample_page, color_scheme="light")
    for scheme in ("light", "dark"):
        page.get_by_role("button", name="Theme:").click()
        paper = {"light": "rgb(255, 255, 255)", "dark": "rgb(17, 21, 28)"}[scheme]
        expect(page.locator("body")).to_have_css("background-color", paper)
    page.reload()
    expect(page.locator("body")).to_have_css("background-color", "rgb(17, 21, 28)")


MISSING = [3, 4, 100]


def test_orders_and_steps_are_those_of_the_core(open_page, sample, contents) -> None:
    judged = [compare_with_metric(sample, Bleu(sample.config)), *opinions(REFERENCES)]
    metrics = {one.about.key: one for one in judged}
    table = table_of(sample, opinions=metrics)
    columns = ["column:a.ratio", "column:similarity", "column:delta.ter", "column:gain.ter"]
    keys = [*SORTS, "metric:chrf", "metric:ter", "disagree:chrf", "disagree:ter,chrf", *columns]
    script = link_files(BROWSER.parent / "viewer" / "worklist.js")
    body = """
const { doc, keys, steps, missing } = JSON.parse(text), [set] = doc.sets, [pair] = set.pairs;
const rows = Array.from({ length: set.size }, (_, i) => i);
const values = rows.map((i) => (missing.includes(i) ? null : Math.floor(i / 3)));
pair.columns.push({ name: "gaps", about: "", kind: "number", values });
const sorts = [...keys, "column:gaps"].flatMap((key) => [key, "-" + key]);
const orders = sorts.map((sort) => orderOf(sort, set, pair));
return [orders, steps.map(([rows, start, by]) => stepAlong(rows, orders[1], start, by))];"""
    everything = segment_order(sample, "line", descending=True)
    draw = np.random.default_rng(32)
    steps = []
    for _ in range(60):
        rows = everything[draw.random(SIZE) < 0.1]
        steps.append((rows.tolist(), int(draw.integers(SIZE)), int(draw.integers(-9, 9)) or 1))
    given = json.dumps({"doc": contents, "keys": keys, "steps": steps, "missing": MISSING})
    orders, walked = open_page("about:blank").evaluate(f"(text) => {{ {script}\n{body} }}", given)
    both = [(key, descending) for key in keys for descending in (False, True)]
    *orders, smallest, largest = orders
    known = np.array([math.nan if row in MISSING else row // 3 for row in range(SIZE)])
    assert smallest == np.argsort(known, kind="stable").tolist()
    assert largest == np.argsort(-known, kind="stable").tolist()
    for (key, descending), order in zip(both, orders, strict=True):
        expected = segment_order(sample, key, descending, metrics, table)
        assert order == expected.tolist(), (key, descending)
    for (rows, start, by), (there, reached) in zip(steps, walked, strict=True):
        expected_step = step_along(np.array(rows, int), everything, start, by)
        assert (there, reached) == expected_step, (start, by)
