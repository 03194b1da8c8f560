"""Every number on every screen says what it is, in the glossary's words where it has them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from bleu_core import BleuConfig, EvalSet, workspace
from bleu_core.explain.ngrams import KINDS
from bleu_core.text import glossary
from bleu_core.workspace import AnnotationItem, Workspace
from pages.ui import open_comparison
from pages.ui.data import history

from .conftest import App

LINK = re.compile(r"\]\((\S*learn\S*)\)")


def components(app: App) -> Iterator[Any]:
    for node in app.test.get("bidi_component"):
        yield json.loads(node.proto.json)


def helps(app: App) -> set[str]:
    """What every heading, text and control says when asked."""
    found = set()
    for node in app.test.main:
        proto = getattr(node, "proto", None)
        text = getattr(proto, "help", "") or getattr(node, "help", "")
        if isinstance(text, str) and text:
            found.add(text)
    return found


def linked(app: App) -> set[str]:
    """The entries that helps link to; each link opens one, with the help's text from it."""
    names = set()
    for text in helps(app):
        for address in LINK.findall(text):
            parts = urlsplit(address)
            assert parts.path == "./learn"
            (name,) = parse_qs(parts.query)["term"]
            assert text.startswith(glossary.short_definition(name))
            names.add(name)
    return names


def asked(app: App) -> set[str]:
    """The entries that tables and other components link to."""
    names = set()
    for data in components(app):
        if not isinstance(data, dict) or "glossary" not in data or "terms" in data:
            continue
        for name, short in data["glossary"]["short"].items():
            assert short == glossary.short_definition(name)
            names.add(name)
    return names


def expect_every_number_says_what_it_is(app: App) -> None:
    for data in components(app):
        if isinstance(data, dict) and "columns" in data:
            for column in data["columns"]:
                if column.get("align") == "right" and column["label"]:
                    assert column.get("term") or column.get("help"), (data["label"], column)
            told = data["glossary"]["short"]
            cells = [cell for row in data["rows"] for cell in row if isinstance(cell, dict)]
            for part in (*data["columns"], *cells):
                assert "term" not in part or part["term"] in told
    linked(app)


def test_the_overview_asks_the_glossary() -> None:
    app = App()
    app.set(overview_tabs="Segment differences")
    assert linked(app) >= {"component", "bleu", "points", "sentence-delta", "concentration"}
    app.set(overview_tabs="Significance")
    expect_every_number_says_what_it_is(app)
    assert asked(app) >= {
        "p-value", "confidence-interval", "delta", "component",
        "modified-precision", "bp", "ratio", "bleu", "credited", "points", "sentence-delta",
        "approximate-randomization", "bootstrap", "sacrebleu-bootstrap", "paired-t",
    }  # fmt: skip


def test_the_segments_ask_the_glossary() -> None:
    for sort in ("-size", "points"):
        app = App("segments.py", sort=sort)
        app.set(filters=True)
        expect_every_number_says_what_it_is(app)
        assert linked(app) >= {"sentence-bleu", "sentence-delta"}
        assert asked(app) >= {
            "sentence-bleu", "points", "credited", "clip-limit", "clipping", "depth", "bp", "ratio"
        }  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_the_ngrams_ask_the_glossary(kind: str) -> None:
    app = App("ngrams.py", kind=kind, gflat="yes")
    expect_every_number_says_what_it_is(app)
    own = {"matched": {"wins", "sign-test", "q-value"}, "over-produced": {"over-produced"}}
    assert asked(app) >= own.get(kind.partition(" ")[0], {"missed", "clip-limit"}) | {"points"}
    text = app.cells("ngrams")[0][0]
    expect_every_number_says_what_it_is(App("ngrams.py", kind=kind, gram=text))


def test_the_slices_and_the_lessons_ask_the_glossary() -> None:
    app = App("slices.py")
    expect_every_number_says_what_it_is(app)
    assert linked(app) >= {"slice"}
    assert asked(app) >= {"slice", "segment", "delta", "simultaneous-interval", "points"}
    app = App("learn.py", lesson="judgement")
    app.set(teacher=True)
    expect_every_number_says_what_it_is(app)
    assert asked(app) >= {"human-judgement"}


def test_the_settings_ask_the_glossary() -> None:
    app = App("data.py", smooth="floor")
    app.set(near_misses=True, settings=True)
    expect_every_number_says_what_it_is(app)
    assert linked(app) >= {"token", "case", "smoothing", "floor", "n-gram", "r", "signature"}
    assert asked(app) >= {"near-miss"}


def test_what_is_kept_asks_the_glossary(space: Workspace) -> None:
    made = EvalSet(systems={"a": ["the cat sat"], "b": ["a cat sat"]}, references=[["the cat"]])
    workspace.save_comparison(space, made, BleuConfig())
    workspace.save_annotation(space, made.digest, 0, AnnotationItem("verdict"), "A better")
    workspace.save_annotation(
        space, made.digest, 0, AnnotationItem("label", "B", "omission"), "minor"
    )
    for tab, names in (
        (open_comparison.SAVED_TAB, {"segment"}),
        (history.TAB, {"run", "bleu", "delta"}),
    ):
        app = App("data.py", data=made.digest)
        app.set(data_tab=tab)
        expect_every_number_says_what_it_is(app)
        assert asked(app) >= names
    app = App("segments.py", data=made.digest)
    app.press("Annotations")
    expect_every_number_says_what_it_is(app)
    assert asked(app) >= {"verdict", "label"}


def test_a_link_keeps_the_comparison_and_its_settings() -> None:
    app = App(tok="char", weights="0.4,0.3,0.2,0.1", seg="7", where='text contains "house"')
    addresses = {address for text in helps(app) for address in LINK.findall(text)}
    (address,) = {address for address in addresses if address.endswith("term=bleu")}
    link = {name: value for name, (value,) in parse_qs(urlsplit(address).query).items()}
    assert link == {"tok": "char", "weights": "0.4,0.3,0.2,0.1", "term": "bleu"}
    there = App("learn.py", **link)
    # Which Learn does not show, and leads back to.
    assert there.view.config == app.view.config
    assert there.component("glossary")["term"] == "bleu"
