"""A suite's runs in the workspace and as JSON, and the outputs that systems are held against."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core import BleuConfig, EvalSet, workspace
from bleu_core.messages import codes, scoring, suite
from bleu_core.suite.definition import Baseline
from bleu_core.suite.inputs import find_saved_baseline
from bleu_core.suite.results import (
    MetricResult,
    SetResult,
    SliceResult,
    SuiteResult,
    SystemResult,
    from_json,
    to_json,
)
from bleu_core.suite.running import save_result, save_set
from bleu_core.text.evalset import InputError
from bleu_core.workspace import Workspace
from bleu_core.workspace.suite_runs import load_runs_of_suite
from tests.core.refusing import refused

REFERENCE = ["the cat sat on the mat", "it rains today", "all is well"]
NAN = float("nan")
LAST = Baseline(last_passed=True)


@pytest.fixture
def space(tmp_path: Path) -> Workspace:
    return Workspace.open(tmp_path / "home")


def evalset(end: str, **more: str) -> EvalSet:
    outputs = {"new": end, **more}
    return EvalSet(
        {name: [f"{line}{told}" for line in REFERENCE] for name, told in outputs.items()},
        [REFERENCE],
    )


def of_set(*failures: str) -> SetResult:
    bleu = MetricResult("bleu", "BLEU", False, 50.0, NAN, NAN)
    return SetResult("news", 3, "nrefs:1", (SystemResult("new", "", (bleu,), failures=failures),))


def run(space: Workspace, made: float, data: EvalSet, found: SetResult) -> SuiteResult:
    kept = save_set(space, found, data, BleuConfig(tokenize="intl"), {})
    result = SuiteResult("Nightly", made, (kept,))
    save_result(space, result)
    return result


def found(space: Workspace | None, baseline: Baseline, data: EvalSet) -> Any:
    return find_saved_baseline(space, "Nightly", "news", "new", baseline, data)


def test_a_run_comes_back_with_what_opens_its_comparisons(space: Workspace) -> None:
    data = evalset("x", base="y", other="z")
    held = replace(of_set("BLEU fell.").systems[0], baseline="base.txt")
    of = replace(of_set(), systems=(held,))
    kept = save_set(space, of, data, BleuConfig(tokenize="intl"), {"new": "base"})
    result = SuiteResult("Nightly", 5.0, (kept,))
    save_result(space, result)
    (one,) = load_runs_of_suite(space, "Nightly")
    # repr: a number that is none equals no other.
    assert repr(from_json(json.loads(one.contents))) == repr(result)
    assert not one.passed
    (system,) = kept.systems
    assert system.digest == data.digest
    assert system.query == f"data={data.digest}&a=base&b=new&tok=intl"
    assert list(workspace.load_comparison(space, data.digest).systems) == ["new", "base", "other"]


def test_what_was_not_judged_did_not_pass(space: Workspace) -> None:
    run(space, 1.0, evalset(" one"), of_set())
    wrong = of_set()
    doubted = replace(wrong.systems[0], findings=("Half of the lines are empty.",))
    run(space, 2.0, evalset(" two"), replace(wrong, systems=(doubted,)))
    run(space, 3.0, evalset(" three"), replace(wrong, problems=("new: too few segments.",)))
    last = found(space, LAST, evalset(" now"))
    assert last[0].to_pylist()[1] == "it rains today one"
    # A test set of another size begins anew.
    none = found(space, LAST, EvalSet({"new": ["a"]}, [["a"]]))
    assert codes([none]) == ["suite.segments_changed"]
    assert (none.values["segments"], none.values["before"]) == (1, 3)
    # And is no baseline for the size before.
    one_line = EvalSet({"new": ["a"]}, [["a"]])
    run(space, 4.0, one_line, replace(wrong, segments=1))
    assert found(space, LAST, evalset(" now"))[0].equals(last[0])
    assert len(found(space, LAST, one_line)[0]) == 1


def test_where_nothing_is_kept_there_is_none_yet_and_no_run() -> None:
    assert codes([found(None, LAST, evalset(""))]) == ["suite.nothing_kept"]
    with refused("suite.run_not_kept", error=InputError):
        found(None, Baseline(run="new"), evalset(""))


def test_a_run_by_name_is_the_output_kept_last_on_these_references(space: Workspace) -> None:
    run(space, 1.0, evalset(" one"), of_set())
    run(space, 2.0, evalset(" two"), of_set("failed: no matter"))
    last = found(space, Baseline(run="new"), evalset(" now"))
    assert last[0].to_pylist()[0] == "the cat sat on the mat two"
    # After a rollback, it is the first output again, whatever was opened in the meantime.
    run(space, 3.0, evalset(" one"), of_set())
    workspace.save_opening(space, evalset(" two").digest, BleuConfig())
    column, *_ = found(space, Baseline(run="new"), evalset(" now"))
    assert column.to_pylist()[0] == "the cat sat on the mat one"
    others = EvalSet({"new": REFERENCE}, [["other", "references", "here"]])
    for name, data in (("newer", evalset(" now")), ("new", others)):
        with refused("suite.run_not_kept", error=InputError):
            found(space, Baseline(run=name), data)


TEXT = st.text(max_size=8)
TEXTS = st.lists(TEXT, max_size=2).map(tuple)
NUMBER = st.floats(allow_infinity=False)
P = st.none() | st.floats(0, 1)
SAID = st.builds(MetricResult, TEXT, TEXT, st.booleans(), NUMBER, NUMBER, NUMBER, P, P)
SLICE = st.builds(
    SliceResult,
    TEXT,
    TEXT,
    st.integers(0, 9),
    SAID,
    TEXTS,
    st.lists(SAID, max_size=1).map(tuple),
    TEXT,
)
SYSTEM = st.builds(
    SystemResult, TEXT, TEXT, st.lists(SAID, min_size=1, max_size=2).map(tuple),
    st.lists(SLICE, max_size=1).map(tuple), TEXTS, st.booleans(), TEXTS, NUMBER, NUMBER,
    TEXT, TEXT, TEXT, TEXTS, TEXTS,
)  # fmt: skip
SYSTEMS = st.lists(SYSTEM, max_size=2).map(tuple)
SET = st.builds(SetResult, TEXT, st.integers(0, 9), TEXT, SYSTEMS, TEXTS, TEXTS)
RESULT = st.builds(SuiteResult, TEXT, st.floats(0, 1e10), st.lists(SET, max_size=2).map(tuple))


@given(RESULT)
def test_a_result_goes_to_json_and_comes_back_equal(result: SuiteResult) -> None:
    written = json.dumps(to_json(result), allow_nan=False)
    # NaN equals nothing, and is written alike.
    assert repr(from_json(json.loads(written))) == repr(result)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TEXT, inner, max_size=2),
    max_leaves=4,
)


@given(RESULT, st.data())
def test_what_is_changed_is_refused_or_a_result(result: SuiteResult, data: st.DataObject) -> None:
    told: Any = json.loads(json.dumps(to_json(result)))
    place = told
    while isinstance(place, dict | list) and place:
        key = data.draw(st.sampled_from(list(place) if isinstance(place, dict) else [0]))
        inner = place[key]
        if not isinstance(inner, dict | list) or not inner or data.draw(st.booleans()):
            place[key] = data.draw(JSON)
            break
        place = inner
    try:
        found = from_json(told)
    except InputError:
        return
    # What was read is of the types that it says, so that it can be written again.
    assert repr(from_json(json.loads(json.dumps(to_json(found))))) == repr(found)


def test_messages_keep_their_values_where_they_are_saved() -> None:
    failure = suite.slice_failed("digits", 12, scoring.under_limit(-0.9, -0.5))
    made = SuiteResult("T", 0.0, (SetResult("a", problems=(failure, "No code.")),))
    saved = json.loads(json.dumps(to_json(made, with_values=True)))
    (problem, plain) = from_json(saved).sets[0].problems
    assert (problem, plain) == (failure, "No code.")
    assert problem.values["failure"].values == {"change": -0.9, "limit": -0.5}
    saved["sets"][0]["problems"][0]["code"] = "suite.unknown"
    assert from_json(saved).sets[0].problems == (str(failure), "No code.")
