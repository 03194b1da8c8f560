"""The tab "Why do these two numbers differ?" without a browser."""

from __future__ import annotations

from sacrebleu.metrics import BLEU

from bleu_core import EvalSet
from pages.ui import store
from pages.ui.slices import why
from pages.ui.store import load_sample
from tests.app.conftest import App

NEW = "nrefs:1|case:lc|eff:no|tok:intl|smooth:exp|version:2.0.0"
LINK = {"tab": "why"}


def test_a_signature_is_asked_for_and_explained_step_by_step() -> None:
    app = App("slices.py", **LINK)
    first, second = app.test.text_input
    assert (first.value, second.value) == (app.signature, "")
    assert app.shows("why-empty")
    assert not app.shows("why-steps")
    app = App("slices.py", sig2=NEW, **LINK)
    assert app.shows("why-differences")
    assert app.shows("why-unsaid")
    rows = app.cells("why-steps")
    sample = load_sample()
    references = [stream.to_pylist() for stream in sample.references]
    for i, output in enumerate(sample.systems.values()):
        expected = [
            BLEU().corpus_score(output.to_pylist(), references),
            BLEU(tokenize="intl", lowercase=True).corpus_score(output.to_pylist(), references[:1]),
        ]
        assert [rows[0][1 + i], rows[-1][1 + i]] == [f"{score.score:.2f}" for score in expected]
    assert [row[0] for row in rows] == [
        "first number",
        f"references: {len(references)} → 1",
        "tokenizer: 13a → intl",
        "case: mixed → lc",
        "second number",
    ]
    assert app.shows("why-texts")


def test_a_tool_is_chosen_and_stands_in_the_field_and_in_the_link() -> None:
    app = App("slices.py", **LINK)
    app.choose("why-tool", "NLTK")
    assert app.test.text_input[1].value == "NLTK"
    assert app.link["sig2"] == "NLTK"
    assert "NLTK gives 0 to 1" in app.message("why-remarks")
    assert app.cells("why-steps")[-2][0].startswith("segments too short for an order")
    app.test.text_input[0].set_value(NEW)
    app.run()
    assert app.link["sig"] == NEW
    # An empty field is the open comparison's again.
    app.test.text_input[0].set_value("")
    app.run()
    assert app.test.text_input[0].value == app.signature


def test_what_cannot_be_read_or_counted_is_told() -> None:
    app = App("slices.py", sig="hello", sig2="<b>$x$</b>", **LINK)
    assert all(one in app.message("why-unreadable") for one in ("'hello'", "'<b>$x$</b>'"))
    app = App("slices.py", sig2=NEW.replace("intl", "flores200"), **LINK)
    assert "a model that may have to be fetched" in app.message("why-no-steps")
    assert app.shows("why-differences")
    app = App("slices.py", sig2="chrF2|nrefs:1|nc:6|version:2.0.0", **LINK)
    assert "two metrics" in app.message("why-differences")
    assert "only BLEU" in app.message("why-no-steps")
    app = App("slices.py", sig2="x" * 501, **LINK)
    assert app.shows("why-empty")


def test_the_steps_are_counted_once(monkeypatch) -> None:
    asked: list[object] = []
    count = why.score_steps

    def counted(*given: object) -> object:
        asked.append(given)
        return count(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(why, "score_steps", counted)
    lines = [f"the cat {i} sat on the mat ." for i in range(9)]
    data = store.put(EvalSet({"a": lines}, [[line.replace("cat", "Cat") for line in lines]]))
    app = App("slices.py", data=data, sig2=NEW, **LINK)
    app.run()
    App("slices.py", data=data, sig2=NEW, **LINK)
    assert len(asked) == 1
    # One system has one column; its output looks tokenized, and so does the reference.
    assert {len(row) for row in app.cells("why-steps")} == {2}
    told = app.message("why-texts")
    assert "the text looks tokenized already" in told
    assert "That is an estimate" in told
