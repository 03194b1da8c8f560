"""Two systems on the same segments."""

import numpy as np
import pytest

from bleu_core import BleuConfig, Comparison, EvalSet, corpus_bleu, segment_statistics
from bleu_core.explain.comparison import score_edit
from tests.core.refusing import refused
from tests.core.watching import check_progress

REFERENCES = [["the cat sat on the mat", "a dog", "x"], ["a cat sat on a mat", None, None]]
BASE = ["the cat sat on a mat", "a dog", ""]
NEW = ["the the the the", "a dog ran", "x y"]
EVALSET = EvalSet({"base": BASE, "new": NEW, "third": NEW}, REFERENCES)


def test_both_systems_are_scored_as_each_alone_and_may_be_named() -> None:
    comparison = Comparison.of(EVALSET)
    assert (comparison.a, comparison.b, len(comparison)) == ("base", "new", 3)
    alone_a, alone_b = (segment_statistics(system, REFERENCES) for system in (BASE, NEW))
    assert np.array_equal(comparison.stats_a.matrix, alone_a.matrix)
    assert np.array_equal(comparison.stats_b.matrix, alone_b.matrix)
    assert (comparison.score_a, comparison.score_b) == (alone_a.corpus(), alone_b.corpus())
    assert comparison.score_a.signature.startswith("nrefs:var|")
    comparison = Comparison.of(EVALSET)
    assert comparison.delta == comparison.score_b.score - comparison.score_a.score
    assert comparison.delta < 0
    turned = Comparison.of(EVALSET, a="new", b="base")
    assert turned.delta == -comparison.delta
    assert turned.sentence_deltas.tolist() == (-comparison.sentence_deltas).tolist()
    comparison = Comparison.of(EVALSET, a="third", b="base")
    assert (comparison.a, comparison.b) == ("third", "base")
    assert comparison.score_a.score == Comparison.of(EVALSET).score_b.score
    comparison = Comparison.of(EvalSet({"only": BASE}, REFERENCES))
    assert (comparison.a, comparison.b, comparison.delta) == ("only", "only", 0)


def test_sentences_are_scored_with_effective_order_and_the_corpus_as_set() -> None:
    comparison = Comparison.of(EVALSET)
    effective = BleuConfig(effective_order=True)
    expected = segment_statistics(BASE, REFERENCES, effective).sentence_scores()
    assert comparison.sentences_a.tolist() == expected.tolist()
    assert comparison.sentences_a[1] == pytest.approx(100)  # two words have no 4-gram to miss
    assert not comparison.config.effective_order
    differences = comparison.sentences_b - comparison.sentences_a
    assert comparison.sentence_deltas.tolist() == differences.tolist()


def test_a_system_that_is_not_there_and_progress() -> None:
    with refused("systems.unknown", "systems.unknown") as messages:
        Comparison.of(EVALSET, a="old", b="newer")
    names = ["base", "new", "third"]
    assert [message.values for message in messages] == [
        {"system": name, "systems": names} for name in ("old", "newer")
    ]
    assert check_progress(lambda tell: Comparison.of(EVALSET, progress=tell))[0] > 0


def test_an_edit_is_what_scoring_everything_anew_gives() -> None:
    outputs = ["the cat sat on the mat", "a dog barked", "it was late in the day"]
    references = [["a cat sat on the mat", "the dog barked", "it was late that day"]]
    config = BleuConfig(lowercase=True)
    stats = segment_statistics(outputs, references, config)
    edited = segment_statistics(["The dog barked."], [["the dog barked"]], config)
    changed = [outputs[0], "The dog barked.", outputs[2]]
    expected = tuple(corpus_bleu(texts, references, config).score for texts in (outputs, changed))
    assert score_edit(stats, 1, edited) == expected
