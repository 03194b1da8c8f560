"""Verdicts: p after Holm over the whole suite, gates as `compare` has them."""

from dataclasses import replace
from itertools import chain, product
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from bleu_core.common.stats import holm
from bleu_core.messages import Message, codes
from bleu_core.suite.definition import Baseline, Gates, SliceDefinition, TestSet
from bleu_core.suite.rendering.document import cells, suite_slices
from bleu_core.suite.rendering.junit import to_junit
from bleu_core.suite.results import MetricResult, SetResult, SliceResult, SuiteResult, SystemResult
from bleu_core.suite.running import judge_sets

NAN = float("nan")
FILE = Baseline(file=Path("/old.en"))


def said(key: str = "bleu", delta: float = 0.0, p: float | None = None) -> MetricResult:
    return MetricResult(key, key.upper(), key == "ter", 30 + delta, 30.0, delta, p)


def plan(
    name: str = "news", gates: Gates = Gates(), slices: tuple[SliceDefinition, ...] = ()
) -> TestSet:
    systems = {"new": Path("/new.en")}
    references = (Path("/ref.en"),)
    return TestSet(name, references, systems, baseline=FILE, gates=gates, slices=slices)


def found(
    *metrics: MetricResult, name: str = "news", slices: tuple[SliceResult, ...] = ()
) -> SetResult:
    one = SystemResult("new", "old.en", metrics or (said(),), slices)
    return SetResult(name, 100, "nrefs:1", (one,))


def of_slice(
    *metrics: MetricResult, segments: int = 40, no_test_reason: str = "", name="digits"
) -> SliceResult:
    return SliceResult(
        name, name, segments, metrics[0], metrics=metrics[1:], no_test_reason=no_test_reason
    )


def of_gates(gates: Gates, *metrics: MetricResult) -> SystemResult:
    [one] = judge_sets([plan(gates=gates)], [found(*metrics)])
    return one.systems[0]


def inner(text: str) -> list[str]:
    """The code of a message, and of those that it passes on."""
    found, values = codes([text]), getattr(text, "values", {}).values()
    passed = chain(*(value if isinstance(value, list) else [value] for value in values))
    return found + [code for one in passed if isinstance(one, Message) for code in inner(one)]


def test_a_test_set_with_too_little_power_has_no_verdict() -> None:
    gates = Gates(fail_under=-0.5, min_power=0.8)
    for power, segments, judged in ((0.79, 100, False), (0.8, 100, True), (0.9, 20, False)):
        result = found(said(delta=-0.1))
        [system] = result.systems
        result = replace(result, segments=segments, systems=(replace(system, power=power),))
        [one] = judge_sets([plan(gates=gates)], [result])
        assert one.systems[0].judged == judged
        assert not one.systems[0].failures
        [system] = result.systems
        worse = replace(system, metrics=(said(delta=-2.0),))
        [one] = judge_sets([plan(gates=gates)], [replace(result, systems=(worse,))])
        assert one.systems[0].failures


P = st.one_of(st.none(), st.floats(0, 1))


@given(
    st.lists(st.lists(st.lists(st.tuples(P, P), max_size=3), min_size=1, max_size=2), max_size=3),
    st.tuples(P, P),
)
def test_p_is_corrected_for_all_tests_of_its_metric_on_sets_and_for_those_on_slices(
    sets, whole
) -> None:
    def both(pair: tuple[float | None, float | None]) -> tuple[MetricResult, MetricResult]:
        return said("bleu", p=pair[0]), said("chrf", p=pair[1])

    results, plans = [], []
    for number, systems in enumerate(sets):
        made = tuple(
            SystemResult(
                str(i), "old.en", both(whole),
                tuple(of_slice(*both(pair), name=str(j)) for j, pair in enumerate(tests)),
            )
            for i, tests in enumerate(systems)
        )  # fmt: skip
        results.append(SetResult(str(number), 100, "", made))
        names = [str(j) for j in range(max(map(len, systems)))]
        plans.append(plan(str(number), slices=tuple(SliceDefinition(name, name) for name in names)))
    after = [one for of in judge_sets(plans, results) for one in of.systems]
    on_slices = [(part.bleu, *part.metrics) for one in after for part in one.slices]
    for group, metric in product(([one.metrics for one in after], on_slices), (0, 1)):
        tests = [one[metric] for one in group]
        tested = [one.p for one in tests if one.p is not None]
        corrected = iter(holm(tested) if tested else [])
        expected = [None if one.p is None else next(corrected) for one in tests]
        assert [one.p_holm for one in tests] == expected


UNDER, WORSE = ["gate.under_limit"], ["gate.significantly_worse"]
HOLD, P_HOLDS = ["gate.conditions_hold", "gate.change_holds"], ["gate.conditions_hold"]


def test_gates_of_a_set() -> None:
    cases = [
        (Gates(), [said(delta=-9, p=0.001)], []),
        (Gates(fail_under=-0.5), [said(delta=-0.5)], []),
        (Gates(fail_under=-0.5), [said(delta=-0.6)], UNDER),
        # Half of what is shown is no difference: see `rounded`.
        (Gates(fail_under=-0.5), [said(delta=-0.5 - 1e-12)], []),
        (Gates(fail_if_significant=True), [said(delta=1, p=0.0001)], []),
        (Gates(fail_if_significant=True), [said(delta=-1, p=0.05)], []),
        (Gates(fail_if_significant=True, level=0.001), [said(delta=-1, p=0.01)], []),
        (Gates(fail_if=("bleu<0 and chrf<0",)), [said(delta=-1), said("chrf", 1)], []),
        (Gates(fail_if=("bleu<0 and chrf<0",)), [said(delta=-1), said("chrf", -2)],
         [*HOLD, "gate.change_holds"]),
        (Gates(fail_if=("chrf.p<0.05",)), [said(), said("chrf", 1, 0.01)],
         [*P_HOLDS, "gate.p_holds"]),
        (Gates(-0.5, fail_if=("bleu<=-1", "bleu>-1", "bleu>=-1")), [said(delta=-1)],
         [*UNDER, *HOLD, *HOLD]),
        # The limit may have every digit of Δ, and rounding errors of its own.
        *((Gates(fail_if=(f"bleu{sign}{-2 / 3 + error!r}",)), [said(delta=-2 / 3)],
           HOLD if "=" in sign else [])
          for sign in ("<", "<=", ">", ">=") for error in (0, 1e-12, -1e-12)),
    ]  # fmt: skip
    told = [
        [code for text in of_gates(gates, *metrics).failures for code in inner(text)]
        for gates, metrics, _ in cases
    ]
    assert told == [codes for *_, codes in cases]
    [text] = of_gates(Gates(fail_under=-0.5), said(delta=-0.6)).failures
    assert dict(text.values) == {"change": -0.6, "limit": -0.5}
    [text] = of_gates(Gates(fail_if=("chrf.p<0.05",)), said(), said("chrf", 1, 0.01)).failures
    assert dict(text.values["conditions"][0].values) == {
        "metric": "CHRF", "p": 0.01, "sign": "<", "limit": 0.05, "after_holm": True,
    }  # fmt: skip


def test_a_gate_that_cannot_judge_leaves_no_verdict_and_lets_nothing_pass() -> None:
    [one] = judge_sets([plan(gates=Gates(fail_if_significant=True))], [found(said(delta=-1))])
    [system] = one.systems
    [text] = system.unjudged
    assert codes([text]) == ["gate.few_segments"]
    assert dict(text.values) == {"gate": "fail_if_significant", "segments": 100, "needed": 30}
    [cell] = cells(SuiteResult("Nightly", 0.0, (one,)))
    assert (cell.state, cell.reasons) == ("no verdict", system.unjudged)
    assert one.passed is one.judged is False
    for gates, metrics in [
        (Gates(fail_under=0), [said(delta=NAN)]),
        (Gates(fail_if_significant=True), [said(delta=NAN, p=0.01)]),
        (Gates(fail_if=("chrf<0",)), [said(), said("chrf", NAN)]),
    ]:
        system = of_gates(gates, *metrics)
        assert (codes(system.unjudged), system.failures) == (["gate.not_evaluated"], ()), gates


def test_a_gate_is_undecided_if_no_p_could_be_small_enough_after_correction() -> None:
    """With 25 tests, each of p not below 0.002, none is below 0.05 after Holm."""
    gates = Gates(fail_if_significant=True)
    worse = replace(said(delta=-1, p=0.002), smallest_p=0.002)
    for tests, undecided in ((24, []), (25, ["gate.p_too_large"])):
        plans = [plan(str(i), gates) for i in range(tests)]
        first, *_ = judge_sets(plans, [found(worse, name=each.name) for each in plans])
        assert codes(first.systems[0].unjudged) == undecided
        assert (first.passed, bool(first.systems[0].failures)) == (False, not undecided)


def test_a_gate_that_fails_is_a_verdict_whatever_the_others_cannot_judge() -> None:
    gates = Gates(fail_under=-0.5, fail_if_significant=True)
    [one] = judge_sets([plan(gates=gates)], [found(said(delta=-1))])
    [system] = one.systems
    assert (codes(system.failures), codes(system.unjudged)) == (UNDER, ["gate.few_segments"])
    result = SuiteResult("Nightly", 0.0, (one,))
    [cell] = cells(result)
    assert (cell.state, codes(cell.reasons)) == ("failed", [*UNDER, "gate.few_segments"])
    assert one.judged is False
    junit = to_junit(result).decode()
    assert 'failures="1"' in junit
    assert 'errors="0"' in junit
    # Input warnings leave no verdict.
    doubtful = replace(one, systems=(replace(system, findings=("48 of 60 lines are empty.",)),))
    result = SuiteResult("Nightly", 0.0, (doubtful,))
    assert [cell.state for cell in cells(result)] == ["no verdict"]
    assert 'failures="0"' in to_junit(result).decode()


def test_what_is_held_against_nothing_passes_every_gate() -> None:
    gates = Gates(0.0, True, fail_if=("bleu<0",))
    alone = SystemResult("new", "", (MetricResult("bleu", "BLEU", False, 30.0, NAN, NAN),))
    [one] = judge_sets([plan(gates=gates)], [SetResult("news", 100, "", (alone,))])
    assert one.passed


def test_gates_of_a_slice() -> None:
    chosen = "Not tested: the slice depends on the output of one system."
    significant = {"fail_if_significant": True}
    both = {"fail_if": ("bleu<0 and chrf<0",)}
    of_p = {"fail_if": ("chrf.p<0.05",)}
    worse = said(delta=-1)
    unjudged = "suite.slice_not_judged"
    cases = [
        ({}, of_slice(said(delta=-9, p=0.01)), [], []),
        ({"fail_under": -0.3}, of_slice(said(delta=-0.3), segments=12), [], []),
        ({"fail_under": -0.3}, of_slice(said(delta=-0.4), segments=1), UNDER, []),
        ({"fail_under": -0.3}, of_slice(said(delta=NAN), segments=0), [], [unjudged]),
        ({"fail_under": -0.3}, of_slice(said(delta=NAN)), [], [unjudged, "gate.not_evaluated"]),
        (significant, of_slice(said(delta=-1, p=0.01)), WORSE, []),
        (significant, of_slice(said(delta=-1, p=0.06)), [], []),
        (both, of_slice(worse, said("chrf", -2)), [*HOLD, "gate.change_holds"], []),
        (both, of_slice(worse, said("chrf", 2)), [], []),
        (of_p, of_slice(said(), said("chrf", 1, 0.01)), [*P_HOLDS, "gate.p_holds"], []),
        (significant, of_slice(worse, segments=29), [], [unjudged, "gate.few_segments"]),
        (of_p, of_slice(said(), said("chrf"), no_test_reason=chosen), [],
         [unjudged, "gate.not_evaluated"]),
        ({"fail_under": -0.5, **significant}, of_slice(worse, no_test_reason=chosen), UNDER,
         [unjudged, "gate.not_evaluated"]),
        ({"fail_if": ("bleu<0",)}, of_slice(said(delta=NAN), segments=0), [],
         [unjudged]),
    ]  # fmt: skip
    for gates, part, failed, problem in cases:
        gate = SliceDefinition("digits", "digits", **gates)
        [one] = judge_sets([plan(slices=(gate,))], [found(slices=(part,))])
        [system], case = one.systems, (gates, part)
        assert system.slices[0].failures == system.failures, case
        told = [code for text in system.failures for code in inner(text)]
        assert told == (["suite.slice_failed", *failed] if failed else []), case
        assert [code for text in system.unjudged for code in inner(text)] == problem, case
        assert [text.values["name"] for text in system.unjudged] == ["digits"] * bool(problem)
        ended = "failed" if failed else "no verdict" if problem else "passed"
        [shown] = suite_slices(cells(SuiteResult("Nightly", 0.0, (one,))))
        assert shown.state == ended, case
        # Without a gate it is only told.
        [one] = judge_sets(
            [plan(slices=(SliceDefinition("digits", "digits"),))], [found(slices=(part,))]
        )
        assert one.passed, case


def test_slices_are_judged_at_the_level_of_their_set() -> None:
    gate = SliceDefinition("digits", "digits", fail_if_significant=True)
    part = of_slice(said(delta=-1, p=0.02))
    for level, failed in ((0.05, 1), (0.01, 0)):
        [one] = judge_sets(
            [plan(gates=Gates(level=level), slices=(gate,))], [found(slices=(part,))]
        )
        assert len(one.systems[0].failures) == failed
    # No gate of the set is one of its slices.
    strict = Gates(0.0, True, fail_if=("bleu<0",))
    [one] = judge_sets([plan(gates=strict, slices=(SliceDefinition("digits", "digits"),))],
                   [found(said(delta=1, p=0.5), slices=(part,))])  # fmt: skip
    assert one.passed
