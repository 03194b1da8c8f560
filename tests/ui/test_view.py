"""The view and its form in a URL: what is written is read again, and nothing else is."""

from __future__ import annotations

import string
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.segments.detectors import Thresholds
from bleu_core.segments.expressions import LONGEST as LONGEST_EXPRESSION
from bleu_core.segments.worklist import SORTS, written_metrics
from bleu_core.text.config import LENGTH_RULES, MAX_ORDER, SMOOTHING, TOKENIZERS
from bleu_core.text.link import link_query
from pages.ui.query import LONGEST_TEXT, parse, to_params
from pages.ui.view import DEPTHS, JUDGE_TABS, LARGEST, LEAST, SYSTEMS_TABS, View

DIGEST = "0123456789abcdef" * 4
NAMES = [
    "data", "seg", "sort", "a", "b", "tok", "lc", "smooth", "value", "order", "weights", "eff",
    "reflen", "tab", "where", "shows", "rank", "more", "judge", "session",
    "people",
]  # fmt: skip


@st.composite
def configs(draw: st.DrawFn) -> BleuConfig:
    """Every setting at once: only such combinations as BleuConfig allows."""
    method = draw(st.sampled_from(list(SMOOTHING)))
    positive = st.floats(min_value=0, exclude_min=True, allow_infinity=False)
    order = draw(st.integers(1, MAX_ORDER))
    parts = draw(st.none() | st.lists(st.integers(1, 99), min_size=order, max_size=order))
    return BleuConfig(
        tokenize=draw(st.sampled_from(TOKENIZERS)),
        lowercase=draw(st.booleans()),
        smooth_method=method,
        smooth_value=None if SMOOTHING[method] is None else draw(st.none() | positive),
        max_ngram_order=order,
        weights=None if parts is None else tuple(part / sum(parts) for part in parts),
        effective_order=draw(st.booleans()),
        reference_length=draw(st.sampled_from(LENGTH_RULES)),
    )


short = st.text(max_size=LONGEST_TEXT)
metrics = st.sampled_from(["bleu", "chrf++", "ter", "imported:1,5 %", "imported:%2C,"])
expressions = st.text(max_size=LONGEST_EXPRESSION) | st.sampled_from(
    ["", "delta < 0", 'kind = "news" and not same', "delta <"]
)
digests = st.just("") | st.text(string.hexdigits[:16], min_size=64, max_size=64)


keys = (
    st.sampled_from(list(SORTS))
    | st.builds(lambda one: f"metric:{written_metrics([one])}", metrics)
    | st.builds(lambda *pair: f"disagree:{written_metrics(pair)}", metrics, metrics)
)
sorts = st.builds(str.__add__, st.sampled_from(["", "-"]), keys)
views = st.builds(
    View,
    data=digests,
    config=configs(),
    a=short,
    b=short,
    more=st.lists(st.text(min_size=1, max_size=LONGEST_TEXT), max_size=5, unique=True).map(tuple),
    segment=st.integers(0, 10**9 - 1),
    sort=sorts,
    where=expressions,
    thresholds=st.builds(
        Thresholds,
        copy_run=st.integers(2, 1000),
        repeat=st.integers(1, 1000),
        short=st.floats(0.01, 1),
        long=st.floats(1, 1000),
    ),
    systems_tab=st.sampled_from(SYSTEMS_TABS),
    all_runs=st.booleans(),
    rank_by=short,
    judge_tab=st.sampled_from(JUDGE_TABS),
    session=digests,
    people=short,
    find_least=st.integers(LEAST, LARGEST),
    find_depth=st.sampled_from(DEPTHS),
    suite=short,
    suite_run=st.integers(0, 10**14).map(lambda ms: ms / 1e3 if ms >= 1e3 else 0.0),
)


@given(views)
def test_a_view_survives_its_own_link(view: View) -> None:
    assert parse(to_params(view)) == (view, [])


def test_the_default_view_needs_no_parameters() -> None:
    assert to_params(View()) == {}
    assert parse({}) == (View(), [])


def test_the_link_of_who_judges_blind_names_the_session_alone() -> None:
    view = View(data=DIGEST, a="first", b="second", segment=7, task=DIGEST)
    assert to_params(view) == {"task": DIGEST}
    assert parse({"task": DIGEST}) == (View(task=DIGEST), [])


NOT_UNDERSTOOD: list[tuple[dict[str, str], dict[str, str]]] = [
    ({"tok": "14a"}, {}),
    ({"limits": "short:9"}, {}),
    ({"tok": "__import__('os').abort()"}, {}),
    ({"lc": "1"}, {}),
    ({"smooth": "linear"}, {}),
    ({"value": "1"}, {}),  # "exp" takes no value
    ({"smooth": "none", "value": "1"}, {"smooth": "none"}),
    ({"smooth": "floor", "value": "nan"}, {"smooth": "floor"}),
    ({"smooth": "add-k", "value": "2**9"}, {"smooth": "add-k"}),
    ({"order": "0"}, {}),
    ({"order": "9" * 10_000}, {}),
    ({"weights": "0.5,0.5"}, {}),  # two weights for four orders
    ({"order": "2", "weights": "0.5,0.6"}, {"order": "2"}),
    ({"reflen": "longest", "lc": "yes"}, {"lc": "yes"}),
    ({"data": "../../etc/passwd"}, {}),
    ({"data": DIGEST + "\n"}, {}),
    ({"seg": "1e3"}, {}),
    ({"sort": "colour"}, {}),
    ({"sort": "-disagree:bleu,chrf,ter"}, {}),
    ({"where": "x" * (LONGEST_EXPRESSION + 1)}, {}),
    ({"by": "x" * (LONGEST_TEXT + 1), "gq": "on", "tab": "how"}, {"gq": "on"}),
    ({"least": str(LEAST - 1)}, {}),
    ({"colour": "blue", "data": DIGEST}, {"data": DIGEST}),
    ({"tok ": "zh", "": "", "TOK": "zh"}, {}),
    ({"judge": "x", "session": "not a digest", "task": "../../etc/passwd"}, {}),
]


def test_what_is_not_understood_is_ignored_and_named() -> None:
    for params, understood in NOT_UNDERSTOOD:
        view, ignored = parse(params)
        assert view == parse(understood)[0], params
        left_out = {name: text for name, text in params.items() if name not in understood}
        assert {one.values["parameter"]: one.values["value"] for one in ignored} == left_out
        assert all(len(told) <= 60 for told in ignored)


@given(st.dictionaries(st.sampled_from(NAMES) | st.text(), st.text() | st.from_regex("[0-9.e,-]+")))
def test_any_query_string_gives_a_view(params: dict[str, str]) -> None:
    view, ignored = parse(params)
    assert parse(to_params(view)) == (view, [])
    told = {one.values["parameter"]: one.values["value"] for one in ignored}
    assert told.items() <= params.items()


# A link that the library writes is one that the app reads.


@pytest.mark.parametrize(
    "config",
    [
        BleuConfig(),
        BleuConfig(tokenize="intl", lowercase=True, effective_order=True),
        BleuConfig(smooth_method="add-k", smooth_value=0.5, reference_length="shortest"),
        BleuConfig(max_ngram_order=2, weights=(0.7, 0.3)),
    ],
)
def test_a_query_of_the_library_opens_its_comparison_and_settings(config: BleuConfig) -> None:
    data = EvalSet({"x": ["one"], "y": ["two"]}, [["three"]])
    opens(Comparison.of(data, config), View(data=data.digest, config=config))


@pytest.mark.parametrize("name", ["z", "a&b=c", "ü 😀"])
def test_a_query_names_the_two_systems_that_are_not_the_first_two(name: str) -> None:
    data = EvalSet({"x": ["one"], "y": ["two"], name: ["one"]}, [["three"]])
    opens(Comparison.of(data, a="x", b=name), View(data=data.digest, a="x", b=name))
    opens(Comparison.of(data, a="y", b="x"), View(data=data.digest, a="y", b="x"))
    alone = EvalSet({name: ["one"]}, [["three"]])
    opens(Comparison.of(alone), View(data=alone.digest))


def opens(comparison: Comparison, view: View) -> None:
    names = comparison.a, comparison.b
    written = link_query(comparison.evalset, comparison.config, names)
    params = dict(parse_qsl(written, strict_parsing=True))
    assert params == to_params(view)
    assert parse(params) == (view, [])
