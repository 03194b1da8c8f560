"""N-grams of parts, merged: those of the whole, or short of them by no more than is said."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core import Comparison, EvalSet
from bleu_core.datasets import Columns, DatasetComparison
from bleu_core.datasets.ngram_evidence import SUMS, NgramEvidence, merge_ngram_parts, ngram_part_of
from bleu_core.datasets.ngram_pass import find_ngrams, saved_ngrams
from bleu_core.explain.ngrams import evidence
from tests.core.datasets.parquet_sets import counted as counted_set
from tests.core.datasets.parquet_sets import write

WORDS = ["the", "cat", "sat", "on", "a", "mat", "dog"]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)
SEGMENTS = st.lists(st.tuples(TEXTS, TEXTS, TEXTS), min_size=1, max_size=24)
Segments = list[tuple[str, str, str]]


def comparison(segments: Segments) -> Comparison:
    a, b, reference = map(list, zip(*segments, strict=True))
    return Comparison.of(EvalSet({"A": a, "B": b}, [reference]))


def counted(rows: pa.Table) -> dict[tuple[str, int], dict[str, int]]:
    return {(row["ngram"], row["order"]): row for row in rows.to_pylist()}


def split(segments: Segments, parts: int) -> list[Segments]:
    cuts = np.linspace(0, len(segments), parts + 1).astype(int)
    return [segments[i:j] for i, j in pairwise(cuts.tolist()) if i < j]


@given(SEGMENTS)
def test_a_part_has_the_sums_of_the_evidence(segments: Segments) -> None:
    whole = comparison(segments)
    table = evidence(whole, np.ones(4), min_count=1)
    rows = np.flatnonzero(table.counts.wins > 0)
    gained = table.counts.matches_b - table.counts.matches_a
    texts = table.texts(rows).to_pylist()
    columns = gained, table.counts.wins_a, table.counts.wins_b
    expected = {
        (text, int(table.counts.order[row])): tuple(int(column[row]) for column in columns)
        for text, row in zip(texts, rows, strict=True)
    }
    found = counted(ngram_part_of(whole).rows)
    assert {key: tuple(row[name] for name in SUMS[:3]) for key, row in found.items()} == expected


@given(SEGMENTS, st.integers(1, 6))
def test_parts_in_which_nothing_is_pruned_make_the_whole(segments: Segments, parts: int) -> None:
    merged = merge_ngram_parts([ngram_part_of(comparison(some)) for some in split(segments, parts)])
    assert merged.bound == 0
    whole, found = counted(ngram_part_of(comparison(segments)).rows), counted(merged.rows)
    assert found.keys() == whole.keys()
    for key, row in found.items():
        assert row["left_out"] == 0
        assert all(row[name] == whole[key][name] for name in SUMS)


@given(SEGMENTS, st.integers(1, 6), st.integers(1, 8))
def test_what_is_pruned_is_within_the_bound(segments: Segments, parts: int, keep: int) -> None:
    pieces = [ngram_part_of(comparison(some), keep) for some in split(segments, parts)]
    tables = [(counted(piece.rows), piece.bound) for piece in pieces]
    for key, row in counted(merge_ngram_parts(pieces, 10**6).rows).items():
        assert row["left_out"] == sum(0 if key in rows else bound for rows, bound in tables)
    while len(pieces) > 1:  # as the pass does: a few at a time
        pieces = [merge_ngram_parts(pieces[i : i + 2], keep) for i in range(0, len(pieces), 2)]
    (merged,) = pieces
    found = counted(merged.rows)
    assert len(found) <= keep
    for key, row in counted(ngram_part_of(comparison(segments)).rows).items():
        if key not in found:
            assert row["moved"] <= merged.bound
            continue
        kept = found[key]
        for name in ("moved", "wins_a", "wins_b"):
            assert 0 <= row[name] - kept[name] <= kept["left_out"]
        assert abs(row["gained"] - kept["gained"]) <= kept["left_out"]


@pytest.fixture
def job(tmp_path: Path) -> DatasetComparison:
    rng = np.random.default_rng(1)
    texts = {name: [" ".join(rng.choice(WORDS, 6)) for _ in range(90)] for name in "xyr"}
    path = write(tmp_path / "set", texts, group=7)
    return counted_set(path, tmp_path / "kept", Columns("x", "y", ("r",)))


def test_the_pass_finds_what_the_evidence_of_all_texts_has(
    job: DatasetComparison, tmp_path: Path
) -> None:
    assert saved_ngrams(job) is None
    found = NgramEvidence.of(job, find_ngrams(job))
    table = pq.read_table(tmp_path / "set")
    systems = {name: table[name].to_pylist() for name in "xy"}
    whole = Comparison.of(EvalSet(systems, [table["r"].to_pylist()]))
    expected = evidence(whole, whole.ledger.per_match, min_count=1)
    rows = np.flatnonzero(expected.counts.wins > 0)
    texts = {one.text: one for one in found.listed(found.rows())}
    assert len(texts) == len(rows)
    for text, row in zip(expected.texts(rows).to_pylist(), rows, strict=True):
        assert texts[text].points == pytest.approx(expected.points[row], rel=1e-12, abs=1e-15)
        assert texts[text].p == expected.p[row]
    assert saved_ngrams(job).rows.equals(found.part.rows)


def test_evidence_is_ordered_and_searched(job: DatasetComparison) -> None:
    found = NgramEvidence.of(job, find_ngrams(job))
    rows = found.rows("CAT sat")
    assert len(rows)
    assert all("cat sat" in one.text for one in found.listed(rows))
    rows = found.rows()
    sizes = [abs(one.points) for one in found.listed(found.largest(50))]
    assert sizes == sorted((abs(one.points) for one in found.listed(rows)), reverse=True)[:50]
    by_wins = found.listed(found.order_by("wins", rows, descending=True))
    by_points, by_q = (found.listed(found.order_by(key, rows)) for key in ("points", "q"))
    won = [-one.wins_a - one.wins_b for one in by_wins]
    points, q = [one.points for one in by_points], [one.q for one in by_q]
    assert won == sorted(won)
    assert points == sorted(points)
    assert q[: found.tested] == sorted(q[: found.tested])
    assert all(np.isnan(q[found.tested :]))
