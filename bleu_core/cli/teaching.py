"""`bleuscope lesson` and `bleuscope class`: check a lesson file, open Learn for a class."""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bleu_core.cli import PORT_HELP
from bleu_core.cli.errors import FINE, BadInput, as_bad_input
from bleu_core.cli.options import argument, option, options, options_class
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_count
from bleu_core.messages import file as file_messages

if TYPE_CHECKING:
    from bleu_core.teaching.lessons import Lesson

MOST_HOURS = 24 * 7
EPILOG = """\b
Examples:
  bleuscope class                          # the built-in lessons
  bleuscope class the-the-the,zero,chance  # some of the built-in lessons
  bleuscope class my.toml --hours 2        # your own lessons
\b
Nothing is saved: the answers are deleted when the class ends, unless the
teacher has downloaded them. Each start creates new links for the students and
the teacher.
"""


@click.group()
def lesson() -> None:
    """Check your own lesson file."""


@lesson.command(
    epilog="""\b
Examples:
  bleuscope lesson check my.toml
  bleuscope lesson check my.toml --facts
"""
)
@click.argument("file", metavar="LESSONS.toml")
@click.option("--facts", "all_facts", is_flag=True, help="Print all facts that lessons can use.")
def check(file: str, all_facts: bool) -> int:
    """Check a lesson file, and print the computed value of every figure in its lessons.

    For built-in lessons in the file, only the title is printed.
    """
    from bleu_core.teaching.lessons import is_custom, lesson_set

    chosen = lesson_set(read_lessons(file)).lessons
    for each in chosen.values():
        title = each.title if is_custom(each) else f"{each.title} (built in)"
        click.echo(one_line(f"{each.number}  {each.name}: {title}"))
        for line in _figures(each, all_facts) if is_custom(each) else ():
            click.echo(one_line(f"   {line}"))
    click.echo(f"No problems in {format_count(len(chosen), 'lesson')}.")
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


def read_lessons(source: str) -> str:
    """The path of a lesson file, or names such as "zero,chance", as text for `lesson_set`."""
    from bleu_core.teaching.lessons import lesson_set, set_text
    from bleu_core.teaching.lessons.files import MOST_BYTES

    path = Path(source)
    # Not path.is_file(), which fails if a list of names is longer than a path can be.
    if path.suffix.lower() != ".toml" and not os.path.isfile(source):
        with as_bad_input():
            lesson_set(source)
        return source
    name = click.format_filename(path.name)
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)  # set_text reports a file that is too large
    except OSError as error:
        raise BadInput([file_messages.unopened(name, error.strerror or str(error))]) from error
    with as_bad_input():
        return set_text(data, name)


@options_class
class ClassOptions:
    """The options of `bleuscope class`."""

    lessons: str = argument(metavar="[LESSONS.toml]", required=False, default="")
    address: str | None = option(
        "--address", metavar="IP",
        help="Address of this machine to listen on.  [default: its network address]",
    )  # fmt: skip
    port: int | None = option(
        "--port", type=click.IntRange(1, 65535), metavar="PORT", help=PORT_HELP
    )
    hours: float = option(
        "--hours", type=click.FloatRange(0, MOST_HOURS, min_open=True), default=8.0,
        show_default=True, metavar="HOURS", help="Hours after which the class ends.",
    )  # fmt: skip


@click.command("class", epilog=EPILOG)
@options(ClassOptions)
def class_room(options: ClassOptions) -> int:
    """Open Learn to a class: to everybody in your network who has the students' link.

    LESSONS.toml is a file with your own lessons, or comma-separated names of
    built-in lessons. The default is all built-in lessons.
    """
    from bleu_core.cli.class_server import checked_address, network_address, serve

    lessons = read_lessons(options.lessons)
    address = checked_address(options.address) if options.address else network_address()
    return serve(lessons, address, options.port, options.hours)
