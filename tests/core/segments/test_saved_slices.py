"""Saved slices: kept, exported and read back, and scored with one correction for all of them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some
from sacrebleu.metrics import BLEU

from bleu_core import Comparison, EvalSet, workspace
from bleu_core.messages import codes
from bleu_core.readers.fields import FileFaults
from bleu_core.segments.columns import SegmentTable, table_of
from bleu_core.segments.detectors import Thresholds
from bleu_core.segments.expressions import LONGEST, ColumnTest, Name, written
from bleu_core.segments.saved_slices import (
    LONGEST_NAME,
    MAX_FILE_BYTES,
    MAX_SLICES,
    SavedSlice,
    ScoredSlice,
    read_slices,
    saved_slices_note,
    score_saved,
    slice_problem,
    written_slices,
)
from bleu_core.significance import jackknife_interval, paired_approximate_randomization
from bleu_core.workspace import Gone, Workspace
from tests.core.refusing import refused

LONG = SavedSlice("long", "reference.length > 40")
NEWS = SavedSlice("news", 'kind = "news"', Thresholds(copy_run=5, short=0.25))


@pytest.fixture
def space(tmp_path: Path) -> Workspace:
    return Workspace.open(tmp_path / "home")


def test_slices_are_kept_in_their_order_renamed_and_deleted(space: Workspace) -> None:
    for one in (NEWS, LONG):
        workspace.save_slice(space, one)
    assert workspace.saved_slices(space) == [NEWS, LONG]
    workspace.rename_slice(space, "news", "a hidden name")
    assert [one.name for one in workspace.saved_slices(space)] == ["a hidden name", "long"]
    with pytest.raises(Gone):
        workspace.rename_slice(space, "news", "other")
    with refused("toml.named_twice"):
        workspace.rename_slice(space, "a hidden name", "long")
    workspace.delete_slice(space, "a hidden name")
    with pytest.raises(Gone):
        workspace.delete_slice(space, "a hidden name")
    assert workspace.saved_slices(space) == [LONG]
    assert b"hidden" not in space.path.read_bytes()


def test_what_is_no_slice_is_refused_with_the_reason(space: Workspace) -> None:
    for name, expression, code in (
        ("", "line > 1", "bad_name"), ("x" * (LONGEST_NAME + 1), "line > 1", "bad_name"),
        ("a\nb", "line > 1", "bad_name"), (" a", "line > 1", "bad_name"),
        ("a  b", "line > 1", "bad_name"), ("e\u0301", "line > 1", "bad_name"),
        ("a", "line >", "unreadable"), ("a", "x" * (LONGEST + 1), "unreadable"),
    ):  # fmt: skip
        one = SavedSlice(name, expression)
        with refused(f"slice.{code}"):
            workspace.save_slice(space, one)
        with refused(f"slice.{code}"):
            workspace.save_slices(space, [LONG, one])
    assert workspace.saved_slices(space) == []


slices = some.builds(
    SavedSlice,
    some.text(some.characters(blacklist_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=30),
    some.text(some.characters(blacklist_categories=["Cs"]), max_size=30).map(
        lambda text: written(ColumnTest(Name("kind"), "=", (text,)))
    ),
    some.builds(
        Thresholds, copy_run=some.integers(2, 100), short=some.floats(0.01, 1.0),
        long=some.floats(1.0, 100.0),
    ),
).filter(lambda one: not slice_problem(one))  # fmt: skip


@given(some.lists(slices, min_size=1, max_size=5, unique_by=lambda one: one.name))
def test_a_file_reads_back_equal(found: list[SavedSlice]) -> None:
    data = written_slices(found)
    assert read_slices(data) == found
    assert len(tomllib.loads(data.decode())["slice"]) == len(found)


def test_all_faults_of_a_file_are_told_at_once_by_line() -> None:
    data = b"""[[slice]]
name = "a"
expression = "line >"
colour = "red"

[[slice]]
name = "a"
expression = 5
thresholds = { copy_run = "x" }

[[slice]]
expression = "line > 1"
thresholds = { nothing = 1 }

[[slice]]
name = "a "
expression = "line > 1"
"""
    with pytest.raises(FileFaults) as caught:
        read_slices(data, "mine.toml")
    assert [(one.values["line"], one.values["problem"].code) for one in caught.value.problems] == [
        (3, "slice.unreadable"),
        (4, "toml.unknown_name"),
        (7, "toml.named_twice"),
        (8, "toml.must_be"),
        (9, "toml.must_be"),
        (11, "toml.missing"),
        (13, "toml.unknown_name"),
        (16, "slice.bad_name"),
    ]
    assert {one.values["file"] for one in caught.value.problems} == {"mine.toml"}


def test_a_fault_does_not_quote_all_of_a_long_name() -> None:
    data = f'[[slice]]\nname = "{"x" * 100_000}"\nexpression = "line >"\n'.encode()
    with pytest.raises(FileFaults) as caught:
        read_slices(data)
    assert max(map(len, caught.value.problems)) < 1_000


def test_a_hostile_file_is_refused() -> None:
    one = b'[[slice]]\nname = "a"\nexpression = "line > 1"\n'
    for data in (
        b"", b"\xff", b"x" * (MAX_FILE_BYTES + 1), b"[[slice]]\n" * (MAX_SLICES + 1), b"slice = 1",
        b"slice = " + b"[" * 100_000, b"a" + b".a" * 100_000 + b" = 1",
        b'[[slice]]\nname = "a"\nexpression = "' + b"(" * 1_900 + b'"',
        one + b"thresholds = { short = nan }",
        one + b"thresholds = { short = " + b"9" * 400 + b" }",
        one + b"thresholds = { copy_run = true }",
    ):  # fmt: skip
        with pytest.raises(FileFaults):
            read_slices(data)


WORDS = ["the", "cat", "sat", "on", "a", "mat", "and", "the", "dog", "ran", "to", "it"]


@pytest.fixture(scope="module")
def table() -> SegmentTable:
    rng = np.random.default_rng(5)
    lines = [" ".join(rng.choice(WORDS, 8)) for _ in range(120)]
    a, b = (
        [line if (i + k) % 3 else line.replace("the", "a") for i, line in enumerate(lines)]
        for k in (0, 1)
    )
    kinds = ["news" if i % 2 else "talk" for i in range(120)]
    return table_of(Comparison.of(EvalSet({"a": a, "b": b}, [lines], metadata={"kind": kinds})))


def scored(table: SegmentTable, *expressions: str) -> list[ScoredSlice]:
    """Each with thresholds of its own, by which the table is asked for."""
    wanted = [Thresholds(copy_run=5 + i) for i in range(len(expressions))]
    saved = [SavedSlice(t, t, one) for t, one in zip(expressions, wanted, strict=True)]
    asked = []
    found = score_saved(saved, lambda one: asked.append(one.thresholds) or table, trials=500)
    assert asked == [*wanted, *(one.saved.thresholds for one in found if one.p_value is not None)]
    return found


def test_a_slice_is_scored_as_a_corpus_of_its_own(table: SegmentTable) -> None:
    (one,) = scored(table, 'kind = "news"')
    data = table.comparison.evalset
    lines = [i for i, kind in enumerate(data.metadata["kind"].to_pylist()) if kind == "news"]
    references = [[data.references[0][i].as_py() for i in lines]]
    for name, score in (("a", one.score_a), ("b", one.score_b)):
        texts = [data.systems[name][i].as_py() for i in lines]
        assert score == pytest.approx(BLEU().corpus_score(texts, references).score)
    assert one.rows.tolist() == lines
    assert one.points == pytest.approx(table.comparison.ledger.segments[lines].sum())


def test_p_and_interval_are_those_of_the_part_corrected_for_how_many_are_tested(table) -> None:
    found = scored(table, 'kind = "news"', "line <= 60", "delta < 0", "line < 9", "colour = 1")
    by_hand = []
    for one in found[:2]:
        part = table.comparison.part(one.rows)
        pair = part.stats_a, part.stats_b
        by_hand.append(paired_approximate_randomization(*pair, 500).p_value)
        assert (one.ci_low, one.ci_high) == jackknife_interval(*pair, 0.975)
    small, large = sorted(by_hand)
    holm = {small: min(2 * small, 1.0), large: max(min(2 * small, 1.0), large)}
    assert [one.p_value for one in found[:2]] == [holm[p] for p in by_hand]
    assert {one.unit for one in found[:2]} == {"segment"}
    about, none = saved_slices_note(found), saved_slices_note(found[2:])
    assert codes([about, none]) == ["slice.tested_together", "slice.none_tested"]
    assert about.values == {"slices": 2, "units": ["segment"]}


def test_what_is_not_tested_says_why(table: SegmentTable) -> None:
    asked = ("delta < 0 or line < 60", "line < 9", "line > 500", 'colour = "red"')
    chosen, few, none, unknown = found = scored(table, *asked)
    assert chosen.score_a is not None
    names = ("slice.not_exchangeable", "slice.too_few_segments", "slice.no_segment")
    assert codes(one.skip_reason for one in found[:3]) == [*names]
    assert few.skip_reason.values == {"least": 30}
    assert none.score_a is None
    assert codes([unknown.reason]) == ["expression.unknown_column"]
    assert unknown.delta is None
    assert {one.p_value for one in found} == {None}
