"""`bleuscope lesson`: a lesson file checked at the terminal."""

from pathlib import Path

from bleu_core.teaching.lessons import all_lessons
from tests.command import Command
from tests.core.teaching.test_lesson_files import ONE, SEVERAL


def test_every_figure_that_is_claimed_is_printed(tmp_path: Path, run: Command) -> None:
    file = tmp_path / "my.toml"
    file.write_text(SEVERAL, "utf-8")
    code, out, _ = run("lesson", "check", str(file))
    assert code == 0
    first, *lines, last, end = out.splitlines()
    assert first.startswith(f"1  zero: {all_lessons()['zero'].title} (")
    assert lines == [
        "2  cat: The cat",
        "   answer  A.m1 = 1",
        "   A.t1 = 3",
        "   A.p1 = 1/3",
        "   lower:A.p1 = 2/3",
    ]
    assert last.startswith(f"3  the-the-the: {all_lessons()['the-the-the'].title} (")
    assert "3 lessons" in end
    file.write_text(ONE, "utf-8")
    told = run("lesson", "check", str(file), "--facts")[1]
    assert "   A.bp = 1.000" in told
    assert "   lower:A.bp = 1.000" in told
