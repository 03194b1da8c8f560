"""The N-grams screen without a browser."""

from __future__ import annotations

import re

import numpy as np
import pytest

from bleu_core import Comparison, EvalSet
from bleu_core.common.formatting import format_int, format_p_cell, format_small_delta
from bleu_core.explain.ngrams import KINDS, evidence
from pages.ui import store
from pages.ui.store import load_sample

from .conftest import App

COLUMNS = {
    "A": "matches_a", "B": "matches_b", "A wins": "wins_a", "B wins": "wins_b", "A over": "over_a",
    "B over": "over_b", "in A": "count_a", "in B": "count_b", "in refs": "limit",
    "A missed": "missed_a", "B missed": "missed_b", "docs": "documents",
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_every_number_of_a_row_is_that_of_the_core(kind: str) -> None:
    """The points, too, of rows that are folded under another one as evidence of another kind."""
    app = App("ngrams.py", kind=kind, gflat="yes")
    labels = [column["label"] for column in app.component("ngrams")["columns"]]
    comparison = Comparison.of(load_sample())
    table = evidence(comparison, comparison.ledger.per_match)
    places = {text: i for i, text in enumerate(table.texts(np.arange(len(table))).to_pylist())}
    assert len(app.cells("ngrams")) > 20
    for cells in app.cells("ngrams"):
        row, i = dict(zip(labels, cells, strict=True)), places[cells[0]]
        for label in COLUMNS.keys() & row.keys():
            assert row[label] == format_int(int(table.column(COLUMNS[label])[i])), (label, cells)
        assert row.get("p", "") in ("", format_p_cell(float(table.p[i])))
        assert cells[-2] == format_small_delta(float(table.points[i]))
    assert kind == "matched" or any(cells[-2] != "0.000" for cells in app.cells("ngrams"))


def test_the_list_is_sorted_by_points_and_closes_to_delta() -> None:
    app = App("ngrams.py", gflat="yes")
    sizes = [abs(float(row[-1].replace("\u2212", "-"))) for row in app.cells("ngrams")]
    assert len(sizes) > 20
    assert sizes == sorted(sizes, reverse=True)
    (told,) = (c.value for c in app.test.caption if c.value.startswith("Points: "))
    *parts, total = (
        float(n.replace("\u2212", "-")) for n in re.findall(r"[+\u2212]?\d+\.\d+", told)
    )
    assert sum(parts) == pytest.approx(total, abs=0.003)
    assert total == pytest.approx(Comparison.of(load_sample()).delta, abs=0.001)


def test_families_come_first_and_fold_their_ngrams_and_content_words_on_request() -> None:
    app = App("ngrams.py")
    rows, under = app.cells("ngrams"), app.component("ngrams")["under"]
    first, *folded = (row[0] for row, head in zip(rows, under, strict=True) if head in (None, 0))
    assert first == "in"
    assert folded[:2] == ["in the", "in a"]
    assert rows[0][-1] == "\u22121.489"
    assert under[:7] == [None, 0, 0, 0, 0, 0, None]
    app.choose("gram-content", True)
    assert app.link["gcontent"] == "yes"
    words = [row[0] for row in app.cells("ngrams")]
    assert "in" not in words[:20]
    assert app.cells("ngrams")[0][0] == "the period ."


def test_a_search_and_a_chosen_ngram_are_restored_by_a_link() -> None:
    whole = App("ngrams.py", gq='"in"').cells("ngrams")
    assert whole
    assert all("in" in row[0].split() for row in whole)
    assert all(re.search("[0-9]", row[0]) for row in App("ngrams.py", gq="/[0-9]/").cells("ngrams"))
    assert App("ngrams.py", gq="/(/").shows("gram-search-error")
    app = App("ngrams.py", gq="train", gram="the")
    texts = [row[0] for row in app.cells("ngrams")]
    assert texts
    assert all("train" in text.lower() for text in texts)
    lines = app.component("concordance")["rows"][0][1]["lines"]
    assert {line["tag"] for line in lines} == {"A", "B", "r1", "r2"}
    assert any(line.get("hit", "").lower() == "the" for line in lines)
    app = App("ngrams.py", gram="no such words")
    assert app.component("concordance")["rows"] == []


def test_an_ngram_is_open_and_without_a_score_there_are_no_points() -> None:
    app = App("ngrams.py")
    first, second = (row[0] for row in app.cells("ngrams")[:2])
    assert app.component("ngrams")["selected"] == first
    assert app.message("the-ngram").strip() == f"“{first}”"
    assert app.component("concordance")["rows"]
    assert App("ngrams.py", gram=second).message("the-ngram").strip() == f"“{second}”"
    assert not App("ngrams.py", gq="no such words").shows("the-ngram")
    lines, others = ["x y", "z"] * 3, ["p q", "r"] * 3
    app = App("ngrams.py", data=store.put(EvalSet({"a": lines, "b": others}, [lines])))
    assert app.shows("zero")


def test_a_concordance_opens_on_the_side_that_wins_more_or_what_its_kind_is_of() -> None:
    def group(a: list[str], b: list[str], reference: list[str], gram: str, **link: str) -> str:
        data = store.put(EvalSet({"a": a, "b": b}, [reference]))
        return App("ngrams.py", data=data, gram=gram, **link).widget("Group of segments").value

    # One segment where the other side alone has it, and three where this one has.
    x, z = ["the x y"], ["the z y"]
    assert group(z * 3 + x, x * 3 + z, x * 4, "x") == "only B"
    assert group(x * 3 + z, z * 3 + x, x * 4, "x") == "only A"
    texts = ["x p"] * 3, ["x q"] * 3, ["y p"] * 3
    assert group(*texts, "y", kind="missed by A") == "neither"
    assert group(*texts, "x", kind="over-produced by A") == "unreferenced"
