"""Patterns of files: what matches, in folders with links to themselves."""

from glob import glob
from pathlib import Path

import pytest

from bleu_core.common.file_patterns import matching_paths


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a/b/c", "a/.hidden", "a [1]/b"):
        Path(name).mkdir(parents=True)
        Path(name, "step-1.txt").touch()


@pytest.mark.parametrize("pattern", ["**/*.txt", "a/**/b/**/step-?.txt", "a/**", "?*/b/*", "*"])
def test_they_match_what_they_match_in_python(pattern: str) -> None:
    theirs = {path.rstrip("/") for path in glob(pattern, recursive=True)} - {"a"}
    assert set(matching_paths(pattern)) - {"a"} == theirs


def test_each_folder_is_entered_once_whatever_links_lead_to_it() -> None:
    for link in ("x", "y"):  # 2^40 paths
        Path("a", link).symlink_to(".")
    Path("elsewhere").symlink_to("a/b")
    assert [*matching_paths("a/**/*.txt")] == ["a/b/c/step-1.txt"]
    assert [*matching_paths("elsewhere/**/*.txt")] == ["elsewhere/c/step-1.txt"]
