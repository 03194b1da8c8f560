"""What holds of every metric, whichever it is; what is its own is tested in a file of its own."""

import re
from functools import cache

import numpy as np
import pyarrow as pa
import pytest

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.metrics import METRIC_KEYS, Bleu, get_metric, measure
from bleu_core.metrics.additive import score_of
from bleu_core.metrics.metric import MetricStatistics
from bleu_core.significance.metric_tests import compare_metrics, compare_with_metric
from bleu_core.text import glossary
from tests.core import sample
from tests.core.reference_significance import assert_as_alone
from tests.core.refusing import refused
from tests.core.watching import check_progress

SIZE = 45
REFERENCES = [stream[:SIZE] for stream in sample.REFERENCES]
SYSTEMS = [stream[:SIZE] for stream in sample.SYSTEMS]
COMPARISON = Comparison.of(EvalSet(dict(zip("AB", SYSTEMS, strict=True)), REFERENCES))
# Its weights come from all references together.
OF_THE_WHOLE_SET = ("nist",)

every = pytest.mark.parametrize("name", METRIC_KEYS)


@cache
def counted(name: str) -> list[MetricStatistics]:
    return measure(get_metric(name), SYSTEMS, REFERENCES)


@every
def test_a_segment_counts_the_same_whatever_stands_beside_it(name: str) -> None:
    whole = counted(name)
    for stats, system in zip(whole, SYSTEMS, strict=True):
        (alone,) = measure(get_metric(name), [system], REFERENCES)
        assert (alone.matrix == stats.matrix).all()
        if name not in OF_THE_WHOLE_SET:
            (half,) = measure(get_metric(name), [system[:20]], [r[:20] for r in REFERENCES])
            assert (half.matrix == stats.matrix[:20]).all()
    arrays = [pa.array(stream, pa.large_string()) for stream in (*SYSTEMS, *REFERENCES)]
    found = measure(get_metric(name), arrays[:2], arrays[2:])
    assert all((a.matrix == b.matrix).all() for a, b in zip(found, counted(name), strict=True))


@every
def test_who_repeats_a_reference_cannot_be_bettered(name: str) -> None:
    systems = [REFERENCES[0], SYSTEMS[0]]
    best, less = map(score_of, measure(get_metric(name), systems, REFERENCES))
    higher_is_better = get_metric(name).about.higher_is_better
    assert best > less if higher_is_better else best < less
    assert best <= 100
    if name != "nist":  # it has no fixed maximum
        assert best == pytest.approx(100 if higher_is_better else 0, abs=1)


@every
def test_nothing_in_a_text_makes_a_score_that_is_no_number(name: str) -> None:
    # No text; no reference here; longer than any reference; other scripts; white space alone.
    systems = [["", "a b c d e f g", "\U0001d54f\u0301 x", " \t\u00a0", "a"]]
    references: list[list[str | None]] = [["a b", None, "x", "y", ""], [None, "b", None, " ", "a"]]
    (stats,) = measure(get_metric(name), systems, references)
    assert np.isfinite(stats.matrix).all()
    assert np.isfinite(stats.sentence_scores()).all()
    assert np.isfinite(stats.scores(np.zeros((1, stats.matrix.shape[1])))).all()
    assert np.isfinite(score_of(stats))
    assert stats.num_refs == -1
    assert "nrefs:var" in stats.corpus().signature


@every
def test_a_score_says_what_it_depends_on_and_what_it_is(name: str) -> None:
    (stats, _) = counted(name)
    score, about = stats.corpus(), get_metric(name).about
    assert about.key == name
    assert (score.name, score.score) == (about.label, score_of(stats))
    assert re.fullmatch(r"nrefs:2\|(\w+:[^|]*\|)*version:\S+", score.signature)
    assert glossary.find_entry(about.glossary_key).name == about.glossary_key
    assert about.source
    assert about.unit
    assert str(score).startswith(f"{about.label}|nrefs:2|")
    # Under the same settings it is the same metric.
    assert (get_metric(name), hash(get_metric(name))) == (get_metric(name), hash(get_metric(name)))
    a, b = counted(name)
    assert (a.settings, a.settings["metric"]) == (b.settings, about.label)
    # Quick scores differ in the last digits alone.
    (stats, _) = counted(name)
    rows = stats.matrix.cumsum(axis=0)
    assert stats.quick_scores(rows) == pytest.approx(stats.scores(rows), rel=1e-12)
    assert len(stats.sentence_scores()) == len(stats) == SIZE


@every
def test_the_input_and_the_settings_are_checked(name: str) -> None:
    with refused("lines.unequal") as messages:
        measure(get_metric(name), [SYSTEMS[0], SYSTEMS[1][:-1]], REFERENCES)
    assert messages[0].values["count"] == SIZE - 1
    settings = vars(get_metric(name))
    if "tokenize" in settings:
        of_words = get_metric(name, BleuConfig(tokenize="char", lowercase=True))
        assert of_words == type(of_words)(tokenize="char", lowercase=True)
        assert "|case:lc|tok:char|" in of_words.signature(1)
        with refused("settings.must_be"):
            type(of_words)(tokenize="words")
    elif name != "bleu":  # sacreBLEU's defaults, whatever BLEU's settings are
        assert get_metric(name, BleuConfig(tokenize="char", lowercase=True)) == get_metric(name)


@pytest.mark.parametrize("name", [name for name in METRIC_KEYS if name != "ter"])
def test_counting_tells_how_far_it_is_and_can_be_stopped(name, monkeypatch) -> None:
    monkeypatch.setattr("bleu_core.metrics.words.BLOCK", 10)
    monkeypatch.setattr("bleu_core.metrics.chrf.BLOCK_CHARACTERS", 2_000)
    check_progress(lambda tell: measure(get_metric(name), SYSTEMS, REFERENCES, tell))


@every
def test_opinions_are_those_of_the_tests_alone(name: str) -> None:
    bleu, other = (compare_with_metric(COMPARISON, get_metric(key)) for key in ("bleu", name))
    documents = np.arange(SIZE) // 3
    for clusters in (None, documents):
        _, found = compare_metrics([bleu, other], clusters, 200, 100, 3)
        tests = found.randomization, found.bootstrap
        assert_as_alone(tests, other.a, other.b, 200, 100, 3, clusters, exact=False)
        assert found.p == tests[0].p_value


def test_bleus_opinion_is_the_comparison_and_better_is_lower_where_lower_is_better() -> None:
    wer, bleu = (compare_with_metric(COMPARISON, get_metric(name)) for name in ("wer", "bleu"))
    assert wer.better == (-1 if wer.delta > 0 else 1)
    assert bleu.better == (1 if bleu.delta > 0 else -1)
    assert (wer.gains == -wer.sentence_deltas).all()
    assert (bleu.gains == bleu.sentence_deltas).all()
    assert (
        compare_with_metric(Comparison.of(COMPARISON.evalset, b="A"), get_metric("wer")).better == 0
    )
    found = compare_with_metric(COMPARISON, Bleu(COMPARISON.config))
    assert (found.score_a, found.score_b) == (COMPARISON.score_a.score, COMPARISON.score_b.score)
    assert (found.delta, found.about.label) == (COMPARISON.delta, "BLEU")
    assert (found.sentence_deltas == COMPARISON.sentence_deltas).all()
    assert found.a.corpus().signature == COMPARISON.score_a.signature
    assert found.a.matrix is COMPARISON.stats_a.matrix
