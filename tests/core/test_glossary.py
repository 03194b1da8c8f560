"""The glossary: every entry whole, every name found, no two of the same name."""

from __future__ import annotations

import re

import pytest

from bleu_core import glossary


def test_every_entry_is_whole() -> None:
    for entry in glossary.entries():
        for text in (entry.short, entry.how, entry.source, entry.mistake):
            assert text.strip() == text
            assert text.endswith((".", "…"))
        assert len(entry.short) <= 200, entry.name


def test_names_are_found_in_any_case_and_belong_to_one_entry() -> None:
    names: dict[str, str] = {}
    for entry in glossary.entries():
        for name in (entry.name, entry.term, *entry.also):
            assert glossary.find(name.upper()) is entry or name.upper() != name.casefold()
            assert names.setdefault(name.casefold(), entry.name) == entry.name
            assert glossary.find(name) is entry
    with pytest.raises(KeyError):
        glossary.find("METEOR")


def test_the_questions_that_come_again_come_first() -> None:
    questions = [entry.term for entry in glossary.entries() if entry.is_question]
    assert questions == [entry.term for entry in glossary.entries()][: len(questions)]
    assert set(questions) >= {
        "Why is it 0?",
        "Why did it not change?",
        "What are 66.1/40.2/26.6/18.1?",
        "Is 30 good?",
        "Why does your score differ from another tool's?",
    }


def test_the_sum_that_is_told_is_right() -> None:
    product = 0.661 * 0.402 * 0.266 * 0.181
    assert f"{product**0.25:.3f}" == "0.336"
    assert "0.336" in glossary.find("four-numbers").how


def test_a_short_text_and_a_term_are_no_markdown() -> None:
    special = re.compile(r"[*_`$\[\]<>]|~~|--|->|:\w+:")
    for entry in glossary.entries():
        assert not special.search(entry.short + entry.term), entry.name


def test_short_is_for_tooltips() -> None:
    assert glossary.short("brevity penalty").startswith("1 if the output is at least as long")
