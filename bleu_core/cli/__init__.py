"""The command `bleuscope`; without arguments it opens the app.

Libraries are imported only when a command needs them, because shell completion runs the command at
every Tab. No other package imports this one.

- `score`, `compare`, `rank`, `plan`, `suite`, `why`, `data`, `workspace`: the commands of these
  names
- `teaching`: `lesson` and `class`; `class_server` runs the server of a class
- `app`: starts the app's server, with an access token, and opens a browser
- `options`: declares options as fields of a class
- `comparing_options`, `inputs`, `testset`, `scores`, `metrics`, `segment_options`, `gates`: classes
  of options
- `output`: progress, reports, saved comparisons
- `errors`: exit codes, and errors that end a command
"""

from __future__ import annotations

import atexit
import errno
import gc
import io
import os
import re
import signal
import sys
import threading
from collections.abc import Iterator, MutableMapping, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module

import click

from bleu_core.cli.errors import BAD_INPUT, FAULT, PIPE_CLOSED, STOPPED, TERMINATED
from bleu_core.common.version import __version__

# The module and function of each command, and its line in `bleuscope --help`.
COMMANDS = {
    "class": ("teaching.class_room", "Open lessons to a class on your network."),
    "compare": ("compare.compare", "Compare the outputs of two systems."),
    "data": ("data.data", "Count a data set of any size."),
    "lesson": ("teaching.lesson", "Check a lesson file."),
    "plan": ("plan.plan", "Plan the size of a test set."),
    "rank": ("rank.rank", "Rank systems and test every pair."),
    "score": ("score.score", "Compute BLEU and other metrics for one output."),
    "suite": ("suite.suite", "Compare systems on many test sets in one run."),
    "why": ("why.why", "Explain why two BLEU scores of an output differ."),
    "workspace": ("workspace.workspace", "Check, back up, restore or move saved data."),
}
# The environment variable of numpy that `choose_instructions` sets.
CPU_VARIABLE = "NPY_DISABLE_CPU_FEATURES"
# Both generations of numpy's names for the instructions of AVX-512; it ignores unknown ones.
AVX512 = "X86_V4 AVX512_ICL AVX512_SPR AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL"
PORT_HELP = "Port for the app.  [default: the first free port from 8501]"
# Errors of a disk that is full or fails.
_DISK_ERRORS = {errno.ENOSPC, errno.EFBIG, errno.EIO, getattr(errno, "EDQUOT", errno.ENOSPC)}
# Characters of /proc/cpuinfo that describe the first processor.
_FIRST_PROCESSOR = 4_096

EPILOG = """\b
Without a command, bleuscope opens the app in a browser. Only this machine can
reach it.
\b
Examples:
  bleuscope
  bleuscope compare baseline.en new.en --ref reference.en
\b
The app, compare and rank with --keep or --open, and suite with --keep
save comparisons in a workspace in your data directory. See
"bleuscope workspace".
\b
Exit codes:
  0    Done, and no gate failed.
  1    A gate failed: a regression.
  2    The input cannot be read, compared or saved, a gate cannot be decided, or
       there are input warnings that were not accepted (except in "score").
       Everything else is still printed, even if a gate failed too.
  70   An internal error.
  130  Stopped (143 by SIGTERM; 141 if the reader of the output closed the pipe).
\b
Environment variables:
  BLEUSCOPE_HOME=FOLDER  Save the workspace in FOLDER.
  BLEUSCOPE_HOME=off     Save nothing.
  BLEUSCOPE_TOKEN=TOKEN  Access token for the app (default: one saved in the
                         workspace folder). The printed address contains it;
                         anyone who has it can use the app.
\b
Shell completion, to add to your shell's start-up file:
  bash  eval "$(_BLEUSCOPE_COMPLETE=bash_source bleuscope)"
  zsh   eval "$(_BLEUSCOPE_COMPLETE=zsh_source bleuscope)"
  fish  _BLEUSCOPE_COMPLETE=fish_source bleuscope | source
"""


class LateGroup(click.Group):
    """A group that imports a command when it is called; until then it has only its short help."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        if name is not None and command is not None:
            module, _, function = COMMANDS[name][0].partition(".")
            command = getattr(import_module(f"bleu_core.cli.{module}"), function)
        return name, command, rest


@click.group(cls=LateGroup, invoke_without_command=True, epilog=EPILOG)
@click.option("--port", type=click.IntRange(1, 65535), metavar="PORT", help=PORT_HELP)
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.version_option(__version__, prog_name="bleuscope")
@click.pass_context
def command(ctx: click.Context, port: int | None, no_browser: bool) -> int | None:
    """See where and why BLEU changed between two machine-translation systems."""
    if ctx.invoked_subcommand is None:
        from bleu_core.cli.app import open_app

        return open_app(port, not no_browser)
    if port or no_browser:
        from bleu_core.messages import option

        why = "they are for the app"
        raise click.UsageError(option.not_with(["--port", "--no-browser"], "a command", why))
    return None


for _name, (_, _help) in COMMANDS.items():
    command.add_command(click.Command(_name, short_help=_help))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    with _interrupted_once() as received:
        code = _run(arguments)
    return TERMINATED if code == STOPPED and signal.SIGTERM in received else code


@contextmanager
def _interrupted_once() -> Iterator[list[int]]:
    """Raise KeyboardInterrupt on the first Ctrl-C or SIGTERM; further ones do not disturb the end.

    SIGTERM, which CI services send, would end this process without a message. A job in the
    background inherits SIGINT ignored.
    """
    received: list[int] = []
    numbers = [signal.SIGINT, signal.SIGTERM]
    numbers = [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]

    def interrupt(received_number: int, frame: object) -> None:
        for number in numbers:
            signal.signal(number, signal.SIG_IGN)
        received.append(received_number)
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield received
        return
    before = {number: signal.signal(number, interrupt) for number in numbers}
    try:
        yield received
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _run(arguments: Sequence[str] | None) -> int:
    choose_instructions()
    # Our matrix products are small: OpenBLAS spends more time waiting for its threads than working.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # By default Python collects garbage every 700 new objects, which takes 5% of a short run.
    gc.set_threshold(100_000)
    # It would also collect at the end, when the system takes back all memory anyway.
    atexit.register(gc.freeze)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by the shell, e.g. with `2>&-`
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Not every terminal's encoding has a Δ.
            stream.reconfigure(errors="backslashreplace")
    try:
        # In standalone mode an interrupted command exits with 1, which means a regression here.
        return command.main(arguments, prog_name="bleuscope", standalone_mode=False) or 0
    except click.ClickException as error:
        error.show()
        return BAD_INPUT
    except click.Abort:
        click.echo("Stopped.", err=True)
        return STOPPED
    except SystemExit:
        return PIPE_CLOSED  # Click exits with 1, which means a regression here.
    except MemoryError:
        from bleu_core.messages import option

        click.echo(option.out_of_memory(), err=True)
        return BAD_INPUT
    except Exception as error:
        # Files have names, and their errors are bad input.
        if isinstance(error, OSError) and error.errno in _DISK_ERRORS and error.filename is None:
            return _output_lost(error)
        import traceback

        traceback.print_exc()
        return FAULT


def _output_lost(error: OSError) -> int:
    """Say why standard output cannot be written, and write nothing more to it."""
    from bleu_core.messages import file

    reason = error.strerror or str(error)
    click.echo(file.unopened("Standard output", reason, "written"), err=True)
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BAD_INPUT


def choose_instructions(
    environment: MutableMapping[str, str] = os.environ,
    about: str | os.PathLike[str] = "/proc/cpuinfo",
) -> None:
    """Make numpy sort with AVX2 on AMD Zen 4; call this before numpy is loaded.

    Its AVX-512 sort takes 35 ns per number there, not 7: a sixth of the time to count a corpus
    (https://github.com/numpy/x86-simd-sort/issues/6). Child processes inherit the setting. If the
    variable is already set, it is not changed.
    """
    try:
        with open(about, encoding="ascii", errors="replace") as file:
            processor = file.read(_FIRST_PROCESSOR)
    except OSError:  # not Linux
        return
    family = re.search(r"^cpu family\s*: (\d+)$", processor, re.MULTILINE)
    # Zen 3 belongs to the same family but has no AVX-512.
    if "AuthenticAMD" in processor and family and family[1] == "25" and "avx512f" in processor:
        environment.setdefault(CPU_VARIABLE, AVX512)
