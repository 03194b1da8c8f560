"""Read the files of a test set as an EvalSet, and find the baseline of each system."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from bleu_core.common.progress import Progress
from bleu_core.messages import Message, codes
from bleu_core.messages import suite as messages
from bleu_core.readers import File, read_systems
from bleu_core.readers.assemble import output_names
from bleu_core.readers.input_checks import explain_lengths, repair_lengths
from bleu_core.readers.testsets import load_named_set
from bleu_core.suite.definition import TestSet
from bleu_core.suite.saved_runs import find_saved_baseline
from bleu_core.text.evalset import EvalSet, InputError, MisalignedColumns
from bleu_core.workspace import Workspace


class OpenedSet(NamedTuple):
    """A test set, read from its files."""

    evalset: EvalSet  # the baseline, if a file, and the systems by their names in the suite
    baseline: str  # its name in `evalset`, or ''
    notes: tuple[str, ...]  # changes made while reading


def open_set(plan: TestSet, progress: Progress | None = None) -> OpenedSet:
    """Read the files of a set; raises InputError with a message for each problem of each file."""
    baseline, names = "", list(plan.systems)
    outputs = list(plan.systems.values())
    if plan.baseline.file is not None:
        outputs = [plan.baseline.file, *outputs]
        own, *_ = output_names([(str(path), "") for path in outputs])
        baseline = _distinct(own, names, " (baseline)")
        names = [baseline, *names]
    files = _read_bytes(plan.paths, plan.format, plan.encoding)
    # Without notes on downloads: a report does not depend on them.
    named = load_named_set(plan.test_set, plan.language_pair or None) if plan.test_set else None
    called = [files[path]._replace(called=name) for name, path in zip(names, outputs, strict=True)]
    try:
        evalset, repairs = read_systems(
            called,
            [files[path] for path in plan.references],
            files[plan.source] if plan.source else None,
            files[plan.documents] if plan.documents else None,
            test_set=named and named.parts,
            least=1,
            progress=progress,
        )
    except MisalignedColumns as error:
        mended = repair_lengths(error.columns) is not None
        wrong = named and named.explain_lengths(error.columns["systems"])
        problems = [wrong] if wrong and not mended else explain_lengths(error, mended)
        raise InputError(problems) from error
    if list(evalset.systems) != names:
        several = [repair for repair in repairs if codes([repair]) == ["systems.names_kept"]]
        raise InputError([*several, messages.several_systems_in_file()])
    return OpenedSet(evalset, baseline, tuple(repairs))


def display_path(path: Path) -> str:
    """A path for messages: relative to the current folder if it is inside."""
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def _read_bytes(paths: list[Path], form: str, encoding: str) -> dict[Path, File]:
    files, problems = {}, []
    for path in dict.fromkeys(paths):
        try:
            # Reading a device or a pipe may never end.
            if path.exists() and not path.is_file():
                problems.append(messages.no_file(display_path(path)))
                continue
            files[path] = File(
                display_path(path), path.read_bytes(), form or None, encoding or None
            )
        except OSError as error:
            reason = str(error.strerror or error)
            problems.append(messages.unreadable_file(display_path(path), reason))
    if problems:
        raise InputError(problems)
    return files


def _distinct(name: str, others: list[str], suffix: str) -> str:
    while name in others:
        name += suffix
    return name


@dataclass(frozen=True)
class SetBaselines:
    """Systems and their baselines, by system."""

    evalset: EvalSet  # the baselines first
    names: dict[str, str] = field(default_factory=dict)  # of baselines in `evalset`
    words: dict[str, str] = field(default_factory=dict)  # descriptions of baselines
    reason: dict[str, Message] = field(default_factory=dict)  # no baseline, though named


def find_baselines(
    plan: TestSet, title: str, opened: OpenedSet, workspace: Workspace | None
) -> SetBaselines:
    """Find baselines in files or saved outputs; InputError if not saved, or WorkspaceError."""
    against = SetBaselines(opened.evalset)
    if plan.baseline.file is not None:
        names = dict.fromkeys(plan.systems, opened.baseline)
        words = dict.fromkeys(plan.systems, plan.baseline.file.name)
        return replace(against, names=names, words=words)
    if not plan.baseline.is_named:
        return against
    columns = {}
    for system in plan.systems:
        saved = find_saved_baseline(
            workspace, title, plan.name, system, plan.baseline, opened.evalset
        )
        if isinstance(saved, Message):
            against.reason[system] = messages.held_against_nothing(system, saved)
            continue
        name = _distinct(saved.name, list(opened.evalset.systems), " (saved)")
        columns[name] = saved.column
        against.names[system], against.words[system] = name, saved.words
    systems = {**columns, **opened.evalset.systems}
    return replace(against, evalset=replace(opened.evalset, systems=systems))
