"""The verdict: each clause is a claim, recomputed here from the statistics."""

import math
import re
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import BleuConfig, Comparison, EvalSet, SegmentStatistics, rank_systems
from bleu_core.common.formatting import (
    format_delta,
    format_interval,
    format_length_ratio,
    format_p,
    format_score,
)
from bleu_core.explain.ledger import PointSources
from bleu_core.explain.ngram_families import Families, Family, Phrase
from bleu_core.explain.substitutes import Substitute
from bleu_core.metrics import Bleu
from bleu_core.present.document import Span, text
from bleu_core.present.tables.ranking_sentences import ranking_sentence
from bleu_core.present.tables.verdict import (
    degenerate_sentence,
    verdict,
    verdict_beside_numbers,
)
from bleu_core.segments.detectors import DetectorCounts
from bleu_core.segments.finder import FoundSlice, SliceFindings
from bleu_core.significance import MIN_SEGMENTS, Bootstrap, Randomization, Significance, run_tests
from bleu_core.significance.grade import Grade
from bleu_core.significance.units import clusters_of
from bleu_core.text.glossary import find_entry
from tests.core.random_statistics import Pair, configs, pairs, random_pair
from tests.effort import examples


def comparison_of(pair: Pair) -> Comparison:
    """Of statistics: the verdict reads no text."""
    lines = ["x"] * len(pair[0])
    return Comparison(EvalSet({"a": lines, "b": lines}, [lines]), pair[0].config, "a", "b", *pair)


def numbers(spans: list[Span], term: str) -> list[str]:
    """How the numbers of a term are written, without what stands around them."""
    return [span.text for span in spans if span.term == term]


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


def check_headline(comparison: Comparison, spans: list[Span]) -> None:
    a, b = comparison.score_a.score, comparison.score_b.score
    assert numbers(spans, "bleu") == [f"{format_score(a)} → {format_score(b)}"]
    alike = abs(b - a) < 0.005
    assert numbers(spans, "delta") == ([] if alike else [format_score(abs(b - a))])
    if not alike:
        assert [span.tone for span in spans if span.tone in ("a", "b")] == ["b", "a"]
        assert f" BLEU {'above' if b > a else 'below'} " in {span.text for span in spans}


def check_components(comparison: Comparison, spans: list[Span]) -> None:
    """The three largest that go with Δ, and the largest against it, unless they are small."""
    components, change = comparison.ledger.components, comparison.delta
    told = {}
    for before, span in pairwise(spans):
        if span.term == "component":
            name = span.opens.removeprefix("component:")
            called = "brevity penalty" if name == "bp" else f"{name[1:]}-grams"
            assert before.text.endswith(f"{called} ")
            value = told[name] = components[name]
            assert (span.text, span.tone) == (format_delta(value), "gain" if value > 0 else "loss")
    with_it, against = (
        sorted((abs(v) for v in components.values() if v * way > 0), reverse=True)
        for way in (change, -change)
    )
    sizes = [abs(v) for v in told.values() if v * change > 0]
    assert sizes == [v for v in with_it if v >= max(0.005, 0.25 * max(with_it + against))][:3]
    if "Largest contribution" in text(spans):
        assert max(with_it) == max(with_it + against)
    sizes = [abs(v) for v in told.values() if v * change < 0]
    assert sizes == [v for v in against if v >= max(0.005, 0.1 * max(with_it + against))][:1]
    ratios = [
        format_length_ratio(s.sys_len, s.ref_len) for s in (comparison.score_a, comparison.score_b)
    ]
    has_ratio = "bp" in told or "n-grams produced" in text(spans)
    assert numbers(spans, "ratio") == ([f"{'% → '.join(ratios)}%"] if has_ratio else [])


def check_concentration(comparison: Comparison, spans: list[Span]) -> None:
    """How many segments carry half of the gains, or of the losses."""
    wanted = 1 if comparison.delta > 0 else -1
    carried = sorted((wanted * p for p in comparison.ledger.segments.tolist()), reverse=True)
    there = [p for p in carried if p > 0]
    if not numbers(spans, "concentration"):
        only_a_part = abs(comparison.ledger.unattributed) > abs(comparison.delta) / 10
        assert only_a_part or not there or len(comparison) < MIN_SEGMENTS
        return
    where = next(i for i, span in enumerate(spans) if span.term == "concentration")
    assert ("gains" in spans[where].text) == (comparison.delta > 0)
    fewest, of = map(int, re.findall(r"\d+", spans[where + 1].text.replace(",", "")))
    assert of == len(comparison)
    half = math.fsum(there) / 2
    assert math.fsum(there[:fewest]) >= half * (1 - 1e-9)
    assert math.fsum(there[: fewest - 1]) <= half * (1 + 1e-9)


@settings(max_examples=examples(600))
@given(comparison=damaged())
def test_every_clause_holds_of_the_statistics(comparison: Comparison) -> None:
    spans = verdict(comparison)
    check_headline(comparison, spans)
    if comparison.ledger.defined and abs(comparison.delta) >= 0.005:
        check_components(comparison, spans)
        check_concentration(comparison, spans)
    else:
        assert not any(span.opens for span in spans)
    assert "nan" not in text(spans)


def test_where_no_p_could_be_small_enough_that_is_all_that_is_told_of_chance() -> None:
    comparison = comparison_of(random_pair(1, 40, BleuConfig()))
    for trials, units, unit, why in (
        (10, 40, "segment", "with 10 random trials the smallest possible p is about 0.091"),
        (10_000, 3, "document", "with 3 documents the smallest possible p is about 0.25"),
    ):
        randomization = Randomization(0.0910, -1.0, trials, 12345, units)
        bootstrap = Bootstrap(1.0, 2.0, 0.0, 0.0, np.zeros(1), 12345, units)
        found = Significance(randomization, bootstrap, unit, units, randomization)
        told = text(verdict(comparison, found))
        assert told.endswith(f" No difference could be significant here, however large: {why}.")
        assert "seed" not in told
        assert not randomization.near_level


@pytest.mark.parametrize(
    ("changed", "few"), [(5, "Only 1 of 12 documents scores"), (25, "Only 5 of 12 documents score")]
)
def test_where_only_few_documents_differ_no_difference_could_be_significant(
    changed: int, few: str
) -> None:
    reference = [f"the cat number {i} sat on the mat at home" for i in range(60)]
    b = [f"die Katze {i}" for i in range(changed)] + reference[changed:]
    documents = [str(i // 5) for i in range(60)]
    made = EvalSet({"a": reference, "b": b}, [reference], documents=documents)
    comparison = Comparison.of(made)
    found = run_tests(comparison)
    assert found
    assert found.power is None
    assert not found.significant
    sentence = f"{few} differently, so no difference could be significant here, however large."
    # Flagged outputs have a test of their own.
    flags = [DetectorCounts("copy", "copy", "", 0, 9, 0, 9, p=1e-6, points=comparison.delta)]
    for show in (verdict, verdict_beside_numbers):
        told = text(show(comparison, found, detectors=flags))
        assert sentence in told
        assert 'Flagged as "copy": 9 outputs of B and 0 of A' in told
    stats = [comparison.stats_a, comparison.stats_b]
    ranking = rank_systems(stats, ["a", "b"], clusters=clusters_of(made))
    told = text(ranking_sentence(ranking, 60, Bleu().about, {"b": Grade("no_difference")}))
    assert told == f"B b and A a do not differ significantly. {sentence}"


@settings(max_examples=examples(160))
@given(comparison=damaged())
def test_exchanged_systems_get_the_mirrored_verdict(comparison: Comparison) -> None:
    exchanged = replace(comparison, stats_a=comparison.stats_b, stats_b=comparison.stats_a)
    here, there = (
        re.sub(r" BLEU of [AB] is 0 .* logarithm\.", "", text(verdict(c)))
        for c in (comparison, exchanged)
    )
    pairs = [("above", "below"), ("gains", "losses"), ("longer", "shorter")]
    mirror = dict(pairs) | {b: a for a, b in pairs} | {"+": "−", "−": "+"}
    words = "above|below|gains|losses|longer|shorter"
    mirrored = re.sub(rf"[+−](?=\d)|\b(?:{words})\b", lambda m: mirror[m[0]], here)
    assert re.sub(r"([\d.–]+%?) → ([\d.–]+%?)", r"\2 → \1", mirrored) == there


@settings(max_examples=examples(40))
@given(seed=st.integers(0, 2**32), config=configs())
def test_what_is_said_of_chance_is_what_the_tests_say(seed: int, config: BleuConfig) -> None:
    comparison = comparison_of(random_pair(seed, 40, config))
    found = run_tests(comparison, 200, 100)
    spans, interval = verdict(comparison, found), found.bootstrap
    assert numbers(spans, "p-value") == [format_p(found.randomization.p_value)]
    (ends,) = numbers(spans, "confidence-interval")
    assert ends.endswith(format_interval(interval.ci_low, interval.ci_high))
    # What cannot be told from chance names both first, and is not explained.
    apart, alike = found.randomization.p_value < 0.05, abs(comparison.delta) < 0.005
    assert spans[0].tone == ("b" if apart and not alike else "a")
    assert apart or not numbers(spans, "component")


# p and interval, and whether p lies too near to its level, and the interval against the test.
CALLS = {
    (0.0499, 0.1, 1): (True, False), (0.0501, -1, 1): (True, False), (0.2, -1, 1): (False, False),
    (0.001, 0.1, 1): (False, False), (0.001, -0.1, 1): (False, True), (0.2, 0.1, 1): (False, True),
    (0.2, -1, -0.1): (False, True),
}  # fmt: skip


def test_a_close_call_is_told() -> None:
    comparison = comparison_of(random_pair(3, 40))
    near, against = "0.05 for", "Close call"

    def told(p: float, low: float, high: float) -> tuple[bool, bool]:
        spans = verdict(comparison, significance(p, low, high))
        after = text(spans[next(i for i, s in enumerate(spans) if s.text.startswith(").")) + 1 :])
        return near in after, against in after

    assert {call: told(*call) for call in CALLS} == CALLS


def test_a_document_loses_by_its_own_delta() -> None:
    """Its points may be positive: more words are a gain where the others are too short."""
    lines = [" ".join(f"{i}.{k}" for k in range(30)) for i in range(40)]
    cut = [" ".join(line.split()[:4]) for line in lines[:36]] + [f"{x} too" for x in lines[36:]]
    data = EvalSet({"A": lines, "B": cut}, [lines], documents=["x"] * 36 + ["y"] * 4)
    comparison = Comparison.of(data)
    assert comparison.ledger.segments[36:].sum() > 0
    assert "; 2 of 2 documents lose." in text(verdict(comparison, significance(0.001)))


CAUSE = Family("in", False, -0.6, 0.02, 30, 2, 1e-6, 1e-4)


@pytest.fixture
def loss() -> Comparison:
    """B loses less than 6 points and more than 1."""
    found = (comparison_of(random_pair(seed, 40)) for seed in range(100))
    return next(c for c in found if c.ledger.defined and -6 < c.delta < -1)


def test_the_largest_family_with_the_difference_is_named_unless_it_is_small(loss) -> None:
    def named(*shares: float) -> tuple[list[str], bool]:
        """The points that are told, and whether it is said that n-grams are left out."""
        families = [CAUSE._replace(points=share * loss.delta) for share in shares]
        spans = verdict(loss, None, Families(families, PointSources(loss.delta, 0.0, 0.0, 0.0)))
        families = [i for i, span in enumerate(spans) if span.term == "family"]
        for i in families:
            name, _, number = spans[i - 2 : i + 1]
            assert (name.text, name.tone) == ('"in"', "quoted")
            assert (number.opens, number.tone) == ('ngrams:"in"', "loss")
        return numbers(spans, "family"), "another family" in text(spans)

    one = format_delta(0.2 * loss.delta)
    assert named(0.2) == named(0.2, 0.3, 0.2) == named(0.2, -0.3) == ([one], False)
    # A family lacks the n-grams of one before it, named or not.
    assert named(-0.3, 0.2) == ([one], True)
    assert named(-0.5) == named(0.05) == ([], False)


def test_without_a_family_the_largest_phrase_is_named_unless_it_is_small(loss) -> None:
    substitute = Substitute("words", "on", "", 3, 4)
    for share, named in ((0.2, True), (0.05, False), (-0.5, False)):
        phrase = Phrase("at the", share * loss.delta, substitute)
        sources = PointSources(loss.delta, 0.0, 0.0, 0.0)
        told = text(verdict(loss, None, Families([], sources, phrase)))
        points = f"{format_delta(phrase.points)} of {format_delta(loss.delta)} points."
        sentence = f'B loses "at the": {points} In 3 of 4 places B has "on" instead.'
        assert (sentence in told) == named
        # A family is named in its place.
        family = CAUSE._replace(points=0.2 * loss.delta)
        told = text(verdict(loss, None, Families([family], sources, phrase)))
        assert "at the" not in told


def test_degenerate_outputs_with_half_of_the_difference_come_first(loss: Comparison) -> None:
    def named(**changed: float) -> bool:
        found = DetectorCounts(
            "cut", "cut off", "", 3, 33, 1, 31, p=1e-6, points=0.5 * loss.delta, threshold=""
        )
        unusable = DetectorCounts("copy", "copy of the source", "", missing="There is no source.")
        families = Families([CAUSE], PointSources(loss.delta, 0.0, 0.0, 0.0))
        detectors = [unusable, replace(found, **changed)]
        told = text(verdict(loss, None, families, detectors=detectors))
        points = f"{format_delta(0.5 * loss.delta)} of {format_delta(loss.delta)} points."
        sentence = f'Flagged as "cut off": 33 outputs of B and 3 of A, with {points} B loses'
        return sentence in told

    assert named()
    assert not named(p=0.06)
    assert not named(points=0.49 * loss.delta)
    assert not named(points=-0.5 * loss.delta)
    # More of them in the better system do not explain its lead.
    assert not named(only_a=31, only_b=1)
    # Of a gain they are in A, and open A's.
    found = DetectorCounts("cut", "cut off", "", 33, 3, 31, 1, p=1e-6, points=-loss.delta)
    spans = degenerate_sentence([found], -loss.delta)
    assert text(spans).startswith('Flagged as "cut off": 33 outputs of A and 3 of B, with +')
    assert [span.opens for span in spans if span.opens] == ["flags:a.cut=yes"]


LINES = [f"the cat number {i} sat on the mat at home" for i in range(60)]
RUGS = [line.replace("mat", "rug") for line in LINES]
CUT = [line.removesuffix(" at home") for line in LINES]


@pytest.mark.parametrize(
    ("a", "b", "points", "of"),
    [
        (LINES, [f"{line} and so on" for line in LINES], "26.38", "of {}26.38 points"),
        (LINES, [f"{line} yes" for line in LINES], "10.68", "of {}10.68 points"),
        (CUT, [f"{line}{' at' * 7}" for line in CUT], "48.90", "points, more than Δ; matches "),
        # As many n-grams; many more matches, too.
        (LINES, RUGS, "", ""),
        (RUGS, [f"{line} and so on and on" for line in LINES], "", ""),
    ],
)
def test_an_output_that_is_too_long_is_named(a, b, points: str, of: str) -> None:
    for systems, how, sign in (((a, b), "longer", "−"), ((b, a), "shorter", "+")):
        comparison = Comparison.of(EvalSet(dict(zip("ab", systems, strict=True)), [LINES]))
        assert (comparison.delta < 0) == (how == "longer")
        sentence = f"B is {how} in tokens: number of n-grams produced {sign}{points} "
        sentence += of.format(sign)
        for told in (text(show(comparison)) for show in (verdict, verdict_beside_numbers)):
            assert (sentence in told) == bool(points)
            assert ("n-grams produced" in told) == bool(points)
            assert told.count("length ratio") <= 1


def test_a_confirmed_slice_is_named_where_it_holds_clearly_more_than_its_share(loss) -> None:
    def told(*shares: tuple[float, float]) -> str:
        slices = [
            FoundSlice(
                f"line < {n}", np.arange(40), share, -1.0, of_losses, 30.0, 29.0, -1.0, -1.5, -0.5,
                0.01, True, True,
            )
            for n, (share, of_losses) in enumerate(shares)
        ]  # fmt: skip
        found = SliceFindings(slices, [], 12, 34, 60, 60, "segment", 1)
        return text(verdict(loss, slices=found)).removeprefix(text(verdict(loss)))

    assert told((0.5, 0.62)) == ""
    assert told((0.5, 0.62), (0.2, 0.25)) == (
        " 25.0% of the losses are in segments with “line < 1” (20.0% of the reference tokens; "
        "confirmed, Δ of the held-out segments: p = 0.010, resampling segments)."
    )


def test_a_quotation_mark_is_named_in_words(loss: Comparison) -> None:
    families = [CAUSE._replace(text='"', points=0.5 * loss.delta)]
    told = text(verdict(loss, None, Families(families, PointSources(loss.delta, 0.0, 0.0, 0.0))))
    assert "B loses n-grams with a quotation mark: " in told


def test_every_term_is_in_the_glossary(loss: Comparison) -> None:
    instead = Substitute("words", "at", "", 3, 3)
    family = CAUSE._replace(points=0.2 * loss.delta, substitute=instead)
    families = Families([family], PointSources(loss.delta, 0.0, 0.0, 0.0))
    found = verdict(loss, significance(0.001), families, grade=Grade("worse"))
    terms = {span.term for span in found} - {""}
    assert {"grade", "substitute", "p-value"} <= terms
    for term in terms:
        assert find_entry(term)


def test_verdicts_in_words(loss: Comparison, snapshot) -> None:
    comparison, part = comparison_of(random_pair(3, 40)), CAUSE._replace(points=0.2 * loss.delta)
    nothing = replace(comparison, stats_b=comparison.stats_b.with_rows(0 * loss.stats_b.matrix))
    families = [part, part._replace(text="a digit", is_sign=True)]
    told = [
        verdict(comparison, significance(0.001, unit="document")),
        verdict(comparison, significance(0.4)),
        verdict(comparison_of(random_pair(3, MIN_SEGMENTS - 1))),
        verdict(nothing),
        verdict(replace(comparison, stats_b=comparison.stats_a)),
        *(
            verdict(loss, None, Families([c], PointSources(loss.delta, 0.0, 0.0, 0.0)))
            for c in families
        ),
        *(verdict(comparison, significance(*call)) for call in CALLS),
        *(verdict(comparison_of(random_pair(seed, 40))) for seed in range(4)),
    ]
    assert "\n\n".join(map(text, told)) == snapshot
