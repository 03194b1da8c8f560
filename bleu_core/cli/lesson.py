"""`bleuscope lesson`: a teacher's lesson file checked, and lessons on paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bleu_core.cli.errors import FINE
from bleu_core.cli.lesson_files import read_lessons

if TYPE_CHECKING:
    from bleu_core.teaching.lessons import Lesson


@click.group()
def lesson() -> None:
    """Check a lesson file of your own, or make a worksheet of lessons."""


@lesson.command(
    epilog="""\b
Exit codes: 0 fine; 2 a file that cannot be read as lessons: every fault is told by its line.
"""
)
@click.argument("file", metavar="LESSONS.toml")
@click.option("--facts", "all_facts", is_flag=True, help="Print every fact that a lesson may name.")
def check(file: str, all_facts: bool) -> int:
    """Read a lesson file and print every figure that its lessons claim, worked out now.

    Of a built-in lesson among them only the name is printed.
    """
    from bleu_core.common.escaping import visible
    from bleu_core.common.numerals import counted
    from bleu_core.teaching.lessons import is_own, lesson_set

    found = lesson_set(read_lessons(file))
    for each in found.lessons.values():
        what = each.title if is_own(each) else f"{each.title} (built in)"
        click.echo(visible(f"{each.number}  {each.name}: {what}"))
        for line in _figures(each, all_facts) if is_own(each) else ():
            click.echo(visible(f"   {line}"))
    click.echo(f"All is fine: {counted(len(found.lessons), 'lesson')}.")
    return FINE


def _figures(lesson: Lesson, all_facts: bool) -> Iterator[str]:
    from bleu_core.teaching.lessons.answers import bench_facts

    known = bench_facts(lesson)
    right = known[lesson.answer]
    choice = dict(lesson.choices).get(right)
    yield f"answer  {lesson.answer} = {right}" + (f", “{choice}”" if choice else "")
    texts = " ".join((lesson.text, lesson.question, lesson.why))
    named = dict.fromkeys(re.findall(r"\{([^{}]+)\}", texts))
    yield from (f"{fact} = {known[fact]}" for fact in (known if all_facts else named))


@lesson.command()
@click.argument("lessons", metavar="[LESSONS]", default="")
@click.option("--key", is_flag=True, help="With the answers.")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="[default: bleuscope-worksheet.html, or bleuscope-key.html]",
)
def worksheet(lessons: str, key: bool, output: Path | None) -> int:
    """Write lessons as one HTML file to print: a worksheet, or with --key its answers.

    LESSONS are a lesson file, my.toml, or names of built-in lessons: the-the-the,zero.
    Without them it has all that are built in.
    """
    from bleu_core.cli.reports import write
    from bleu_core.cli.server import app_file
    from bleu_core.present.report import worksheet as sheet
    from bleu_core.readers.sample import read_sample
    from bleu_core.teaching.lessons import lesson_set

    found = lesson_set(read_lessons(lessons))
    path = output or Path(sheet.file_name(key))
    write(lambda _: sheet.worksheet(found, read_sample(app_file().parent), key), path)
    click.echo(click.format_filename(path))
    return FINE
