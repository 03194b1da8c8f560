"""Verdicts: p after Holm over the whole suite, gates as `compare` has them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from bleu_core.suite.definition import Baseline, Gates, Slice, TestSet
from bleu_core.suite.gates import judged
from bleu_core.suite.rendering.told import cells, parts
from bleu_core.suite.results import OfSet, OfSlice, OfSystem, Said, SuiteResult
from bleu_core.suite.tables import slices_table

NAN = float("nan")
FILE = Baseline(file=Path("/old.en"))


def said(key: str = "bleu", delta: float = 0.0, p: float | None = None) -> Said:
    return Said(key, key.upper(), key == "ter", 30 + delta, 30.0, delta, p)


def plan(name: str = "news", gates: Gates = Gates(), slices: tuple[Slice, ...] = ()) -> TestSet:
    systems = {"new": Path("/new.en")}
    references = (Path("/ref.en"),)
    return TestSet(name, 1, references, systems, baseline=FILE, gates=gates, slices=slices)


def found(*metrics: Said, name: str = "news", slices: tuple[OfSlice, ...] = ()) -> OfSet:
    one = OfSystem("new", "old.en", metrics or (said(),), slices)
    return OfSet(name, 100, "nrefs:1", (one,))


def verdict(gates: Gates, *metrics: Said) -> OfSet:
    [one] = judged([plan(gates=gates)], [found(*metrics)])
    return one


def failures(gates: Gates, *metrics: Said) -> tuple[str, ...]:
    one = verdict(gates, *metrics)
    assert not one.problems
    return one.systems[0].failures


P = st.one_of(st.none(), st.floats(0, 1))


@settings(max_examples=25)  # of the oracle each takes long on a loaded machine
@given(st.lists(st.lists(st.tuples(P, P), max_size=3), max_size=4))
def test_p_is_corrected_for_all_tests_of_its_metric_in_the_suite(sets) -> None:
    results = [
        OfSet(
            str(number), 100, "", tuple(
                OfSystem(str(i), "old.en", (said("bleu", p=p), said("chrf", p=q)))
                for i, (p, q) in enumerate(systems)
            ),
        )
        for number, systems in enumerate(sets)
    ]  # fmt: skip
    after = judged([plan(one.name) for one in results], results)
    for place, key in enumerate(["bleu", "chrf"]):
        pairs = [(one.said[place].p, one.said[place].p_holm) for of in after for one in of.systems]
        tested = [p for p, _ in pairs if p is not None]
        assert all((p is None) is (corrected is None) for p, corrected in pairs), key
        if tested:
            theirs = multipletests(tested, method="holm")[1]
            ours = [corrected for _, corrected in pairs if corrected is not None]
            np.testing.assert_allclose(ours, theirs)


def test_one_that_is_significant_alone_may_not_be_so_among_many() -> None:
    gates = Gates(fail_if_significant=True)
    alone = failures(gates, said(delta=-1, p=0.04))
    assert alone == ("new is below old.en by 1.0000, p = 0.040 after Holm (significant at 0.05).",)
    two = [found(said(delta=-1, p=0.04)), found(said(delta=-1, p=0.5), name="talks")]
    after = judged([plan(gates=gates), plan("talks", gates)], two)
    assert [one.passed for one in after] == [True, True]


@pytest.mark.parametrize(
    ("gates", "metrics", "told"),
    [
        (Gates(), (said(delta=-9, p=0.001),), ()),
        (Gates(fail_under=-0.5), (said(delta=-0.5),), ()),
        (Gates(fail_under=-0.5), (said(delta=-0.6),), ("Δ −0.6000 is under −0.5000.",)),
        # Half of what is shown is no difference: see `rounded`.
        (Gates(fail_under=-0.5), (said(delta=-0.5 - 1e-12),), ()),
        (Gates(fail_if_significant=True), (said(delta=1, p=0.0001),), ()),
        (Gates(fail_if_significant=True, level=0.001), (said(delta=-1, p=0.01),), ()),
        (Gates(fail_if=("bleu<0 and chrf<0",)), (said(delta=-1), said("chrf", 1)), ()),
        (
            Gates(fail_if=("bleu<0 and chrf<0",)),
            (said(delta=-1), said("chrf", -2)),
            ("BLEU Δ −1.0000 is under 0.0000 and CHRF Δ −2.0000 is under 0.0000.",),
        ),
        (
            Gates(fail_if=("chrf.p<0.05",)),
            (said(), said("chrf", 1, 0.01)),
            ("CHRF p = 0.010 after Holm is under 0.05.",),
        ),
    ],
    ids=["none", "at", "under", "rounding", "better", "level", "agree", "both", "p"],
)
def test_a_gate(gates: Gates, metrics: tuple[Said, ...], told: tuple[str, ...]) -> None:
    assert failures(gates, *metrics) == told


def test_a_gate_that_cannot_judge_leaves_no_verdict_and_lets_nothing_pass() -> None:
    one = verdict(Gates(fail_if_significant=True), said(delta=-1))
    [system] = one.systems
    assert system.unjudged == ("fail_if_significant cannot judge 100 segments; 30 are needed.",)
    [cell] = cells(SuiteResult("Nightly", 0.0, (one,)))
    assert (cell.state, cell.why) == ("no verdict", system.unjudged)
    assert not one.passed
    assert not one.judged
    assert not system.passed
    one = verdict(Gates(fail_if=("bleu<0",)), said(delta=NAN))
    assert one.systems[0].unjudged == ("fail_if cannot judge: Δ of BLEU is undefined.",)
    for gates in (Gates(fail_under=0), Gates(fail_if_significant=True)):
        [told] = verdict(gates, said(delta=NAN, p=0.5)).systems[0].unjudged
        assert told.endswith("cannot judge: Δ of BLEU is undefined.")


def test_what_is_held_against_nothing_passes_its_gates() -> None:
    gates = Gates(0.0, True, fail_if=("bleu<0",))
    alone = OfSystem("new", "", (Said("bleu", "BLEU", False, 30.0, NAN, NAN),))
    [one] = judged([plan(gates=gates)], [OfSet("news", 100, "", (alone,))])
    assert one.passed


def test_a_serious_finding_leaves_no_verdict_unless_it_is_accepted() -> None:
    [of] = judged([plan()], [found()])
    doubtful = replace(of.systems[0], findings=("48 of 60 lines are empty.",))
    assert not replace(of, systems=(doubtful,)).passed
    assert replace(of, systems=(replace(doubtful, accepts_findings=True),)).passed


@pytest.mark.parametrize(
    ("segments", "delta", "failed", "problem"),
    [
        (12, -0.3, "", ""),
        (1, -0.4, "On 1 segment of the slice “digits” Δ −0.4000 is under −0.3000.", ""),
        (0, NAN, "", "The gate of the slice “digits” cannot judge: no segment fulfils it."),
        (
            5, NAN, "",
            "On the slice “digits” fail_under cannot judge: Δ of BLEU is undefined.",
        ),
    ],
    ids=["passes", "fails", "empty", "undefined"],
)  # fmt: skip
def test_a_gate_on_a_slice(segments: int, delta: float, failed: str, problem: str) -> None:
    gate = Slice("digits", "digits", -0.3)
    part = OfSlice("digits", "digits", segments, said(delta=delta))
    [one] = judged([plan(slices=(gate,))], [found(slices=(part,))])
    [system] = one.systems
    told = tuple(filter(None, [failed]))
    assert (system.failures, system.slices[0].failures) == (told, told)
    assert system.unjudged == tuple(filter(None, [problem]))
    ended = "no verdict" if problem else "failed" if failed else "passed"
    [shown] = parts(cells(SuiteResult("Nightly", 0.0, (one,))))
    assert shown.state == ended
    assert slices_table(system).rows[0][-1].text.endswith(ended)
    # Without a gate it is only told.
    free = replace(gate, fail_under=None)
    [one] = judged([plan(slices=(free,))], [found(slices=(part,))])
    assert one.passed


def of_slice(name: str, *metrics: Said, segments: int = 40, untested: str = "") -> OfSlice:
    return OfSlice(name, name, segments, metrics[0], said=metrics[1:], untested=untested)


@settings(max_examples=15)
@given(
    st.lists(st.lists(st.lists(st.tuples(P, P), max_size=3), min_size=1, max_size=2), max_size=3),
    st.floats(0, 1),
)
def test_p_of_slices_is_corrected_for_all_slices_of_the_suite_and_that_of_sets_apart(
    sets, whole
) -> None:
    results, plans = [], []
    for number, systems in enumerate(sets):
        slices = [
            tuple(
                of_slice(str(i), said("bleu", p=p), said("chrf", p=q))
                for i, (p, q) in enumerate(tests)
            )
            for tests in systems
        ]
        made = tuple(
            OfSystem(str(i), "old.en", (said(p=whole),), parts) for i, parts in enumerate(slices)
        )
        results.append(OfSet(str(number), 100, "", made))
        names = dict.fromkeys(part.name for parts in slices for part in parts)
        plans.append(plan(str(number), slices=tuple(Slice(name, name) for name in names)))
    after = judged(plans, results)
    systems = [one for of in after for one in of.systems]
    for metric in (0, 1):
        found = [(part.bleu, *part.said)[metric] for one in systems for part in one.slices]
        assert all((one.p is None) is (one.p_holm is None) for one in found)
        tested = [one.p for one in found if one.p is not None]
        if tested:
            theirs = multipletests(tested, method="holm")[1]
            ours = [one.p_holm for one in found if one.p_holm is not None]
            np.testing.assert_allclose(ours, theirs)
    if systems:
        theirs = multipletests([whole] * len(systems), method="holm")[1]
        np.testing.assert_allclose([one.bleu.p_holm for one in systems], theirs)


ON = "On 40 segments of the slice “digits”"
WORSE = "new is below old.en by 1.0000, p = 0.010 after Holm (significant at 0.05)."
BOTH = "BLEU Δ −1.0000 is under 0.0000 and CHRF Δ −2.0000 is under 0.0000."
CHOSEN = "Chosen by what one system wrote: no test."


@pytest.mark.parametrize(
    ("gate", "part", "failed", "problem"),
    [
        (Slice("digits", "digits"), of_slice("digits", said(delta=-9, p=0.01)), "", ""),
        (Slice("digits", "digits", fail_if_significant=True),
         of_slice("digits", said(delta=-1, p=0.01)), f"{ON} {WORSE}", ""),
        (Slice("digits", "digits", fail_if_significant=True),
         of_slice("digits", said(delta=-1, p=0.06)), "", ""),
        (Slice("digits", "digits", fail_if=("bleu<0 and chrf<0",)),
         of_slice("digits", said(delta=-1), said("chrf", -2)), f"{ON} {BOTH}", ""),
        (Slice("digits", "digits", fail_if=("bleu<0 and chrf<0",)),
         of_slice("digits", said(delta=-1), said("chrf", 2)), "", ""),
        (Slice("digits", "digits", fail_if=("chrf.p<0.05",)),
         of_slice("digits", said(), said("chrf", 1, 0.01)),
         f"{ON} CHRF p = 0.010 after Holm is under 0.05.", ""),
        (Slice("digits", "digits", fail_if_significant=True),
         of_slice("digits", said(delta=-1), segments=29), "",
         "On the slice “digits” fail_if_significant cannot judge 29 segments; 30 are needed."),
        (Slice("digits", "digits", fail_if=("chrf.p<0.05",)),
         of_slice("digits", said(), said("chrf"), untested=CHOSEN), "",
         f"On the slice “digits” fail_if cannot judge. {CHOSEN}"),
        (Slice("digits", "digits", -0.5, fail_if_significant=True),
         of_slice("digits", said(delta=-1), untested=CHOSEN), "",
         f"On the slice “digits” fail_if_significant cannot judge. {CHOSEN}"),
        (Slice("digits", "digits", fail_if=("bleu<0",)),
         of_slice("digits", said(delta=NAN), segments=0), "",
         "The gate of the slice “digits” cannot judge: no segment fulfils it."),
    ],
    ids=["none", "worse", "chance", "agree", "differ", "p", "few", "chosen", "either", "empty"],
)  # fmt: skip
def test_gates_on_p_and_on_metrics_of_a_slice(
    gate: Slice, part: OfSlice, failed: str, problem: str
) -> None:
    [one] = judged([plan(slices=(gate,))], [found(slices=(part,))])
    told = tuple(filter(None, [failed]))
    assert (one.systems[0].slices[0].failures, one.systems[0].failures) == (told, told)
    assert one.systems[0].unjudged == tuple(filter(None, [problem]))


def test_slices_are_judged_at_the_level_of_their_set() -> None:
    gate = Slice("digits", "digits", fail_if_significant=True)
    part = of_slice("digits", said(delta=-1, p=0.02))
    for level, failed in ((0.05, 1), (0.01, 0)):
        [one] = judged([plan(gates=Gates(level=level), slices=(gate,))], [found(slices=(part,))])
        assert len(one.systems[0].failures) == failed
    # No gate of the set is one of its slices.
    strict = Gates(0.0, True, fail_if=("bleu<0",))
    [one] = judged([plan(gates=strict, slices=(Slice("digits", "digits"),))],
                   [found(said(delta=1, p=0.5), slices=(part,))])  # fmt: skip
    assert one.passed
