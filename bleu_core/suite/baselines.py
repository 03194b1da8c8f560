"""The baseline of each system of a set, as a system of the same EvalSet."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from bleu_core.messages import Message
from bleu_core.messages import suite as messages
from bleu_core.suite.definition import TestSet
from bleu_core.suite.files import Opened
from bleu_core.suite.keeping import NoneYet, kept_baseline
from bleu_core.text.evalset import EvalSet
from bleu_core.workspace import Workspace


@dataclass(frozen=True)
class Against:
    """Systems and their baselines.

    Attributes
    ----------
    evalset : EvalSet
        The baselines first, then the systems.
    names : mapping of str to str
        The name of each system's baseline in `evalset`, without systems that have none.
    words : mapping of str to str
        The description of each baseline.
    why_not : mapping of str to Message
        Why a system has no baseline although the suite names one.
    """

    evalset: EvalSet
    names: dict[str, str] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    why_not: dict[str, Message] = field(default_factory=dict)


def held_against(plan: TestSet, title: str, opened: Opened, workspace: Workspace | None) -> Against:
    """Find the baselines of a set, in its files or among saved outputs.

    Raises
    ------
    InputError
        If the named run is not saved.
    WorkspaceError
    """
    if plan.baseline.file is not None:
        words = plan.baseline.file.name
        return Against(
            opened.evalset,
            dict.fromkeys(plan.systems, opened.baseline),
            dict.fromkeys(plan.systems, words),
        )
    if not plan.baseline.is_named:
        return Against(opened.evalset)
    against = Against(opened.evalset)
    columns = {}
    for system in plan.systems:
        kept = kept_baseline(workspace, title, plan.name, system, plan.baseline, opened.evalset)
        if isinstance(kept, NoneYet):
            against.why_not[system] = messages.held_against_nothing(system, kept.why)
            continue
        name = kept.name
        while name in opened.evalset.systems:
            name += " (kept)"
        columns[name] = kept.column
        against.names[system], against.words[system] = name, kept.words
    systems = {**columns, **opened.evalset.systems}
    return replace(against, evalset=replace(opened.evalset, systems=systems))
