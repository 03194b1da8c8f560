"""Whether a data set's difference may be chance: the tests of a comparison, over blocks."""

from pathlib import Path

import numpy as np
import pyarrow as pa

from bleu_core import BleuConfig, SegmentStatistics
from bleu_core.datasets import (
    Columns,
    DatasetComparison,
    DatasetPlan,
    run_dataset_tests,
    skip_reason,
    surveyed,
)
from bleu_core.datasets.dataset_comparison import BlockSums
from bleu_core.explain.ledger import concentration
from bleu_core.messages import codes
from bleu_core.present.account.datasets import DatasetAccount
from bleu_core.present.document import text
from bleu_core.significance import (
    Bootstrap,
    paired_approximate_randomization,
    paired_bootstrap,
    run_tests,
)
from tests.core.datasets.parquet_sets import Made
from tests.core.random_statistics import random_pair


def job_of(blocks: int, names: pa.Array | None = None, document: str = "") -> DatasetComparison:
    pair = random_pair(blocks, blocks * 20)
    sums = np.stack([s.matrix.reshape(blocks, 20, -1).sum(axis=1) for s in pair], axis=1)
    plan = DatasetPlan((), Columns("x", "y", ("r",), document), BleuConfig())
    numbers = pa.array(np.arange(blocks)) if names is None else names
    return DatasetComparison(plan, Path("none"), BlockSums(blocks * 20, 1, numbers, sums))


def test_by_document_the_tests_are_those_of_a_comparison(data: Made) -> None:
    found, expected = run_dataset_tests(data.job), run_tests(data.comparison)
    assert (found.unit, found.by_segment) == ("document", None)
    # Documents are named in the order in which they come, so that the draws are the same.
    for name in ("unit", "units", "randomization", "about_unit"):
        assert getattr(found, name) == getattr(expected, name)
    assert ends(found.bootstrap) == ends(expected.bootstrap)


def ends(interval: Bootstrap) -> tuple[float, float]:
    return interval.ci_low, interval.ci_high


def test_by_block_each_block_is_a_cluster() -> None:
    job = job_of(40)
    found = run_dataset_tests(job, trials=500, samples=200)
    a, b = (SegmentStatistics(job.tally.blocks[:, side], job.plan.config) for side in (0, 1))
    own = np.arange(40)
    assert found.randomization == paired_approximate_randomization(a, b, 500, clusters=own)
    assert ends(found.bootstrap) == ends(paired_bootstrap(a, b, 200, clusters=own))
    assert (found.unit, found.counted) == ("block", "40 blocks of 1\u202f024 segments")
    assert "1\u202f024 segments that follow one another, 40 of them" in found.about_unit


def test_no_claim_is_made_of_few_blocks_and_it_is_said_why(data: Made) -> None:
    few = pa.array([f"d{i}" for i in range(9)])
    missing = pa.array(["", *(f"d{i:02}" for i in range(39))])
    cases = [
        (job_of(29), "dataset.few_blocks", {"blocks": 29, "size": 1_024, "needed": 30}),
        (job_of(9, few, "doc"), "dataset.few_documents", {"documents": 9, "needed": 10}),
        (job_of(40, missing, "doc"), "dataset.documents_missing", {}),
    ]
    for job, code, values in cases:
        assert run_dataset_tests(job) is None
        reason = skip_reason(job)
        assert (codes([reason]), dict(reason.values)) == ([code], values)
        account = DatasetAccount(job)
        assert reason in text(account.verdict.told)
        assert "carry half" not in text(account.verdict.told)
        assert account.tests == []
    assert skip_reason(data.job) == skip_reason(job_of(30)) == ""
    assert run_dataset_tests(job_of(30), 100, 100)


def test_the_verdict_says_by_what_it_is_judged_and_what_carries_it(data: Made) -> None:
    parts: list[float] = []
    found, survey = run_dataset_tests(data.job, progress=parts.append), surveyed(data.job)
    assert parts == sorted(parts)
    assert parts[-1] == 1
    account = DatasetAccount(data.job, found, survey)
    told = text(account.verdict.told)
    documents = len(set(data.table["doc"].to_pylist()))
    assert account.significance.significant
    assert f"by {documents} documents" in told
    assert f"{data.job.delta:.2f} above A" in told
    exact = concentration(data.comparison.ledger.segments, data.comparison.delta)
    number = int(told.split("About ")[1].split(" of 600 segments carry half of the gains.")[0])
    assert abs(number - exact) <= 1
    assert f"{survey.better} of 600 segments" in account.segments_sentence
    assert DatasetAccount(data.job).segments_sentence == ""
    # None by segment.
    by_document = [test.name.split(",")[0].endswith("by document") for test in account.tests]
    assert by_document == [True, True, False]


def test_segments_are_told_with_their_texts(data: Made) -> None:
    account = DatasetAccount(data.job, survey=surveyed(data.job), most=7)
    assert [title for title, _ in account.sides] == ["Most for B", "Most against B"]
    for found in (account.gains, account.losses):
        assert len(found) == 7
        for segment in found:
            row = data.table.slice(segment.row, 1).to_pylist()[0]
            assert segment.line == segment.row + 1
            assert (segment.a, segment.b, segment.references) == (row["x"], row["y"], [row["r"]])
            assert (segment.source, segment.document) == (row["s"], row["doc"])
    bare = account.without_texts
    assert [one.line for one in bare[0]] == [one.line for one in account.gains]
