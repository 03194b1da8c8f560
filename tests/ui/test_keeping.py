"""Whose comparisons are kept: those of the visitor at this machine, or where the owner said so."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest
import streamlit as st

from pages.ui import keeping


def visitor(monkeypatch: pytest.MonkeyPatch, host: str, address: str | None) -> None:
    context = SimpleNamespace(headers={"Host": host}, ip_address=address)
    monkeypatch.setattr(st, "context", context)


@pytest.fixture
def default_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.delenv("BLEUSCOPE_HOME")
    module = import_module("bleu_core.workspace.place")
    monkeypatch.setattr(module, "user_data_path", lambda *_, **__: tmp_path)
    return tmp_path


@pytest.mark.parametrize("host", ["localhost:8501", "127.0.0.1", "[::1]:8501"])
def test_a_visitor_at_this_machine_has_a_workspace(
    monkeypatch: pytest.MonkeyPatch, default_home: Path, host: str
) -> None:
    visitor(monkeypatch, host, None)
    space = keeping.kept_in()
    assert space is not None
    assert space.folder == default_home


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("bleu.example.org", None),  # a proxy on this machine
        ("localhost:8501", "192.0.2.7"),
        ("localhost.example.org", None),
        ("192.0.2.1:8501", "192.0.2.7"),
    ],
)
def test_of_a_visitor_from_elsewhere_nothing_is_kept(
    monkeypatch: pytest.MonkeyPatch, default_home: Path, host: str, address: str | None
) -> None:
    visitor(monkeypatch, host, address)
    assert keeping.kept_in() is None
    assert list(default_home.iterdir()) == []


def test_the_owner_of_a_server_may_share_a_workspace(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    visitor(monkeypatch, "bleu.example.org", "192.0.2.7")
    monkeypatch.setenv("BLEUSCOPE_HOME", str(tmp_path / "team"))
    space = keeping.kept_in()
    assert space is not None
    assert space.folder == tmp_path / "team"


def test_off_keeps_nothing_even_for_the_visitor_at_this_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    visitor(monkeypatch, "localhost", None)
    assert keeping.kept_in() is None
