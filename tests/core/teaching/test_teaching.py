"""BLEU taken apart: equal to the score it takes apart, and to counting by hand.

What lessons show of it is held against other implementations in test_lesson_figures.py.
"""

from __future__ import annotations

import json
import math
from dataclasses import replace
from itertools import chain, pairwise, permutations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from bleu_core import BleuConfig, corpus_bleu, teaching
from bleu_core.teaching.facts import smoothing_note
from bleu_core.teaching.panels import metric_facts
from bleu_core.text.config import SMOOTHING
from tests import effort
from tests.places import SAMPLE_DATA


def one(candidate: str, *references: str, config: BleuConfig = BleuConfig()) -> teaching.Workings:
    (side,), refs = teaching.as_lines([candidate], references)
    return teaching.work_out(side, refs, config)


words = st.lists(st.sampled_from(["a", "b", "c", "d"]), min_size=0, max_size=9).map(" ".join)
lines = st.lists(words, min_size=1, max_size=3).map("\n".join)
configs = st.builds(
    BleuConfig,
    tokenize=st.just("none"),
    smooth_method=st.sampled_from(list(SMOOTHING)),
    max_ngram_order=st.integers(1, 4),
    effective_order=st.booleans(),
    reference_length=st.sampled_from(["closest", "shortest", "average"]),
)


@given(candidate=lines, references=st.lists(lines, min_size=1, max_size=3), config=configs)
def test_the_steps_lead_to_the_score(candidate, references, config) -> None:
    (side,), refs = teaching.as_lines([candidate], references)
    workings = teaching.work_out(side, refs, config)
    score = corpus_bleu(side, refs, config)
    assert workings.score == score
    assert workings.geometric_mean * score.bp == pytest.approx(score.score)
    assert sum(order.weight for order in workings.orders) == pytest.approx(
        1 if any(o.weight for o in workings.orders) else 0
    )
    for n, order in enumerate(workings.orders):
        in_lines = [line.match.counts[n] for line in workings.lines]
        assert order.credited == sum(in_lines) <= order.standard <= order.total
        assert workings.stats.counts[:, n].tolist() == in_lines
    r, bp = workings.length_rules[config.reference_length]
    assert r == pytest.approx(score.ref_len)
    assert bp == pytest.approx(score.bp)
    assert workings.geometric_mean <= workings.arithmetic_mean + 1e-9
    if not workings.geometric_mean:
        assert {workings.halved(order.n)[0] for order in workings.orders} == {0.0}
    each = [set("  ".join(filter(None, texts)).split()) for texts in zip(*refs, strict=True)]
    common = sum(len(set(text.split()) & known) for text, known in zip(side, each, strict=True))
    assert workings.recall == (common, sum(map(len, each)))


@pytest.mark.parametrize("blank", ["", " \n "])
def test_a_blank_reference_is_ignored_wherever_it_is(blank: str) -> None:
    text = "it is the guide of the party\nof the army"
    alone = one("of the", text).score
    for references in ([text, blank], [blank, text], [blank, text, blank]):
        assert one("of the", *references).score == alone
        facts = metric_facts(["of the"], references, BleuConfig())
        assert facts == metric_facts(["of the"], [text], BleuConfig())
    # Each segment needs a reference.
    assert teaching.as_lines(["of the\n."], ["", "of"])[1] == [[None, None], ["of", ""]]
    assert teaching.as_lines(["of the"], ["", ""])[1] == [[""], [None]]


def test_smoothings_are_the_scores_under_each_method() -> None:
    candidate, reference = "the train leaves at noon", "today the train will leave at noon"
    chosen = BleuConfig(smooth_method="floor", smooth_value=0.5)
    made = one(candidate, reference, config=chosen).smoothings
    assert list(made) == list(SMOOTHING)
    for method, (_, score) in made.items():
        value = 0.5 if method == "floor" else None
        config = replace(chosen, smooth_method=method, smooth_value=value)
        assert score == corpus_bleu([candidate], [[reference]], config)


def test_facts_and_changes() -> None:
    paper = json.loads((SAMPLE_DATA / "papineni2002.json").read_text("utf-8"))["examples"][0]
    candidate, *references = (
        text.lower().removesuffix(".") for text in [paper["candidates"][0], *paper["references"]]
    )
    before = teaching.facts({"A": one(candidate, *references)})
    assert [before[f"A.{fact}"] for fact in ("p1", "p2", "c", "r", "orders")] == [
        "17/18", "10/17", "18", "18", "40,320"
    ]  # fmt: skip
    edited = one(candidate.replace("which ensures", "that ensures"), *references)
    changed = teaching.changes(before, teaching.facts({"A": edited}))
    assert changed[:2] == ["A p₂: 10/17 → 12/17", "A p₃: 7/16 → 10/16"]
    assert changed[-1].startswith("A BLEU: 50.46 → ")
    assert teaching.changes(before, before) == []
    for method, precisions in {
        "none": ["5/6", "3/5", "1/4", "0/3"],
        "exp": ["5/6", "3/5", "1/4", "0.5/3"],
        "floor": ["5/6", "3/5", "1/4", "0.1/3"],
        "add-k": ["5/6", "4/6", "2/5", "1/4"],
    }.items():
        config = BleuConfig(tokenize="none", smooth_method=method)
        side = one("a b c d f e", "a b c x d f", config=config)
        smoothed = teaching.facts({"A": side})
        assert [smoothed[f"A.p{n}"] for n in range(1, 5)] == precisions
        assert [smoothed[f"A.m{n}"] for n in range(1, 5)] == ["5", "3", "1", "0"]
        exact = [getattr(smoothed[f"A.p{n}"], "exact", None) for n in range(1, 5)]
        assert exact == pytest.approx([p / 100 for p in side.score.precisions])
    undefined = teaching.facts({"A": one("a b c d", "a b c d"), "B": one("x", "a b c d")})
    assert "carried.bp" not in undefined
    assert undefined["better"] == "A"


@pytest.mark.parametrize(
    ("candidate", "settings", "smoothed", "reasons"),
    [
        ("a b c d", {}, [], []),
        ("a b x d", {}, ["p₃", "p₄"], ["without smoothing"]),
        # Not for want of a match, which smoothing would replace.
        ("a b", {}, [], ["no 3-gram"]),
        ("a b x", {}, ["p₃"], ["no 4-gram"]),
        ("a b x", {"effective_order": True}, ["p₃"], ["without smoothing"]),
        ("x y z w", {}, [], ["no token", "nothing is smoothed"]),
        ("x y z w", {"smooth_method": "none"}, [], ["no token"]),
    ],
)
def test_a_note_says_what_is_smoothed_and_why_bleu_is_zero(
    candidate: str, settings: dict[str, object], smoothed: list[str], reasons: list[str]
) -> None:
    config = BleuConfig(tokenize="none", **settings)  # type: ignore[arg-type]
    note = smoothing_note(one(candidate, "a b c d", config=config))
    assert [p for p in ("p₁", "p₂", "p₃", "p₄") if p in note] == smoothed
    possible = ("without smoothing", "no token", "no 3-gram", "no 4-gram", "nothing is smoothed")
    assert [reason for reason in possible if reason in note] == reasons


class TestOrders:
    def test_a_line_is_cut_where_no_reference_has_the_bigram(self) -> None:
        made = one("b c x a y d e", "a b c d e").lines[0]
        assert teaching.chunks(made) == ("b c", "x", "a", "y", "d e")
        # Cut between the two words of the clipped "a b", "z a b" or "a b c" would be lost.
        made = one("z a b a b c", "z a b", "a b c").lines[0]
        assert teaching.chunks(made) == ("z a b", "a b c")
        assert teaching.chunks(one("", "a b").lines[0]) == ()

    @given(
        candidate=words,
        references=st.lists(words, min_size=1, max_size=3),
        smooth=st.sampled_from(list(SMOOTHING)),
    )
    def test_no_order_of_the_pieces_loses_a_match(self, candidate, references, smooth) -> None:
        """The pieces cut anew, and all orders of them scored anew."""
        tokens = candidate.split()
        joined = {pair for text in references for pair in pairwise(text.split())}
        pieces = [tokens[:1]] if tokens else []
        for pair in pairwise(tokens):
            if pair not in joined:
                pieces.append([])
            pieces[-1].append(pair[1])
        config = BleuConfig(tokenize="none", smooth_method=smooth)
        made = one(candidate, *references, config=config).lines[0]
        assert teaching.chunks(made) == tuple(map(" ".join, pieces))
        assume(len(pieces) <= (5 if effort.thorough else 4))
        streams = [[text] for text in references]
        own = corpus_bleu([candidate], streams, config)
        scores = []
        for order in permutations(pieces):
            other = corpus_bleu([" ".join(chain(*order))], streams, config)
            assert all(n >= m for n, m in zip(other.counts, own.counts, strict=True))
            scores.append(other.score)
        assert min(scores) >= own.score - 1e-9


class TestChance:
    def test_fishers_interval(self) -> None:
        for r, n in ((0.96, 5), (0.99, 5), (-0.3, 40)):
            z = scipy_stats.norm.interval(0.95, math.atanh(r), 1 / math.sqrt(n - 3))
            assert teaching.correlation_interval(r, n) == pytest.approx(np.tanh(z))
        for r, n in ((0.5, 3), (1.0, 5), (-1.0, 5)):
            with pytest.raises(ValueError, match="no interval"):
                teaching.correlation_interval(r, n)
