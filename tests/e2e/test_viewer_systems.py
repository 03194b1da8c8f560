"""The first screen of a ranking: its sentence, its table, and what its rows and cells open."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from bleu_core.common.formatting import format_delta, format_interval, format_p_cell, format_score
from bleu_core.present.viewer.ranking import render_ranking_page
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


def chosen_pair(page: Page) -> list[str]:
    lists = page.get_by_label(re.compile("^System [AB],")).all()
    return [one.evaluate("(list) => list.selectedOptions[0].textContent") for one in lists]


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


def test_a_row_opens_its_pair_with_the_baseline(open_it: OpenIt) -> None:
    page = open_it(render_ranking_page(standings_of()))
    page.get_by_role("link", name="worst").click()
    expect(page).to_have_url(re.compile("view=segments"))
    assert chosen_pair(page) == ["base", "worst"]
    page.go_back()
    expect(ranked_rows(page).locator(".of-b, .name").first).to_be_visible()
    # Anywhere in the row, and the row of the open pair is marked.
    ranked_rows(page).filter(has_text="fair").locator(".ci").click()
    expect(page).to_have_url(re.compile("view=segments"))
    assert chosen_pair(page) == ["base", "fair"]
    page.go_back()
    page.get_by_label("System B, the candidate").select_option("worst")
    expect(page.locator("tr.of-b .name")).to_have_text("worst")
    expect(page.locator("tr.of-a .name")).to_have_text("base")


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
        assert chosen_pair(page) == [names[column], names[row]]
        expect(page.locator(".entry .value")).to_have_count(40)
        points = map(number_in, page.locator(".entry .value").all_text_contents())
        assert sum(points) == pytest.approx(number_in(delta), abs=0.03)
        page.go_back()
        expect(cell).to_be_visible()
    matrix.locator("td[tabindex='0']").press("End")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("view=segments"))
    expect_nothing_came_alive(page)


def matrix_cell(page: Page, row: str, column: str) -> Locator:
    name = re.compile(f"^{re.escape(row)} minus {re.escape(column)}: ")
    return page.get_by_role("gridcell", name=name)


def test_the_matrix_is_hovered_and_walked(open_it: OpenIt) -> None:
    outputs = {HOSTILE_NAME if name == "fair" else name: lines for name, lines in OUTPUTS.items()}
    standings = standings_of(outputs)
    best, second, third, last = [one.name for one in standings.ranking.systems]
    page = open_it(render_ranking_page(standings))
    page.locator("summary", has_text="All 6 pairs").click()
    there, told = matrix_cell(page, last, best), page.locator(".pairs > .asked")
    there.hover()
    expect(told).to_contain_text(f"{last} minus {best}")
    drawn = there.locator("[aria-hidden]")
    delta = drawn.inner_text()
    page.get_by_role("button", name="p", exact=True).click()
    expect(drawn).not_to_have_text(delta)
    page.get_by_role("button", name="segments won").click()
    expect(drawn).to_have_text(re.compile(r"^\d+$"))
    page.get_by_role("checkbox", name="uncorrected").check()
    expect(page.get_by_text("not corrected for testing 6 pairs")).to_be_visible()
    page.get_by_role("button", name="Δ", exact=True).click()
    expect(drawn).to_have_text(delta)
    matrix_cell(page, HOSTILE_NAME, best).hover()
    expect(told).to_contain_text(HOSTILE_NAME)
    expect_nothing_came_alive(page)
    # It is one stop of the Tab key, and arrows walk it.
    grid = page.get_by_role("grid", name="All pairs of systems")
    expect(grid.locator('[tabindex="0"]')).to_have_count(1)
    matrix_cell(page, best, second).focus()
    for key, row, column in (
        ("ArrowRight", best, third),
        ("ArrowDown", second, third),
        ("ArrowDown", last, third),  # over the cell of the system itself
        ("Home", last, best),
    ):
        page.keyboard.press(key)
        expect(matrix_cell(page, row, column)).to_be_focused()
    expect(told).to_contain_text(f"{last} minus {best}")


def test_two_systems_have_the_interval_of_their_difference_and_no_matrix(open_it: OpenIt) -> None:
    outputs = {name: OUTPUTS[name] for name in ("base", "worst")}
    standings = standings_of(outputs, trials=2000)
    [pair], page = standings.ranking.pairs, open_it(render_ranking_page(standings))
    box = page.locator(".two")
    expect(box).to_contain_text(format_delta(pair.delta))
    expect(box).to_contain_text(format_interval(pair.ci_low, pair.ci_high, format_delta))
    expect(page.get_by_role("grid")).to_have_count(0)
    expect(page.locator(".sentence")).to_contain_text("B worst")


@pytest.mark.parametrize(
    ("outputs", "told"),
    [(OUTPUTS, "not been tested"), ({"alone": OUTPUTS["fair"]}, "There is no pair")],
)
def test_without_tests_there_is_no_claim(open_it: OpenIt, outputs, told) -> None:
    page = open_it(render_ranking_page(standings_of(outputs, trials=0)))
    expect(ranked_rows(page)).to_have_count(len(outputs))
    expect(page.locator(".sentence")).to_contain_text(told)
    for name in (".ends", ".brackets line", ".firm", ".reason"):
        expect(page.locator(name)).to_have_count(0)
    for name in (".ranks", ".ci", ".p"):
        expect(page.locator(f"tbody {name}").first).to_be_hidden()


def test_keys_step_the_pair_as_in_the_app(open_it: OpenIt) -> None:
    standings = standings_of()
    names = [one.name for one in standings.ranking.systems]
    page = open_it(render_ranking_page(standings))
    page.keyboard.press("g")
    page.keyboard.press("s")
    a, b = chosen_pair(page)
    page.keyboard.press("\\")
    assert chosen_pair(page) == [b, a]
    page.keyboard.press("\\")
    for side, keys in (("b", ("]", "]", "[", "[", "[")), ("a", ("}", "{", "{"))):
        pair = {"a": a, "b": b}
        others = [name for name in names if name != pair["ab".replace(side, "")]]
        for key in keys:
            step = 1 if key in "]}" else -1
            pair[side] = others[(others.index(pair[side]) + step) % len(others)]
            page.keyboard.press(key)
            assert chosen_pair(page) == [pair["a"], pair["b"]]
        a, b = pair["a"], pair["b"]
    page.get_by_label("Find in segments").press("]")
    assert chosen_pair(page) == [a, b]
    page.keyboard.press("Escape")
    page.locator("main").focus()
    page.keyboard.press("g")
    page.keyboard.press("y")
    expect(page.locator("tr.of-a")).to_be_visible()
