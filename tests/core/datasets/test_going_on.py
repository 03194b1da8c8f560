"""Whatever breaks a run off, the same command goes on; what is forgotten leaves nothing."""

import errno
import os
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from bleu_core import BleuConfig
from bleu_core.datasets import (
    Columns,
    DatasetComparison,
    DatasetPlan,
    FolderError,
    counting,
    load,
    planned,
    run,
    save,
    saved_datasets,
    surveyed,
)
from bleu_core.datasets.ngram_pass import delete_dataset, find_ngrams, size_on_disk
from tests.core.datasets.parquet_sets import COLUMNS, comparison, counted, files_in, write
from tests.core.refusing import refused

OLD = ["a b c d e", "b c d", "c d e f", "d", "e f g h", "f g h"]
NEW = ["a b c d", "b c d e", "c d", "d e", "e f", "f g h i"]
REF = ["a b c d e f", "b c d e", "c d e f", "d e", "e f g h", "f g i"]


@pytest.fixture
def plan(tmp_path: Path) -> DatasetPlan:
    path = write(tmp_path / "set", {"old": OLD, "new": NEW, "ref": REF}, 2, 2)
    return planned([path], COLUMNS, BleuConfig())


@pytest.fixture
def times(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows by one whenever texts are counted."""
    seen: list[int] = []
    ordinary = counting.statistics_of
    monkeypatch.setattr(
        counting, "statistics_of", lambda *given: seen.append(1) or ordinary(*given)
    )
    return seen


def is_right(job) -> None:
    whole = comparison(OLD, NEW, [REF])
    assert (job.score_a, job.score_b, len(job)) == (whole.score_a, whole.score_b, len(OLD))


def test_a_run_that_was_stopped_goes_on_and_what_is_counted_is_not_counted_again(
    plan, tmp_path, times
) -> None:
    def stop(part: float) -> None:
        if part > 0.4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(plan, tmp_path / "kept", progress=stop)
    assert len(times) == 2
    for _ in range(2):
        is_right(run(plan, tmp_path / "kept")[0])
        assert len(times) == 4


def test_a_data_set_that_grows_counts_what_is_new(tmp_path, times) -> None:
    path = write(tmp_path / "set", {"old": OLD[:4], "new": NEW[:4], "ref": REF[:4]}, 1, 2)
    counted(path, tmp_path / "kept")
    more = write(tmp_path / "more", {"old": OLD[4:], "new": NEW[4:], "ref": REF[4:]}, 1, 2)
    os.rename(f"{more}/part-0.parquet", f"{path}/part-1.parquet")
    is_right(counted(path, tmp_path / "kept"))
    assert len(times) == 3


def test_statistics_that_are_damaged_are_counted_anew(plan, tmp_path, times) -> None:
    run(plan, tmp_path / "kept")
    path, other = (plan.statistics_path(tmp_path / "kept", plan.fragments[i]) for i in (0, 2))
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
    ]
    for number, damage in enumerate(damages, 1):
        damage()
        is_right(run(plan, tmp_path / "kept")[0])
        assert len(times) == 4 + number


def _full(writer: pq.ParquetWriter, *_given: object) -> None:
    writer.is_open = False
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_is_told_and_leaves_nothing_half_written(plan, tmp_path, monkeypatch) -> None:
    kept = tmp_path / "kept"
    run(DatasetPlan(plan.fragments[:1], plan.columns, plan.config), kept)
    before = files_in(kept)
    for where in ("write_batch", "close"):
        with monkeypatch.context() as patch:
            patch.setattr(pq.ParquetWriter, where, _full)
            with refused("dataset.disk_full", error=FolderError):
                run(plan, kept)
        assert files_in(kept) == before
    is_right(run(plan, kept)[0])


def test_a_folder_that_cannot_be_written_is_told(plan, tmp_path) -> None:
    (tmp_path / "kept").write_text("a file")
    with refused("dataset.folder_not_written", error=FolderError):
        run(plan, tmp_path / "kept")


def test_what_a_killed_process_left_goes_when_the_file_is_written(plan, tmp_path) -> None:
    path = plan.statistics_path(tmp_path / "kept", plan.fragments[0])
    path.parent.mkdir(parents=True)
    left = path.with_name(f"{path.name}.0123")
    left.write_bytes(b"PAR1")
    run(plan, tmp_path / "kept")
    assert not left.exists()
    assert len(files_in(tmp_path / "kept")) == 4


def test_of_two_who_count_the_same_each_finds_it(plan, tmp_path, monkeypatch) -> None:
    """The second is done while the first is under way, and clears away what that has written."""
    kept, ordinary, inner = tmp_path / "kept", os.replace, []

    def late(*given):
        if not inner:
            inner.append(1)
            run(plan, kept)
        ordinary(*given)

    monkeypatch.setattr("bleu_core.datasets.counting.os.replace", late)
    job, bad = run(plan, kept)
    assert not bad
    is_right(job)
    assert len(files_in(kept)) == 4


def test_a_job_that_is_kept_is_found_as_it_was(tmp_path) -> None:
    table = {"old": OLD, "new": NEW, "ref": REF, "doc": ["x", "y", None] * 2, "n": [1] * 6}
    columns = Columns("old", "new", ("ref",), "doc")
    config = BleuConfig(weights=(0.5, 0.5), max_ngram_order=2, reference_length="average")
    job = counted(write(tmp_path / "set", table, 2, 2), tmp_path / "kept", columns, config)
    save(job)
    again = load(tmp_path / "kept", job.plan.digest)
    assert again is not None
    assert (again.plan, again.plan.digest) == (job.plan, job.plan.digest)
    assert again.tally.names.equals(job.tally.names)
    assert np.array_equal(again.tally.blocks, job.tally.blocks)
    assert (again.score_a, again.delta, len(again)) == (job.score_a, job.delta, len(job))


def test_a_job_that_is_damaged_or_not_there_is_none(plan, tmp_path) -> None:
    kept = tmp_path / "kept"
    job, _ = run(plan, kept)
    for name in ("plan.json", "blocks.parquet"):
        for data in (b"", b"{}", b"[1]", b"\xff", None):
            save(job)
            assert load(kept, plan.digest) is not None
            path = plan.job_folder(kept) / name
            path.unlink()
            if data is not None:
                path.write_bytes(data)
            assert load(kept, plan.digest) is None, (name, data)
    for digest in ("", "..", "0" * 64, "x/../../y", "A" * 64):
        assert load(kept, digest) is None


def test_another_file_setting_or_column_is_counted_apart(plan, tmp_path) -> None:
    (one, *_) = plan.fragments
    others = [
        DatasetPlan(plan.fragments, plan.columns, BleuConfig(tokenize="none")),
        DatasetPlan(plan.fragments, Columns("new", "old", ("ref",)), plan.config),
        DatasetPlan(plan.fragments, plan.columns, plan.config, ("n",)),
        DatasetPlan(plan.fragments[1:], plan.columns, plan.config),
    ]
    assert len({plan.digest, *(other.digest for other in others)}) == 5
    assert len({plan.name_of(one), *(other.name_of(one) for other in others[:3])}) == 4
    os.utime(one.path, ns=(1, 1))
    assert planned([one.path], COLUMNS, plan.config).name_of(one) == plan.name_of(one)
    changed = planned([one.path], COLUMNS, plan.config).fragments[0]
    assert plan.name_of(changed) != plan.name_of(one)


def saved(folder: Path, *names: str) -> DatasetComparison:
    """The job of data sets of 10 groups of rows."""
    paths = []
    for name in names:
        lines = [f"{name} the cat sat on mat {i}" for i in range(20)]
        others = [line.replace("cat", "dog") for line in lines]
        if not (folder / name).exists():
            write(folder / name, {"old": others, "new": lines, "ref": lines}, group=2)
        paths.append(str(folder / name))
    job, _ = run(planned(paths, COLUMNS, BleuConfig()), folder / "kept")
    assert job
    save(job)
    return job


def test_nothing_of_a_job_that_is_forgotten_stays(tmp_path: Path) -> None:
    job = saved(tmp_path, "one")
    surveyed(job)
    find_ngrams(job)  # of 10 groups of rows: merged by 8, then by 2
    assert size_on_disk(job) == sum(path.stat().st_size for path in files_in(job.folder))
    delete_dataset(job)
    assert not files_in(job.folder)
    assert load(job.folder, job.plan.digest) is None
    assert files_in(tmp_path / "one")


def test_what_another_job_has_stays(tmp_path: Path) -> None:
    small = saved(tmp_path, "one")
    before = files_in(small.folder)
    delete_dataset(saved(tmp_path, "one", "two"))
    assert files_in(small.folder) == before
    assert [job.plan for job in saved_datasets(small.folder)] == [small.plan]
    later = saved(tmp_path, "two")
    assert [job.plan for job in saved_datasets(small.folder)] == [
        later.plan,
        small.plan,
    ]  # the last first
    again, bad = run(small.plan, small.folder)
    assert (again.delta, bad) == (small.delta, [])
