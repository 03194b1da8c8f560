"""The files of one test set to an EvalSet; all that keeps them from it is told at once."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from bleu_core.common.progress import Progress
from bleu_core.messages import codes
from bleu_core.messages import suite as messages
from bleu_core.readers import File, read_systems
from bleu_core.readers.health import lengths_told, mend
from bleu_core.readers.many import usual_name
from bleu_core.suite.definition import TestSet
from bleu_core.text.evalset import EvalSet, Misaligned
from bleu_core.text.streams import InputError

_BASELINE = " (baseline)"


class Opened(NamedTuple):
    """A test set that was read.

    Attributes
    ----------
    evalset : EvalSet
        The baseline, where it is a file, and the systems under their names in the suite.
    baseline : str
        The baseline's name there; '' where it is no file.
    notes : tuple of str
        What was mended or left out in reading.
    """

    evalset: EvalSet
    baseline: str
    notes: tuple[str, ...]


def open_set(plan: TestSet, progress: Progress | None = None) -> Opened:
    """Read the files of a set.

    Raises
    ------
    InputError
        With a sentence for each problem of each file.
    """
    baseline, names = "", list(plan.systems)
    outputs = list(plan.systems.values())
    if plan.baseline.file is not None:
        baseline = _distinct(usual_name(plan.baseline.file.name), names)
        names, outputs = [baseline, *names], [plan.baseline.file, *outputs]
    asides = [path for path in (plan.source, plan.documents) if path is not None]
    files = _held([*outputs, *plan.references, *asides], plan.format, plan.encoding)
    called = [files[path]._replace(called=name) for name, path in zip(names, outputs, strict=True)]
    try:
        evalset, repairs = read_systems(
            called,
            [files[path] for path in plan.references],
            files[plan.source] if plan.source else None,
            files[plan.documents] if plan.documents else None,
            least=1,
            progress=progress,
        )
    except Misaligned as error:
        raise InputError(lengths_told(error, mend(error.columns) is not None)) from error
    if list(evalset.systems) != names:
        several = [told for told in repairs if codes([told]) == ["systems.names_kept"]]
        raise InputError([*several, messages.several_systems_in_file()])
    return Opened(evalset, baseline, tuple(repairs))


def shown(path: Path) -> str:
    """A path as messages have it: from the current folder, where it is in that."""
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def _held(paths: list[Path], form: str, encoding: str) -> dict[Path, File]:
    found, problems = {}, []
    for path in dict.fromkeys(paths):
        try:
            # What never ends, as a device or a pipe may, is no file.
            if path.exists() and not path.is_file():
                problems.append(messages.no_file(shown(path)))
                continue
            found[path] = File(shown(path), path.read_bytes(), form or None, encoding or None)
        except OSError as error:
            reason = str(error.strerror or error)
            problems.append(messages.unreadable_file(shown(path), reason))
    if problems:
        raise InputError(problems)
    return found


def _distinct(name: str, others: list[str]) -> str:
    while name in others:
        name += _BASELINE
    return name
