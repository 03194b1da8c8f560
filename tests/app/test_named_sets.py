"""Test sets of sacreBLEU on Data: outputs only are chosen, and nothing is downloaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from bleu_core.readers.testsets import load_named_set
from pages.ui import store
from tests.app.conftest import App
from tests.core.named_sets import FILES, OUTPUTS, SEGMENTS, SOURCE, Cache


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cache:
    cache = Cache(tmp_path / "cache", monkeypatch)
    cache.add_xml()
    return cache


def lines(*names: str) -> list[tuple[str, bytes, str]]:
    texts = {name: "".join(f"{line}\n" for line in FILES[name]) for name in names}
    return [(name, text.encode(), "text/plain") for name, text in texts.items()]


def with_set(name: str, pair: str = "en-de") -> App:
    """Data, where a test set has been chosen."""
    app = App("data.py")
    app.choose("test-set", name)
    app.choose(f"language-pair-{name}", pair)
    return app


def test_outputs_are_compared_with_the_test_set(cache: Cache) -> None:
    app = with_set("wmt21/AB")
    assert f"{SEGMENTS} segments, 2 references, source, documents and origlang" in app.captions
    app.choose("file-any", lines(*OUTPUTS))
    assert [row["role"] for row in app.component("file-roles")["rows"]] == ["system", "system"]
    app.press("Compare")
    data = store.evalset(app.link["data"])
    assert list(data.systems) == ["a", "b"]
    parts = load_named_set("wmt21/AB", "en-de").parts
    assert [one.to_pylist() for one in data.references] == [
        one.to_pylist() for one in parts.references.values()
    ]
    assert data.source.to_pylist() == SOURCE
    assert data.documents.equals(parts.documents)
    assert list(data.metadata) == ["origlang"]
    assert not cache.downloads


def test_a_set_that_is_not_in_the_cache_is_named_with_the_command(cache: Cache) -> None:
    app = with_set("wmt22")
    (command,) = app.test.code
    assert command.value == "sacrebleu -t wmt22 -l en-de --echo src"
    names = app.widget("test-set").options
    assert names[0] == "wmt21/AB"
    assert "wmt22 (not downloaded)" in names
    assert not cache.downloads
