"""The n-grams of a job: broken off, damaged, pruned; and the segments that each leads to."""

import os
from pathlib import Path

import numpy as np
import pytest

from bleu_core import BleuConfig, Comparison, EvalSet, InputError
from bleu_core.common.formatting import format_int, format_upper_bound
from bleu_core.datasets import Columns, DatasetComparison
from bleu_core.datasets import ngram_pass as tested
from bleu_core.datasets.ngram_evidence import (
    NgramEvidence,
    NgramPart,
    merge_ngram_parts,
    ngram_part_of,
)
from bleu_core.datasets.ngram_pass import files_of_ngrams, find_ngrams, saved_ngrams
from bleu_core.datasets.slicing import ngram_expression
from bleu_core.explain.ngrams import evidence
from bleu_core.messages import codes
from bleu_core.present.account.datasets import ngram_notes, ngrams_table
from bleu_core.segments.columns import table_of
from bleu_core.segments.expressions import LONGEST, mask, parse
from tests.core.datasets import parquet_sets
from tests.core.datasets.parquet_sets import write
from tests.effort import examples

WORDS = """the The cat sat on a mat 2,5 it's x-y &quot; … " /""".split()  # noqa: SIM905
LINES, GROUP = 300, 30
SLOW = pytest.mark.slow


def texts(seed: int, like: list[str] | None = None) -> list[str]:
    """Sentences of these words, or those of others with some of their words exchanged."""
    rng = np.random.default_rng(seed)
    if like is None:
        return [" ".join(rng.choice(WORDS, rng.integers(1, 9))) for _ in range(LINES)]
    words = (line.split() for line in like)
    return [" ".join(w if rng.random() < 0.7 else rng.choice(WORDS) for w in one) for one in words]


REFERENCE = texts(0)
A, B = texts(1, REFERENCE), texts(2, REFERENCE)


def same(config: BleuConfig | None = None) -> Comparison:
    return Comparison.of(EvalSet({"x": A, "y": B}, [REFERENCE]), config or BleuConfig())


def counted(folder: Path, config: BleuConfig = BleuConfig()) -> DatasetComparison:
    path = write(folder / "set", {"x": A, "y": B, "r": REFERENCE}, group=GROUP)
    return parquet_sets.counted(path, folder / "kept", Columns("x", "y", ("r",)), config)


@pytest.fixture
def job(tmp_path: Path) -> DatasetComparison:
    return counted(tmp_path)


def moved(found: NgramPart) -> dict[tuple[str, int], int]:
    rows = found.rows.to_pylist()
    return {(row["ngram"], row["order"]): row["moved"] for row in rows}


ALL = moved(ngram_part_of(same()))


def exact(comparison: Comparison) -> dict[tuple[str, int], float]:
    table = evidence(comparison, comparison.ledger.per_match, min_count=1)
    rows = np.arange(len(table.points))
    keys = zip(table.texts(rows).to_pylist(), table.counts.order.tolist(), strict=True)
    return dict(zip(keys, table.points.tolist(), strict=True))


class Stop(Exception):
    pass


def broken_off(job: DatasetComparison) -> list[Path]:
    """The files that are there when half of the work is done."""

    def stop(part: float) -> None:
        if part > 0.5:
            raise Stop

    with pytest.raises(Stop):
        find_ngrams(job, progress=stop)
    return [path for path in files_of_ngrams(job) if path.exists()]


def test_what_is_broken_off_goes_on_and_leaves_nothing_but_what_is_found(
    job: DatasetComparison,
) -> None:
    def stamps() -> list[int]:
        return [path.stat().st_mtime_ns for path in begun if path.exists()]

    begun = broken_off(job)
    assert saved_ngrams(job) is None
    assert 0 < len(begun) < LINES // GROUP
    before, seen = stamps(), []
    find_ngrams(job, progress=lambda _: seen.append(stamps()))
    assert seen[0] == before  # none of them was counted again
    assert moved(find_ngrams(job)) == ALL
    assert parquet_sets.files_in(job.folder / "ngrams") == []


DAMAGES = (b"", b"no Parquet", None)


def test_what_is_damaged_on_the_way_is_counted_anew(job: DatasetComparison) -> None:
    paths = broken_off(job)
    assert len(paths) >= 3
    for path, damage in zip(paths, DAMAGES, strict=False):
        spoil(path, damage)
    assert moved(find_ngrams(job)) == ALL


def test_what_was_found_and_is_damaged_is_none_and_is_found_again(job: DatasetComparison) -> None:
    find_ngrams(job)
    (path,) = job.plan.job_folder(job.folder).glob("ngrams*")
    whole = path.read_bytes()
    for damage in DAMAGES:
        path.write_bytes(whole)
        assert saved_ngrams(job) is not None
        spoil(path, damage)
        assert saved_ngrams(job) is None
    assert moved(find_ngrams(job)) == moved(saved_ngrams(job)) == ALL


def spoil(path: Path, damage: bytes | None) -> None:
    """Other bytes, or another one in the middle, where the numbers are."""
    data = bytearray(path.read_bytes())
    data[100] ^= 0xFF
    path.write_bytes(data if damage is None else damage)


def test_a_data_set_that_has_changed_is_named_once_for_each_group_of_rows(
    job: DatasetComparison, tmp_path: Path
) -> None:
    os.utime(tmp_path / "set" / "part-0.parquet", (1, 1))
    with pytest.raises(InputError) as error:
        find_ngrams(job)
    assert len(error.value.problems) == LINES // GROUP
    for fragment, told in zip(job.plan.fragments, error.value.problems, strict=True):
        assert (told.values["file"], told.values["group"]) == (fragment.path, fragment.group + 1)
        assert codes([told.values["problem"]]) == ["dataset.file_changed"]


@pytest.mark.parametrize("keep", [20, pytest.param(3, marks=SLOW), pytest.param(50, marks=SLOW)])
def test_no_other_carries_more_than_is_said(
    job: DatasetComparison, keep: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tested, "ngram_part_of", lambda one: ngram_part_of(one, keep))
    monkeypatch.setattr(tested, "merge_ngram_parts", lambda parts: merge_ngram_parts(parts, keep))
    found = NgramEvidence.of(job, find_ngrams(job))
    assert found.part.bound
    points = exact(same())
    for most in (0, 2, len(found)):
        rows = found.largest(most)
        listed = {(one.text, one.order): one for one in found.listed(rows)}
        beyond = found.points_beyond(rows)
        assert max(abs(points[key]) for key in points.keys() - listed) <= beyond + 1e-12
        for key, one in listed.items():
            assert abs(points[key] - one.points) <= one.points_left_out + 1e-12
        assert f"more than {format_upper_bound(beyond)} points" in " ".join(
            ngram_notes(found, rows)
        )
    assert f"{format_int(found.part.bound)} match" in " ".join(ngram_notes(found, found.rows()))


def test_where_nothing_is_pruned_that_is_said(job: DatasetComparison) -> None:
    found = NgramEvidence.of(job, find_ngrams(job))
    assert "is left out." in ngram_notes(found, found.rows())[0]
    assert found.points_beyond(found.rows()) == 0
    sizes = sorted(map(abs, exact(same()).values()), reverse=True)
    assert found.points_beyond(found.largest(5)) == pytest.approx(sizes[5])


def test_without_points_the_order_is_by_matches(tmp_path: Path) -> None:
    config = BleuConfig(smooth_method="none", max_ngram_order=9)
    job = counted(tmp_path, config)
    assert not job.ledger.defined
    found = NgramEvidence.of(job, find_ngrams(job))
    largest, every = (
        [abs(one.gained) for one in found.listed(rows)]
        for rows in (found.largest(30), found.rows())
    )
    assert largest == sorted(every, reverse=True)[:30]
    assert np.isnan(found.points_beyond(found.largest(5)))
    assert "As a BLEU is 0" in ngram_notes(found, found.largest(5))[0]
    assert ngrams_table(found, found.largest(5)).texts[0][3] == "undefined"


OTHERS = [pytest.param(BleuConfig(name), marks=SLOW, id=name) for name in ("13a", "none", "char")]


@pytest.mark.parametrize("config", [BleuConfig(lowercase=True), *OTHERS])
def test_an_ngram_leads_to_the_segments_that_match_it(tmp_path: Path, config: BleuConfig) -> None:
    job, comparison = counted(tmp_path, config), same(config)
    found = NgramEvidence.of(job, find_ngrams(job))
    table = table_of(comparison)
    led, number = 0, examples(100)
    for one in list(found.listed(found.largest(number))):
        where = ngram_expression(one.text, config)
        if not where:
            continue
        led += 1
        chosen = np.flatnonzero(mask(parse(where), table))
        # All segments that A or B wins are among them.
        counts = ngram_part_of(Comparison.of(comparison.evalset.part(chosen), config))
        won = {(row["ngram"], row["order"]): row for row in counts.rows.to_pylist()}
        row = won[one.text, one.order]
        assert (row["wins_a"], row["wins_b"]) == (one.wins_a, one.wins_b)
    assert led > 0.9 * number


def test_no_expression_chooses_what_is_too_long_or_is_not_found_in_its_text() -> None:
    assert not ngram_expression("x" * LONGEST, BleuConfig())
    assert not ngram_expression("don't,", BleuConfig())
    assert parse(ngram_expression('a " \\ b', BleuConfig(tokenize="none")))
