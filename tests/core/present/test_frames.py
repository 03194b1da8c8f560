"""The frames hold what is documented, and their numbers are those that stand elsewhere."""

import inspect
import re
from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest
import sacrebleu

import bleuscope
from bleu_core import BleuConfig, Comparison, EvalSet, InputError
from bleu_core.explain.concordance import concordance
from bleu_core.explain.ngram_corpus import Corpus
from bleu_core.present.comparison_report import gather
from bleu_core.present.report.sheets import segment_frame
from tests.core.refusing import refused
from tests.places import sample_lines


@pytest.fixture(scope="module")
def sample() -> Comparison:
    return Comparison.of(
        EvalSet(
            {"old": sample_lines("apertium-direct.en"), "new": sample_lines("apertium-pivot.en")},
            [sample_lines("reference-1.en"), [None, *sample_lines("reference-2.en")[1:]]],
            sample_lines("source.es"),
            sample_lines("documents.txt"),
            {"kind": sample_lines("kinds.txt"), "delta": sample_lines("kinds.txt")},
        )
    )


def documented(method: Callable[..., pd.DataFrame]) -> list[str]:
    """The column names in the list of a docstring: "- `a`, `b`: content"."""
    items = re.findall(r"(?m)^ *- ((?:`[^`]+`(?:, )?)+):", inspect.getdoc(method) or "")
    return [name for item in items for name in re.findall("`([^`]+)`", item)]


def test_the_columns_are_those_that_are_documented(sample: Comparison) -> None:
    assert list(sample.ngrams().columns) == documented(Comparison.ngrams)
    expected: list[str] = []
    asked, given = ["copy_b"], ["kind", "delta (given)"]
    for name in documented(Comparison.segments):
        if name == "…":
            expected += given if "source" in expected else asked
        else:
            number = 2 if name == "reference_N" else 4
            numbers = range(1, number + 1) if name.endswith("_N") else [name]
            expected += [name.replace("_N", f"_{n}") for n in numbers]
    assert list(sample.segments("b.copy").columns) == expected


def test_segments_have_the_numbers_of_the_reports_table(sample: Comparison) -> None:
    frame, sheet = sample.segments("b.copy", "similarity"), segment_frame(gather(sample))
    frame = frame.rename(columns={"output_a": "a", "output_b": "b"})
    for name in frame.columns.drop("copy_b"):
        pd.testing.assert_series_equal(frame[name], sheet[name])
    assert frame["copy_b"].tolist() == [told == "yes" for told in sheet["b.copy"]]


def test_sentence_scores_and_counts_are_sacrebleus(sample: Comparison) -> None:
    bleu = sacrebleu.BLEU(effective_order=True)
    frame = sample.segments()
    for row in frame[1:].itertuples():
        theirs = bleu.sentence_score(row.output_b, [row.reference_1, row.reference_2])
        assert row.bleu_b == pytest.approx(theirs.score, abs=1e-9)
        assert row.delta == pytest.approx(row.bleu_b - row.bleu_a, abs=1e-9)
        assert [getattr(row, f"counts_b_{n}") for n in range(1, 5)] == theirs.counts
        assert [getattr(row, f"totals_b_{n}") for n in range(1, 5)] == theirs.totals
        assert (row.sys_len_b, row.ref_len_b) == (theirs.sys_len, theirs.ref_len)
    assert frame.points.sum() + sample.ledger.unattributed == pytest.approx(sample.delta)


def test_other_metrics_are_counted_when_they_are_asked_for(sample: Comparison) -> None:
    frame = sample.segments("a.chrf", "delta.ter")
    chrf, ter = sacrebleu.CHRF(), sacrebleu.TER()
    for row in frame[1:12].itertuples(index=False):
        references = [row.reference_1, row.reference_2]
        values = dict(zip(frame.columns, row, strict=True))
        assert values["chrf_a"] == pytest.approx(
            chrf.sentence_score(row.output_a, references).score
        )
        a, b = (ter.sentence_score(text, references).score for text in (row.output_a, row.output_b))
        assert values["delta_ter"] == pytest.approx(b - a)


def test_what_is_no_column_is_told_all_at_once(sample: Comparison) -> None:
    wrong = ("expression.unknown_column", "expression.missing_column", "notebook.several_texts")
    with refused(*wrong, error=InputError) as told:
        sample.segments("similarty", "verdict", "reference")
    assert "similarity" in told[0]


def test_ngrams_are_counted_as_the_concordance_finds_them(sample: Comparison) -> None:
    frame, corpus = sample.ngrams(), Corpus.of(sample)
    for row in frame.iloc[:: len(frame) // 60].itertuples():
        found = concordance(corpus, row.ngram)
        a, b = found.matches_a, found.matches_b
        assert row.order == len(row.ngram.split(" "))
        assert (row.count_a, row.count_b) == (found.count_a.sum(), found.count_b.sum())
        assert (row.matches_a, row.matches_b) == (a.sum(), b.sum())
        assert (row.wins_a, row.wins_b) == ((a > b).sum(), (b > a).sum())
        assert (row.over_a, row.missed_b) == (row.count_a - a.sum(), (found.limit - b).sum())
        points = sample.ledger.per_match[row.order - 1] * (b.sum() - a.sum())
        assert row.points == pytest.approx(points)


def test_ngrams_that_are_inside_no_other_count_nothing_twice(sample: Comparison) -> None:
    frame = sample.ngrams()
    alone = frame[frame.inside.isna()]
    assert alone.points_with_inside.sum() == pytest.approx(frame.points.sum())
    assert (frame.points_with_inside.abs().diff()[1:] <= 1e-12).all()  # those with most first
    heads = dict(zip(frame.ngram, frame.matches_b, strict=True))
    for row in frame[frame.inside.notna()].head(200).itertuples():
        assert f" {row.ngram} " in f" {row.inside} "
        assert heads[row.inside] == row.matches_b


def test_points_of_a_score_of_zero_are_missing() -> None:
    nothing = bleuscope.compare(["a b"], ["c"], ["d"], config=BleuConfig(smooth_method="none"))
    assert np.isnan(nothing.segments().points).all()
    twice = bleuscope.compare(["a b"] * 2, ["c d"] * 2, ["c e"] * 2)
    assert len(twice.ngrams()) > 0
    assert np.isnan(twice.ngrams().points).all()
