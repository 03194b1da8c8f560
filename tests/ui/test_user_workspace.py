"""Where comparisons are kept: for who holds the token, or where the owner of the server said so."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from bleu_core.messages import codes
from pages.ui import open_comparison, user_workspace


@pytest.fixture
def default_home(monkeypatch, tmp_path: Path) -> Path:
    monkeypatch.delenv("BLEUSCOPE_HOME")
    monkeypatch.delenv("BLEUSCOPE_TOKEN", raising=False)
    module = import_module("bleu_core.common.environment")
    monkeypatch.setattr(module, "user_data_path", lambda *_, **__: tmp_path)
    return tmp_path


def test_where_a_token_is_asked_for_there_is_a_workspace(monkeypatch, default_home: Path) -> None:
    monkeypatch.setenv("BLEUSCOPE_TOKEN", "secret")
    space = user_workspace.current()
    assert space is not None
    assert space.folder == default_home


@pytest.mark.parametrize("token", [None, "", " "])
def test_where_everybody_is_let_in_nothing_is_kept_and_nothing_shown(
    monkeypatch, default_home: Path, token
) -> None:
    if token is not None:
        monkeypatch.setenv("BLEUSCOPE_TOKEN", token)
    assert user_workspace.current() is None
    assert open_comparison.saved_comparisons() == []
    assert list(default_home.iterdir()) == []
    assert codes([user_workspace.nothing_saved_reason()]) == ["screen.keeping_needs_token"]


def test_the_owner_of_a_server_may_share_a_workspace(
    monkeypatch, default_home: Path, tmp_path: Path
) -> None:
    monkeypatch.setenv("BLEUSCOPE_HOME", str(tmp_path / "team"))
    space = user_workspace.current()
    assert space is not None
    assert space.folder == tmp_path / "team"


def test_off_keeps_nothing_even_with_a_token(monkeypatch) -> None:
    monkeypatch.setenv("BLEUSCOPE_TOKEN", "secret")
    assert user_workspace.current() is None
    assert codes([user_workspace.nothing_saved_reason()]) == ["screen.keeping_off"]
