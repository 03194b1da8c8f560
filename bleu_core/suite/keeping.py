"""Save a suite's results in the workspace, and find saved outputs as baselines."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

import pyarrow as pa

from bleu_core.common.numerals import moment
from bleu_core.messages import Message
from bleu_core.messages import suite as messages
from bleu_core.suite.definition import Baseline
from bleu_core.suite.exchange import to_json
from bleu_core.suite.results import OfSet, OfSystem, SuiteResult
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet, column_digest
from bleu_core.text.link import query
from bleu_core.text.streams import InputError
from bleu_core.workspace import Gone, Workspace, keep, name_of_test_set
from bleu_core.workspace.history import latest_of, output
from bleu_core.workspace.suite_runs import SuiteOutput, keep_run, last_passed


@dataclass(frozen=True)
class KeptOutput:
    """An output in the workspace that is the baseline of a system.

    Attributes
    ----------
    column : array of strings
        One per segment of the test set.
    name : str
        Its name beside the outputs of the suite: "new 2026-11-01 09:15".
    words : str
        Its description: "the last run in which it passed (2026-11-01 09:15)".
    """

    column: pa.Array
    name: str
    words: str


@dataclass(frozen=True)
class NoneYet:
    """Why a system has no baseline yet, in a clause: "no run of this suite is kept …"."""

    why: Message


def kept_baseline(
    workspace: Workspace | None,
    title: str,
    test_set: str,
    system: str,
    baseline: Baseline,
    evalset: EvalSet,
) -> KeptOutput | NoneYet:
    """The saved output that is the baseline of a system, or why there is none yet.

    Parameters
    ----------
    workspace : Workspace or None
        None if nothing is saved.
    title, test_set, system : str
        The names of the suite, of the set and of the system.
    baseline : Baseline
        With `run` or `last_passed`.
    evalset : EvalSet
        The set as read from its files.

    Raises
    ------
    InputError
        If the named run is not saved, or has another number of segments.
    WorkspaceError
        If its text is damaged.
    """
    if baseline.last_passed:
        return _last_passed(workspace, title, test_set, system, evalset)
    if workspace is None:
        raise InputError([messages.run_not_found(baseline.run)])
    run = latest_of(workspace, name_of_test_set(evalset), baseline.run)
    if run is None:
        raise InputError([messages.run_not_kept(baseline.run)])
    return KeptOutput(
        output(workspace, run.output),
        f"{baseline.run} {moment(run.made)}",
        f"the last kept output of “{baseline.run}” ({moment(run.made)})",
    )


def keep_set(
    workspace: Workspace,
    result: OfSet,
    evalset: EvalSet,
    config: BleuConfig,
    baselines: Mapping[str, str],
) -> OfSet:
    """Save a set's comparison; the result with the links that open each system in the app.

    Parameters
    ----------
    workspace : Workspace
    result : OfSet
    evalset : EvalSet
        All systems of the set, and their baselines.
    config : BleuConfig
    baselines : mapping of str to str
        The name in `evalset` of each system's baseline, without systems that have none.

    Raises
    ------
    WorkspaceError
    """
    keep(workspace, evalset, config)

    def linked(system: OfSystem) -> OfSystem:
        other = next((name for name in evalset.systems if name != system.name), system.name)
        pair = baselines.get(system.name, other), system.name
        return replace(
            system,
            digest=evalset.digest,
            query=query(evalset, config, pair),
            output=column_digest(evalset.systems[system.name]),
        )

    return replace(result, systems=tuple(map(linked, result.systems)))


def keep_result(workspace: Workspace, result: SuiteResult) -> None:
    """Save a run of a suite, after its comparisons were saved by `keep_set`.

    An output does not pass on a set with problems.

    Raises
    ------
    WorkspaceError
    """
    outputs = [
        SuiteOutput(each.name, system.name, system.output, system.passed and not each.problems)
        for each in result.sets
        for system in each.systems
        if system.output
    ]
    contents = json.dumps(to_json(result), ensure_ascii=False, allow_nan=False)
    keep_run(workspace, result.title, result.made, result.passed, contents, outputs)


def _last_passed(
    workspace: Workspace | None, title: str, test_set: str, system: str, evalset: EvalSet
) -> KeptOutput | NoneYet:
    if workspace is None:
        return NoneYet(messages.nothing_kept())
    run = last_passed(workspace, title, test_set, system)
    if run is None:
        return NoneYet(messages.never_passed())
    date = moment(run.made)
    try:
        column = output(workspace, run.hash)
    except Gone:
        return NoneYet(messages.run_deleted())
    if len(column) != len(evalset):
        # Not an error: no later run could pass and replace this one.
        return NoneYet(messages.segments_changed(len(evalset), len(column), date))
    return KeptOutput(column, f"{system} {date}", f"the last run in which it passed ({date})")
