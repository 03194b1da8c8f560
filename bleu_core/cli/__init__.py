"""The command `bleuscope`: without arguments it opens the app.

Only what a command needs is loaded, when it needs it: the shell asks the
command at every Tab.

Stands on all of the library; nothing stands on it.
"""

from __future__ import annotations

import io
import sys
import traceback
from collections.abc import Sequence

import click

from bleu_core.cli.class_room import class_room
from bleu_core.cli.compare import compare
from bleu_core.cli.errors import BAD_INPUT, FAULT, STOPPED
from bleu_core.cli.lesson import lesson
from bleu_core.cli.processor import choose_instructions
from bleu_core.cli.rank import rank
from bleu_core.cli.score import score
from bleu_core.cli.suite import suite
from bleu_core.cli.why import why
from bleu_core.cli.workspace import workspace
from bleu_core.common.version import __version__
from bleu_core.messages import option

EPILOG = """\b
Without a command it opens the app in a browser, on this machine only.
\b
The app, compare and rank with --keep or --open, and suite with --keep keep
what is compared in your data directory:
  BLEUSCOPE_HOME=FOLDER  keeps them there instead
  BLEUSCOPE_HOME=off     keeps nothing
  bleuscope workspace    checks it, backs it up, restores it
Who has the address that is printed is let in, by the token in it:
  BLEUSCOPE_TOKEN=TOKEN  is it instead of a new one at each start
A team's server asks for a login (OpenID Connect) instead:
  BLEUSCOPE_LOGIN=FILE   says at which provider, and who may come in
\b
Completion, once in a shell's start-up file:
  bash  eval "$(_BLEUSCOPE_COMPLETE=bash_source bleuscope)"
  zsh   eval "$(_BLEUSCOPE_COMPLETE=zsh_source bleuscope)"
  fish  _BLEUSCOPE_COMPLETE=fish_source bleuscope | source
"""


@click.group(invoke_without_command=True, epilog=EPILOG)
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    help="Of the app.  [default: from 8501 on]",
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.version_option(__version__, prog_name="bleuscope")
@click.pass_context
def command(ctx: click.Context, port: int | None, no_browser: bool) -> int | None:
    """See where and why BLEU changed between two machine-translation systems."""
    if ctx.invoked_subcommand is None:
        from bleu_core.cli.app import open_app

        return open_app(port, not no_browser)
    if port or no_browser:
        raise click.UsageError(option.only_for_app(["--port", "--no-browser"]))
    return None


command.add_command(score)
command.add_command(compare)
command.add_command(rank)
command.add_command(suite)
command.add_command(why)
command.add_command(workspace)
command.add_command(class_room)
command.add_command(lesson)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; answer its exit code."""
    choose_instructions()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Not every terminal's encoding has a Δ.
            stream.reconfigure(errors="backslashreplace")
    try:
        # Not standalone: there an interrupted command exits with 1, which is a regression here.
        return command.main(arguments, prog_name="bleuscope", standalone_mode=False) or 0
    except click.ClickException as error:
        error.show()
        return BAD_INPUT
    except click.Abort:
        click.echo("Stopped.", err=True)
        return STOPPED
    except Exception:
        traceback.print_exc()
        return FAULT
