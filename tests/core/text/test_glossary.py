"""The glossary: every entry whole, every name found, no two of the same name, no false claim."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from bleu_core import BleuConfig, corpus_bleu, segment_statistics
from bleu_core.common.stats import sign_test
from bleu_core.teaching.lessons import all_lessons
from bleu_core.text import glossary
from bleu_core.text.config import SMOOTHING

# Of which entry the columns of the measured rates are; the interval's are on the Overview.
COLUMNS = ("approximate-randomization", "bootstrap", "", "sacrebleu-bootstrap", "paired-t")


def test_every_entry_is_whole() -> None:
    for entry in glossary.entries():
        for text in filter(None, (entry.short, entry.how, entry.source, entry.mistake)):
            assert text.strip() == text
            assert text.endswith((".", "…"))
        assert len(entry.short) <= 200, entry.name
        assert glossary.short_definition(entry.name) == entry.short
        # Neither is Markdown.
        assert not re.search(r"[*_`$\[\]<>]|~~|--|->|:\w+:", entry.short + entry.term), entry.name


def test_names_are_found_in_any_case_and_belong_to_one_entry() -> None:
    names: dict[str, str] = {}
    for entry in glossary.entries():
        for name in (entry.name, entry.term, *entry.also):
            assert glossary.find_entry(name.upper()) is entry or name.upper() != name.casefold()
            assert names.setdefault(name.casefold(), entry.name) == entry.name
            assert glossary.find_entry(name) is entry
    with pytest.raises(KeyError):
        glossary.find_entry("METEOR")


def test_entries_and_lessons_that_are_referred_to_exist() -> None:
    titles = {lesson.title for lesson in all_lessons().values()}
    for entry in glossary.entries():
        text = " ".join((entry.short, entry.how, entry.source, entry.mistake))
        for name in re.findall(r"[Ss]ee “([^”]+)”", text):
            assert glossary.find_entry(name).term == name, entry.name
        assert set(re.findall(r"lesson “([^”]+)”", text)) <= titles, entry.name


class TestClaims:
    """What entries say of numbers is so."""

    def test_sums_of_four_numbers_are_right(self) -> None:
        mean = (0.661 * 0.402 * 0.266 * 0.181) ** 0.25
        assert f"{mean:.3f}" == "0.336"
        assert "0.336" in glossary.find_entry("four-numbers").how
        # Halving one of four precisions takes as much, whichever it is.
        assert "15.9" in glossary.find_entry("geometric-mean").how
        whole = [0.7, 0.5, 0.3, 0.1]
        for n in range(4):
            halved = [p / 2 if i == n else p for i, p in enumerate(whole)]
            lost = 1 - stats.gmean(halved) / stats.gmean(whole)
            assert f"{100 * lost:.1f}" == "15.9"

    def test_smoothed_a_text_of_n_tokens_is_at_0_only_if_no_word_matches(self) -> None:
        sizes = ((1, 1), (1, 9), (2, 3), (4, 4), (4, 5), (4, 9))
        for method, (order, size) in product(SMOOTHING.keys() - {"none"}, sizes):
            config = BleuConfig(smooth_method=method, max_ngram_order=order)
            for matching in range(size + 1):
                text = " ".join(["a"] * matching + ["x"] * (size - matching))
                score = corpus_bleu([text], [["a b b b b b b b b"]], config).score
                assert (score == 0) == (matching == 0)

    def test_at_most_one_in_twenty_ngrams_has_a_small_p_by_chance(self) -> None:
        for trials in range(1, 200):
            wins = np.arange(trials + 1)
            small = sign_test(wins, trials - wins) < 0.05
            assert stats.binom.pmf(wins, trials, 0.5)[small].sum() <= 0.05

    def test_a_segment_of_k_tokens_has_k_minus_n_plus_1_ngrams(self) -> None:
        assert "k − n + 1" in glossary.find_entry("n-gram").how
        texts = [" ".join("abcdefg"[:k]) for k in range(8)]
        totals = segment_statistics(texts, [["a"] * len(texts)]).totals
        assert totals.tolist() == [[max(k - n + 1, 0) for n in range(1, 5)] for k in range(8)]

    def test_how_often_tests_err_is_as_it_was_measured(self) -> None:
        measured = Path(__file__).parents[2] / "benchmarks" / "calibration.txt"
        row = re.search(r"^ +250 (.*)$", measured.read_text(encoding="utf-8"), re.MULTILINE)
        assert row is not None
        rates = dict(zip(COLUMNS, re.findall(r"[\d.]+(?=%)", row[1]), strict=True))
        for name, rate in rates.items():
            if name:
                assert re.search(rf"\b{rate}\b", glossary.find_entry(name).how), name
