"""Whatever breaks a run off, the same command goes on; what is deleted leaves nothing."""

import errno
import os
import pickle
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from bleu_core import BleuConfig, Comparison
from bleu_core.datasets import (
    Columns,
    DataSet,
    DatasetPlan,
    FolderError,
    count,
    counting,
    delete_data_set,
    load,
    mapped_texts,
    open_data_set,
    planned,
    saved_data_sets,
    size_on_disk,
)
from tests.core.datasets.parquet_sets import (
    COLUMNS,
    assert_equal,
    comparison,
    files_in,
    opened,
    write,
)
from tests.core.refusing import refused
from tests.plugins import add_package, installed

CONFIG = BleuConfig()
OLD = ["a b c d e", "b c d", "c d e f", "d", "e f g h", "f g h"]
NEW = ["a b c d", "b c d e", "c d", "d e", "e f", "f g h i"]
REF = ["a b c d e f", "b c d e", "c d e f", "d e", "e f g h", "f g i"]


@pytest.fixture
def plan(tmp_path: Path) -> DatasetPlan:
    path = write(tmp_path / "set", {"old": OLD, "new": NEW, "ref": REF}, 2, 2)
    return planned([path], COLUMNS)


@pytest.fixture
def times(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows by one whenever texts are counted."""
    seen: list[int] = []
    ordinary = counting.statistics_of
    monkeypatch.setattr(
        counting, "statistics_of", lambda *given: seen.append(1) or ordinary(*given)
    )
    return seen


def run(plan: DatasetPlan, folder: Path) -> DataSet:
    assert count(plan, CONFIG, folder) == []
    return open_data_set(plan, CONFIG, folder)


def is_right(found: DataSet | None) -> None:
    assert found is not None
    assert_equal(found, comparison(OLD, NEW, [REF]))


def stop(part: float) -> None:
    if part > 0.4:
        raise KeyboardInterrupt


def test_a_run_that_was_stopped_goes_on_and_what_is_counted_is_not_counted_again(
    plan, tmp_path, times
) -> None:
    with pytest.raises(KeyboardInterrupt):
        count(plan, CONFIG, tmp_path / "kept", progress=stop)
    assert len(times) == 2
    for _ in range(2):
        is_right(run(plan, tmp_path / "kept"))
        assert len(times) == 4


def test_a_data_set_that_grows_counts_what_is_new(tmp_path, times) -> None:
    path = write(tmp_path / "set", {"old": OLD[:4], "new": NEW[:4], "ref": REF[:4]}, 1, 2)
    opened(path, tmp_path / "kept")
    more = write(tmp_path / "more", {"old": OLD[4:], "new": NEW[4:], "ref": REF[4:]}, 1, 2)
    os.rename(f"{more}/part-0.parquet", f"{path}/part-1.parquet")
    is_right(opened(path, tmp_path / "kept"))
    assert len(times) == 3


def test_statistics_that_are_damaged_are_counted_anew(plan, tmp_path, times) -> None:
    kept = tmp_path / "kept"
    found = run(plan, kept)
    path, other = (plan.statistics_path(kept, plan.fragments[i], CONFIG) for i in (0, 2))
    data = path.read_bytes()
    spoiled = bytearray(data)
    # In the last of the numbers.
    spoiled[pq.read_metadata(path).row_group(0).column(0).data_page_offset - 1] ^= 1
    damages = [
        lambda: path.write_bytes(data[: len(data) // 2]),
        lambda: path.write_bytes(b""),
        lambda: path.write_bytes(spoiled),
        lambda: pq.write_table(pq.read_table(other).select([0]), path),
        lambda: pq.write_table(pq.read_table(path).slice(1), path),
        path.unlink,
    ]
    for number, damage in enumerate(damages):
        damage()
        is_right(run(plan, kept))
        # From the texts that were written, whatever has become of the Parquet file.
        damage()
        is_right(found)
        assert len(times) == 6 + 2 * number


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)


DAMAGES: list[Callable[[Path], object]] = [
    Path.unlink,
    flip,
    lambda path: path.write_bytes(path.read_bytes()[:-1]),
    lambda path: path.write_bytes(b""),
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_texts_that_are_damaged_are_written_again(plan, tmp_path, damage) -> None:
    kept = tmp_path / "kept"
    place = kept / "sets" / plan.digest
    run(plan, kept)
    for path in files_in(place):
        damage(path)
        assert load(kept, plan.digest) is None, path
        is_right(run(plan, kept))
        is_right(load(kept, plan.digest))


def _full(*_given: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _full_writer(writer: pq.ParquetWriter, *_given: object) -> None:
    writer.is_open = False
    _full()


def test_a_full_disk_is_told_and_leaves_nothing_half_written(plan, tmp_path, monkeypatch) -> None:
    kept = tmp_path / "kept"
    count(DatasetPlan(plan.fragments[:1], plan.columns), CONFIG, kept)
    before = files_in(kept)
    for where in ("write_batch", "close"):
        with monkeypatch.context() as patch:
            patch.setattr(pq.ParquetWriter, where, _full_writer)
            with refused("dataset.disk_full", error=FolderError):
                count(plan, CONFIG, kept)
        assert files_in(kept) == before
    count(plan, CONFIG, kept)
    before = files_in(kept)
    with monkeypatch.context() as patch:
        patch.setattr(mapped_texts._ColumnWriter, "end", _full)
        with refused("dataset.disk_full", error=FolderError):
            open_data_set(plan, CONFIG, kept)
    assert files_in(kept) == before
    is_right(run(plan, kept))


def test_of_two_who_count_the_same_each_finds_it(plan, tmp_path, monkeypatch) -> None:
    """The second is done while the first is under way, and clears away what that has written."""
    kept, ordinary, inner = tmp_path / "kept", os.replace, []

    def late(*given):
        if not inner:
            inner.append(1)
            run(plan, kept)
        ordinary(*given)

    monkeypatch.setattr("bleu_core.datasets.counting.os.replace", late)
    is_right(run(plan, kept))
    assert len(files_in(kept / "statistics")) == 4


def test_a_data_set_that_is_kept_is_found_as_it_was(tmp_path) -> None:
    table = {"old": OLD, "new": NEW, "ref": REF, "doc": ["x", "y", None] * 2, "n": [1] * 6}
    columns = Columns("old", "new", ("ref",), "doc")
    config = BleuConfig(weights=(0.5, 0.5), max_ngram_order=2, reference_length="average")
    found = opened(write(tmp_path / "set", table, 2, 2), tmp_path / "kept", columns, config)
    for again in (load(tmp_path / "kept", found.digest), pickle.loads(pickle.dumps(found))):
        assert (again.plan, again.digest) == (found.plan, found.plan.digest)
        assert_equal(again, Comparison.of(found, config))
    [saved] = saved_data_sets(tmp_path / "kept")
    assert saved[:5] == (found.digest, "set", "old", "new", 6)
    assert (saved.config, saved.fault) == (config, "")
    # Under a tokenizer that is gone it is listed too.
    marker = tmp_path / "kept" / "sets" / found.digest / "data.json"
    marker.write_text(marker.read_text().replace('"13a"', '"gone"'))
    [saved] = saved_data_sets(tmp_path / "kept")
    assert saved.config == BleuConfig()
    assert "gone" in saved.fault


def test_a_data_set_that_is_damaged_or_not_there_is_none(plan, tmp_path) -> None:
    kept = tmp_path / "kept"
    for data in (b"", b"{}", b"[1]", b"\xff"):
        run(plan, kept)
        assert load(kept, plan.digest) is not None
        (kept / "sets" / plan.digest / "data.json").write_bytes(data)
        assert load(kept, plan.digest) is None, data
        assert saved_data_sets(kept) == []
    for digest in ("", "..", "0" * 64, "x/../../y", "A" * 64):
        assert load(kept, digest) is None
        assert size_on_disk(kept, "0" * 64) == 0


def test_another_file_setting_or_column_is_counted_apart(plan, tmp_path, monkeypatch) -> None:
    (one, *_) = plan.fragments
    path = plan.statistics_path(tmp_path, one, CONFIG)
    others = [
        DatasetPlan(plan.fragments, Columns("new", "old", ("ref",))),
        DatasetPlan(plan.fragments, plan.columns, ("n",)),
        DatasetPlan(plan.fragments[1:], plan.columns),
    ]
    assert len({plan.digest, *(other.digest for other in others)}) == 4
    assert path not in {other.statistics_path(tmp_path, one, CONFIG) for other in others[:2]}
    # Smoothing and weights are no part of what is counted.
    assert plan.statistics_path(tmp_path, one, BleuConfig(tokenize="none")) != path
    assert plan.statistics_path(tmp_path, one, BleuConfig(smooth_method="none")) == path
    by_version = set()
    for version in ("1.2", "1.3"):  # of the package of a tokenizer
        folder = tmp_path / version
        add_package(folder, "pack", version, {"tokenizers.blanks": "builtins:str.split"})
        with installed(folder):
            by_version.add(plan.statistics_path(tmp_path, one, BleuConfig(tokenize="blanks")))
    assert len(by_version) == 2
    os.utime(one.path, ns=(1, 1))
    changed = planned([one.path], COLUMNS)
    assert changed.statistics_path(tmp_path, changed.fragments[0], CONFIG) != path
    monkeypatch.setattr("bleu_core.datasets.plan.__version__", "0.0")  # it may count differently
    assert plan.statistics_path(tmp_path, one, CONFIG) != path


def saved(folder: Path, *names: str) -> DataSet:
    """A data set of files in several folders."""
    paths = []
    for name in names:
        lines = [f"{name} the cat sat on mat {i}" for i in range(20)]
        others = [line.replace("cat", "dog") for line in lines]
        if not (folder / name).exists():
            write(folder / name, {"old": others, "new": lines, "ref": lines}, group=2)
        paths.append(str(folder / name))
    return run(planned(paths, COLUMNS), folder / "kept")


def test_nothing_of_a_data_set_that_is_deleted_stays(tmp_path: Path) -> None:
    found, kept = saved(tmp_path, "one"), tmp_path / "kept"
    Comparison.of(found, BleuConfig(lowercase=True))  # these statistics go, too
    assert size_on_disk(kept, found.digest) == sum(one.stat().st_size for one in files_in(kept))
    delete_data_set(kept, found.digest)
    assert not files_in(kept)
    assert load(kept, found.digest) is None
    assert files_in(tmp_path / "one")
