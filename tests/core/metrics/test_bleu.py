"""Scores against sacreBLEU, to the last digit, and against the papers' formula and examples."""

import json
import logging
import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from sacrebleu.metrics import BLEU

from bleu_core import BleuConfig, BleuScore, corpus_bleu, segment_statistics, sentence_bleu
from bleu_core.metrics import get_metric
from bleu_core.metrics.formula import bleu_scores, brevity_penalties, precisions, quick_scores
from bleu_core.text.config import LENGTH_RULES, SMOOTHING
from bleu_core.text.tokenizers import tokenize_line
from tests.core import reference_exact as exact
from tests.core import sample
from tests.core.nasty_texts import corpora
from tests.core.random_statistics import Pair, configs, pairs
from tests.core.reference_exact import grams, limits
from tests.core.refusing import refused
from tests.effort import examples
from tests.places import SAMPLE_DATA

Corpus = tuple[list[str], list[list[str | None]]]
TIE: Corpus = ["a " * 8], [["a " * 9], ["a " * 3], ["a " * 7]]  # 7 and 9 are as near to 8
PARTS = ("score", "counts", "totals", "precisions", "bp", "sys_len", "ref_len")

logging.getLogger("sacrebleu").setLevel(logging.ERROR)  # its advice on sentence scores

VALUES = st.one_of(st.none(), st.sampled_from([0.1, 0.01, 0.5, 1, 2, 1 / 3]), st.floats(1e-3, 50))
SMOOTHINGS = st.one_of(
    st.sampled_from([("exp", None), ("none", None)]),
    st.tuples(st.sampled_from(["floor", "add-k"]), VALUES),
)


@st.composite
def shared_configs(draw: st.DrawFn) -> BleuConfig:
    """Settings that sacreBLEU has too."""
    method, value = draw(SMOOTHINGS)
    return BleuConfig(
        tokenize=draw(st.sampled_from(["13a", "zh", "char", "none", "intl"])),
        lowercase=draw(st.booleans()),
        smooth_method=method,
        smooth_value=value,
        max_ngram_order=draw(st.integers(1, 9)),
        effective_order=draw(st.booleans()),
    )


all_configs = st.builds(
    replace,
    configs(),
    tokenize=st.sampled_from(["13a", "char"]),
    reference_length=st.sampled_from(LENGTH_RULES),
)


def sacrebleu_metric(config: BleuConfig) -> BLEU:
    return BLEU(
        tokenize=config.tokenize, lowercase=config.lowercase, smooth_method=config.smooth_method,
        smooth_value=config.smooth_value, max_ngram_order=config.max_ngram_order,
        effective_order=config.effective_order, force=True,
    )  # fmt: skip


def parts(score: object) -> dict[str, object]:
    """The parts of a score; sacreBLEU's are above 100 by rounding where texts are identical."""
    found = {name: getattr(score, name) for name in PARTS}
    capped = [min(100.0, percent) for percent in found["precisions"]]
    return found | {"score": min(100.0, found["score"]), "precisions": capped}


def check_against_sacrebleu(corpus: Corpus, config: BleuConfig) -> None:
    """Corpus score, every sentence score and the signature are sacreBLEU's."""
    hypotheses, references = corpus
    metric = sacrebleu_metric(config)
    statistics = segment_statistics(hypotheses, references, config)
    score = statistics.corpus()
    assert parts(score) == parts(metric.corpus_score(hypotheses, references))
    assert max(score.score, *score.precisions) <= 100
    theirs = str(metric.get_signature()).split("|")[:-1]
    ours = [f for f in score.signature.split("|") if not f.startswith(("order:", "smoothval:"))]
    assert ours[:-1] == theirs
    refs = zip(*references, strict=True)
    sentences = [metric.sentence_score(h, r).score for h, r in zip(hypotheses, refs, strict=True)]
    assert statistics.sentence_scores().tolist() == [min(100.0, score) for score in sentences]


def check_against_papers(corpus: Corpus, config: BleuConfig) -> None:
    hypotheses, references = corpus
    rows = [
        exact.count(
            tokenize_line(text, config),
            [tokenize_line(ref, config) for ref in refs if ref is not None],
            config,
        )
        for text, *refs in zip(hypotheses, *references, strict=True)
    ]
    expected = exact.added(rows)
    score = corpus_bleu(hypotheses, references, config)
    if config.smooth_method != "add-k":  # sacreBLEU reports counts with k added
        assert (score.counts, score.totals) == ([*expected.matches], [*expected.totals])
    assert (score.sys_len, score.ref_len) == (
        expected.c,
        pytest.approx(float(expected.r), rel=1e-12),
    )
    assert score.score == pytest.approx(float(exact.bleu(expected, config)), rel=1e-9)
    if factors := exact.factors(expected, config):
        assert math.log(score.bp) == pytest.approx(float(factors.ln_bp), rel=1e-9, abs=1e-15)
        percents = [
            100 * float(m / t) if w else 0
            for (m, t), w in zip(factors.fractions, factors.weights, strict=True)
        ]
        assert score.precisions == pytest.approx(percents, rel=1e-12)


@settings(max_examples=examples(400))
@given(corpus=corpora(), config=shared_configs())
@example(corpus=([""], [[""]]), config=BleuConfig())
@example(corpus=([""], [["a"]]), config=BleuConfig())
@example(corpus=(["a"], [[""]]), config=BleuConfig(effective_order=True))
@example(corpus=(["a b"], [["a b"]]), config=BleuConfig(effective_order=True))
@example(corpus=(["a b"], [["b a"]]), config=BleuConfig(effective_order=True, smooth_method="none"))
@example(corpus=(["a b"], [["b c"]]), config=BleuConfig(smooth_method="add-k"))
@example(corpus=(["a b"], [["c d"]]), config=BleuConfig(effective_order=True))
@example(corpus=(["a b"], [["c d"]]), config=BleuConfig(smooth_method="add-k"))
@example(corpus=(["a b"], [["c d"]]), config=BleuConfig(smooth_method="floor"))
@example(corpus=(["a"], [["a"]]), config=BleuConfig(smooth_method="add-k", effective_order=True))
@example(corpus=(["a b c"], [["a b"], ["a b c d"]]), config=BleuConfig())  # a tie of lengths
@example(corpus=(["a b c", "a"], [["a b", None], ["", "b"], [None, ""]]), config=BleuConfig())
def test_everything_is_sacrebleus(corpus: Corpus, config: BleuConfig) -> None:
    check_against_sacrebleu(corpus, config)


@settings(max_examples=examples(200))
@given(corpus=corpora(), config=all_configs)
@example(corpus=TIE, config=BleuConfig(reference_length="closest"))
@example(corpus=TIE, config=BleuConfig(reference_length="shortest"))
@example(corpus=TIE, config=BleuConfig(reference_length="average"))
@example(
    corpus=(["a b c"], [["a b c"], ["a b c"], ["a b c d"]]),
    config=BleuConfig(reference_length="average"),
)
def test_everything_is_the_papers(corpus: Corpus, config: BleuConfig) -> None:
    check_against_papers(corpus, config)
    # A sentence scores as the corpus of that sentence does.
    hypotheses, references = corpus
    scores = segment_statistics(hypotheses, references, config).sentence_scores()
    refs = zip(*references, strict=True)
    alone = [sentence_bleu(h, r, config).score for h, r in zip(hypotheses, refs, strict=True)]
    assert scores.tolist() == alone


@settings(max_examples=examples(200))
@given(pair=pairs(), rows=st.integers(0, 2**32))
def test_quick_scores_are_the_scores_but_for_the_last_digits(pair: Pair, rows: int) -> None:
    for stats in pair:
        drawn = np.random.default_rng(rows).integers(0, 3, (20, len(stats))) @ stats.matrix
        for some in (stats.matrix, drawn):
            exact, quick = bleu_scores(some, stats.config), quick_scores(some, stats.config)
            assert quick == pytest.approx(exact, rel=1e-12, abs=1e-12)
            assert ((exact == 0) == (quick == 0)).all()


REAL_CONFIGS = [
    BleuConfig(),
    BleuConfig(tokenize="intl", lowercase=True, effective_order=True),
    BleuConfig(tokenize="char", smooth_method="floor", max_ngram_order=9),
    BleuConfig(tokenize="zh", smooth_method="add-k", smooth_value=0.5, max_ngram_order=2),
    BleuConfig(tokenize="none", smooth_method="none", effective_order=True),
]


@pytest.mark.parametrize("config", REAL_CONFIGS, ids=lambda c: c.tokenize)
@pytest.mark.parametrize("slow", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_the_sample_scores_as_in_sacrebleu(slow: bool, config: BleuConfig) -> None:
    lines = slice(None) if slow else slice(60)
    for system in sample.SYSTEMS if slow else [sample.PIVOT]:
        references = [stream[lines] for stream in sample.REFERENCES]
        check_against_sacrebleu((system[lines], references), config)


def test_lengths_are_integers_but_for_their_average() -> None:
    corpus = ["a b"], [["a"], ["a b c"]]
    assert segment_statistics(*corpus).matrix.dtype == np.int64
    average = segment_statistics(*corpus, BleuConfig(reference_length="average"))
    assert average.matrix.dtype == np.float64
    assert isinstance(average.corpus().ref_len, float)
    assert isinstance(segment_statistics(*corpus).corpus().ref_len, int)


def test_a_score_reads_as_in_sacrebleu() -> None:
    hypotheses, references = ["the cat sat on a mat"], [["the cat sat on the mat"]]
    theirs = BLEU().corpus_score(hypotheses, references)
    ours = corpus_bleu(hypotheses, references)
    assert str(ours) == theirs.format(signature=ours.signature)
    assert "ratio = 0.000 hyp_len = 0 ref_len = 0" in str(corpus_bleu([""], [[""]]))


def test_sentence_bleu_takes_a_list_of_references() -> None:
    score = sentence_bleu("a b c d", ["a b c e", None, "x b c d"])
    assert isinstance(score, BleuScore)
    assert score.signature.startswith("nrefs:2|")
    assert score.counts == [4, 3, 2, 0]
    with refused("comparison.references_one_string"):
        sentence_bleu("a b c d", "a b c d")


@pytest.mark.parametrize("weights", [None, (0.1, 0.2, 0.3, 0.4)])
@pytest.mark.parametrize("effective", [False, True])
@pytest.mark.parametrize("smooth", ["exp", "floor", "add-k", "none"])
def test_many_rows_score_as_each_row_does_with_the_built_in_sum(weights, effective, smooth) -> None:
    config = BleuConfig(weights=weights, effective_order=effective, smooth_method=smooth)
    draw = np.random.default_rng(3)
    lengths = draw.integers(0, 30, (2_000, 2))
    totals = np.maximum(lengths[:, :1] - np.arange(4), 0)
    matches = (totals * draw.random((2_000, 4)) ** 2).astype(int)
    rows = np.hstack([lengths, matches, totals])

    def score(row: NDArray[np.int64]) -> float:
        """One row, its logarithms summed as sacreBLEU sums them."""
        percents = precisions(row[None], config)[0].tolist()
        order = 4
        if effective:
            there = [t + (config.smoothing if smooth == "add-k" and n else 0) > 0
                     for n, t in enumerate(row[6:].tolist())]  # fmt: skip
            order = [*there, False].index(False)
        if order == 0 or not all(percents[:order]):
            return 0.0
        shares = (weights or (1.0,) * 4)[:order]
        logs = [w * math.log(p) for w, p in zip(shares, percents, strict=False)]
        return brevity_penalties(row[None])[0] * math.exp(sum(logs) / sum(shares))

    assert bleu_scores(rows, config).tolist() == [score(row) for row in rows]


def test_a_smoothing_method_without_a_formula_gives_no_score(monkeypatch) -> None:
    monkeypatch.setitem(SMOOTHING, "new", None)
    with pytest.raises(NotImplementedError, match="new"):
        sentence_bleu("a b", ["a c"], BleuConfig(smooth_method="new"))


DATA = SAMPLE_DATA / "papineni2002.json"
EXAMPLES = json.loads(DATA.read_text("utf-8"))["examples"]
FIGURES = [(example, figure) for example in EXAMPLES for figure in example["figures"]]


def as_counted(text: str) -> str:
    """The paper counts lower-cased text without its final full stop."""
    return text.lower().removesuffix(".")


def clipped(text: str, references: list[str], order: int) -> Counter[tuple[str, ...]]:
    return grams(text.split(), order) & limits([one.split() for one in references], order)


def test_the_papers_figures() -> None:
    for paper, figure in FIGURES:
        candidate = as_counted(paper["candidates"][figure["candidate"]])
        references = [as_counted(text) for text in paper["references"]]
        order, expected = figure["order"], (figure["matches"], figure["total"])
        if figure["measure"] == "modified precision":
            score = corpus_bleu([candidate], [[reference] for reference in references])
            assert (score.counts[order - 1], score.totals[order - 1]) == expected
            assert clipped(candidate, references, order).total() == expected[0]
            continue
        # Unclipped: what clipping is there to correct (section 2.1).
        assert (figure["measure"], order) == ("standard precision", 1)
        words = {word for reference in references for word in reference.split()}
        matches = sum(word in words for word in candidate.split())
        assert (matches, len(candidate.split())) == expected


def test_all_figures_of_the_paper_are_there() -> None:
    fractions = {
        (example["id"], figure["candidate"], figure["order"], figure["matches"], figure["total"])
        for example, figure in FIGURES
    }
    assert fractions >= {
        ("example-1", 0, 1, 17, 18), ("example-1", 1, 1, 8, 14),
        ("example-1", 0, 2, 10, 17), ("example-1", 1, 2, 1, 13),
        ("example-2", 0, 1, 2, 7), ("example-2", 0, 1, 7, 7), ("example-2", 0, 2, 0, 6),
        ("example-3", 0, 1, 2, 2), ("example-3", 0, 2, 1, 1),
    }  # fmt: skip


def test_a_better_translation_scores_higher() -> None:
    example = next(e for e in EXAMPLES if e["id"] == "example-1")
    references = [[as_counted(text)] for text in example["references"]]
    good, poor = (corpus_bleu([as_counted(c)], references).score for c in example["candidates"])
    assert good > poor

    # Brevity keeps a fragment from winning.
    example = next(e for e in EXAMPLES if e["id"] == "example-3")
    references = [[as_counted(text)] for text in example["references"]]
    score = corpus_bleu([as_counted(example["candidates"][0])], references)
    assert score.precisions[:2] == [100, 100]
    assert score.bp < 0.01


def test_recall_over_pooled_references_would_prefer_the_worse() -> None:
    example = next(e for e in EXAMPLES if e["id"] == "example-4")
    references = [as_counted(text) for text in example["references"]]
    pooled = set(" ".join(references).split())
    worse, better = (as_counted(text) for text in example["candidates"])
    assert len(pooled & set(worse.split())) > len(pooled & set(better.split()))
    matched = [clipped(text, references, 2).total() for text in (worse, better)]
    assert matched[0] / worse.count(" ") < matched[1] / better.count(" ")


def test_as_a_metric_sentences_are_scored_with_effective_order() -> None:
    outputs, reference = ["a cat", "the cat sat on a mat"], ["a cat", "the cat sat on the mat"]
    metric, oracle = get_metric("bleu"), BLEU(effective_order=True)
    (rows,) = metric.count([outputs], [reference])
    expected = [
        oracle.sentence_score(*pair).score
        for pair in zip(outputs, [[r] for r in reference], strict=True)
    ]
    assert metric.sentence_scores(rows) == pytest.approx(expected)
