"""The ranking as a table, the best system first; a row becomes B, or the baseline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isnan

from bleu_core import Comparison, SegmentStatistics
from bleu_core.common.escaping import visible
from bleu_core.common.numerals import plain
from bleu_core.common.wording import cut
from bleu_core.metrics import About
from bleu_core.present.account.ranking_tables import beside, made_of, ranking_table
from bleu_core.systems import Ranked, Ranking, interval_axis
from pages.ui import pair
from pages.ui.widgets.account_table import heading
from pages.ui.widgets.cells import cell
from pages.ui.widgets.paging import paging
from pages.ui.widgets.rerun import run_again
from pages.ui.widgets.table import Cell, table

# The prefix of a row's id to make it the baseline.
BASELINE = "baseline:"
# Columns of the name and the interval, and those shown by default.
NAME, INTERVAL = 1, 3
# Characters of a name; a longer one is shown on hover.
LONGEST = 40
USUAL = ("rank", "system", "95 % interval", "Δ to baseline", "p", "p, Holm", "c / r, %")


def show(
    comparison: Comparison,
    ranking: Ranking,
    about: About,
    bleu: Mapping[str, SegmentStatistics],
    others: Sequence[tuple[About, Ranking]],
    more: bool,
) -> None:
    """Draw the table; with `more` also the parts of BLEU and the scores by other metrics."""
    names = list(comparison.evalset.systems)
    ranking = replace(ranking, baseline=comparison.a)
    found = beside(ranking_table(ranking, about), made_of(ranking, bleu, others))
    shown = [
        place
        for place, column in enumerate(found.columns)
        if more or column.label in (*USUAL, about.label)
    ]
    axis = interval_axis(ranking)
    columns = [heading(found.columns[place], narrow=True) for place in shown]
    columns[0]["narrow"] = True
    ends = "\u00a0…\u00a0".join(map(plain, axis))
    columns[INTERVAL] = {"label": f"95 % interval, {ends}", "term": columns[INTERVAL]["term"]}
    page = range(len(names))[paging(len(names), key="ranking-pages")]
    rows = []
    for row in page:
        cells = [cell(found.rows[row][place]) for place in shown]
        one = ranking.systems[row]
        cells[NAME] = _name(comparison, one)
        cells[INTERVAL] = _interval(comparison, one, axis, found.rows[row][INTERVAL].text)
        rows.append(cells)
    opened = table(
        columns,
        rows,
        ids=[names.index(ranking.systems[row].name) for row in page],
        selected=names.index(comparison.b),
        rules=[at for at, row in enumerate(page) if row in found.rules],
        another=("b", BASELINE),
        how="Enter makes it B, b makes it the baseline A",
        key="ranking",
        label=visible(found.label),
    )
    if opened:
        _choose(comparison, names[int(opened.removeprefix(BASELINE))], opened.startswith(BASELINE))


def _choose(comparison: Comparison, name: str, is_baseline: bool) -> None:
    """Make a system A or B; if it is the other one, they change places."""
    a, b = comparison.a, comparison.b
    if is_baseline:
        a, b = name, a if name == b else b
    else:
        a, b = b if name == a else a, name
    pair.choose(comparison.evalset, a, b)
    run_again()


def _letter(comparison: Comparison, one: Ranked) -> str:
    return {comparison.b: "b", comparison.a: "a"}.get(one.name, "")


def _name(comparison: Comparison, one: Ranked) -> Cell:
    letter = _letter(comparison, one)
    name = visible(one.name)
    return {
        "t": cut(name, LONGEST),
        "title": name,
        "tone": f"strong {letter}".strip(),
        "mark": letter.upper(),
    }


def _interval(comparison: Comparison, one: Ranked, axis: tuple[float, float], text: str) -> Cell:
    """Return the cell of an interval, on one axis for all; '' without a score."""
    if isnan(one.score):
        return ""
    ends = [one.ci_low, one.score, one.ci_high]
    return {"range": ends, "axis": axis, "tone": _letter(comparison, one), "title": text}
