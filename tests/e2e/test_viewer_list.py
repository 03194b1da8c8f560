"""The list of segments in a page: its filter with sums, its orders, and its focus."""

import math
import re

import numpy as np
from playwright.sync_api import Locator, Page, expect

from bleu_core import Comparison
from bleu_core.common.formatting import format_delta, format_small_delta
from bleu_core.metrics import Bleu
from bleu_core.metrics.formula import bleu_scores
from bleu_core.segments.columns import table_of
from bleu_core.segments.expressions import chosen
from bleu_core.segments.worklist import SORTS, segment_order, step_along
from bleu_core.significance.metric_tests import compare_with_metric
from tests.places import sample_lines

from .page_documents import PAGE, metric_comparisons, sample_contents

VIEW, READY = "segments", ".count"
SCRIPTS = [PAGE / "embedded.js"]
SOURCE, DOCUMENTS = sample_lines("source.es"), sample_lines("documents.txt")
SIZE = len(SOURCE)


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


# ---- Keys, links, and sizes.


def test_an_open_segment_that_the_filter_leaves_out_stays_open(visit, sample) -> None:
    page = visit(f"seg=1&part.document={DOCUMENTS[-1]}")
    expect(page.locator(".place")).to_have_text("#1 · not in this list")
    expect(marked_entry(page)).to_have_count(0)
    page.keyboard.press("j")
    order = segment_order(sample, "carried", descending=True)
    there = np.array([row for row in order if DOCUMENTS[row] == DOCUMENTS[-1]])
    expect_open(page, int(step_along(there, order, 0, 1)[0]) + 1)
    # A link opens its segment, with whatever filter it comes.
    for row in there[:3].tolist():
        expect_open(visit(f"seg={row + 1}&part.document={DOCUMENTS[-1]}"), row + 1)


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
