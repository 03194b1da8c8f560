"""The n-grams of a page: families and the rest add up to Δ, and each n-gram is in one place."""

from dataclasses import replace

import pytest

from bleu_core import Comparison, EvalSet
from bleu_core.explain.ngrams import evidence
from bleu_core.present.comparison_document import comparison_document
from bleu_core.present.comparison_report import MOST_MEMBERS, ComparisonReport, gather
from bleu_core.present.document import HTML
from bleu_core.present.tables.comparison_tables import families_table
from bleu_core.present.viewer.ngrams import report_ngrams
from tests.core.explain.test_ngram_families import contains, damaged
from tests.core.sample import DIRECT, PIVOT, REFERENCES


def content_of(comparison: Comparison) -> ComparisonReport:
    return gather(comparison, None, evidence(comparison, comparison.ledger.per_match))


def sample() -> ComparisonReport:
    return content_of(Comparison.of(EvalSet({"direct": DIRECT, "pivot": PIVOT}, REFERENCES)))


def data_of(content: ComparisonReport) -> dict:
    data = report_ngrams(content, comparison_document(content, HTML).sections)
    assert data is not None
    return data


@pytest.mark.parametrize("seed", range(6))
def test_families_and_ngrams_add_up_to_delta(seed: int) -> None:
    content = content_of(damaged(seed, 60))
    data = data_of(content)
    for family in data["families"]:
        members = sum(row[6] for row in family["members"])
        assert members + family["others"]["points"] == pytest.approx(family["points"], abs=1e-6)
        assert len(family["members"]) <= MOST_MEMBERS
    listed = sum(family["points"] for family in data["families"])
    listed += sum(row[6] for row in data["rows"] if row[9] < 0)
    closing = sum(points for _, points in data["closing"])
    assert listed + closing == pytest.approx(content.comparison.delta, abs=1e-6)
    # An n-gram is in the first family whose text it contains.
    families = [tuple(one["text"].split()) for one in data["families"] if not one["sign"]]
    if len(families) < len(data["families"]):
        return
    for text, *_, family in data["rows"]:
        inside = [i for i, key in enumerate(families) if contains(tuple(text.split()), key)]
        assert family == (inside[0] if inside else -1)


def test_the_list_is_that_of_the_report_with_many_more() -> None:
    content = sample()
    data = data_of(content)
    assert len(content.phrases) == 20 < len(data["rows"])
    for row, expected in zip(data["rows"], content.ngrams, strict=True):
        assert row[:6] == [*expected[:6]]
        assert row[6] == pytest.approx(expected.points_with_folded)
    assert any(row[7] for row in data["rows"])
    assert any(row[8] is None for row in data["rows"])
    assert any(row[8] is not None for row in data["rows"])


def test_families_are_those_of_the_report_with_what_stands_there_instead() -> None:
    content = sample()
    data = data_of(content)
    families = content.families.rows
    assert [one["text"] for one in data["families"]] == [one.text for one in families] != []
    assert [one["wins"] for one in data["families"]] == [
        [one.wins_a, one.wins_b] for one in families
    ]
    for own, family in zip(data["families"], families, strict=True):
        assert own["points"] == pytest.approx(family.points)
        assert own["search"] == family.search
        words = "".join(span[0] for span in own["substitute"])
        found = family.substitute
        assert (f"{found.count} of {found.of}" in words) if found else not words


def test_a_column_that_is_empty_in_all_rows_is_left_out() -> None:
    found = sample().families
    bare = replace(found, rows=[row._replace(substitute=None) for row in found.rows])
    columns = [{column.label for column in families_table(one).columns} for one in (found, bare)]
    assert columns[0] - columns[1] == {"instead"}


def test_without_evidence_there_is_nothing() -> None:
    content = gather(damaged(1, 60))
    assert report_ngrams(content, comparison_document(content, HTML).sections) is None
