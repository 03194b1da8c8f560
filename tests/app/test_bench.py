"""The bench without a browser: what is sent of it, and when."""

from __future__ import annotations

import pytest

from bleu_core import BleuConfig
from bleu_core.teaching.lessons import all_lessons

# What a covered bench may send: the texts, the settings and what explains them.
DESK = {
    "lesson", "opens", "own", "address", "serial", "problem", "changes", "covered", "notes",
    "candidates", "texts", "settings", "options", "terms", "longest", "order", "glossary",
}  # fmt: skip


@pytest.mark.parametrize("name", all_lessons())
def test_a_covered_bench_has_texts_and_settings_and_nothing_that_was_counted(
    open_app, name: str
) -> None:
    bench = open_app("learn.py", lesson=name).component("bench")
    assert bench["covered"]
    assert bench.keys() == DESK
    assert bench["changes"] is None
    prepared = all_lessons()[name].prepared
    assert (bench["candidates"], bench["texts"]) == (
        list(prepared.candidates),
        list(prepared.references),
    )


def test_the_answer_uncovers_it(open_app) -> None:
    app = open_app("learn.py", lesson="the-the-the")
    app.test.toggle(key="teacher").set_value(True)
    app.run()
    bench = app.component("bench")
    assert not bench["covered"]
    assert bench["sides"][0]["orders"][0]["credited"] == 2
    assert bench["signature"].startswith("nrefs:2")
    assert bench["settings"]["tokenize"] == BleuConfig().tokenize
