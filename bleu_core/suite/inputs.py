"""Read the files of a test set as an EvalSet, and find the baseline of each system."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

import pyarrow as pa

from bleu_core.common.formatting import format_datetime
from bleu_core.common.progress import Progress
from bleu_core.messages import Message, codes
from bleu_core.messages import file as file_messages
from bleu_core.messages import suite as messages
from bleu_core.readers import File, read_systems
from bleu_core.readers.assemble import output_names
from bleu_core.readers.choices import TAB_SEPARATED
from bleu_core.readers.input_checks import explain_lengths, repair_lengths
from bleu_core.readers.testsets import load_named_set
from bleu_core.suite.definition import Baseline, TestSet
from bleu_core.text.evalset import EvalSet, InputError, MisalignedColumns
from bleu_core.workspace import Gone, Workspace, test_set_digest
from bleu_core.workspace.history import latest_output, output
from bleu_core.workspace.suite_runs import last_passed


def open_set(
    plan: TestSet, progress: Progress | None = None
) -> tuple[EvalSet, str, tuple[str, ...]]:
    """Read the files of a set: the texts, the name of the baseline if it is a file, and repairs.

    The baseline comes first, then the systems by their names in the suite. InputError has a message
    for each problem of each file.
    """
    baseline, names = "", list(plan.systems)
    outputs = list(plan.systems.values())
    if plan.baseline.file is not None:
        outputs = [plan.baseline.file, *outputs]
        own, *_ = output_names([(str(path), "") for path in outputs])
        baseline = _distinct(own, names, " (baseline)")
        names = [baseline, *names]
    by_tabs = plan.format == TAB_SEPARATED
    files = _read_bytes(plan.paths, "text" if by_tabs else plan.format, plan.encoding)
    references = [files[path] for path in plan.references]
    if by_tabs:
        references = [file._replace(format=TAB_SEPARATED) for file in references]
    # Without notes on downloads: a report does not depend on them.
    named = load_named_set(plan.test_set, plan.language_pair or None) if plan.test_set else None
    called = [files[path]._replace(called=name) for name, path in zip(names, outputs, strict=True)]
    try:
        evalset, repairs = read_systems(
            called,
            references,
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
    return evalset, baseline, tuple(repairs)


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
                problems.append(file_messages.unopened(display_path(path), "it is not a file"))
                continue
            files[path] = File(
                display_path(path), path.read_bytes(), form or None, encoding or None
            )
        except OSError as error:
            reason = str(error.strerror or error)
            problems.append(file_messages.unopened(display_path(path), reason))
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
    missing: dict[str, Message] = field(default_factory=dict)  # why there is none, though named


def find_baselines(
    plan: TestSet, title: str, evalset: EvalSet, file: str, workspace: Workspace | None
) -> SetBaselines:
    """Find baselines: `file` is the name of one in `evalset`, "" if they are saved outputs.

    Raises InputError if a named run is not saved, or WorkspaceError.
    """
    against = SetBaselines(evalset)
    if plan.baseline.file is not None:
        names = dict.fromkeys(plan.systems, file)
        words = dict.fromkeys(plan.systems, plan.baseline.file.name)
        return replace(against, names=names, words=words)
    if plan.baseline == Baseline():
        return against
    columns = {}
    for system in plan.systems:
        saved = find_saved_baseline(workspace, title, plan.name, system, plan.baseline, evalset)
        if isinstance(saved, Message):
            against.missing[system] = messages.held_against_nothing(system, saved)
            continue
        column, name, words_for = saved
        name = _distinct(name, list(evalset.systems), " (saved)")
        columns[name] = column
        against.names[system], against.words[system] = name, words_for
    return replace(against, evalset=replace(evalset, systems={**columns, **evalset.systems}))


def find_saved_baseline(
    workspace: Workspace | None,
    title: str,
    test_set: str,
    system: str,
    baseline: Baseline,
    evalset: EvalSet,
) -> tuple[pa.Array, str, str] | Message:
    """The saved output that is the baseline of a system, or why there is none yet.

    The output has a name, such as "new 2026-11-01 09:15", and a description. Raises InputError if
    the named run is not saved, and WorkspaceError if its text is damaged.
    """
    if baseline.last_passed:
        if workspace is None:
            return messages.nothing_kept()
        passed = last_passed(workspace, title, test_set, system, len(evalset))
        if passed is None:
            return messages.never_passed()
        date = format_datetime(passed[1])
        try:
            column = output(workspace, passed[0])
        except Gone:  # deleted in the meantime
            return messages.never_passed()
        if len(column) != len(evalset):
            # Not an error: no later run could pass and replace this one.
            return messages.segments_changed(len(evalset), len(column), date)
        return column, f"{system} {date}", f"the last run in which it passed ({date})"
    digest = test_set_digest(evalset)
    run = latest_output(workspace, digest, baseline.run) if workspace is not None else None
    if workspace is None or run is None:
        raise InputError([messages.run_not_kept(baseline.run)])
    date = format_datetime(run[1])
    words = f"the last saved output of “{baseline.run}” ({date})"
    return output(workspace, run[0]), f"{baseline.run} {date}", words
