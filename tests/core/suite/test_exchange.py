"""What comes out of a suite goes to JSON and comes back equal; anything else is refused."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bleu_core.messages import scoring, suite
from bleu_core.suite.results import (
    MetricResult,
    SetResult,
    SliceResult,
    SuiteResult,
    SystemResult,
    from_json,
    to_json,
)
from bleu_core.text.evalset import InputError

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
