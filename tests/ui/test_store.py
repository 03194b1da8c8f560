"""The store: results by what the data is, and the sample."""

from __future__ import annotations

from bleu_core import BleuConfig, EvalSet
from pages.ui import store
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
