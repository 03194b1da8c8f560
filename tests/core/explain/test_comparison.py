"""Two systems on the same segments, on all of them or on some."""

from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import BleuConfig, Comparison, EvalSet, segment_statistics
from bleu_core.explain.comparison import with_edit
from bleu_core.explain.ngrams import evidence
from bleu_core.present.tables import ComparisonResults
from bleu_core.segments.columns import table_of
from bleu_core.segments.expressions import chosen
from bleu_core.segments.slice_criteria import partition_by
from bleu_core.segments.slices import points_by_run, run_lines, run_names, slice_by
from bleu_core.significance import run_tests
from bleu_core.text.evalset import digest_of_whole
from tests.core.nasty_texts import corpora, files
from tests.core.refusing import refused
from tests.core.watching import check_progress
from tests.effort import examples

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


@pytest.mark.parametrize("edit", ["The dog barked.", ""])
def test_an_edit_is_what_comparing_everything_anew_gives(edit: str) -> None:
    outputs = ["the cat sat on the mat", "a dog barked at it", "it was late in the day"]
    others = ["the cat sat on a mat", "a dog barked at all", "it was late in a day"]
    references = ["a cat sat on the mat", "the dog barked at it", "it was late that day"]
    config = BleuConfig(lowercase=True)
    systems = {"a": others, "b": [outputs[0], edit, outputs[2]]}
    anew = Comparison.of(EvalSet(systems, [references]), config)
    before = Comparison.of(EvalSet({"a": others, "b": outputs}, [references]), config)
    alone = Comparison.of(EvalSet({"a": [others[1]], "b": [edit]}, [[references[1]]]), config)
    after = with_edit(before, 1, alone)
    assert (after.score_a, after.score_b) == (anew.score_a, anew.score_b)
    # So that the segment has the points that it has in a file with this text.
    assert after.ledger.prices.tolist() == pytest.approx(anew.ledger.prices.tolist())


SEGMENTS = 80
TOKENS = [a + b for a in ("ka", "lo", "mi", "ne") for b in "abcdefgh"]
CONFIGS = [
    BleuConfig(),
    BleuConfig(reference_length="shortest", max_ngram_order=2),
    BleuConfig(reference_length="average", lowercase=True, smooth_method="floor"),
]


@cache
def made(config: BleuConfig = BleuConfig()) -> Comparison:
    """Two systems, two references of which the second is missing here and there."""
    rng = np.random.default_rng(5)

    def lines() -> list[str]:
        return [" ".join(rng.choice(TOKENS, rng.integers(3, 12))) for _ in range(SEGMENTS)]

    first = lines()
    second = [None if i % 3 == 0 else line for i, line in enumerate(lines())]
    systems = {name: [_worn(line, rng) for line in first] for name in ("one", "two")}
    evalset = EvalSet(
        systems,
        [first, second],
        source=lines(),
        documents=[f"d{i // 4}" for i in range(SEGMENTS)],
        metadata={"kind": ["news" if i % 2 else "talk" for i in range(SEGMENTS)]},
    )
    return Comparison.of(evalset, config)


def _worn(line: str, rng: np.random.Generator) -> str:
    return " ".join(rng.choice(TOKENS) if rng.random() < 0.3 else word for word in line.split())


def cut(data: EvalSet, rows: list[int]) -> EvalSet:
    """An EvalSet of these lines of the texts, made of lists as if they were read from files."""

    def some(column: Any) -> list[Any]:
        texts = column.to_pylist()
        return [texts[row] for row in rows]

    return EvalSet(
        {name: some(column) for name, column in data.systems.items()},
        [some(column) for column in data.references],
        None if data.source is None else some(data.source),
        None if data.documents is None else some(data.documents),
        {name: some(column) for name, column in data.metadata.items()},
    )


ROWS = {
    "every other": list(range(1, SEGMENTS, 2)),
    "those with one reference": list(range(0, SEGMENTS, 3)),
    "one": [41],
    "all": list(range(SEGMENTS)),
}


def test_every_number_is_that_of_the_texts_alone() -> None:
    for rows, config in product(ROWS.values(), CONFIGS):
        part, alone = both(rows, config)
        assert (part.score_a, part.score_b) == (alone.score_a, alone.score_b)
        assert part.sentence_deltas.tolist() == alone.sentence_deltas.tolist()
        assert part.ledger.components == alone.ledger.components
        assert part.ledger.segments.tolist() == alone.ledger.segments.tolist()
        assert part.ledger.unattributed == alone.ledger.unattributed
        found, expected = (
            [*one.evalset.systems.values(), *one.evalset.references, one.evalset.documents]
            for one in (part, alone)
        )
        assert [one.to_pylist() for one in found] == [one.to_pylist() for one in expected]


def both(rows: list[int], config: BleuConfig = BleuConfig()) -> tuple[Comparison, Comparison]:
    """Part of a comparison, and one of the texts alone."""
    return made(config).part(np.array(rows)), Comparison.of(cut(made().evalset, rows), config)


def test_its_tests_ngrams_and_slices_are_those_of_the_texts_alone() -> None:
    found, expected = (run_tests(one, trials=200, samples=100) for one in both(ROWS["every other"]))
    assert found
    assert expected
    assert found.randomization == expected.randomization
    assert (found.unit, found.units) == (expected.unit, expected.units) == ("document", 20)
    assert found.bootstrap.deltas.tolist() == expected.bootstrap.deltas.tolist()
    assert found.sacrebleu_p == expected.sacrebleu_p
    part, alone = both(ROWS["every other"])
    found, expected = (evidence(one, one.ledger.per_match) for one in (part, alone))
    order, other = (t.largest_first(t.rows()) for t in (found, expected))
    assert found.texts(order).to_pylist() == expected.texts(other).to_pylist()
    assert found.points[order].tolist() == expected.points[other].tolist()
    for how in ("document", "kind", "length difference"):
        of_part, of_alone = (
            [(s.label, s.delta, s.ci_low, s.points) for s in slice_by(one, how)]
            for one in (part, alone)
        )
        assert of_part == of_alone


def test_its_bands_are_those_of_the_whole() -> None:
    whole, rows = made(), np.array(ROWS["every other"])
    part = whole.part(rows).rescored(smooth_method="none")
    for how in ("reference length", "sentence BLEU", "rarity"):
        expected = partition_by(whole.rescored(smooth_method="none"), how)
        slices = slice_by(part, how)
        for one in slices:
            assert {expected.labels[n] for n in expected.part[rows[one.rows]]} == {one.label}
        assert sum(one.n for one in slices) == len(rows)


def test_lines_and_what_is_said_of_them_are_those_of_the_whole() -> None:
    whole = made()
    rows = chosen('kind = "news" and line > 40', table_of(whole))
    assert rows.tolist() == list(range(41, 80, 2))
    part = whole.part(rows, 'kind = "news" and line > 40')
    data = part.evalset
    assert data.lines.tolist() == list(range(42, 81, 2))
    assert (data.whole, data.where) == (whole.evalset, 'kind = "news" and line > 40')
    assert data.own({41: "x", 42: "y", 79: "z"}) == {0: "x", 19: "z"}
    assert whole.evalset.own({41: "x"}) == {41: "x"}
    assert table_of(part).numbers("line").tolist() == data.lines.tolist()
    for segment in ComparisonResults(part, most=5).losses:
        assert segment.line == int(rows[segment.row]) + 1
        assert segment.a == whole.evalset.systems["one"][segment.line - 1].as_py()
    edges, _ = points_by_run(part, most=2)
    assert run_names(*run_lines(part, edges)) == ["lines 42–60", "lines 62–80"]


def test_its_digest_says_of_which_whole_it_is() -> None:
    whole = made().evalset
    parts = [whole.part(np.array(rows)) for rows in ([1, 2], [1, 3], [1])]
    assert len({whole.digest, *(part.digest for part in parts)}) == 4
    assert {digest_of_whole(one.digest) for one in (whole, *parts)} == {whole.digest}
    assert cut(whole, [1, 2]).digest != parts[0].digest
    # A part of a part is one of the whole.
    inner = whole.part(np.array([1, 5, 9, 13])).part(np.array([1, 3]))
    assert inner.whole is whole
    assert inner.lines.tolist() == [6, 14]
    assert inner.digest == whole.part(np.array([5, 13])).digest


@settings(max_examples=examples(40))
@given(corpus=corpora(files), value=st.sampled_from([0.1, 1.5]), order=st.integers(1, 4))
def test_rescored_is_as_compared_anew(corpus, value, order) -> None:
    hypotheses, references = corpus
    evalset = EvalSet({"a": hypotheses, "b": hypotheses[::-1]}, references)
    changes = {"smooth_method": "add-k", "smooth_value": value, "max_ngram_order": order}
    rescored = Comparison.of(evalset).rescored(**changes)
    anew = Comparison.of(evalset, BleuConfig(**changes))
    assert rescored.config == anew.config
    assert (rescored.score_a, rescored.score_b) == (anew.score_a, anew.score_b)
    assert rescored.sentence_deltas.tolist() == anew.sentence_deltas.tolist()
