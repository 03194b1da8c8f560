"""`bleuscope lesson`: a lesson file checked at the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from bleu_core.cli import main
from bleu_core.teaching.lessons import all_lessons
from tests.core.test_lesson_files import ONE, SEVERAL


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "my.toml"


def test_every_figure_that_is_claimed_is_printed(file: Path, capsys) -> None:
    file.write_text(SEVERAL, "utf-8")
    assert main(["lesson", "check", str(file)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"1  zero: {all_lessons()['zero'].title} (built in)",
        "2  cat: The cat",
        "   answer  A.m1 = 1",
        "   A.t1 = 3",
        "   A.p1 = 1/3",
        "   lower:A.p1 = 2/3",
        f"3  the-the-the: {all_lessons()['the-the-the'].title} (built in)",
        "All is fine: 3 lessons.",
    ]


def test_all_facts_are_printed_on_request(file: Path, capsys) -> None:
    file.write_text(ONE, "utf-8")
    assert main(["lesson", "check", str(file), "--facts"]) == 0
    told = capsys.readouterr().out
    assert "   A.bp = 1.000" in told
    assert "   lower:A.bp = 1.000" in told


def test_faults_are_told_by_line_and_end_with_2(file: Path, capsys) -> None:
    file.write_text(ONE.replace("A.m1", "A.m9").replace("[bench]", "[bench]\n\x1b"), "utf-8")
    assert main(["lesson", "check", str(file)]) == 2
    told = capsys.readouterr()
    assert told.err.startswith("my.toml, line 9: this is no TOML")
    assert "\x1b" not in told.err
    file.write_text(ONE.replace("A.m1", "A.m9").replace("opens", "x"), "utf-8")
    assert main(["lesson", "check", str(file)]) == 2
    assert capsys.readouterr().err == "my.toml, line 5: There is no fact “A.m9”. Is A.m4 meant?\n"


def test_a_file_that_is_not_there_is_told(file: Path, capsys) -> None:
    assert main(["lesson", "check", str(file)]) == 2
    assert "my.toml cannot be read: No such file" in capsys.readouterr().err


def test_what_is_neither_a_file_nor_a_lesson_is_told(capsys) -> None:
    assert main(["lesson", "check", "no-such"]) == 2
    assert "There is no built-in lesson “no-such”; there are two-candidates," in (
        capsys.readouterr().err
    )
