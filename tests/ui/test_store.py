"""The store: ids of segments are those of each session."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pyarrow as pa
import pytest
import streamlit as st

from bleu_core import EvalSet, InputError
from pages.ui import store
from pages.ui.cache import CACHE


def evalset() -> EvalSet:
    return EvalSet({"old": ["a b", "c"], "new": ["a b", "d"]}, [["a b", "c"], ["a", ""]])


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
    assert [problem.code for problem in error.value.problems] == ["scores.ids_gone"]
