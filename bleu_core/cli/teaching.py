"""`bleuscope lesson` and `bleuscope class`: check and print lessons, open Learn for a class."""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bleu_core.cli.errors import FINE, BadInput, as_bad_input
from bleu_core.cli.options import argument, option, options, options_class
from bleu_core.cli.output import write_report
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_count
from bleu_core.messages import option as messages

if TYPE_CHECKING:
    from bleu_core.teaching.lessons import Lesson

MOST_HOURS = 24 * 7
EPILOG = """\b
Examples:
  bleuscope class                          # the built-in lessons
  bleuscope class the-the-the,zero,chance  # these of them
  bleuscope class my.toml --hours 2        # your own
\b
Nothing is kept: what the class answered is gone at the end, unless its teacher has downloaded
it. Each start makes a code and a secret link, but where the environment has these:
  BLEUSCOPE_CLASS=K7M2Q     the room's code
  BLEUSCOPE_TEACHER=SECRET  a secret of at least 16 signs: who came in stays so over a restart
"""


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
    from bleu_core.teaching.lessons import is_custom, lesson_set

    chosen = lesson_set(read_lessons(file)).lessons
    for each in chosen.values():
        title = each.title if is_custom(each) else f"{each.title} (built in)"
        click.echo(one_line(f"{each.number}  {each.name}: {title}"))
        for line in _figures(each, all_facts) if is_custom(each) else ():
            click.echo(one_line(f"   {line}"))
    click.echo(f"All is fine: {format_count(len(chosen), 'lesson')}.")
    return FINE


def _figures(lesson: Lesson, all_facts: bool) -> Iterator[str]:
    from bleu_core.teaching.lessons.answers import bench_facts

    facts = bench_facts(lesson)
    right = facts[lesson.answer]
    choice = dict(lesson.choices).get(right)
    yield f"answer  {lesson.answer} = {right}" + (f", “{choice}”" if choice else "")
    texts = " ".join((lesson.text, lesson.question, lesson.why))
    named = dict.fromkeys(re.findall(r"\{([^{}]+)\}", texts))
    yield from (f"{fact} = {facts[fact]}" for fact in (facts if all_facts else named))


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
    from bleu_core.cli.app import app_file
    from bleu_core.present.report import worksheet as sheet
    from bleu_core.readers.text_files import read_sample
    from bleu_core.teaching.lessons import lesson_set

    chosen = lesson_set(read_lessons(lessons))
    path = output or Path(sheet.file_name(key))
    write_report(lambda _: sheet.worksheet(chosen, read_sample(app_file().parent), key), path)
    click.echo(click.format_filename(path))
    return FINE


def read_lessons(source: str) -> str:
    """The path of a lesson file, or names such as "zero,chance", as text for `lesson_set`."""
    from bleu_core.teaching.lessons import lesson_set, set_text
    from bleu_core.teaching.lessons.files import MOST_BYTES

    path = Path(source)
    # Not path.is_file(), which fails where a list of names is longer than a path may be.
    if path.suffix.lower() != ".toml" and not os.path.isfile(source):
        with as_bad_input():
            lesson_set(source)
        return source
    name = click.format_filename(path.name)
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)  # one more is too many, which set_text reports
    except OSError as error:
        raise BadInput([messages.unreadable_file(name, error.strerror or str(error))]) from error
    with as_bad_input():
        return set_text(data, name)


@options_class
class ClassOptions:
    """The options of `bleuscope class`."""

    lessons: str = argument(metavar="[LESSONS.toml]", required=False, default="")
    address: str | None = option(
        "--address", help="Of this machine, to listen at.  [default: that in its network]"
    )
    port: int | None = option(
        "--port", type=click.IntRange(1, 65535), help="To listen at.  [default: from 8501 on]"
    )
    hours: float = option(
        "--hours", type=click.FloatRange(0, MOST_HOURS, min_open=True), default=8.0,
        show_default=True, help="After which it ends by itself.",
    )  # fmt: skip


@click.command("class", epilog=EPILOG)
@options(ClassOptions)
def class_room(options: ClassOptions) -> int:
    """Open Learn to a class: to everybody in your network who has the room's code.

    LESSONS.toml is a file of your own lessons, or names of built-in ones with commas between.
    """
    from bleu_core.cli.class_server import checked_address, network_address, serve

    lessons = read_lessons(options.lessons)
    address = checked_address(options.address) if options.address else network_address()
    return serve(lessons, address, options.port, options.hours)
