"""What each system of a set is held against, as a system of the same EvalSet."""

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
    """Systems and what they are held against.

    Attributes
    ----------
    evalset : EvalSet
        The baselines first, then the systems.
    names : mapping of str to str
        By the system's name that of its baseline in `evalset`; a system that is held against
        nothing is left out.
    words : mapping of str to str
        What that baseline is, in words.
    why_not : mapping of str to Message
        Why a system is held against nothing although a baseline was asked for.
    """

    evalset: EvalSet
    names: dict[str, str] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    why_not: dict[str, Message] = field(default_factory=dict)


def held_against(plan: TestSet, title: str, opened: Opened, workspace: Workspace | None) -> Against:
    """Find the baselines of a set, in its file or among what is kept.

    Raises
    ------
    InputError
        Where the run that is named is not kept.
    WorkspaceError
    """
    if plan.baseline.file is not None:
        words = plan.baseline.file.name
        return Against(
            opened.evalset,
            dict.fromkeys(plan.systems, opened.baseline),
            dict.fromkeys(plan.systems, words),
        )
    if not plan.baseline.said:
        return Against(opened.evalset)
    found = Against(opened.evalset)
    columns = {}
    for system in plan.systems:
        kept = kept_baseline(workspace, title, plan.name, system, plan.baseline, opened.evalset)
        if isinstance(kept, NoneYet):
            found.why_not[system] = messages.held_against_nothing(system, kept.why)
            continue
        name = kept.name
        while name in opened.evalset.systems:
            name += " (kept)"
        columns[name] = kept.column
        found.names[system], found.words[system] = name, kept.words
    systems = {**columns, **opened.evalset.systems}
    return replace(found, evalset=replace(opened.evalset, systems=systems))
