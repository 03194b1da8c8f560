"""`bleuscope data`: count a data set by row groups; and `compare --data`, which opens it."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bleu_core.cli.errors import FINE, BadInput, as_bad_input, print_messages
from bleu_core.cli.inputs import PATH, LoadedInput, WithSeveral
from bleu_core.cli.options import argument, option, options, options_class
from bleu_core.cli.output import progress_line
from bleu_core.common.pair import A, B
from bleu_core.messages import dataset
from bleu_core.messages import option as messages

if TYPE_CHECKING:
    from bleu_core.datasets import Map

# Where data sets are counted: in several processes on this machine, or in this process only.
LOCAL, HERE = "local", "here"
# Most processes per core: with many more, a machine only starts processes.
MOST_PER_CORE = 4
# In the folder of a data set while it is counted: the command that continues.
COMMAND = "command.txt"

EXAMPLES = """\b
Examples:
  bleuscope data corpus --a old --b new --ref human --out counted
  bleuscope data corpus/*.parquet --a old --b new --ref human other --docs talk --out counted
  bleuscope compare --data counted
"""


def _check_cluster(ctx: click.Context, parameter: click.Parameter, text: str) -> str:
    if text in (LOCAL, HERE) or text.startswith(("tcp://", "tls://")):
        return text
    expected = f"{LOCAL}, {HERE} or an address such as tcp://10.0.0.1:8786"
    raise click.BadParameter(messages.malformed(text, expected))


@options_class
class DataOptions:
    """The options of `bleuscope data`."""

    sources: tuple[str, ...] = argument(type=PATH, nargs=-1, required=True, metavar="SOURCE...")
    a: str = option("--a", required=True, metavar="COLUMN", help=f"Column with the outputs of {A}.")
    b: str = option("--b", required=True, metavar="COLUMN", help=f"Column with the outputs of {B}.")
    references: tuple[str, ...] = option(
        "--ref", multiple=True, required=True, metavar="COLUMN...",
        help="Columns with references, one per reference: all words up to the next option.",
    )  # fmt: skip
    source: str = option("--src", default="", metavar="COLUMN", help="Column with the source text.")
    documents: str = option(
        "--docs", default="", metavar="COLUMN", help="Column with the document of each segment."
    )
    cluster: str = option(
        "--cluster", default=LOCAL, show_default=True, callback=_check_cluster,
        metavar=f"{LOCAL}|{HERE}|ADDRESS",
        help="Where to count: in several processes on this machine (local), in this process only "
        "(here), or on the Dask cluster at an address such as tcp://10.0.0.1:8786.",
    )  # fmt: skip
    workers: int | None = option(
        "--workers", type=click.IntRange(1), metavar="N",
        help="Number of processes for --cluster local.  [default: the number of cores]",
    )  # fmt: skip
    out: str = option(
        "--out", type=click.Path(file_okay=False), required=True, metavar="FOLDER",
        help="Folder for the texts and statistics. With a cluster, all machines must share it.",
    )  # fmt: skip


@click.command(cls=WithSeveral, epilog=EXAMPLES)
@options(DataOptions)
def data(options: DataOptions) -> int:
    """Count a data set: Parquet files with outputs and references as columns.

    SOURCE is a folder, a file or a pattern; the data set can have any size. If this
    is stopped, the same command continues. "bleuscope compare --data FOLDER" opens
    the data set.
    """
    from bleu_core.datasets import Columns, count, open_data_set, planned
    from bleu_core.text.config import BleuConfig

    if options.workers and options.cluster != LOCAL:
        raise click.UsageError(messages.needs("--workers", f"--cluster {LOCAL}"))
    columns = Columns(options.a, options.b, options.references, options.documents, options.source)
    config, folder = BleuConfig(), Path(options.out).absolute()
    for path in map(Path, options.sources):
        # The next run would take the statistics for texts.
        if path.is_dir() and folder.resolve().is_relative_to(path.resolve()):
            raise BadInput([messages.out_within_source(str(folder), str(path))])
    with as_bad_input(), stopping_gracefully(), progress_line() as stage:
        plan = planned(options.sources, columns)
        groups, segments = len(plan.fragments), plan.segments
        with counting_processes(options.cluster, options.workers, groups) as using:
            _begin(folder, options)
            bad = count(plan, config, folder, using, stage("Counting matches", segments))
        if bad:
            rows = sum(fragment.rows for fragment, _ in bad)
            left_out = dataset.left_out(len(bad), groups, rows, segments)
            raise BadInput([*(reason for _, reason in bad), left_out])
        open_data_set(plan, config, folder, stage("Copying texts", segments))
        (folder / COMMAND).unlink(missing_ok=True)
    compare = shlex.join(["bleuscope", "compare", "--data", str(folder)])
    click.echo(dataset.counted(segments, compare))
    return FINE


def load_data_set(path: str, keep: bool) -> LoadedInput:
    """Open the latest data set that `bleuscope data` wrote to a folder; BadInput if not counted."""
    from bleu_core.datasets import load, saved_data_sets

    folder = Path(path).absolute()
    saved = saved_data_sets(folder)
    found = load(folder, saved[0].digest) if saved else None
    if (folder / COMMAND).is_file() or found is None:
        raise BadInput([dataset.not_counted(str(folder), _command_of(folder))])
    if keep and not is_in_workspace(folder):
        raise BadInput([messages.keep_outside(str(own_folder() or "FOLDER"))])
    return LoadedInput(found, [], [], {})


# Parameters of `compare` that are about files.
_OF_FILES = (
    "a", "b", "system_a", "system_b", "references", "src", "docs", "encodings",
    "formats", "list_contents", "repair", "prefix", "name_a", "name_b",
)  # fmt: skip


def check_data_set(ctx: click.Context) -> None:
    """Raise UsageError for options that a data set does not have."""
    given = [p for p in ctx.command.params if p.name in _OF_FILES and ctx.params.get(p.name)]
    if given:
        names = [p.opts[0] if isinstance(p, click.Option) else p.make_metavar(ctx) for p in given]
        why = "the columns of a data set are chosen when `bleuscope data` counts it"
        raise click.UsageError(messages.not_with(names, "--data", why))


def own_folder() -> Path | None:
    """The folder of data sets in the workspace; None if nothing is to be saved."""
    from bleu_core.datasets import FOLDER
    from bleu_core.workspace import home

    workspace = home()
    return (workspace / FOLDER).absolute() if workspace else None


def is_in_workspace(folder: Path) -> bool:
    """Whether the app finds the data sets of a folder."""
    return folder == own_folder()


def _begin(folder: Path, options: DataOptions) -> None:
    """Create the folder, with the command that continues if this is stopped."""
    from bleu_core.workspace.database import PRIVATE_FOLDER

    try:
        is_own = is_in_workspace(folder)
        if is_own:
            folder.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        folder.mkdir(PRIVATE_FOLDER if is_own else 0o777, parents=True, exist_ok=True)
        words = ["bleuscope", "data", *map(os.path.abspath, options.sources), "--a", options.a]
        words += ["--b", options.b, "--ref", *options.references, "--out", str(folder)]
        words += ["--src", options.source] if options.source else []
        words += ["--docs", options.documents] if options.documents else []
        words += [] if options.cluster == LOCAL else ["--cluster", options.cluster]
        words += ["--workers", str(options.workers)] if options.workers else []
        (folder / COMMAND).write_text(shlex.join(words), "utf-8", "surrogateescape")
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadInput([dataset.unusable_folder(str(folder), "written to", reason)]) from error


def _command_of(folder: Path) -> str:
    """The command that counts a data set in a folder, or goes on with it."""
    try:
        return (folder / COMMAND).read_text("utf-8", "surrogateescape")
    except OSError:
        paths = shlex.quote(str(folder)), shlex.quote(f"{folder}-counted")
        return "bleuscope data {} --a COLUMN --b COLUMN --ref COLUMN --out {}".format(*paths)


def counting_processes(
    address: str, workers: int | None, groups: int
) -> AbstractContextManager[Map]:
    """Where to count this many row groups: on the cluster at an address, or in processes here."""
    from bleu_core.datasets import here, processes

    if address not in (LOCAL, HERE):
        from bleu_core.cluster import on

        return on(address)
    cores = os.cpu_count() or 1
    number = min(workers or cores, groups, MOST_PER_CORE * cores)
    return nullcontext(here if address == HERE or number == 1 else processes(number))


@contextmanager
def stopping_gracefully() -> Iterator[None]:
    """Print how to resume if this is stopped."""
    try:
        yield
    except KeyboardInterrupt:
        print_messages([dataset.interrupted("Stopped.")])
        raise
