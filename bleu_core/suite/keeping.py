"""What a suite keeps in the workspace, and the kept outputs that its systems are held against."""

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
    """An output of the workspace that a system is held against.

    Attributes
    ----------
    column : array of strings
        One a segment of the test set.
    name : str
        What it goes by beside the outputs of the suite: "new 2026-11-01 09:15".
    words : str
        What it is, in a sentence: "the last run in which it passed (2026-11-01 09:15)".
    """

    column: pa.Array
    name: str
    words: str


@dataclass(frozen=True)
class NoneYet:
    """Why a system is held against nothing, in a clause: "no run of this suite is kept …"."""

    why: Message


def kept_baseline(
    workspace: Workspace | None,
    title: str,
    test_set: str,
    system: str,
    baseline: Baseline,
    evalset: EvalSet,
) -> KeptOutput | NoneYet:
    """What a system is held against, where its baseline is no file.

    Parameters
    ----------
    workspace : Workspace or None
        None where nothing is kept.
    title, test_set, system : str
        Of the suite, of the set in it, and of the system.
    baseline : Baseline
        One with `run` or `last_passed`.
    evalset : EvalSet
        The set as its files say it: references, and any systems.

    Raises
    ------
    InputError
        Where the run that is named is not kept, or has another number of segments.
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
    found: OfSet,
    evalset: EvalSet,
    config: BleuConfig,
    baselines: Mapping[str, str],
) -> OfSet:
    """Keep a set's comparison; answer what came out of it with what opens each system in the app.

    Parameters
    ----------
    evalset : EvalSet
        All systems of the set, and what they are held against.
    baselines : mapping of str to str
        The name in `evalset` of what a system is held against, by that of the system; those that
        are held against nothing are left out.

    Raises
    ------
    WorkspaceError
    """
    keep(workspace, evalset, config)

    def opened(one: OfSystem) -> OfSystem:
        other = next((name for name in evalset.systems if name != one.name), one.name)
        pair = baselines.get(one.name, other), one.name
        return replace(
            one,
            digest=evalset.digest,
            query=query(evalset, config, pair),
            output=column_digest(evalset.systems[one.name]),
        )

    return replace(found, systems=tuple(map(opened, found.systems)))


def keep_result(workspace: Workspace, result: SuiteResult) -> None:
    """Keep a run of a suite, whose comparisons were kept by `keep_set`.

    No output of a set on which a gate could not judge has passed.

    Raises
    ------
    WorkspaceError
    """
    outputs = [
        SuiteOutput(of.name, one.name, one.output, one.passed and not of.problems)
        for of in result.sets
        for one in of.systems
        if one.output
    ]
    contents = json.dumps(to_json(result), ensure_ascii=False, allow_nan=False)
    keep_run(workspace, result.title, result.made, result.passed, contents, outputs)


def _last_passed(
    workspace: Workspace | None, title: str, test_set: str, system: str, evalset: EvalSet
) -> KeptOutput | NoneYet:
    if workspace is None:
        return NoneYet(messages.nothing_kept())
    found = last_passed(workspace, title, test_set, system)
    if found is None:
        return NoneYet(messages.never_passed())
    date = moment(found.made)
    try:
        column = output(workspace, found.hash)
    except Gone:
        return NoneYet(messages.run_deleted())
    if len(column) != len(evalset):
        # An error would never end: no run could pass, and none take the place of that one.
        return NoneYet(messages.segments_changed(len(evalset), len(column), date))
    return KeptOutput(column, f"{system} {date}", f"the last run in which it passed ({date})")
