"""What holds of every metric, whichever it is; what is its own is tested in a file of its own."""

from __future__ import annotations

import re

import numpy as np
import pyarrow as pa
import pytest

from bleu_core import Comparison, EvalSet, glossary
from bleu_core.additive import score_of
from bleu_core.metrics import NAMES, Bleu, judge_opinions, known, measure, opinion
from bleu_core.metrics.metric import MetricStatistics
from bleu_core.significance import paired_approximate_randomization, paired_bootstrap
from bleu_core.streams import InputError
from tests.places import sample_lines

SIZE = 60
REFERENCES: list[list[str | None]] = [
    list(sample_lines("reference-1.en")[:SIZE]),
    list(sample_lines("reference-2.en")[:SIZE]),
]
SYSTEMS = [sample_lines(f"apertium-{way}.en")[:SIZE] for way in ("direct", "pivot")]
COMPARISON = Comparison.of(EvalSet(dict(zip("AB", SYSTEMS, strict=True)), REFERENCES))
# Its weights come from all references together.
OF_THE_WHOLE_SET = ("nist",)

every = pytest.mark.parametrize("name", NAMES)


def counted(name: str, *systems: list[str]) -> list[MetricStatistics]:
    return measure(known(name), systems or SYSTEMS, REFERENCES)


@every
def test_a_segment_counts_the_same_whatever_stands_beside_it(name: str) -> None:
    whole = counted(name)
    for stats, system in zip(whole, SYSTEMS, strict=True):
        (alone,) = counted(name, system)
        assert (alone.matrix == stats.matrix).all()
        if name not in OF_THE_WHOLE_SET:
            (half,) = measure(known(name), [system[:20]], [r[:20] for r in REFERENCES])
            assert (half.matrix == stats.matrix[:20]).all()


@every
def test_columns_of_a_table_count_as_lists_do(name: str) -> None:
    arrays = [pa.array(stream, pa.large_string()) for stream in (*SYSTEMS, *REFERENCES)]
    found = measure(known(name), arrays[:2], arrays[2:])
    assert all((a.matrix == b.matrix).all() for a, b in zip(found, counted(name), strict=True))


@every
def test_who_repeats_a_reference_cannot_be_bettered(name: str) -> None:
    perfect, some = counted(name, [str(line) for line in REFERENCES[0]], SYSTEMS[0])
    best, less = score_of(perfect), score_of(some)
    assert best > less if known(name).about.higher_is_better else best < less
    assert best == pytest.approx({"nist": best, "wer": 0, "ter": 0}.get(name, 100), abs=1)


@every
def test_nothing_in_a_text_makes_a_score_that_is_no_number(name: str) -> None:
    # No text; no reference here; longer than any reference; other scripts; white space alone.
    systems = [["", "a b c d e f g", "\U0001d54f\u0301 x", " \t\u00a0", "a"]]
    references: list[list[str | None]] = [
        ["a b", None, "x", "y", ""],
        [None, "b", None, " ", "a"],
    ]
    (stats,) = measure(known(name), systems, references)
    assert np.isfinite(stats.matrix).all()
    assert np.isfinite(stats.sentence_scores()).all()
    assert np.isfinite(stats.scores(np.zeros((1, stats.matrix.shape[1])))).all()
    assert np.isfinite(score_of(stats))
    assert stats.num_refs == -1
    assert "nrefs:var" in stats.corpus().signature


@every
def test_quick_scores_differ_in_the_last_digits_alone(name: str) -> None:
    (stats, _) = counted(name)
    rows = stats.matrix.cumsum(axis=0)
    assert stats.quick_scores(rows) == pytest.approx(stats.scores(rows), rel=1e-12)
    assert len(stats.sentence_scores()) == len(stats) == SIZE


@every
def test_a_score_says_what_it_depends_on_and_what_it_is(name: str) -> None:
    (stats, _) = counted(name)
    score, about = stats.corpus(), known(name).about
    assert about.key == name
    assert (score.name, score.score) == (about.label, score_of(stats))
    assert re.fullmatch(r"nrefs:2\|(\w+:[^|]*\|)*version:\S+", score.signature)
    assert glossary.find(about.term).name == about.term
    assert about.source
    assert about.unit
    assert str(score).startswith(f"{about.label}|nrefs:2|")


@every
def test_metrics_under_the_same_settings_are_the_same(name: str) -> None:
    assert known(name) == known(name)
    assert hash(known(name)) == hash(known(name))
    a, b = counted(name)
    assert a.settings == b.settings
    assert a.settings["metric"] == known(name).about.label


@every
def test_the_input_is_checked(name: str) -> None:
    with pytest.raises(InputError, match="from line 60 on system 2 has nothing"):
        measure(known(name), [SYSTEMS[0], SYSTEMS[1][:-1]], REFERENCES)


@every
def test_opinions_are_those_of_the_tests_alone(name: str) -> None:
    bleu, other = (opinion(COMPARISON, known(key)) for key in ("bleu", name))
    documents = np.arange(SIZE) // 3
    for clusters in (None, documents):
        _, found = judge_opinions([bleu, other], clusters, 200, 100, 3)
        pair = other.a, other.b
        test = paired_approximate_randomization(*pair, 200, 3, clusters=clusters)
        drawn = paired_bootstrap(*pair, 100, 3, clusters=clusters)
        assert found.p == test.p_value
        assert found.randomization is not None
        assert found.bootstrap is not None
        assert found.bootstrap.ci_low == pytest.approx(drawn.ci_low, abs=1e-9)
        assert found.bootstrap.ci_high == pytest.approx(drawn.ci_high, abs=1e-9)


def test_bleus_opinion_is_the_comparison() -> None:
    found = opinion(COMPARISON, Bleu(COMPARISON.config))
    assert (found.score_a, found.score_b) == (COMPARISON.score_a.score, COMPARISON.score_b.score)
    assert (found.delta, found.about.label) == (COMPARISON.delta, "BLEU")
    assert (found.sentence_deltas == COMPARISON.sentence_deltas).all()
    assert found.a.corpus().signature == COMPARISON.score_a.signature
    assert found.a.matrix is COMPARISON.stats_a.matrix


def test_better_is_lower_where_lower_is_better() -> None:
    wer, bleu = (opinion(COMPARISON, known(name)) for name in ("wer", "bleu"))
    assert wer.better == (-1 if wer.delta > 0 else 1)
    assert bleu.better == (1 if bleu.delta > 0 else -1)
    assert (wer.gains == -wer.sentence_deltas).all()
    assert (bleu.gains == bleu.sentence_deltas).all()
    twice = Comparison.of(COMPARISON.evalset, b="A")
    assert opinion(twice, known("wer")).better == 0


def test_few_segments_are_not_judged() -> None:
    some = EvalSet({"A": SYSTEMS[0][:29], "B": SYSTEMS[1][:29]}, [REFERENCES[0][:29]])
    (found,) = judge_opinions([opinion(Comparison.of(some), known("bleu"))], None)
    assert (found.p, found.bootstrap, found.significant) == (None, None, False)
