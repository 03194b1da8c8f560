"""Parts of a data set score as the slices of a comparison of the same texts do."""

from dataclasses import replace
from pathlib import Path
from zlib import crc32

import numpy as np
import pyarrow as pa
import pytest

from bleu_core.common.stats import holm, student_coverage, student_limit
from bleu_core.datasets import SegmentSummary, criteria_of, describe_slices, slices_of, surveyed
from bleu_core.datasets.distribution import Division, PointConcentration, divide_sums
from bleu_core.datasets.segment_summary import LENGTH, LENGTHS
from bleu_core.segments.slice_criteria import STEPS
from bleu_core.segments.slices import slice_by
from bleu_core.significance import jackknife_interval
from tests.core.datasets.parquet_sets import Made, made
from tests.core.refusing import refused


def test_parts_score_as_slices_of_a_comparison(data: Made) -> None:
    survey = surveyed(data.job)
    assert list(criteria_of(survey)) == ["document", "kind", "year", "reference length"]
    for how in criteria_of(survey):
        found = {part.label: part for part in slices_of(data.job, survey, how)}
        expected = {part.label: part for part in slice_by(data.comparison, how)}
        assert found.keys() == expected.keys()
        for label, part in expected.items():
            mine = found[label]
            assert (mine.n, mine.judged) == (part.n, part.judged)
            assert (mine.score_a, mine.score_b) == (part.score_a, part.score_b)
            assert mine.points == pytest.approx(part.points, rel=1e-9, abs=1e-12)


def test_numbers_stand_in_their_order_and_names_in_theirs(data: Made) -> None:
    survey = surveyed(data.job)
    years = [part.label for part in slices_of(data.job, survey, "year")]
    assert years == [str(year) for year in range(2000, 2011)]
    kinds = [(part.label, part.value) for part in slices_of(data.job, survey, "kind")]
    assert kinds == [("news", "news"), ("talk", "talk"), ("(none)", "")]


@pytest.mark.parametrize("how", ["kind", "reference length"])
def test_intervals_leave_out_groups_of_documents_and_hold_together(data: Made, how: str) -> None:
    found = {part.label: part for part in slices_of(data.job, surveyed(data.job), how)}
    parts = [part for part in slice_by(data.comparison, how) if part.n >= 30]
    groups = np.array([crc32(name.encode()) % 64 for name in data.table["doc"].to_pylist()])
    level, p_values = 0.95 ** (1 / len(parts)), []
    for part in parts:
        of_part, clusters = data.comparison.part(part.rows), groups[part.rows]
        low, high = jackknife_interval(of_part.stats_a, of_part.stats_b, level, clusters)
        mine = found[part.label]
        assert (mine.ci_low, mine.ci_high) == pytest.approx((low, high), rel=1e-9)
        degrees = len(np.unique(clusters)) - 1
        error = (high - part.delta) / student_limit(level, degrees)
        p_values.append(1 - student_coverage(abs(part.delta) / error, degrees))
    for part, p_value in zip(parts, holm(p_values), strict=True):
        assert found[part.label].p_value == pytest.approx(p_value, rel=1e-6, abs=1e-12)


def test_where_there_is_no_interval_it_is_said_why(data: Made, tmp_path: Path) -> None:
    survey = surveyed(data.job)
    [told] = describe_slices(data.job, survey, "kind", slices_of(data.job, survey, "kind"))
    assert told.startswith("The intervals of 3 parts hold together")
    values = {str(i): {-1: survey.divisions["kind"].total("news")} for i in range(101)}
    many = replace(survey, divisions={"many": Division(values, more=True)})
    few = made(tmp_path, 110)  # nine documents
    assert max(part.n for part in slices_of(few.job, surveyed(few.job), "kind")) > 30
    for job, of, how, starts in [
        (data.job, survey, "document", ["No intervals: a document is one unit"]),
        (data.job, many, "many", ["There are more than", "No intervals: they are for columns"]),
        (few.job, surveyed(few.job), "kind", ["No intervals: no part has 30 segments"]),
    ]:
        found = slices_of(job, of, how)
        assert all(part.ci_low is None and part.p_value is None for part in found)
        told = describe_slices(job, of, how, found)
        assert all(map(str.startswith, told, starts)), told
        assert len(told) == len(starts)


def test_what_is_no_criterion_is_refused(data: Made) -> None:
    with refused("dataset.unknown_slices"):
        slices_of(data.job, surveyed(data.job), "rarity")


def test_nothing_has_a_label_that_no_value_has(data: Made) -> None:
    survey = surveyed(data.job)
    one = survey.divisions["kind"].values["news"]
    odd = replace(survey, divisions={"x": Division({"": one, "(none)": one})})
    labels = [(part.label, part.value) for part in slices_of(data.job, odd, "x")]
    assert labels == [("(none)", "(none)"), ("((none))", "")]


def test_bands_are_as_wide_as_those_of_a_comparison(data: Made) -> None:
    size = len(data.comparison)
    for longest in (3, 20, 29, 31, 64, 150, 700, 8_000):
        lengths = np.sort(np.random.default_rng(longest).integers(0, longest + 1, size))
        matrix = data.comparison.stats_a.matrix.copy()
        matrix[:, 1] = lengths
        stats = data.comparison.stats_a.with_rows(matrix)
        comparison = replace(data.comparison, stats_a=stats, stats_b=stats)
        expected = {part.label: part.n for part in slice_by(comparison, LENGTH)}
        found = slices_of(data.job, _survey_of(matrix), LENGTH)
        assert {part.label: part.n for part in found} == expected, longest
        for part in found:
            low, high = part.lengths
            assert part.n == ((lengths >= low) & (lengths < (high or 10**9))).sum()


def _survey_of(matrix: np.ndarray) -> SegmentSummary:
    places = np.searchsorted(LENGTHS, matrix[:, 1], side="right") + (matrix[:, 1] > 0)
    texts = pa.array([str(place) for place in places], pa.large_string())
    division = divide_sums(texts, np.zeros(len(matrix), np.int64), np.hstack([matrix, matrix]))
    assert set(LENGTHS) >= {6 * step for step in STEPS}
    none = np.zeros(42, np.int64)
    return SegmentSummary(len(matrix), 0, 0, none, (), (), PointConcentration(), {LENGTH: division})
