"""The list of a data set holds the segments of the ordinary list, in its order."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import BleuConfig, Comparison, EvalSet, InputError
from bleu_core.datasets import (
    Columns,
    DatasetComparison,
    counting,
    fragments,
    here,
    listing,
    planned,
    run,
)
from bleu_core.datasets.fragments import TextColumns
from bleu_core.datasets.worklist import (
    WorklistRequest,
    known_columns,
    list_segments,
    refusal_reason,
)
from bleu_core.segments.columns import FLAG, NUMBER, SegmentTable, table_of
from bleu_core.segments.expressions import ExpressionError, Flag, Name, chosen, written
from bleu_core.segments.worklist import SORTS, segment_order
from tests.core.random_expressions import DATA, meaningful
from tests.core.refusing import refused
from tests.effort import examples

WORDS = ["the", "The", "cat", "sat", "on", "a", "mat", ".", ",", "?", "1", "23", "dog"]
BATCHED = {counting: "BATCH", listing: "BATCH", fragments: "READ"}
# No cell without text among several references: in a table that is none.
TINY = replace(
    DATA,
    references=[
        ["the cat sat", "a dog?", "on it", "the cat", "it is", "x"],
        ["The Cat", None, None, "x", None, None],
    ],
)
COLUMNS = Columns("A", "B", ("r0", "r1"), "document", "source")


def made_up(size: int) -> EvalSet:
    """Texts of few words, so that scores repeat; a second reference, documents that are missing."""
    draw = np.random.default_rng(3)
    a, b, one, other, source = (
        [" ".join(draw.choice(WORDS, draw.integers(0, 9))) for _ in range(size)] for _ in range(5)
    )
    return EvalSet(
        {"A": a, "B": [text if i % 5 else a[i] for i, text in enumerate(b)]},
        [
            [text or "the cat" for text in one],
            [text if i % 3 and text else None for i, text in enumerate(other)],
        ],
        source=source,
        documents=[None if i % 7 == 0 else f"d{i // 9}" for i in range(size)],
        metadata={"kind": ["news" if i < size // 2 else "chat" for i in range(size)]},
    )


def counted(
    data: EvalSet,
    folder: Path,
    columns: Columns = COLUMNS,
    group: int = 8,
    config: BleuConfig = BleuConfig(),
) -> DatasetComparison:
    """The job of a data set, its files of three groups of rows or less."""
    texts = {**data.systems, **{f"r{i}": one for i, one in enumerate(data.references)}}
    others = {"source": data.source, "document": data.documents}
    known = {name: column for name, column in others.items() if column is not None}
    table = pa.table({**texts, **data.metadata, **known})
    (folder / "set").mkdir(parents=True)
    for number, first in enumerate(range(0, len(data), 3 * group)):
        path = folder / "set" / f"{number:03}.parquet"
        pq.write_table(table.slice(first, 3 * group), path, row_group_size=group)
    plan = replace(planned([str(folder / "set")], columns, config), metadata=tuple(data.metadata))
    job, bad = run(plan, folder / "kept")
    assert not bad
    return job


@pytest.fixture(scope="module")
def small_batches() -> Iterator[None]:
    """Groups of rows are more than one batch."""
    with pytest.MonkeyPatch.context() as patch:
        for module, name in BATCHED.items():
            patch.setattr(module, name, 5)
        yield


LARGE = made_up(100)


@pytest.fixture(scope="module")
def table() -> SegmentTable:
    return table_of(Comparison.of(LARGE))


@pytest.fixture(scope="module")
def job(tmp_path_factory: pytest.TempPathFactory, small_batches: None) -> DatasetComparison:
    return counted(LARGE, tmp_path_factory.mktemp("job"))


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory, small_batches: None) -> DatasetComparison:
    return counted(TINY, tmp_path_factory.mktemp("tiny"), group=2)


@pytest.fixture(scope="module")
def tiny_table() -> SegmentTable:
    return table_of(Comparison.of(TINY))


def expected(table: SegmentTable, where: str, sort: str) -> list[int]:
    key, descending = sort.removeprefix("-"), sort.startswith("-")
    fulfil = np.zeros(len(table), bool)
    fulfil[chosen(where, table) if where else slice(None)] = True
    everything = segment_order(table.comparison, key, descending, table=table)
    return (everything[fulfil[everything]] + 1).tolist()


def conditions(table: SegmentTable, known: SegmentTable) -> Iterator[str]:
    """One for each column that is known of a data set."""
    for name, column in table.columns.items():
        if known.column(name).missing:
            continue
        shown = written(Flag(Name(name)))
        if column.kind == FLAG:
            yield shown
        elif column.kind == NUMBER:
            yield f"{shown} > {np.nanmedian(table.numbers(name)):.6f}"
        else:
            text = next(one.as_py() for one in table.texts(name).parts[0][0] if one.as_py())
            yield f'{shown} = "{text}"'
            yield f"{shown} is missing"


@pytest.fixture(params=["tiny", pytest.param("large", marks=pytest.mark.slow)])
def both(request: pytest.FixtureRequest) -> tuple[DatasetComparison, SegmentTable]:
    names = ("tiny", "tiny_table") if request.param == "tiny" else ("job", "table")
    job, table = map(request.getfixturevalue, names)
    return job, table


def test_every_column_means_what_it_means_elsewhere(
    both: tuple[DatasetComparison, SegmentTable],
) -> None:
    job, table = both
    asked = list(conditions(table, known_columns(job)))
    assert len(asked) > 60
    for where in asked:
        found = list_segments(job, WorklistRequest(where, "line")).lines.tolist()
        assert found == expected(table, where, "line"), where


def test_every_order_is_the_ordinary_one(both: tuple[DatasetComparison, SegmentTable]) -> None:
    job, table = both
    known = known_columns(job).columns.values()
    by_column = [f"column:{one.name}" for one in known if one.kind == NUMBER and not one.missing]
    wheres = ["", "not same and delta < 0", 'a contains "cat"'][: 3 if len(table) > 9 else 1]
    for key in [*SORTS, *by_column]:
        for where in wheres:
            for sort in (key, f"-{key}"):
                found = list_segments(job, WorklistRequest(where, sort)).lines.tolist()
                assert found == expected(table, where, sort), (where, sort)


def test_only_what_takes_the_whole_is_missing(job: DatasetComparison, table: SegmentTable) -> None:
    known = known_columns(job).columns
    assert list(known) == list(table.columns)
    more = {n for n, one in known.items() if one.missing and not table.column(n).missing}
    usual = {f"{side}.{name}" for side in "ab" for name in ("cut", "runaway", "script")}
    assert more == {"rarest", "rarity", "reference length", *usual}


@settings(max_examples=examples(150))
@given(st.data())
def test_any_expression_chooses_what_it_chooses_elsewhere(
    tiny: DatasetComparison, tiny_table: SegmentTable, data: st.DataObject
) -> None:
    where = written(data.draw(meaningful(known_columns(tiny))))
    found = list_segments(tiny, WorklistRequest(where, "line"))
    assert found.lines.tolist() == expected(tiny_table, where, "line")
    assert found.segments == len(found.lines)


def test_sums_are_those_of_the_segments(job: DatasetComparison, table: SegmentTable) -> None:
    found, comparison = list_segments(job, WorklistRequest("delta < 0")), table.comparison
    rows = chosen("delta < 0", table)
    for side, stats in enumerate((comparison.stats_a, comparison.stats_b)):
        assert found.sums[side].tolist() == stats.matrix[rows].sum(axis=0).tolist()
    assert found.points(job.ledger) == pytest.approx(comparison.ledger.of(rows))
    assert found.reach == np.abs(comparison.ledger.segments[rows]).max()


def test_a_long_list_keeps_what_comes_first(
    job: DatasetComparison, table: SegmentTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "MOST", 12)
    told: list[float] = []
    where = "not same and delta < 0"
    found = list_segments(job, WorklistRequest(where, "-size"), here, told.append)
    assert found.lines.tolist() == expected(table, where, "-size")[:12]
    assert found.segments == len(expected(table, where, "-size")) > 12
    assert told == sorted(told)
    assert told[-1] == 1


def test_groups_that_cannot_hold_a_segment_are_not_read(
    job: DatasetComparison, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    real = listing.select_segments

    def noted(*args: object) -> Comparison:
        made = real(*args)  # type: ignore[arg-type]
        read.extend(made.evalset.lines.tolist())
        return made

    monkeypatch.setattr(listing, "select_segments", noted)
    for where, most in [
        ("line > 30 and line <= 37", range(24, 45)),
        ('kind = "chat"', range(44, 101)),
        ('kind in ("chat", "talk") and line < 60', range(44, 65)),
        # Some of lines 25 to 37 have no document: Arrow does not tell what the others have.
        ('document = "d6" and line < 80', [*range(25, 38), *range(53, 65)]),
        ("a.length > 100", range(0)),
        ("reference.length < -1", range(0)),
    ]:
        read.clear()
        list_segments(job, WorklistRequest(where))
        assert set(read) <= set(most), where


def test_texts_are_read_only_where_a_condition_takes_them(
    job: DatasetComparison, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: set[str] = set()
    real = TextColumns.rows

    def rows(self: object, name: str, line: int, size: int) -> pa.Array:
        asked.add(name)
        return real(self, name, line, size)  # type: ignore[arg-type]

    monkeypatch.setattr(TextColumns, "rows", rows)
    for where, columns in [
        ('delta < 0 and kind = "news" and `sentence BLEU` is given', set()),
        ('b contains "cat"', {"B"}),
        ("same", {"A", "B"}),
        ("source.length > 2", {"source"}),
        ('reference has "cat" and question', {"r0", "r1", "source"}),
        ('delta > 1000 and b contains "cat"', set()),
    ]:
        asked.clear()
        list_segments(job, WorklistRequest(where))
        assert asked == columns, where


def test_what_cannot_be_asked_is_told(job: DatasetComparison) -> None:
    for where in ("rarest < 3", "colour = 3", 'verdict = "A better"'):
        with pytest.raises(ExpressionError):
            list_segments(job, WorklistRequest(where))
    known = known_columns(job)
    assert known.column("rarest").missing.code == "dataset.takes_all_texts"
    assert known.column("verdict").missing.code == "dataset.not_judged"
    for key, code in {
        "column:rarest": "takes_all_texts",
        "-column:kind": "no_such_order",
        "metric:chrf": "metrics_not_counted",
    }.items():
        assert refusal_reason(key, known).code == f"dataset.{code}"
        with refused(f"dataset.{code}", error=InputError):
            list_segments(job, WorklistRequest("", key))


def test_files_that_changed_and_statistics_that_are_gone_are_told(tmp_path: Path) -> None:
    job = counted(LARGE, tmp_path)
    path = tmp_path / "set" / "001.parquet"
    path.write_bytes(path.read_bytes() + b" ")
    with refused("dataset.in_fragment", error=InputError) as told:
        list_segments(job, WorklistRequest('a contains "cat" and line > 24 and line < 33'))
    assert (told[0].values["file"], told[0].values["group"]) == (str(path), 1)
    assert told[0].values["problem"].code == "dataset.file_changed"
    assert list_segments(job, WorklistRequest("delta < 0")).segments  # takes no text
    job.plan.statistics_path(job.folder, job.plan.fragments[3]).unlink()
    with refused("dataset.in_fragment", error=InputError) as told:
        list_segments(job, WorklistRequest())
    assert told[0].values["problem"].code == "dataset.unreadable_statistics"


@pytest.mark.parametrize(
    ("config", "texts"),
    [
        (BleuConfig(reference_length="average", tokenize="char", max_ngram_order=2), WORDS[:6]),
        (BleuConfig(smooth_method="none"), ["cat", "the cat", "a", "the"]),  # BLEU is 0
    ],
    ids=["fractions", "undefined ledger"],
)
def test_other_settings_list_what_they_list_elsewhere(
    tmp_path: Path, config: BleuConfig, texts: list[str]
) -> None:
    systems = {"A": texts * 2, "B": texts[1:] * 2 + texts[:1] * 2}
    columns = Columns("A", "B", ("r0",))
    data = EvalSet(systems, [["the cat", *texts[1:]] * 2])
    job = counted(data, tmp_path, columns, group=3, config=config)
    known = table_of(Comparison.of(data, config))
    for sort in ["-carried", "points", "-size", "a", "p2", "bp", "column:b.ratio"]:
        for where in ["", "delta < 0 or a.matches1 > 0", "reference.length >= 2"]:
            found = list_segments(job, WorklistRequest(where, sort)).lines.tolist()
            assert found == expected(known, where, sort), (where, sort)
