"""The list of segments in a page: what each entry shows, its order and filter, its keys."""

import math
import re
from collections.abc import Callable

import numpy as np
from playwright.sync_api import Locator, Page, expect

from bleu_core import Comparison
from bleu_core.common.formatting import (
    format_delta,
    format_number,
    format_score,
    format_small_delta,
)
from bleu_core.metrics import Bleu
from bleu_core.metrics.formula import bleu_scores
from bleu_core.present.charts import delta_bins
from bleu_core.segments.columns import table_of
from bleu_core.segments.expressions import chosen
from bleu_core.segments.worklist import SORTS, segment_order, step_along
from bleu_core.significance.metric_tests import compare_with_metric
from tests.places import sample_lines

from .page_documents import PAGE, longer_sample, metric_comparisons, sample_contents

VIEW, READY = "segments", ".count"
SCRIPTS = [PAGE / "embedded.js"]
SOURCE, DOCUMENTS = sample_lines("source.es"), sample_lines("documents.txt")
SIZE = len(SOURCE)


def entries(page: Page) -> Locator:
    return page.get_by_role("grid", name="Segments").get_by_role("row")


def marked_entry(page: Page) -> Locator:
    return page.locator(".entry[aria-selected=true]")


def numbers_in_order(sample: Comparison) -> list[int]:
    return [int(row) + 1 for row in segment_order(sample, "carried", descending=True)]


def expect_open(page: Page, number: int) -> None:
    """This segment is open, and marked in the list."""
    expect(page.locator(".place")).to_have_text(re.compile(rf"^#{number:,} · "))
    expect(marked_entry(page).locator(".number")).to_have_text(f"{number:,}")


def expect_count(page: Page, number: int) -> None:
    expect(page.locator(".count")).to_have_text(
        f"{number} of {SIZE}" if number < SIZE else str(SIZE)
    )


def open_filter(page: Page) -> Locator:
    panel = page.get_by_role("dialog", name="Filter")
    if not panel.is_visible():
        page.get_by_role("button", name="Filter", exact=True).click()
    return panel


# ---- What entries show.


# By the order: the number of an entry, and the scores beside it.
def shown_numbers(sample: Comparison) -> dict[str, tuple[Callable[[int], str], str]]:
    table, deltas, (_, ter) = table_of(sample), sample.sentence_deltas, metric_comparisons()
    ratios = table.numbers("a.ratio")
    ter_deltas = ter.sentences_b - ter.sentences_a
    third = sample.carried("p3")
    return {
        "-carried": (lambda row: format_small_delta(sample.ledger.segments[row]), "BLEU"),
        "line": (lambda row: format_small_delta(sample.ledger.segments[row]), "BLEU"),
        "delta": (lambda row: format_delta(deltas[row], 1), "BLEU"),
        "p3": (lambda row: format_small_delta(third[row]), "BLEU"),
        "metric:ter": (lambda row: format_delta(ter_deltas[row], ter.about.decimals), "TER"),
        "-column:a.ratio": (lambda row: format_number(ratios[row], 4), "BLEU"),
    }


def test_entries_show_the_numbers_of_the_core_in_its_order(visit, sample) -> None:
    metrics = {one.about.key: one for one in metric_comparisons()}
    ter = metrics["ter"]
    scores = {
        "BLEU": (sample.sentences_a, sample.sentences_b, 1),
        "TER": (ter.sentences_a, ter.sentences_b, ter.about.decimals),
    }
    page = visit()
    for sort, (number, metric) in shown_numbers(sample).items():
        page.get_by_label("Order").select_option(sort)
        expect(page.locator(".conditions")).to_contain_text(f"{metric} A → B")
        key, descending = sort.removeprefix("-"), sort.startswith("-")
        order = segment_order(sample, key, descending, metrics, table_of(sample))
        a, b, digits = scores[metric]
        first = [int(row) for row in order[:40]]
        expect(entries(page).nth(0).locator(".number")).to_have_text(str(first[0] + 1))
        texts = entries(page).evaluate_all(
            """rows => rows.slice(0, 40).map(row => [
              ".number", ".value", ".scores", ".document"].map(
                name => row.querySelector(name).textContent))"""
        )
        pairs = (
            f"{format_score(a[row], digits)} → {format_score(b[row], digits)}" for row in first
        )
        assert texts == [
            [str(row + 1), number(row), pair, DOCUMENTS[row]]
            for row, pair in zip(first, pairs, strict=True)
        ], sort


# ---- The filter.


def test_conditions_filter_with_bleu_and_points_of_the_part(visit, sample) -> None:
    def expect_part(expression: str) -> None:
        rows = chosen(expression, table_of(sample))
        sums = [stats.matrix[rows].sum(axis=0) for stats in (sample.stats_a, sample.stats_b)]
        a, b = bleu_scores(np.array(sums), sample.config)
        expect_count(page, len(rows))
        below = page.locator(".sums")
        expect(below).to_contain_text(f"BLEU {a:.2f} → {b:.2f} · Δ {format_delta(b - a)}")
        points = format_small_delta(sample.ledger.of(rows))
        expect(below).to_contain_text(f"{points} of Δ {format_delta(sample.delta)}")

    page = visit()
    expect_count(page, SIZE)
    expect(page.locator(".sums")).to_contain_text(f"Δ {format_delta(sample.delta)}")
    panel = open_filter(page)
    panel.get_by_label("Slice").select_option("news")
    expect_part('kind = "news"')
    panel.get_by_label("Change").select_option("B lost")
    expect_part('kind = "news" and delta < 0')
    different = (~table_of(sample).flags("same")).sum()
    panel.get_by_label("Flag").select_option(f"not same ({different})")
    panel.get_by_label("Change").select_option("B gained")
    expect_part('kind = "news" and not same and delta > 0')
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    page.get_by_role("button", name="Remove the condition kind: news").click()
    expect_part("not same and delta > 0")
    expect(open_filter(page).get_by_label("Slice")).to_have_value("All")
    panel.get_by_label("Document").select_option("news-1")
    page.reload()
    expect_part('not same and delta > 0 and document = "news-1"')
    panel = open_filter(page)
    panel.get_by_label("Δ from").fill("-20")
    panel.get_by_label("Δ to").fill("-2.5")
    panel.get_by_label("Δ to").press("Tab")
    expect_part('not same and delta >= -20 and delta <= -2.5 and document = "news-1"')
    panel.get_by_role("button", name="Clear filter").click()
    expect_count(page, SIZE)
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("At")
    expect_part('text contains "at"')
    open_filter(page).get_by_label("Find text in").select_option("B, not A")
    expect_part('b contains "at" and not a contains "at"')
    page.go_back()
    page.go_back()
    expect_count(page, SIZE)


def test_a_range_of_the_strip_filters_and_a_press_clears_it(visit, sample) -> None:
    bins = delta_bins(sample.sentence_deltas)
    page = visit()
    plot = page.locator(".delta-strip .plot")

    def at(number: int) -> tuple[float, float]:
        box = plot.bounding_box()
        assert box is not None
        return box["x"] + box["width"] * (number + 0.5) / len(bins), box["y"] + 15

    for number in (0, 18, 20, 21, 41):
        page.mouse.move(*at(number))
        expect(page.locator(".delta-strip .now")).to_have_text(bins[number][3])
    page.mouse.move(*at(5))
    page.mouse.down()
    page.mouse.move(*at(24), steps=4)
    page.mouse.up()
    expect_count(page, sum(one.segments for one in bins[5:25]))
    page.mouse.click(*at(30))
    expect_count(page, SIZE)
    page.mouse.click(*at(12))
    expect_count(page, bins[12].segments)
    panel = open_filter(page)
    expect(panel.get_by_label("Δ from")).to_have_value(f"{bins[12].low:g}")
    expect(panel.get_by_label("Δ to")).to_have_value(f"{bins[12].high:g}")


def test_a_filter_that_finds_nothing_says_so(visit) -> None:
    page = visit("delta=99..&part.document=news-1")
    expect_count(page, 0)
    expect(page.locator(".left .empty")).to_have_text(
        "No segments match: Δ from +99.0 · document: news-1"
    )
    expect(page.get_by_role("grid", name="Segments")).to_be_hidden()
    alike = sample_contents()
    systems = alike["sets"][0]["systems"]
    systems[1]["statistics"] = systems[0]["statistics"]
    alike["sets"][0]["pairs"][0]["delta"] = 0
    page = visit("", alike)
    open_filter(page).get_by_label("Change").select_option("B gained")
    expect(page.locator(".left .empty")).to_have_text("No segments match: B gained")


# ---- Keys, links, and sizes.


def test_keys_walk_the_list_and_links_and_back_lead_there(visit, sample) -> None:
    order = numbers_in_order(sample)
    page = visit()
    expect_open(page, order[0])
    expect(page.locator(".place")).to_have_text(f"#{order[0]} · first of {SIZE}")
    for key in "jj":
        page.keyboard.press(key)
    expect(page.locator(".place")).to_have_text(f"#{order[2]} · 3rd of {SIZE}")
    page.keyboard.press("ArrowUp")
    expect_open(page, order[1])
    page.get_by_label("Order").select_option("line")
    expect_open(page, 1)
    page.locator("body").press("k")
    expect_open(page, 1)
    expect(page.get_by_text("This is the end of the list.")).to_be_visible()
    entries(page).nth(4).click()
    expect_open(page, 5)
    link = page.url
    page.go_back()
    expect_open(page, 1)
    page.go_back()
    expect_open(page, order[1])
    page.goto(link)
    expect_open(page, 5)
    page.reload()
    expect_open(page, 5)
    page.goto(f"{link.partition('#')[0]}#view=segments&seg={order[150] - 1}")
    expect_open(page, order[150])
    expect(marked_entry(page)).to_be_in_viewport()


def test_an_open_segment_that_the_filter_leaves_out_stays_open(visit, sample) -> None:
    page = visit(f"seg=0&part.document={DOCUMENTS[-1]}")
    expect(page.locator(".place")).to_have_text("#1 · not in this list")
    expect(marked_entry(page)).to_have_count(0)
    page.keyboard.press("j")
    order = segment_order(sample, "carried", descending=True)
    there = np.array([row for row in order if DOCUMENTS[row] == DOCUMENTS[-1]])
    expect_open(page, int(step_along(there, order, 0, 1)[0]) + 1)


def test_the_list_is_one_stop_and_the_segment_can_be_skipped_to(visit, sample) -> None:
    order = numbers_in_order(sample)
    page = visit()
    page.locator("#content").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to segment")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".opened")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    grid = page.get_by_role("grid", name="Segments")
    expect(grid).to_be_focused()
    for key, place in (("ArrowDown", 1), ("PageDown", 11), ("End", SIZE - 1), ("Home", 0)):
        page.keyboard.press(key)
        expect_open(page, order[place])
        marked = marked_entry(page)
        expect(grid).to_have_attribute("aria-activedescendant", str(marked.get_attribute("id")))
        expect(marked).to_be_in_viewport()
    expect(grid).to_be_focused()
    page.keyboard.press("/")
    expect(page.get_by_label("Find in segments")).to_be_focused()


# What reacts to a press or takes the focus in the first view, entries included.
CONTROLS = """() => [...document.querySelectorAll(`button, a[href], input, select, textarea,
  [role=button], [role=slider], summary, [tabindex="0"], [data-opens]`)].filter((node) => {
    const { top, bottom, left, right, width, height } = node.getBoundingClientRect();
    return width > 3 && height > 0 && bottom > 0 && top < innerHeight && right > 0
      && left < innerWidth;
  }).length"""


def test_the_first_view_has_few_controls(visit) -> None:
    assert visit().evaluate(CONTROLS) <= 44


def test_a_long_list_has_few_entries_and_walks_fast(visit) -> None:
    times = 20
    page = visit("sort=line", longer_sample(times))
    assert entries(page).count() <= 100
    grid = page.get_by_role("grid", name="Segments")
    expect(grid).to_have_attribute("aria-rowcount", str(SIZE * times))
    grid.evaluate("node => { node.scrollTop = node.scrollHeight; }")
    last = entries(page).filter(has_text=f"{SIZE * times:,}")
    expect(last).to_be_in_viewport()
    assert entries(page).count() <= 100
    last.click()
    expect_open(page, SIZE * times)
    expect(page.locator(".sums")).to_contain_text(f"Texts: the {SIZE} segments")
    page.keyboard.press("k")
    expect_open(page, SIZE * times - 1)
    slow = page.evaluate(WALK)
    expect_open(page, SIZE * times - 31)
    assert slow < 1000, slow  # 30 on an idle machine


# The milliseconds of the slowest but two of 30 steps, with their layout.
WALK = """async () => {
  const times = [];
  for (let i = 0; i < 30; i++) {
    const start = performance.now();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "k", bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve));
    document.body.offsetHeight;
    times.push(performance.now() - start);
  }
  return times.sort((x, y) => x - y)[27];
}"""


def test_a_phone_shows_the_list_or_the_segment(visit, sample) -> None:
    order = numbers_in_order(sample)
    page = visit(viewport={"width": 390, "height": 844})
    entry = entries(page).nth(30)
    entry.scroll_into_view_if_needed()
    entry.click()
    expect(entry).to_be_hidden()
    expect(page.locator(".opened")).to_contain_text(str(order[30]))
    page.locator(".back").click()
    expect(entry).to_be_in_viewport()  # where one left the list
    expect(page.locator(".opened")).to_be_hidden()
    grid = page.get_by_role("grid", name="Segments")
    expect(grid).to_be_focused()
    page.keyboard.press("ArrowDown")
    marked = page.locator(".entry[aria-selected=true] .number")
    expect(marked).to_have_text(str(order[31]))
    page.keyboard.press("Enter")
    expect(page.locator(".opened")).to_contain_text(str(order[31]))


# ---- Orders and steps.

MISSING = [3, 4, 100]


def test_orders_and_steps_are_those_of_the_core(run, sample) -> None:
    judged = [compare_with_metric(sample, Bleu(sample.config)), *metric_comparisons()]
    metrics = {one.about.key: one for one in judged}
    table = table_of(sample, metric_pairs=metrics)
    columns = ["column:a.ratio", "column:similarity", "column:delta.ter", "column:gain.ter"]
    keys = [*SORTS, "metric:chrf", "metric:ter", "disagree:chrf", "disagree:ter,chrf", *columns]
    body = """
const { doc, keys, steps, missing } = given, [set] = doc.sets, [pair] = set.pairs;
const rows = Array.from({ length: set.size }, (_, i) => i);
const values = rows.map((i) => (missing.includes(i) ? null : Math.floor(i / 3)));
pair.columns.push({ name: "gaps", about: "", kind: "number", values });
const source = embeddedRows({ set, pair });
const filter = { text: "", in: "", delta: "", parts: [], slice: "", has: "" };
const sorts = [...keys, "column:gaps"].flatMap((key) => [key, "-" + key]), orders = [];
for (const sort of sorts) {
  const query = { ...filter, sort }, some = await source.rows(query, 0, 100);
  const others = await source.rows(query, 100, 1e9);
  orders.push([...some.rows, ...others.rows].map(({ row }) => row));
}
return [orders, steps.map(([rows, start, by]) => stepAlong(rows, orders[1], start, by))];"""
    everything = segment_order(sample, "line", descending=True)
    draw = np.random.default_rng(32)
    steps = []
    for _ in range(60):
        rows = everything[draw.random(SIZE) < 0.1]
        steps.append((rows.tolist(), int(draw.integers(SIZE)), int(draw.integers(-9, 9)) or 1))
    given = {"doc": sample_contents(), "keys": keys, "steps": steps, "missing": MISSING}
    orders, walked = run(body, given)
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
