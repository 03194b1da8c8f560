"""Reports from Python: as files, and in a notebook's frame."""

from pathlib import Path

import pytest

import bleuscope

COMPARISON = bleuscope.compare(["a cat sat"], ["the cat sat"], ["the cat sat down"])


def test_a_comparison_is_saved_in_the_format_of_the_ending(tmp_path: Path) -> None:
    starts = {"x.html": "<!DOCTYPE html>", "x.static.html": "<!DOCTYPE html>", "x.md": "### BLEU"}
    for name, start in starts.items():
        COMPARISON.save(tmp_path / name)
        assert (tmp_path / name).read_text("utf-8").startswith(start)
    assert "<script" not in (tmp_path / "x.static.html").read_text("utf-8")
    COMPARISON.save(str(tmp_path / "x.html"))
    with pytest.raises(ValueError, match=r"\.pdf"):
        COMPARISON.save(tmp_path / "x.pdf")


def test_a_page_has_a_limit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("bleu_core.present.viewer.contents.MOST_IN_PAGE", 0)
    with pytest.raises(ValueError, match="0") as error:
        COMPARISON.save(tmp_path / "x.html")
    assert error.value.args[0].code == "report.too_many"
    assert not (tmp_path / "x.html").exists()
