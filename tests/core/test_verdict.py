"""The verdict: each clause is a claim, recomputed here from the statistics."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import BleuConfig, Comparison, EvalSet, SegmentStatistics
from bleu_core.account.spans import Span, text
from bleu_core.account.verdict import Verdict, verdict
from bleu_core.ledger import Sources
from bleu_core.ngrams.families import Cause, Causes
from bleu_core.numerals import THIN
from bleu_core.significance import MIN_SEGMENTS, Bootstrap, Randomization, Significance, judge
from tests.core.random_statistics import Pair, configs, pairs, random_pair

NUMBER = r"([+−]?\d[\d.]*)"


def comparison_of(pair: Pair) -> Comparison:
    """Of statistics: the verdict reads no text."""
    lines = ["x"] * len(pair[0])
    return Comparison(EvalSet({"a": lines, "b": lines}, [lines]), pair[0].config, "a", "b", *pair)


def exchanged(comparison: Comparison) -> Comparison:
    return replace(comparison, stats_a=comparison.stats_b, stats_b=comparison.stats_a)


def all_of(found: Verdict) -> str:
    return plain(found.told + found.waiting)


def plain(spans: list[Span]) -> str:
    return " " + text(spans).replace(THIN, "")


def number(written: str) -> float:
    return float(written.replace("−", "-"))


def reads(written: str, value: float) -> bool:
    """Whether a number is written as it is rounded; half a unit of the last digit is either."""
    digits = len(written.partition(".")[2])
    return abs(number(written) - value) <= 0.5 * 10**-digits * (1 + 1e-6)


def names(order: int) -> str:
    return "single words" if order == 1 else f"{order}-grams"


@st.composite
def damaged(draw: st.DrawFn) -> Comparison:
    """Random statistics, some of a system made empty, short or without matches."""
    pair = draw(pairs())
    damage = draw(st.sampled_from(["none", "empty", "no long matches", "alike", "short"]))
    matrices = [stats.matrix.copy() for stats in pair]
    orders = pair[0].config.max_ngram_order
    if damage == "empty":
        matrices[1][:, 2:] = 0
        matrices[1][:, 0] = 0
    elif damage == "no long matches":
        matrices[draw(st.integers(0, 1))][:, 1 + orders] = 0
    elif damage == "alike":
        matrices[1] = matrices[0]
    elif damage == "short":
        matrices[1][: len(matrices[1]) // 2, 2:] = 0
        matrices[1][: len(matrices[1]) // 2, 0] = 0
    a, b = (SegmentStatistics(m, s.config) for m, s in zip(matrices, pair, strict=True))
    return comparison_of((a, b))


def significance(
    p: float, low: float = -1.0, high: float = 1.0, unit: str = "segment"
) -> Significance:
    randomization = Randomization(p, 0.0, 10_000, 12345, 40)
    bootstrap = Bootstrap(low, high, p, 0.0, np.zeros(1), 12345, 40)
    return Significance(randomization, bootstrap, unit, 40, randomization)


def check_headline(comparison: Comparison, told: str) -> None:
    a, b = comparison.score_a.score, comparison.score_b.score
    scores = re.search(rf"\({NUMBER} → {NUMBER}[;)]", told)
    assert scores is not None
    assert reads(scores[1], a)
    assert reads(scores[2], b)
    if " score alike" in told:
        assert abs(b - a) < 0.005
        return
    found = re.search(rf"B scores {NUMBER} (above|below) A", told)
    assert found is not None
    assert reads(found[1], abs(b - a))
    assert (found[2] == "above") == (b > a)


def check_components(comparison: Comparison, told: str) -> None:
    components, change = comparison.ledger.components, comparison.delta
    by_name = {names(n): components[f"p{n}"] for n in range(1, len(components))}
    by_name["brevity"] = components["bp"]
    clause = re.search(
        r" (?:With it goe?s?|Against it goe?s?) (.*?)(?= N-grams with|\.(?: \d+ of|$))", told
    )
    if clause is None:
        assert all(abs(v) < max(0.005, 0.1 * max(map(abs, by_name.values()))) or v * change > 0
                   for v in by_name.values()) or not math.isfinite(change)  # fmt: skip
        return
    with_it, _, against = clause[0].partition("gainst it go")
    pattern = rf"({'|'.join(by_name)}) {NUMBER}"
    said = re.findall(pattern, with_it)
    assert len(said) <= 3
    sizes = sorted((abs(v) for v in by_name.values() if v * change > 0), reverse=True)
    for i, (name, written) in enumerate(said):
        assert reads(written, by_name[name])
        assert by_name[name] * change > 0
        assert abs(by_name[name]) == pytest.approx(sizes[i])
    for name, written in re.findall(pattern, against):
        assert reads(written, by_name[name])
        assert by_name[name] * change < 0
        assert abs(by_name[name]) == max(abs(v) for v in by_name.values() if v * change < 0)
    ratio = re.search(rf"length c / r {NUMBER} → {NUMBER} %", told)
    if ratio is not None:
        for written, score in zip(
            ratio.groups(), (comparison.score_a, comparison.score_b), strict=True
        ):
            assert reads(written, 100 * score.sys_len / score.ref_len)


def check_concentration(comparison: Comparison, told: str) -> None:
    found = re.search(r" (\d+) of (\d+) segments carry half of the (gains|losses)", told)
    wanted = 1 if comparison.delta > 0 else -1
    carried = sorted((wanted * p for p in comparison.ledger.segments.tolist()), reverse=True)
    there = [p for p in carried if p > 0]
    if found is None:
        assert not there or len(comparison) < MIN_SEGMENTS
        return
    assert (found[3] == "gains") == (comparison.delta > 0)
    assert int(found[2]) == len(comparison)
    fewest, half = int(found[1]), math.fsum(there) / 2
    assert math.fsum(there[:fewest]) >= half * (1 - 1e-9)
    assert math.fsum(there[: fewest - 1]) <= half * (1 + 1e-9)


@settings(max_examples=300, deadline=None)
@given(comparison=damaged())
def test_every_clause_holds_of_the_statistics(comparison: Comparison) -> None:
    told = all_of(verdict(comparison))
    check_headline(comparison, told)
    assert ("has no logarithm" in told) == (not comparison.ledger.defined)
    assert (" could be said whether it is chance" in told) == (len(comparison) < MIN_SEGMENTS)
    if comparison.ledger.defined and abs(comparison.delta) >= 0.005:
        check_components(comparison, told)
        check_concentration(comparison, told)
    else:
        assert not re.search("With it|Against it|carry half", told)
    assert "nan" not in told


@settings(max_examples=100, deadline=None)
@given(comparison=damaged())
def test_exchanged_systems_get_the_mirrored_verdict(comparison: Comparison) -> None:
    here, there = all_of(verdict(comparison)), all_of(verdict(exchanged(comparison)))
    mirror = {
        "+": "−",
        "−": "+",
        "above": "below",
        "below": "above",
        "gains": "losses",
        "losses": "gains",
    }
    mirrored = re.sub(r"[+−](?=\d)|\b(?:above|below|gains|losses)\b", lambda m: mirror[m[0]], here)
    assert re.sub(r"([\d.–]+) → ([\d.–]+)", r"\2 → \1", mirrored) == there


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32), config=configs())
def test_what_is_said_of_chance_is_what_the_tests_say(seed: int, config: BleuConfig) -> None:
    comparison = comparison_of(random_pair(seed, 40, config))
    found = judge(comparison, 200, 100)
    assert found is not None
    told = all_of(verdict(comparison, found))
    clause = re.search(
        rf"; p (?:= |< ){NUMBER}, 95 % interval {NUMBER} … {NUMBER}, by (\d+) segments", told
    )
    assert clause is not None
    assert reads(clause[2], found.bootstrap.ci_low)
    assert reads(clause[3], found.bootstrap.ci_high)
    assert int(clause[4]) == 40
    apart = found.randomization.p_value < 0.05
    alike = abs(comparison.delta) < 0.005
    assert ("cannot be told apart" in told) == (not apart and not alike)
    zero_inside = found.bootstrap.ci_low <= 0 <= found.bootstrap.ci_high
    assert ("close call" in told) == (apart == zero_inside)


def test_what_cannot_be_told_from_chance_says_so_first_and_its_parts_wait() -> None:
    comparison = comparison_of(random_pair(3, 40))
    assert comparison.ledger.defined
    certain, chance = (verdict(comparison, significance(p)) for p in (0.001, 0.4))
    assert plain(chance.told).startswith(" A and B cannot be told apart here: B scores ")
    assert "With it" not in plain(chance.told)
    assert "With it" in plain(chance.waiting)
    assert not certain.waiting
    assert plain(certain.told).endswith(plain(chance.waiting).strip())


def test_what_was_not_tested_says_so_and_its_parts_wait() -> None:
    found = verdict(comparison_of(random_pair(3, 40)))
    assert plain(found.told).endswith(" Whether it is chance has not been tested.")
    assert "With it" not in plain(found.told)
    assert "With it" in plain(found.waiting)
    few = verdict(comparison_of(random_pair(3, MIN_SEGMENTS - 1)))
    assert not few.waiting


def test_the_unit_is_named() -> None:
    comparison = comparison_of(random_pair(3, 40))
    assert ", by 40 documents)" in plain(
        verdict(comparison, significance(0.001, unit="document")).told
    )


@pytest.mark.parametrize(
    ("p", "low", "high", "said"),
    [
        (0.0499, 0.1, 1, ["as near to 0.05"]),
        (0.0501, -1, 1, ["as near to 0.05"]),
        (0.2, -1, 1, []),
        (0.001, 0.1, 1, []),
        (0.001, -0.1, 1, ["holds 0"]),
        (0.2, 0.1, 1, ["leaves 0 out"]),
        (0.2, -1, -0.1, ["leaves 0 out"]),
    ],
)
def test_a_close_call_is_told(p: float, low: float, high: float, said: list[str]) -> None:
    told = plain(verdict(comparison_of(random_pair(3, 40)), significance(p, low, high)).told)
    sentences = ("as near to 0.05", "holds 0", "leaves 0 out")
    assert [s for s in sentences if s in told] == said


def test_losses_are_counted_on_the_side_that_delta_has() -> None:
    """B loses, by smoothing that no segment has, while its segments together gain."""
    for seed in range(400):
        a, b = random_pair(seed, 40, longest=8)
        b.matrix[:, 5] = 0  # no 4-gram of B matches
        comparison = comparison_of((a, b))
        ledger = comparison.ledger
        if ledger.defined and ledger.total < 0 < ledger.segments.sum():
            break
    else:
        pytest.fail("no such statistics")
    told = all_of(verdict(comparison))
    assert "of the losses" in told
    check_concentration(comparison, told)


CAUSE = Cause("in", False, -0.6, 0.02, 30, 2, 1e-6, 1e-4)


def of_causes(comparison: Comparison, *causes: Cause) -> str:
    sources = Sources(comparison.delta, 0.0, 0.0, 0.0)
    return all_of(verdict(comparison, None, Causes(list(causes), sources)))


@pytest.fixture
def loss() -> Comparison:
    """B loses less than 6 points and more than 1."""
    for seed in range(100):
        comparison = comparison_of(random_pair(seed, 40))
        if comparison.ledger.defined and -6 < comparison.delta < -1:
            return comparison
    raise AssertionError


def test_families_are_named_with_their_points_and_their_size(loss: Comparison) -> None:
    part = CAUSE._replace(points=0.2 * loss.delta)
    told = of_causes(loss, part, part._replace(text="a digit", is_sign=True))
    written = f"{0.2 * loss.delta:.2f}".replace("-", "−")
    assert f" N-grams with ‹in› stand out: they have {written}, and 2.0 % of all matches" in told
    assert f"; those with a digit have {written}, and 2.0 % of all matches" in told
    assert told.count("(each n-gram counted in one family only).") == 1


def test_points_of_a_family_are_said_to_lack_those_of_a_family_before_it(loss: Comparison) -> None:
    part = CAUSE._replace(points=0.2 * loss.delta)
    against = part._replace(text="of", points=-0.3 * loss.delta)
    assert "counted in one family" not in of_causes(loss, part)
    assert "counted in one family" not in of_causes(loss, part, against)
    assert "counted in one family" in of_causes(loss, against, part)


def test_brevity_alone_goes_and_ngrams_go() -> None:
    found = set()
    for seed in range(60):
        told = all_of(verdict(comparison_of(random_pair(seed, 40))))
        found |= set(re.findall(r"ith it (goe?s?) (?:brevity|single)[^,;]*[;.] ", told))
        assert not re.search(r"gainst it goes (?:single|\d)|gainst it go brevity", told)
        assert not re.search(r"ith it goes (?:single|\d)", told)
    assert found


@pytest.mark.parametrize("share", [-0.5, 0.05])
def test_families_against_the_difference_or_too_small_are_not_named(
    loss: Comparison, share: float
) -> None:
    assert "stand out" not in of_causes(loss, CAUSE._replace(points=share * loss.delta))


def test_at_most_two_families_are_named(loss: Comparison) -> None:
    part = CAUSE._replace(points=0.2 * loss.delta)
    assert of_causes(loss, *[part] * 4).count("‹in›") == 2


def test_what_opens_names_evidence_that_there_is(loss: Comparison) -> None:
    part = CAUSE._replace(points=0.2 * loss.delta)
    found = verdict(loss, None, Causes([part], Sources(loss.delta, 0.0, 0.0, 0.0)))
    opens = [span.opens for span in found.told + found.waiting if span.opens]
    components = {f"component:{name}" for name in loss.ledger.components}
    assert set(opens) <= components | {"segments", 'ngrams:"in"'}
    assert 'ngrams:"in"' in opens
    assert "segments" in opens
