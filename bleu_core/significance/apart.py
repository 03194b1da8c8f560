"""The tests of a comparison in a process of their own, while this one does something else.

They need only the statistics, and no text. In a thread they and the other work would wait for each
other: each holds the interpreter's lock for much of its time.
"""

from __future__ import annotations

import pickle
from contextlib import closing
from typing import Any

from bleu_core.common.parallel import WORKERS
from bleu_core.common.processes import ProcessPool, Reporter
from bleu_core.common.progress import Progress
from bleu_core.explain.comparison import Comparison
from bleu_core.metrics.signature import is_known_to_sacrebleu
from bleu_core.significance.comparison_tests import Significance, run_pair_tests
from bleu_core.significance.resampling import SAMPLES
from bleu_core.significance.units import documents_of

_pool = ProcessPool("bleu_core.significance.apart:run_in_child")


def run_tests_apart(
    comparison: Comparison, trials: int, seed: int, progress: Progress | None = None
) -> Significance | None:
    """`run_tests`, in a process of its own if there is more than one core.

    On few segments the process takes longer to start than the tests take. If `progress` raises, no
    process is left.
    """
    arguments = (
        comparison.stats_a,
        comparison.stats_b,
        documents_of(comparison.evalset),
        trials,
        seed,
        is_known_to_sacrebleu(comparison.config),
    )
    if WORKERS > 1:
        with closing(_pool.run([pickle.dumps(arguments)], progress=progress)) as answers:
            for _, answer in answers:
                if answer.outcome == "done":
                    # Pickled by a process of ours, from our own numbers.
                    tested: Significance | None = pickle.loads(answer.value)
                    return tested
    # Also where the process could not do it, for example for lack of memory.
    return _test(arguments, progress)


def run_in_child(pickled: bytes, report: Reporter) -> bytes:
    """Run the tests in the child; pickled are the arguments and the result."""
    return pickle.dumps(_test(pickle.loads(pickled), report.part))


def _test(arguments: tuple[Any, ...], progress: Progress | None) -> Significance | None:
    stats_a, stats_b, documents, trials, seed, known = arguments
    return run_pair_tests(
        stats_a, stats_b, documents, trials, SAMPLES, seed, progress, in_sacrebleu=known
    )
