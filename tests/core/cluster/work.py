"""What the tests let workers do; workers import it by its name."""

import os
import signal
from pathlib import Path

import pyarrow.parquet as pq

from bleu_core import BleuConfig
from bleu_core.datasets.counting import count_fragment
from bleu_core.datasets.fragments import Fragment
from bleu_core.datasets.plan import DatasetPlan
from bleu_core.text.evalset import InputError


def die() -> None:
    """End as for lack of memory: at once, with nothing cleaned up."""
    os.kill(os.getpid(), signal.SIGKILL)


def count_or_die(plan: DatasetPlan, folder: Path, once: Path, fragment: Fragment) -> None:
    """Count a fragment; the first worker that comes to the sixth is killed as it writes."""
    if fragment.first == 5 * fragment.rows and not once.exists():
        once.touch()
        pq.ParquetWriter.write_batch = lambda *_: die()
    count_fragment(plan, BleuConfig(), folder, fragment)


def half(number: int) -> float:
    """The half of a number, after what some numbers do."""
    if number == 3:
        raise InputError(["Three is odd.", "And a prime."])
    if number == 5:
        raise FileNotFoundError(2, "No such file", "five.parquet")
    if number == 7:
        die()
    return number / 2


def is_faulty(_: object) -> None:
    raise ZeroDivisionError("a fault of the program")
