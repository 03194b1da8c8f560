"""The view "Slices" of a page: the numbers of the core, drawn on one axis."""

from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.common.formatting import format_delta, format_interval
from bleu_core.present.comparison_report import gather
from bleu_core.present.viewer.contents import comparison_contents
from bleu_core.segments.columns import column_partition, table_of
from bleu_core.segments.expressions import chosen
from bleu_core.segments.slices import SliceScores, score_partition, slice_by

from .page_documents import PAGE, random_comparison, set_of

VIEW, READY = "slices", "main > section:not([hidden])"
SCRIPTS = [PAGE / "embedded.js"]
KINDS = [None, "", "news", 'so "said"', "back\\slash", "chat"]
CONFIGS = [
    BleuConfig(),
    BleuConfig(max_ngram_order=6, lowercase=True, effective_order=True),
    BleuConfig(max_ngram_order=2, smooth_method="floor", weights=(0.3, 0.7)),
]
SLICES = """const [set, cases] = given;
return cases.map(([by, parts]) => {
  const query = { text: "", in: "", delta: "", parts, slice: "", has: "" };
  return embeddedSlices({ set, pair: set.pairs[0] }, by, query);
});"""
CRITERIA = ["document", "a kind", "reference length", "length difference", "sentence BLEU"]


def slices_of(comparison: Comparison, name: str) -> list[SliceScores]:
    """The slices by a criterion or a column."""
    if name in CRITERIA:
        return slice_by(comparison, name)
    return score_partition(comparison, column_partition(table_of(comparison), name).bands, None)


@pytest.mark.parametrize("config", CONFIGS)
def test_slices_have_the_scores_points_and_intervals_of_the_core(run, config) -> None:
    comparison = random_comparison(11, config, 160, 12, KINDS)
    names = [*CRITERIA, "digits", "reference.length"]
    found = run(SLICES, [set_of(table_of(comparison)), [[name, []] for name in names]])
    intervals = 0
    for name, answer in zip(names, found, strict=True):
        (group,) = answer["groups"]
        assert group["column"] == name
        rows, expected = group["rows"], slices_of(comparison, name)
        assert {row["label"]: _numbers(row) for row in rows} == {
            one.label: pytest.approx(_expected(one), abs=1e-8) for one in expected
        }
        points = [row["points"] for row in rows]
        if name in ("document", "a kind"):  # the largest contributions first
            assert points == sorted(points, reverse=comparison.delta > 0)
        else:  # bands are in their order
            assert [row["label"] for row in rows] == [one.label for one in expected]
        assert sum(points) == pytest.approx(answer["whole"]["points"])
        intervals += sum(row["low"] is not None for row in rows)
    assert intervals > 8


def _numbers(row: dict[str, Any]) -> list[float]:
    ends = [] if row["low"] is None else [row["low"], row["high"]]
    return [row["segments"], row["a"], row["b"], row["delta"], row["points"], *ends]


def _expected(one: SliceScores) -> list[float]:
    ends = [end for end in (one.ci_low, one.ci_high) if end is not None]
    return [one.n, one.score_a, one.score_b, one.delta, one.points, *ends]


def test_a_filter_leaves_the_scores_of_what_it_selects_without_intervals(run) -> None:
    comparison = random_comparison(12, CONFIGS[0], 160, 12, KINDS)
    query = [["a kind", [["document", "d"]]]]
    (answer,) = run(SLICES, [set_of(table_of(comparison)), query])
    there = chosen('document = "d"', table_of(comparison))
    assert answer["isFiltered"]
    assert answer["whole"]["segments"] == len(there)
    (group,) = answer["groups"]
    found = {row["label"]: _numbers(row) for row in group["rows"]}
    for one in slice_by(comparison, "a kind"):
        rows = np.intersect1d(one.rows, there)
        a, b = (
            stats.with_rows(stats.matrix[rows]).corpus().score
            for stats in (comparison.stats_a, comparison.stats_b)
        )
        numbers = [len(rows), a, b, b - a, comparison.ledger.of(rows)]
        assert found[one.label] == pytest.approx(numbers, abs=1e-8)


# The screen.


def row_of(page: Page, label: str) -> Locator:
    header = page.get_by_role("rowheader", name=label, exact=True)
    return page.get_by_role("table", name="Slices").get_by_role("row").filter(has=header)


def test_the_sentence_and_the_rows_say_where_b_loses(visit, content) -> None:
    page, comparison = visit(), content.comparison
    expect(page.locator(".sentence")).to_contain_text("B loses in all 6 slices by kind and at")
    every = [*slice_by(comparison, "kind"), *slice_by(comparison, "reference length")]
    for one in every:
        row = row_of(page, one.label)
        expect(row.locator(".delta").first).to_have_text(format_delta(one.delta))
        expect(row.locator(".points")).to_have_text(format_delta(one.points))
        interval = "fewer than 30 segments"
        if one.ci_low is not None:
            interval = format_interval(one.ci_low, one.ci_high)
        expect(row.locator(".ci")).to_have_text(interval)
        is_clear = one.ci_high is not None and one.ci_high < 0
        weight = row.locator(".name").evaluate("node => getComputedStyle(node).fontWeight")
        assert (int(weight) > 600) == is_clear
        expect(row.locator("circle")).to_have_count(0 if one.judged else 1)
        expect(row.locator("rect.ends")).to_have_count(0 if one.ci_low is None else 1)
    assert sum(one.judged for one in every) == 9
    whole, found = row_of(page, "All segments"), content.significance.bootstrap
    expect(whole.locator(".ci")).to_have_text(format_interval(found.ci_low, found.ci_high))
    expect(whole.locator(".points")).to_have_text(format_delta(comparison.delta))
    notes = page.locator(".notes")
    expect(notes).to_contain_text("add up to −5.86")
    expect(notes).to_contain_text("kind resample segments, because each slice has fewer than 10")
    expect(notes).to_contain_text("reference length resample documents.")


def test_a_note_that_groups_share_is_shown_once(visit) -> None:
    lines = ["a b c d " * number for number in range(1, 21)]
    data = EvalSet({"A": lines, "B": lines[::-1]}, [lines], documents=list("xy" * 10))
    comparison = Comparison.of(data)
    notes = visit("", comparison_contents(gather(comparison))).locator(".notes")
    expect(notes).to_contain_text("no slice has 30 segments")
    assert notes.text_content().count("no slice has 30 segments") == 1
