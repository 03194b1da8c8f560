"""`bleuscope class`: Learn for a class, on the network, until it is ended or its hours are over."""

from __future__ import annotations

import click

from bleu_core.cli.lesson_files import read_lessons

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


@click.command("class", epilog=EPILOG)
@click.argument("lessons", metavar="[LESSONS.toml]", required=False, default="")
@click.option("--address", help="Of this machine, to listen at.  [default: that in its network]")
@click.option(
    "--port", type=click.IntRange(1, 65535), help="To listen at.  [default: from 8501 on]"
)
@click.option(
    "--hours",
    type=click.FloatRange(0, MOST_HOURS, min_open=True),
    default=8.0,
    show_default=True,
    help="After which it ends by itself.",
)
def class_room(lessons: str, address: str | None, port: int | None, hours: float) -> int:
    """Open Learn to a class: to everybody in your network who has the room's code.

    LESSONS.toml is a file of your own lessons, or names of built-in ones with commas between.
    """
    from bleu_core.cli.class_server import Opening, serve
    from bleu_core.cli.network import checked_address, network_address

    chosen = read_lessons(lessons)
    return serve(
        Opening(chosen, checked_address(address) if address else network_address(), port, hours)
    )
