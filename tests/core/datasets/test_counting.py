"""A data set counted by groups of rows has the numbers of the same texts compared in memory."""

from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import BleuConfig, Comparison
from bleu_core.datasets import Columns, DatasetComparison, counting, fragments, texts_of
from bleu_core.datasets.counting import SIDES, batches_of, matrix_of
from bleu_core.datasets.dataset_comparison import BlockSums, merge_sums
from bleu_core.significance import BLOCK
from bleu_core.text.config import LENGTH_RULES
from bleu_core.text.tokenizers import CLOSED_FORMS
from tests.core.datasets.parquet_sets import comparison, counted, write
from tests.core.nasty_texts import corpora, files, sentences
from tests.effort import examples

CONFIGS = st.builds(
    BleuConfig,
    tokenize=st.sampled_from([*CLOSED_FORMS, "intl"]),
    lowercase=st.booleans(),
    max_ngram_order=st.integers(1, 5),
    reference_length=st.sampled_from(LENGTH_RULES),
    smooth_method=st.sampled_from(["exp", "none", "floor", "add-k"]),
)
SLOW = pytest.mark.slow
WORDS = ["the", "a", "cat", "sat", "on", "."]


def equal(job: DatasetComparison, whole: Comparison) -> None:
    """Bit for bit, but where reference lengths are fractions."""
    if job.plan.config.reference_length == "average":
        scores = (whole.score_a.score, whole.delta)
        assert (job.score_a.score, job.delta) == pytest.approx(scores, abs=1e-9)
        return
    assert (job.score_a, job.score_b, job.delta) == (whole.score_a, whole.score_b, whole.delta)
    ours, theirs = (
        [*one.ledger.prices, *one.ledger.components.values(), one.ledger.unattributed]
        for one in (job, whole)
    )
    assert np.array_equal(ours, theirs, equal_nan=True)


def matrices(job: DatasetComparison) -> list[np.ndarray]:
    """The statistics of A and of B, a row a segment, as they are kept."""
    paths = [job.plan.statistics_path(job.folder, fragment) for fragment in job.plan.fragments]
    batches = [batch for path in paths for batch in batches_of(path)]
    return [
        np.concatenate([matrix_of(side, batch, job.plan.config) for batch in batches])
        for side in SIDES
    ]


def lines(rows: int) -> dict[str, list[str]]:
    chance = np.random.default_rng(0)
    return {
        name: [" ".join(chance.choice(WORDS, chance.integers(0, 9))) for _ in range(rows)]
        for name in ("old", "new", "ref")
    }


def same(texts: dict[str, list[str]]) -> Comparison:
    return comparison(texts["old"], texts["new"], [texts["ref"]])


@settings(max_examples=examples(60))
@given(corpora(files), st.data(), CONFIGS, st.integers(1, 3), st.integers(1, 4))
def test_any_texts_and_settings(corpus, data, config, number, group) -> None:
    old, references = corpus
    new = [data.draw(st.one_of(st.just(line), sentences, files)) for line in old]
    # In a table a cell without text is no reference, where there are several columns of them.
    if len(references) > 1:
        references = [[line or None for line in stream] for stream in references]
        keep = [any(cells) for cells in zip(*references, strict=True)]
    else:
        keep = [cell is not None for cell in references[0]]
    streams = [[x for x, k in zip(s, keep, strict=True) if k] for s in (old, new, *references)]
    if not streams[0]:
        return
    old, new, *references = streams
    names = [f"ref{i}" for i in range(len(references))]
    table = {"old": old, "new": new, **dict(zip(names, references, strict=True))}
    arrays = {name: pa.array(texts, pa.string()) for name, texts in table.items()}
    with TemporaryDirectory() as folder:
        path = write(Path(folder) / "set", arrays, number, group)
        job = counted(path, Path(folder) / "kept", Columns("old", "new", tuple(names)), config)
        whole = comparison(old, new, references, config)
        equal(job, whole)
        assert len(job) == len(old)
        assert job.score_a.signature == whole.score_a.signature
        for kept, stats in zip(matrices(job), (whole.stats_a, whole.stats_b), strict=True):
            assert np.array_equal(kept, stats.matrix)


@pytest.mark.parametrize("rows", [1, 2 * BLOCK, pytest.param(2 * BLOCK + 1, marks=SLOW)])
@pytest.mark.parametrize("group", [700, pytest.param(5_000, marks=SLOW)])
def test_blocks_are_lines_of_the_data_set_however_its_rows_are_grouped(
    tmp_path: Path, rows: int, group: int
) -> None:
    texts = lines(rows)
    job, whole = counted(write(tmp_path / "set", texts, 2, group), tmp_path / "kept"), same(texts)
    equal(job, whole)
    starts = np.arange(0, rows, BLOCK)
    assert job.tally.names.to_pylist() == list(range(len(starts)))
    for blocks, stats in zip(job.blocks, (whole.stats_a, whole.stats_b), strict=True):
        assert np.array_equal(blocks.matrix, np.add.reduceat(stats.matrix, starts, axis=0))


@pytest.mark.parametrize(
    "kind", [pa.int64(), pytest.param(pa.string(), marks=SLOW), pytest.param(None, marks=SLOW)]
)
def test_documents_are_blocks_wherever_their_segments_stand(
    tmp_path: Path, kind: pa.DataType | None
) -> None:
    texts = lines(100)
    docs = [None if row % 7 == 6 else row % 7 * 100 for row in range(100)]
    column = pa.array(docs).cast(kind or pa.string())
    column = column if kind else column.dictionary_encode()
    path = write(tmp_path / "set", texts | {"doc": column}, 3, 8)
    job = counted(path, tmp_path / "kept", Columns("old", "new", ("ref",), "doc"))
    whole = same(texts)
    equal(job, whole)
    names = np.array(["" if doc is None else str(doc) for doc in docs])
    assert job.tally.names.to_pylist() == sorted(set(names))
    for blocks, stats in zip(job.blocks, (whole.stats_a, whole.stats_b), strict=True):
        for name, row in zip(sorted(set(names)), blocks.matrix, strict=True):
            assert np.array_equal(row, stats.matrix[names == name].sum(axis=0))


def test_segments_are_read_and_counted_some_at_a_time(tmp_path, monkeypatch) -> None:
    texts = lines(100)
    path = write(tmp_path / "set", texts, 1, 100)
    monkeypatch.setattr(fragments, "READ", 7)
    monkeypatch.setattr(counting, "BATCH", 20)
    at_once, ordinary = [], counting.statistics_of
    monkeypatch.setattr(
        counting,
        "statistics_of",
        lambda systems, *rest: at_once.append(len(systems[0])) or ordinary(systems, *rest),
    )
    equal(counted(path, tmp_path / "by rows"), same(texts))
    assert at_once == [21, 21, 21, 21, 16]
    monkeypatch.setattr(counting, "BYTES", 1)
    at_once.clear()
    equal(counted(path, tmp_path / "by bytes"), same(texts))
    assert max(at_once) == 7


def test_metadata_are_kept_beside_the_statistics(tmp_path: Path) -> None:
    kinds = pa.array(["news", "talk", None, "talk"] * 5)
    metadata = {"n": pa.array(range(20), pa.int16()), "kind": kinds.dictionary_encode()}
    job = counted(write(tmp_path / "set", lines(20) | metadata, 2, 4), tmp_path / "kept")
    paths = [job.plan.statistics_path(job.folder, one) for one in job.plan.fragments]
    kept = pa.concat_tables([pq.read_table(path) for path in paths])
    assert kept["metadata.n"].to_pylist() == list(range(20))
    assert kept["metadata.kind"].to_pylist() == kinds.to_pylist()
    assert kept["metadata.kind"].type == pa.large_string()


def test_sums_are_exact_beyond_what_a_double_can_count() -> None:
    large = 2**60 + 1
    one = BlockSums(1, 1, pa.array([0]), np.full((1, 2, 10), large))
    two = BlockSums(1, 1, pa.array([0]), np.full((1, 2, 10), 2))
    found = merge_sums([one, two, two])
    assert found is not None
    assert found.blocks.tolist() == [[[2**60 + 5] * 10] * 2]


@given(
    st.lists(st.lists(st.tuples(st.sampled_from("abcdef"), st.integers(0, 9))), max_size=8),
    st.integers(0, 4),
)
def test_tallies_are_merged_as_a_dictionary_would(parts, held) -> None:
    parts = [part for part in parts if part]
    expected: dict[str, int] = {}
    for name, number in chain.from_iterable(parts):
        expected[name] = expected.get(name, 0) + number
    tallies = [
        BlockSums(len(part), len(part), pa.array([name for name, _ in part], pa.large_string()),
              np.repeat([[[number]] for _, number in part], 2, axis=1))
        for part in parts
    ]  # fmt: skip
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bleu_core.datasets.dataset_comparison.HELD", held)
        found = merge_sums(iter(tallies))
    if not parts:
        assert found is None
        return
    assert found is not None
    assert found.names.to_pylist() == sorted(expected)
    assert found.blocks[:, 0, 0].tolist() == [expected[name] for name in sorted(expected)]
    assert np.array_equal(found.blocks[:, 0], found.blocks[:, 1])
    assert found.segments == sum(map(len, parts))
    assert found.num_refs == (len(parts[0]) if len({len(p) for p in parts}) == 1 else -1)


def test_a_cell_without_text_among_several_references_is_none_wherever_it_is_read(
    tmp_path: Path,
) -> None:
    table = {"old": ["a b"] * 3, "new": ["a"] * 3, "ref": ["", "a", "b"], "more": ["a", "", None]}
    columns = Columns("old", "new", ("ref", "more"))
    job = counted(write(tmp_path / "set", table, 1, 2), tmp_path / "kept", columns)
    equal(job, comparison(["a b"] * 3, ["a"] * 3, [[None, "a", "b"], ["a", None, None]]))
    assert job.tally.num_refs == 1
    texts = texts_of(job.plan, [1, 2, 3])
    assert [stream.to_pylist() for stream in texts.references] == [
        [None, "a", "b"], ["a", None, None],
    ]  # fmt: skip
