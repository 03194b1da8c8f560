"""The first screen of a ranking: its sentence, its table, and what its rows and cells open."""

import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from bleu_core.common.formatting import format_delta, format_interval, format_p_cell, format_score
from bleu_core.messages import Message
from bleu_core.present.viewer.ranking import render_ranking_page
from bleu_core.readers.input_checks import Finding
from tests.core.present.test_page_ranking import OUTPUTS, standings_of

from .hostile import HOSTILE_NAME, expect_nothing_came_alive
from .page_documents import number_in

OpenIt = Callable[..., Page]
# Of each row, the ends of its interval, its middle and the baseline as shares of the axis.
DRAWN = """(rows) => rows.map((row) => {
  const share = (node, name) => parseFloat(node.getAttribute(name)) / 100;
  const ends = row.querySelector(".ends"), from = share(ends, "x");
  const middle = share(row.querySelector(".middle").parentNode, "x");
  return [from, from + share(ends, "width"), middle, share(row.querySelector(".baseline"), "x1")];
})"""
# Of each row, the horizontal places of the brackets that pass it, begin or end in it.
BRACKETS = """(rows) => rows.map((row) => [...row.querySelectorAll(".brackets line")]
  .filter((line) => line.getAttribute("x1") === line.getAttribute("x2"))
  .map((line) => ["x1", "y1", "y2"].map((name) => line.getAttribute(name)))
  .map(([x, from, to]) => [x, from !== "0%", to !== "100%"]))"""


def ranked_rows(page: Page) -> Locator:
    return page.locator("table.ranking tbody tr")


def expect_pair(page: Page, *names: str) -> None:
    chosen = page.get_by_label(re.compile("^System [AB],")).locator("option:checked")
    expect(chosen).to_have_text(names)


def test_rows_have_their_numbers_intervals_and_brackets(open_it: OpenIt) -> None:
    standings = standings_of(trials=2000)
    found, page = standings.ranking, open_it(render_ranking_page(standings))
    assert "top 3 of 4" in page.locator(".sentence").inner_text()
    rows = ranked_rows(page)
    base = next(one for one in found.systems if one.name == "base")
    for row, system in zip(rows.all(), found.systems, strict=True):
        expect(row.locator(".name")).to_have_text(system.name)
        expect(row.locator(".ranks")).to_have_text(f"{system.rank_best}–{system.rank_worst}")
        expect(row.locator(".score")).to_have_text(format_score(system.score))
        expect(row.locator(".ci")).to_have_text(
            format_interval(system.ci_low, system.ci_high, format_score)
        )
        if system is not base:
            pair = found.pair("base", system.name)
            expect(row.locator(".delta")).to_have_text(format_delta(pair.delta))
            expect(row.locator(".p")).to_have_text(format_p_cell(pair.p_holm))
    numbers = [(one.ci_low, one.ci_high, one.score, base.score) for one in found.systems]
    low, high = min(one[0] for one in numbers), max(one[1] for one in numbers)
    drawn = rows.evaluate_all(DRAWN)
    first, last = min(one[0] for one in drawn), max(one[1] for one in drawn)
    assert first < 0.05 < 0.95 < last  # the axis is fitted
    for shares, row in zip(drawn, numbers, strict=True):
        expected = [first + (last - first) * (x - low) / (high - low) for x in row]
        assert shares == pytest.approx(expected, abs=1e-6)
    # Brackets join the systems that the tests leave together.
    joined: dict[str, list[int]] = {}
    for row, parts in enumerate(rows.evaluate_all(BRACKETS)):
        for lane, begins, ends in parts:
            joined.setdefault(lane, []).append(row)
            assert (begins, ends) == tuple(
                any(row == bracket[end] for bracket in found.brackets if row in bracket)
                and (row == joined[lane][0]) == (end == 0)
                for end in (0, 1)
            )
    assert sorted(map(tuple, joined.values())) == [
        tuple(range(first, last + 1)) for first, last in found.brackets
    ]


def test_input_notes_that_fold_out_leave_the_table(open_it: OpenIt) -> None:
    notes = [Finding(what, "notice", Message(what), np.zeros(1, int)) for what in "abcd"]
    page = open_it(render_ranking_page(replace(standings_of(), findings=notes)))
    expect(page.locator("summary", has_text="1 more input note")).to_have_count(1)
    expect(ranked_rows(page)).to_have_count(4)


def test_a_cell_opens_its_pair_whose_points_sum_to_its_delta(open_it: OpenIt) -> None:
    outputs = {HOSTILE_NAME if name == "fair" else name: lines for name, lines in OUTPUTS.items()}
    standings = standings_of(outputs)
    names = [one.name for one in standings.ranking.systems]
    page = open_it(render_ranking_page(standings))
    page.locator("summary", has_text="All 6 pairs").click()
    matrix = page.get_by_role("grid", name="All pairs of systems")
    for row, column in ((0, 2), (3, 1), (1, 3)):
        cell = matrix.locator(f"td[data-row='{row}'][data-column='{column}']")
        delta = cell.locator("span").first.inner_text()
        expected = standings.ranking.pair(names[column], names[row]).delta  # row minus column
        assert number_in(delta) == pytest.approx(expected, abs=0.006)
        assert ("gain" if expected > 0 else "loss") in cell.get_attribute("class")
        cell.click()
        expect(page).to_have_url(re.compile("view=segments"))
        expect_pair(page, names[column], names[row])
        expect(page.locator(".sums")).to_contain_text(f"Δ {format_delta(expected)}")
        expect(page.locator(".entry .value")).to_have_count(40)
        points = map(number_in, page.locator(".entry .value").all_text_contents())
        assert sum(points) == pytest.approx(number_in(delta), abs=0.03)
        page.go_back()
        expect(cell).to_be_visible()
    matrix.locator("td[tabindex='0']").press("End")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("view=segments"))
    expect_nothing_came_alive(page)
