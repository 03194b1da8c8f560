"""`compare --data`: a data set of Parquet, counted by groups of rows, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bleu_core.cli.data_options import HERE, LOCAL
from bleu_core.cli.errors import BAD_INPUT, FINE, BadInput, say, told
from bleu_core.cli.progress import progress_line
from bleu_core.cli.settings import config_of
from bleu_core.numerals import counted, whole

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from bleu_core.datasets import Bad, Job, Map, Plan

EXTRA = "bleuscope[cluster]"


def compare_data_set(given: Mapping[str, Any]) -> int:
    """Count what has not been counted, and print what is said; the exit code.

    `given` are the parameters of `compare`.
    """
    from bleu_core.datasets import Columns, Plan, find_fragments, save

    folder, _ = _folder(given["statistics"])
    config = config_of(given)
    columns = Columns(
        given["system_a"], given["system_b"], given["references"], given["doc"] or "",
        given["src"] or "",
    )  # fmt: skip
    with told():
        fragments = find_fragments(given["data"], columns)
    plan = Plan(tuple(fragments), columns, config)
    job, bad = _counted(plan, folder, given)
    say([one.why for one in bad])
    if job is None:
        raise BadInput(["No segment of this data set could be counted."])
    if bad:
        missing = sum(one.fragment.rows for one in bad)
        without = (
            f"{counted(len(bad), 'group')} of rows of {whole(len(fragments))} could not be "
            f"counted: {counted(missing, 'segment')} of {whole(plan.segments)}."
        )
        if not given["skip_bad"]:
            say([without, _AGAIN, "Or say --skip-bad, to compare without them."])
            return BAD_INPUT
        say([f"Left out: {without}"])
    save(job)
    from bleu_core.report.jobs import to_json

    click.echo(to_json(job, bad), nl=False)
    return FINE


_AGAIN = "All others are counted, and kept. Mend the files and give the same command again."


def _folder(said: str | None) -> tuple[Path, bool]:
    """Where statistics are kept, and whether the app looks there.

    Raises
    ------
    BadInput
        Where nothing is to be kept in the workspace, and no other folder was named.
    """
    from bleu_core.datasets import FOLDER
    from bleu_core.workspace import home
    from bleu_core.workspace.place import VARIABLE

    own = home()
    if said:
        folder = Path(said).absolute()
        return folder, own is not None and folder == (own / FOLDER).absolute()
    if own is None:
        raise BadInput([
            f"A data set needs a folder for the statistics of its segments, and {VARIABLE} is set "
            "to off: --statistics FOLDER names one."
        ])  # fmt: skip
    return (own / FOLDER).absolute(), True


def _counted(plan: Plan, folder: Path, given: Mapping[str, Any]) -> tuple[Job | None, list[Bad]]:
    """What could be counted, in the end all together; and what could not."""
    from bleu_core.datasets import run

    with progress_line() as stage, _stopping(), _cluster(given) as using, told():
        return run(plan, folder, using, stage("Counting matches"))


@contextmanager
def _stopping() -> Iterator[None]:
    """Ctrl-C ends the work, and it is said what that means."""
    try:
        yield
    except KeyboardInterrupt:
        say(["What has been counted is kept: the same command goes on from there."])
        raise


def _cluster(given: Mapping[str, Any]) -> AbstractContextManager[Map]:
    """What does the work."""
    from bleu_core.datasets import here

    address = given["cluster"]
    if address != HERE and find_spec("distributed") is None:
        advice = f"pip install '{EXTRA}'"
        if address:
            raise BadInput([f"--cluster {address} needs {EXTRA}: {advice}."])
        say([f"Counted by this process alone; more than one need {EXTRA}: {advice}."])
        address = HERE
    if address == HERE:
        return nullcontext(here)
    from bleu_core.cluster import on

    return on(address or LOCAL, given["workers"])
