"""The store: results by what the data is."""

from __future__ import annotations

from bleu_core import BleuConfig, EvalSet
from pages.ui import store
from tests.comparisons import compared


def evalset(**changes: object) -> EvalSet:
    parts = {
        "systems": {"old": ["a b", "c"], "new": ["a b", "d"]},
        "references": [["a b", "c"], ["a", ""]],
        "source": ["x", "y"],
        "documents": ["news", "news"],
        "metadata": {"kind": ["1", "2"]},
    }
    return EvalSet(**(parts | changes))  # type: ignore[arg-type]


def test_the_digest_is_that_of_content_names_and_order() -> None:
    old, new = {"old": ["a b", "c"]}, {"new": ["a b", "d"]}
    different = [
        evalset(),
        evalset(systems=new | old),
        evalset(systems={"old": ["a b", "d"], "new": ["a b", "c"]}),
        evalset(
            systems={"old": ["a ", "bc"], "new": ["a b", "d"]}
        ),  # the same bytes, cut elsewhere
        evalset(systems={"older": ["a b", "c"]} | new),
        evalset(references=[["a", ""], ["a b", "c"]]),
        evalset(references=[["a b", "c"], ["a", None]]),
        evalset(references=[["a b", "c"]]),
        evalset(source=["news", "news"], documents=["x", "y"]),
        evalset(source=None),
        evalset(documents=None),
        evalset(metadata={"kind": ["2", "1"]}),
        evalset(metadata={"sort": ["1", "2"]}),
    ]
    assert len({one.digest for one in different}) == len(different)
    assert evalset().digest == evalset().digest


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
