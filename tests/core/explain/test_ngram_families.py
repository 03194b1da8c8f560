"""Families of n-grams that stand out, against a slow count by hand."""

import math
import random
import re
from collections import Counter
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, false_discovery_control, norm

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.common.formatting import LEVEL
from bleu_core.explain import ngram_corpus
from bleu_core.explain.ngram_families import (
    MIN_SURPLUS,
    Families,
    Family,
    family_points,
    find_families,
)
from bleu_core.explain.ngrams import TESTABLE, evidence
from tests.core.reference_exact import grams
from tests.effort import examples

Gram = tuple[str, ...]
ORDERS = 4
# What the signs mean, told by Python's own tables of Unicode.
SIGNS = {"a hyphen or dash": r"[-‐–—]", "a digit": r"\d"}


def comparison_of(a: list[str], b: list[str], *references: list[str]) -> Comparison:
    return Comparison.of(EvalSet({"a": a, "b": b}, references), BleuConfig(tokenize="none"))


def damaged(seed: int, segments: int, rest: float = 0.1) -> Comparison:
    """Lines of few words; each system gets some words wrong, B more of two, or of all the rest."""
    rng = random.Random(seed)
    words = [*"abcdefghijklm", "well-known", "1990", "x-1"]
    reference = [" ".join(rng.choices(words, k=rng.randint(3, 9))) for _ in range(segments)]
    targets, often = rng.sample(words, 2), rng.choice([0.1, 0.5, 0.9])

    def noisy(line: str, extra: float, rest: float) -> str:
        return " ".join(
            "?" if rng.random() < (extra if word in targets else rest) else word
            for word in line.split()
        )

    a = [noisy(line, 0.1, 0.1) for line in reference]
    b = [noisy(line, often, rest) for line in reference]
    return comparison_of(a, b, reference)


def matches(comparison: Comparison, name: str) -> list[Counter[Gram]]:
    """The clipped matches of each segment, by n-gram."""
    evalset = comparison.evalset
    found = []
    columns = [evalset.systems[name], *evalset.references]
    for hypothesis, *references in zip(*(c.to_pylist() for c in columns), strict=True):
        limit: Counter[Gram] = Counter()
        for n in range(1, ORDERS + 1):
            for reference in references:
                limit |= grams(reference.split(), n)
        own: Counter[Gram] = Counter()
        for n in range(1, ORDERS + 1):
            own += grams(hypothesis.split(), n)
        found.append(own & limit)
    return found


def contains(gram: Gram, part: Gram) -> bool:
    return any(gram[i : i + len(part)] == part for i in range(len(gram) - len(part) + 1))


class ByHand:
    """Everything that a row claims, from loops over segments and n-grams."""

    def __init__(self, comparison: Comparison) -> None:
        a, b = (matches(comparison, name) for name in "ab")
        sums_a, sums_b = sum(a, Counter()), sum(b, Counter())
        self.types = sorted({*sums_a, *sums_b})
        per_match = comparison.ledger.per_match
        self.points = {
            g: float(per_match[len(g) - 1]) * (sums_b[g] - sums_a[g]) for g in self.types
        }
        self.matches = {g: sums_a[g] + sums_b[g] for g in self.types}
        of_order = {
            n: (
                sum(self.points[g] for g in self.types if len(g) == n),
                sum(self.matches[g] for g in self.types if len(g) == n),
            )
            for n in range(1, ORDERS + 1)
        }
        self.surplus = {
            g: self.points[g] - of_order[len(g)][0] / of_order[len(g)][1] * self.matches[g]
            for g in self.types
        }
        # The surplus of each n-gram in each segment.
        self.by_segment = [
            {
                g: float(per_match[len(g) - 1]) * (y[g] - x[g])
                - of_order[len(g)][0] / of_order[len(g)][1] * (x[g] + y[g])
                for g in {*x, *y}
            }
            for x, y in zip(a, b, strict=True)
        ]
        self.members: dict[str, list[Gram]] = {
            " ".join(part): [g for g in self.types if contains(g, part)] for part in self.types
        }
        for name, sign in SIGNS.items():
            self.members[name] = [g for g in self.types if any(re.search(sign, t) for t in g)]
        self.wins: dict[str, tuple[int, int]] = {}
        for name, members in self.members.items():
            gains = [sum(y[g] - x[g] for g in members) for x, y in zip(a, b, strict=True)]
            self.wins[name] = sum(g < 0 for g in gains), sum(g > 0 for g in gains)
        tested = [name for name, wins in self.wins.items() if sum(wins) >= TESTABLE]
        self.p = {
            name: binomtest(self.wins[name][0], sum(self.wins[name])).pvalue for name in tested
        }
        rates = false_discovery_control(list(self.p.values())) if tested else []
        self.q = dict(zip(tested, rates, strict=True))

    def size(self, name: str, left: list[Gram]) -> float:
        """The smaller of points and surplus; 0 if these, or the segments won, disagree."""
        points, surplus = (sum(d[g] for g in left) for d in (self.points, self.surplus))
        wins_a, wins_b = self.wins[name]
        if points * surplus <= 0 or points * (wins_b - wins_a) <= 0:
            return 0.0
        return min(abs(points), abs(surplus))

    def p_of_surplus(self, left: list[Gram]) -> float:
        """Two-sided p of a surplus, by the normal approximation over segments."""
        parts = [sum(own.get(g, 0.0) for g in left) for own in self.by_segment]
        z = sum(parts) / math.sqrt(sum(part**2 for part in parts))
        return 2 * float(norm.sf(abs(z)))

    def largest(self, taken: set[Gram], least: float) -> float:
        """The size of the largest family that may be told, without n-grams that are taken.

        Those smaller than `least` are not; 0 if there is none.
        """
        members = {name: [g for g in self.members[name] if g not in taken] for name in self.q}
        sizes = {name: self.size(name, left) for name, left in members.items()}
        wanted = [n for n, q in self.q.items() if q < LEVEL and sizes[n] > least]
        differ = [n for n in wanted if self.p_of_surplus(members[n]) * len(wanted) < LEVEL]
        return max((sizes[name] for name in differ), default=0.0)


def found_in(comparison: Comparison, most: int = 8) -> Families:
    found = find_families(comparison, evidence(comparison, comparison.ledger.per_match), most)
    assert found is not None
    return found


@settings(max_examples=examples(40))
@given(
    seed=st.integers(0, 10**6),
    segments=st.integers(20, 80),
    rest=st.sampled_from([0.1, 0.3]),
    most=st.integers(1, 8),
    block=st.sampled_from([1, 7, 100_000]),
    partition=st.sampled_from([1, 7, 100_000]),
)
def test_every_row_says_what_a_count_by_hand_says(
    seed, segments, rest, most, block, partition
) -> None:
    comparison = damaged(seed, segments, rest)
    if not comparison.ledger.defined:
        return
    with patch.multiple(ngram_corpus, BLOCK=block, PARTITION=partition, PARTITIONS=1_000):
        found = found_in(comparison, most)
    by_hand = ByHand(comparison)
    total, taken = sum(by_hand.matches.values()), set[Gram]()
    least = max(MIN_SURPLUS * abs(comparison.delta), 1e-9)
    for family in found.rows:
        left = [g for g in by_hand.members[family.text] if g not in taken]
        assert by_hand.size(family.text, left) == pytest.approx(by_hand.largest(taken, least))
        assert family.points == pytest.approx(sum(by_hand.points[g] for g in left))
        assert family.share == pytest.approx(sum(by_hand.matches[g] for g in left) / total)
        assert (family.wins_a, family.wins_b) == by_hand.wins[family.text]
        assert family.p == pytest.approx(by_hand.p[family.text])
        assert family.q == pytest.approx(by_hand.q[family.text])
        assert family.is_sign == (family.text in SIGNS)
        taken.update(left)
    assert len(found.rows) <= most
    if len(found.rows) < most:
        assert by_hand.largest(taken, least) == 0
    # The rows and all the rest are Δ.
    *rest, (name, total) = found.sources.closing(found.listed)
    assert name == "Δ"
    assert total == pytest.approx(comparison.delta, abs=1e-8)
    assert found.listed + sum(points for _, points in rest) == pytest.approx(total, abs=1e-8)
    assert dict(rest)["matches of all other n-grams"] == pytest.approx(found.others, abs=1e-8)


def test_random_damage_seldom_names_a_family() -> None:
    """Words lost anywhere: frequent ones differ significantly, but not by a surplus."""
    words = [f"w{i}" for i in range(1, 101) for _ in range(100 // i)]
    named = 0
    for seed in range(40):
        rng = random.Random(seed)
        lines = [rng.choices(words, k=rng.randint(6, 24)) for _ in range(80)]
        b = [" ".join(word for word in line if rng.random() > 0.1) for line in lines]
        reference = [" ".join(line) for line in lines]
        named += bool(found_in(comparison_of(reference, b, reference)).rows)
    assert named <= 3


def test_a_family_is_not_listed_as_gained_where_it_is_lost() -> None:
    """B has "at" for "in". What that leaves of "," gains in two segments, more than its share."""
    reference = [f"{i % 11} he is in Rome , {i % 7}" for i in range(70)]
    a = [line.replace(",", ";") if i > 67 else line for i, line in enumerate(reference)]
    b = [line.replace(" in ", " at ") if i < 60 else line for i, line in enumerate(reference)]
    assert [family.text for family in found_in(comparison_of(a, b, reference)).rows] == ["in"]


def test_hyphens_that_a_system_spaces_are_one_family() -> None:
    """Each line has another compound, so that no single word stands out."""
    reference = [f"we saw a {x}{y}-{y}{x} thing" for x in "abcdef" for y in "ghijkl"]
    spaced = [line.replace("-", " - ") for line in reference]
    found = found_in(comparison_of(reference, spaced, reference)).rows
    assert [(family.text, family.wins_a, family.wins_b) for family in found[:1]] == [
        ("a hyphen or dash", 36, 0)
    ]
    assert found[0].search == r"/\p{Pd}/"


def test_what_is_searched_for_finds_the_family_and_nothing_else() -> None:
    reference = [f'in the "inn" {i % 7} cabins' for i in range(40)]
    b = [line.replace("in ", "at ") if i % 2 else line for i, line in enumerate(reference)]
    comparison = comparison_of(reference, b, reference)
    table = evidence(comparison, comparison.ledger.per_match)
    family = next(c for c in found_in(comparison).rows if c.text.startswith("in"))
    rows = table.rows(text=family.search, folded=True)
    assert all(
        contains(tuple(t.split()), tuple(family.text.split()))
        for t in table.texts(rows).to_pylist()
    )
    assert len(rows)


def test_without_a_score_and_for_identical_outputs_there_are_no_causes() -> None:
    comparison = comparison_of(["x"] * 6, ["y"] * 6, ["z"] * 6)
    assert find_families(comparison, evidence(comparison, [0, 0, 0, 0])) is None
    lines = [f"a b c d {i}" for i in range(20)]
    found = found_in(comparison_of(lines, lines, lines))
    assert (found.rows, found.sources) == ([], (0, 0, 0, 0))


def test_some_damage_is_told_at_all() -> None:
    """The property tests above would pass on empty lists."""
    assert len([family for seed in range(8) for family in found_in(damaged(seed, 100)).rows]) > 2


@pytest.mark.parametrize("seed", range(12))
def test_points_of_a_whole_family_are_those_of_its_n_grams(seed: int) -> None:
    comparison = damaged(seed, 30)
    by_hand = ByHand(comparison)
    for name in [*SIGNS, *random.Random(seed).sample(sorted(by_hand.members), 20)]:
        family = Family(name, name in SIGNS, 0.0, 0.0, 0, 0, 1.0, 1.0)
        expected = sum(by_hand.points[gram] for gram in by_hand.members[name])
        assert family_points(comparison, family) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_the_phrase_has_the_most_points_in_the_direction_of_the_difference(seed: int) -> None:
    comparison = damaged(seed, 20)
    table = evidence(comparison, comparison.ledger.per_match)
    phrase, sign = find_families(comparison, table).phrase, 1 if comparison.delta > 0 else -1
    rows = table.rows()
    points = dict(zip(table.texts(rows).to_pylist(), table.points_with_folded[rows], strict=True))
    most = max(sign * each for each in points.values())
    assert (phrase is None) == (most <= 0)
    if phrase is not None:
        assert sign * phrase.points == pytest.approx(most)
        assert points[phrase.text] == phrase.points
    # Rows of single segments, which the app shows of small sets, change nothing.
    every = evidence(comparison, comparison.ledger.per_match, min_count=1)
    assert find_families(comparison, every).phrase == phrase
