"""`bleuscope compare --data`: count a data set by row groups, and open it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from bleu_core.cli.compare_options import HERE, LOCAL, CompareOptions
from bleu_core.cli.errors import BadInput, as_bad_input, print_messages
from bleu_core.cli.inputs import LoadedInput
from bleu_core.cli.output import Stage, link_to
from bleu_core.messages import Message, dataset
from bleu_core.messages import option as messages

if TYPE_CHECKING:
    from bleu_core.datasets import BadFragment, DatasetPlan, Map, UnreadableFile
    from bleu_core.text.config import BleuConfig
    from bleu_core.text.evalset import EvalSet

EXTRA = "bleuscope[cluster]"
# Processes per core: with many more, a machine only starts processes.
MOST_PER_CORE = 4


def load_data_set(options: CompareOptions, config: BleuConfig, stage: Stage) -> LoadedInput:
    """Count the fragments not yet counted, and open the data set; `changes` lists skipped parts."""
    from bleu_core.datasets import Columns, count, open_data_set, planned_of_readable

    own = options.data_set
    folder, in_workspace = statistics_folder(own.statistics)
    if (options.saving.keep or options.saving.open_app) and not in_workspace:
        raise BadInput([messages.keep_with_statistics()])
    document, source = options.beside.docs or "", options.beside.src or ""
    references = tuple(options.files.references)
    columns = Columns(options.system_a, options.system_b, references, document, source)
    with as_bad_input(), stopping_gracefully():
        plan, unreadable = planned_of_readable(own.data, columns)
        with counting_processes(own.cluster, own.workers, len(plan.fragments)) as using:
            bad = count(plan, config, folder, using, stage("Counting matches", plan.segments))
        rest = plan.without({each.fragment for each in bad})
        missing = [*(each.problem for each in unreadable), *(each.why for each in bad)]
        left_out = _left_out(plan, bad, unreadable)
        if missing and not (options.imported.skip_bad and rest.fragments):
            advice = [messages.choose_skip_bad()] if rest.fragments else []
            raise BadInput([*missing, *left_out, *advice])
        progress = stage("Copying texts", rest.segments)
        data_set = open_data_set(rest, config, folder, missing, progress)
    return LoadedInput(data_set, [], [*missing, *left_out], {})


def print_data_set(options: CompareOptions, evalset: EvalSet, config: BleuConfig) -> None:
    """Print how to open a data set in the app, if it is in the workspace."""
    folder, in_workspace = statistics_folder(options.data_set.statistics)
    if in_workspace:
        options.saving.print_place(folder, link_to(evalset, config, options.segments.where))


def _left_out(
    plan: DatasetPlan, bad: Sequence[BadFragment], unreadable: Sequence[UnreadableFile]
) -> list[Message]:
    """Messages on fragments that could not be counted, and on unreadable files."""
    found = []
    if bad:
        rows = sum(each.fragment.rows for each in bad)
        found.append(dataset.left_out(len(bad), len(plan.fragments), rows, plan.segments))
    if unreadable:
        found.append(dataset.files_left_out(len(unreadable)))
    return found


def statistics_folder(name: str | None) -> tuple[Path, bool]:
    """The folder for statistics, created if necessary, and whether it is the workspace's."""
    from bleu_core.common.environment import HOME_VARIABLE
    from bleu_core.datasets import FOLDER
    from bleu_core.workspace import home
    from bleu_core.workspace.database import PRIVATE_FOLDER

    workspace = home()
    own = workspace and (workspace / FOLDER).absolute()
    if name:
        folder = Path(name).absolute()
    elif own:
        folder = own
    else:
        raise BadInput([messages.no_statistics_folder(HOME_VARIABLE)])
    try:
        if folder == own:
            folder.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        folder.mkdir(PRIVATE_FOLDER if folder == own else 0o777, parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadInput([messages.folder_not_made(str(folder), reason)]) from error
    return folder, folder == own


def counting_processes(
    address: str | None, workers: int | None, groups: int
) -> AbstractContextManager[Map]:
    """Where to count this many row groups: on the cluster at an address, or in processes here."""
    from bleu_core.datasets import here, processes

    if address not in (None, LOCAL, HERE):
        if not find_spec("distributed"):
            raise BadInput([messages.cluster_not_installed(address, EXTRA)])
        from bleu_core.cluster import on

        return on(address)
    cores = os.cpu_count() or 1
    if workers and workers > MOST_PER_CORE * cores:
        raise BadInput([messages.too_many_workers(workers, cores, MOST_PER_CORE * cores)])
    number = min(workers or cores, groups)
    return nullcontext(here if address == HERE or number == 1 else processes(number))


@contextmanager
def stopping_gracefully() -> Iterator[None]:
    """Stop gracefully on Ctrl-C or SIGTERM, and print how to resume.

    Further signals are ignored, so that they do not interrupt the shutdown of other processes.
    """
    ends = (signal.SIGINT, signal.SIGTERM)

    def once(number: int, frame: FrameType | None) -> None:
        for end in ends:
            signal.signal(end, signal.SIG_IGN)
        signal.default_int_handler(number, frame)

    before = {end: signal.signal(end, once) for end in ends}
    try:
        yield
    except KeyboardInterrupt:
        print_messages([messages.resumable()])
        raise
    finally:
        for end, handler in before.items():
            signal.signal(end, handler)
