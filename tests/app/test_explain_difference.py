"""The explanation of a difference in Settings, without a browser."""

from __future__ import annotations

from sacrebleu.metrics import BLEU

from pages.ui.store import load_sample

from .conftest import App

NEW = "nrefs:1|case:lc|eff:no|tok:intl|smooth:exp|version:2.0.0"


def explained(other: str) -> App:
    app = App()
    app.set(settings=True, other_score=other)  # AppTest cannot choose an option that is typed
    return app


def test_each_change_has_the_scores_of_both_systems() -> None:
    rows = explained(NEW).cells("setting-steps")
    sample = load_sample()
    references = [stream.to_pylist() for stream in sample.references]
    for i, output in enumerate(sample.systems.values()):
        expected = [
            BLEU().corpus_score(output.to_pylist(), references),
            BLEU(tokenize="intl", lowercase=True).corpus_score(output.to_pylist(), references[:1]),
        ]
        assert [rows[0][1 + i], rows[-1][1 + i]] == [f"{score.score:.2f}" for score in expected]
    changes = [row[0] for row in rows[1:]]
    assert changes == ["references: 2 → 1", "tokenizer: 13a → intl", "case: mixed → lc"]
    assert explained("NLTK").cells("setting-steps")[1][0] == "tokenizer: 13a → none"


def test_what_cannot_be_read_or_scored_is_told() -> None:
    for text, code in {
        "<b>$x$</b>": "why.no_signature",
        NEW.replace("nrefs:1", "nrefs:3"): "why.too_few_references",
        NEW.replace("intl", "klingon"): "settings.must_be",
    }.items():
        app = explained(text)
        assert app.codes("no-setting-steps") == [code]
        assert not app.shows("setting-steps")
