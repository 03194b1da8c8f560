"""Where a data set is counted: by which processes, into which folder, and until when."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from bleu_core.cli.data_options import HERE, LOCAL
from bleu_core.cli.errors import BadInput, say
from bleu_core.messages import option

if TYPE_CHECKING:
    from bleu_core.datasets import Map

EXTRA = "bleuscope[cluster]"
# Processes for each core: with many more of them a machine does nothing but start them.
MOST_A_CORE = 4
NEEDED = ("distributed", "cryptography")


def statistics_folder(said: str | None) -> tuple[Path, bool]:
    """Where statistics are kept, made if need be; and whether the app looks there.

    Raises
    ------
    BadInput
        Where it cannot be made, or where none is named and nothing is to be kept in the workspace.
    """
    from bleu_core.common.place import VARIABLE
    from bleu_core.datasets import FOLDER
    from bleu_core.workspace import home
    from bleu_core.workspace.database import PRIVATE_FOLDER

    workspace = home()
    own = workspace and (workspace / FOLDER).absolute()
    if said:
        folder = Path(said).absolute()
    elif own:
        folder = own
    else:
        raise BadInput([option.no_statistics_folder(VARIABLE)])
    try:
        if folder == own:
            folder.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
            folder.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
        else:
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadInput([option.folder_not_made(str(folder), reason)]) from error
    return folder, folder == own


def counting(address: str | None, workers: int | None, groups: int) -> AbstractContextManager[Map]:
    """What counts so many groups of rows: the cluster at an address; None is the best here.

    Raises
    ------
    BadInput
        Where a cluster is asked for and what it needs is not installed, or where more processes
        are asked for than this machine can bear.
    """
    from bleu_core.datasets import here

    if address != HERE and not all(map(find_spec, NEEDED)):
        if address:
            raise BadInput([option.cluster_not_installed(address, EXTRA)])
        say([option.one_process(EXTRA)])
        address = HERE
    if address == HERE:
        return nullcontext(here)
    from bleu_core.cluster import on

    cores = os.cpu_count() or 1
    if workers and workers > MOST_A_CORE * cores:
        raise BadInput([option.too_many_workers(workers, cores, MOST_A_CORE * cores)])
    return on(address or LOCAL, workers and min(workers, groups))


@contextmanager
def stopping() -> Iterator[None]:
    """Ctrl-C, or the signal to end, ends the work in order, and it is said what that means.

    Once it has been heard, it is heard no more: whoever presses again does not break off what ends
    the other processes, which then would be waited for.
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
        say([option.resumable()])
        raise
    finally:
        for end, handler in before.items():
            signal.signal(end, handler)
