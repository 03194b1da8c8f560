"""The folded list of n-grams: families, heads and members, frequent tokens, runs of a test set."""

from __future__ import annotations

import numpy as np
import pytest

from bleu_core import Comparison
from bleu_core.explain.ngram_families import find_causes
from bleu_core.explain.ngram_folds import (
    RUNS,
    along,
    content_first,
    fold_rows,
    frequent_tokens,
    sort_families,
)
from bleu_core.explain.ngrams import KINDS, NgramTable, evidence
from pages.ui.store import load_sample


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return Comparison.of(load_sample())


@pytest.fixture(scope="module")
def table(comparison: Comparison) -> NgramTable:
    return evidence(comparison, comparison.ledger.per_match)


def is_within(part: str, whole: str) -> bool:
    return f" {part} " in f" {whole} "


@pytest.mark.parametrize("kind", KINDS)
def test_each_ngram_is_in_one_place_under_one_that_it_contains(table, comparison, kind) -> None:
    rows = table.order_by("size", True, table.rows(kind), kind)
    causes = find_causes(comparison, table)
    assert causes is not None
    listed = fold_rows(table, rows, causes.rows if kind == "matched" else [])
    entries = listed.entries(slice(0, len(listed)))
    assert [listed.entries(slice(i, i + 1))[0].row for i in range(len(listed))] == [
        entry.row for entry in entries
    ]
    placed = [row for one in entries for row in (one.row, *one.members.tolist()) if row >= 0]
    assert sorted(placed) == sorted(rows.tolist())
    place = {row: i for i, row in enumerate(rows.tolist())}
    text = dict(zip(rows.tolist(), table.texts(rows).to_pylist(), strict=True))
    for entry in entries:
        name = entry.family.text if entry.family else text[entry.row]
        assert all(is_within(name, text[row]) for row in entry.members.tolist())
        if not entry.family:
            assert all(place[row] > place[entry.row] for row in entry.members.tolist())
    heads = [place[entry.row] for entry in entries if not entry.family]
    assert heads == sorted(heads)
    # No entry has one before it that it contains.
    own = [text[entry.row] for entry in entries if not entry.family]
    assert not any(is_within(a, b) for i, b in enumerate(own) for a in own[:i])


def test_function_words_come_last(table, comparison) -> None:
    frequent = frequent_tokens(table.corpus)
    words = set(table.corpus.dictionary.filter(frequent).to_pylist())
    assert {"the", "of", ",", "."} < words
    assert not {"train", "water"} & words
    rows = table.rows()
    causes = find_causes(comparison, table)
    assert causes is not None
    moved, families = content_first(table, rows, causes.rows, frequent)
    assert sorted(moved.tolist()) == sorted(rows.tolist())
    only = [words.issuperset(text.split()) for text in table.texts(moved).to_pylist()]
    assert only == sorted(only)
    assert not [one for one in families if words.issuperset(one.text.split())]
    points = [one.points for one in sort_families(causes.rows, "points_with_folded")]
    assert points == sorted(points)


def test_runs_add_up_to_the_columns(table) -> None:
    for kind, columns in (
        ("matched", ("wins_a", "wins_b")),
        ("over-produced by A", ("over_a", "over_b")),
        ("missed by B", ("missed_a", "missed_b")),
    ):
        for row in table.rows(kind)[:20]:
            (text,) = table.texts(np.array([row])).to_pylist()
            found = along(table.corpus, text, kind)
            assert [sum(found.a), sum(found.b)] == [table.column(name)[row] for name in columns]
            assert len(found.a) == RUNS
