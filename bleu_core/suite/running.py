"""A suite from its files to its result."""

from __future__ import annotations

import time

from bleu_core.progress import Progress, part_of
from bleu_core.suite.definition import Suite
from bleu_core.suite.gates import judged
from bleu_core.suite.measuring import measure_set
from bleu_core.suite.results import SuiteResult
from bleu_core.workspace import Workspace


def run_suite(
    suite: Suite, workspace: Workspace | None, progress: Progress | None = None
) -> SuiteResult:
    """Compare all sets of a suite, and judge them."""
    size = len(suite.sets)
    found = [
        measure_set(
            plan, suite.title, suite.trials, suite.seed, workspace,
            progress=part_of(progress, number / size, (number + 1) / size),
        ).found
        for number, plan in enumerate(suite.sets)
    ]  # fmt: skip
    return SuiteResult(suite.title, time.time(), judged(suite.sets, found))
