"""A set of lessons on paper: what Learn shows, and on the sheet for a class no answer."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from bleu_core.messages import codes
from bleu_core.present.report.worksheet import worksheet
from bleu_core.readers.text_files import read_sample
from bleu_core.teaching.lessons import all_lessons, answers, lesson_set, set_text
from tests.command import Command
from tests.core.teaching.test_lesson_files import SEVERAL
from tests.places import ROOT

SAMPLE = read_sample(ROOT)


def lines(name: str, key: bool) -> list[str]:
    html = worksheet(lesson_set(name), SAMPLE, key).decode()
    body = html[html.index("<body") :]
    return list(filter(None, unescape(re.sub(r"<[^>]+>", "\n", body)).split("\n")))


def test_the_key_has_the_answer_and_the_sheet_for_a_class_has_not() -> None:
    for name, lesson in all_lessons().items():
        known = answers.facts(lesson, SAMPLE)
        right = known[lesson.answer]
        sheet, key = lines(name, False), lines(name, True)
        question = answers.filled(lesson.question, known)
        assert question in sheet
        assert question in key
        assert key[key.index("Answer: ") + 1] == dict(lesson.choices).get(right, right)
        assert known["A.bleu"] in key
        for paragraph in map(str.strip, answers.filled(lesson.why, known).split("\n\n")):
            assert not paragraph or (paragraph in key and paragraph not in sheet)
        # Of the figures in the table of what is worked out none stands in the sheet's.
        assert not set(sheet[sheet.index("BLEU") + 1 :]) & {known["A.p1"], known["A.bleu"]}


def test_a_set_of_ones_own_is_printed_in_its_order_under_its_title() -> None:
    key = lines(set_text(SEVERAL.encode()), True)
    assert key[:2] == ["Monday, group 3", "Answer key"]
    titles = [line for line in key if re.match(r"\d\. ", line)]
    assert titles[1] == "2. The cat"
    assert any(line.startswith("Lower case: BLEU of A ") for line in key)
    assert any("case:lc" in line for line in key)


def test_what_a_lesson_file_says_stays_text() -> None:
    hostile = '<img src=x onerror="alert(1)"><script>alert(2)</script>&amp;'
    text = SEVERAL.replace("The cat sat", hostile.replace('"', '\\"'))
    text = text.replace('"The cat"', f"'''{hostile}'''")
    html = worksheet(lesson_set(set_text(text.encode())), SAMPLE, True).decode()
    assert "<img" not in html
    assert "<script" not in html
    assert "&lt;img src=x onerror=&quot;alert(1)&quot;&gt;" in html
    assert "script-src 'none'" in html


def test_the_command_writes_a_sheet_and_its_key(tmp_path: Path, run: Command) -> None:
    lessons, sheet, key = (tmp_path / name for name in ("my.toml", "a.html", "b.html"))
    lessons.write_text(SEVERAL, "utf-8")
    assert run("lesson", "worksheet", str(lessons), "-o", str(sheet))[0] == 0
    assert run("lesson", "worksheet", str(lessons), "--key", "-o", str(key))[0] == 0
    made = lesson_set(set_text(SEVERAL.encode()))
    assert sheet.read_bytes() == worksheet(made, SAMPLE, False)
    assert key.read_bytes() == worksheet(made, SAMPLE, True)
    no = str(tmp_path / "no" / "x.html")
    assert codes(run.refused("lesson", "worksheet", "zero", "-o", no)) == ["report.unwritable"]
    own = str(lessons)
    assert codes(run.refused("lesson", "worksheet", own, "-o", own)) == ["report.over_input"]
