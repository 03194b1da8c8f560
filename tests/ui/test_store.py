"""The store: results by what the data is, and the sample."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pyarrow as pa
import pytest
import streamlit as st

from bleu_core import BleuConfig, EvalSet, InputError
from pages.ui import store
from pages.ui.cache import CACHE
from pages.ui.store import is_sample, load_sample
from tests.comparisons import compared


def evalset() -> EvalSet:
    return EvalSet({"old": ["a b", "c"], "new": ["a b", "d"]}, [["a b", "c"], ["a", ""]])


def test_data_is_found_by_its_digest_and_by_nothing_else() -> None:
    data = evalset()
    assert store.evalset(store.put(data)) is data
    assert store.evalset(data.digest[:-1]) is None
    assert store.evalset("0" * 64) is None


def test_a_comparison_is_counted_once_for_each_configuration() -> None:
    data = evalset()
    made = compared(data, BleuConfig())
    assert compared(evalset(), BleuConfig()) is made
    assert compared(data, BleuConfig(lowercase=True)) is not made


def test_the_sample_has_one_digest_whoever_asks_for_it() -> None:
    before = load_sample().digest
    load_sample.cache_clear()
    assert load_sample().digest == before == store.evalset("").digest
    assert is_sample(load_sample())


@pytest.fixture
def new_window() -> Iterator[Callable[[], None]]:
    """Begin another session."""
    store.forget(evalset().digest)
    yield st.session_state.clear
    st.session_state.clear()
    CACHE.drop(lambda key: True)


def with_ids(*ids: str) -> EvalSet:
    return replace(evalset(), ids=pa.array(ids))


def test_a_refresh_takes_no_ids_away(new_window) -> None:
    data = with_ids("s1", "s2")
    store.put_read(data)
    new_window()
    found = store.segment_ids(store.evalset(data.digest))
    assert found.to_pylist() == ["s1", "s2"]


def test_of_several_windows_each_has_its_own_ids(new_window) -> None:
    store.put_read(with_ids("s1", "s2"))
    new_window()
    store.put_read(with_ids("s2", "s1"))
    assert store.segment_ids(evalset()).to_pylist() == ["s2", "s1"]
    new_window()
    store.put_read(evalset())
    assert store.segment_ids(evalset()) is None
    new_window()
    with pytest.raises(InputError) as error:
        store.segment_ids(evalset())
    assert [problem.code for problem in error.value.problems] == ["scores.several_ids"]


def test_what_another_deletes_or_loads_takes_no_ids_away(new_window) -> None:
    data = with_ids("s1", "s2")
    store.put_read(data)
    mine = dict(st.session_state["segment-ids"])
    new_window()
    store.forget(data.digest)
    st.session_state["segment-ids"] = mine
    store.put(evalset())  # as loaded from the workspace, which has no ids
    assert store.segment_ids(data).to_pylist() == ["s1", "s2"]
    CACHE.drop(lambda key: "segment ids" in key)
    with pytest.raises(InputError) as error:
        store.segment_ids(data)
    assert [problem.code for problem in error.value.problems] == ["scores.ids_gone"]
    store.forget(data.digest)
    assert store.segment_ids(data) is None
