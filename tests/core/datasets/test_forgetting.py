"""Forgetting a job: its files go, and with them nothing that another has."""

from pathlib import Path

from bleu_core import BleuConfig
from bleu_core.datasets import Columns, Job, kept, load, planned, run, save
from bleu_core.datasets.forgetting import bytes_of, forget
from bleu_core.datasets.ngram_pass import find_ngrams
from bleu_core.datasets.surveying import surveyed
from tests.core.datasets.parquet_sets import write

NAMED = Columns("a", "b", ("ref",))


def counted(folder: Path, files: list[Path]) -> Job:
    job, _ = run(planned([str(path) for path in files], NAMED, BleuConfig()), folder / "kept")
    assert job
    save(job)
    return job


def written(folder: Path, name: str) -> Path:
    lines = [f"{name} the cat sat on mat {i}" for i in range(20)]
    others = [line.replace("cat", "dog") for line in lines]
    path = write(folder / name, {"a": others, "b": lines, "ref": lines}, group=2)
    return Path(path) / "part-0.parquet"


def files(folder: Path) -> set[Path]:
    return {path for path in (folder / "kept").rglob("*") if path.is_file()}


def test_nothing_of_a_job_that_is_forgotten_stays(tmp_path: Path) -> None:
    data = written(tmp_path, "one")
    job = counted(tmp_path, [data])
    surveyed(job)
    find_ngrams(job)  # of 10 groups of rows: merged by 8, then by 2
    assert bytes_of(job) == sum(path.stat().st_size for path in files(tmp_path))
    forget(job)
    assert not files(tmp_path)
    assert load(job.folder, job.plan.digest) is None
    assert data.exists()


def test_what_another_job_has_stays(tmp_path: Path) -> None:
    one, two = written(tmp_path, "one"), written(tmp_path, "two")
    small = counted(tmp_path, [one])
    before = files(tmp_path)
    grown = counted(tmp_path, [one, two])
    forget(grown)
    assert files(tmp_path) == before
    assert [job.plan for job in kept(small.folder)] == [small.plan]
    later = counted(tmp_path, [two])
    assert [job.plan for job in kept(small.folder)] == [later.plan, small.plan]  # the last first
    again, bad = run(small.plan, small.folder)
    assert again
    assert not bad
    assert again.delta == small.delta
