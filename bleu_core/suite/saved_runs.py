"""Save the results of a suite in the workspace, and find saved outputs as baselines."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

import pyarrow as pa

from bleu_core.common.formatting import format_datetime
from bleu_core.messages import Message
from bleu_core.messages import suite as messages
from bleu_core.suite.definition import Baseline
from bleu_core.suite.results import SetResult, SuiteResult, SystemResult, to_json
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet, InputError, column_digest
from bleu_core.text.link import link_query
from bleu_core.workspace import Gone, Workspace, save_comparison, test_set_digest
from bleu_core.workspace.history import latest_run, output
from bleu_core.workspace.suite_runs import SuiteOutput, last_passed, save_run


@dataclass(frozen=True)
class SavedOutput:
    """An output in the workspace that is the baseline of a system."""

    column: pa.Array
    name: str  # among the outputs of the set, such as "new 2026-11-01 09:15"
    words: str  # such as "the last run in which it passed (2026-11-01 09:15)"


def find_saved_baseline(
    workspace: Workspace | None,
    title: str,
    test_set: str,
    system: str,
    baseline: Baseline,
    evalset: EvalSet,
) -> SavedOutput | Message:
    """The saved output that is the baseline of a system, or why there is none yet.

    Raises InputError if the named run is not saved, or has another number of segments, and
    WorkspaceError if its text is damaged.
    """
    if baseline.last_passed:
        return _last_passed_output(workspace, title, test_set, system, evalset)
    if workspace is None:
        raise InputError([messages.run_not_found(baseline.run)])
    run = latest_run(workspace, test_set_digest(evalset), baseline.run)
    if run is None:
        raise InputError([messages.run_not_kept(baseline.run)])
    return SavedOutput(
        output(workspace, run.output),
        f"{baseline.run} {format_datetime(run.made)}",
        f"the last saved output of “{baseline.run}” ({format_datetime(run.made)})",
    )


def save_set(
    workspace: Workspace,
    result: SetResult,
    evalset: EvalSet,
    config: BleuConfig,
    baselines: Mapping[str, str],
) -> SetResult:
    """Save the comparison of a set; return the result with links that open systems in the app.

    `evalset` has all systems of the set and their baselines; `baselines` are the names of these.
    """
    save_comparison(workspace, evalset, config)

    def linked(system: SystemResult) -> SystemResult:
        other = next((name for name in evalset.systems if name != system.name), system.name)
        pair = baselines.get(system.name, other), system.name
        return replace(
            system,
            digest=evalset.digest,
            query=link_query(evalset, config, pair),
            output=column_digest(evalset.systems[system.name]),
        )

    return replace(result, systems=tuple(map(linked, result.systems)))


def save_result(workspace: Workspace, result: SuiteResult) -> None:
    """Save a suite run, after `save_set`; on a set with problems, no output passes."""
    outputs = [
        SuiteOutput(each.name, system.name, system.output, system.passed and not each.problems)
        for each in result.sets
        for system in each.systems
        if system.output
    ]
    contents = json.dumps(to_json(result, True), ensure_ascii=False, allow_nan=False)
    save_run(workspace, result.title, result.made, result.passed, contents, outputs)


def _last_passed_output(
    workspace: Workspace | None, title: str, test_set: str, system: str, evalset: EvalSet
) -> SavedOutput | Message:
    if workspace is None:
        return messages.nothing_kept()
    run = last_passed(workspace, title, test_set, system)
    if run is None:
        return messages.never_passed()
    name, made = run
    date = format_datetime(made)
    try:
        column = output(workspace, name)
    except Gone:
        return messages.run_deleted()
    if len(column) != len(evalset):
        # Not an error: no later run could pass and replace this one.
        return messages.segments_changed(len(evalset), len(column), date)
    return SavedOutput(column, f"{system} {date}", f"the last run in which it passed ({date})")
