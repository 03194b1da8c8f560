"""Read the files of a test set as an EvalSet, with all problems at once."""

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
    """A test set, read from its files.

    Attributes
    ----------
    evalset : EvalSet
        The baseline, if it is a file, and the systems under their names in the suite.
    baseline : str
        The baseline's name in `evalset`; '' if it is no file.
    notes : tuple of str
        Changes made while reading.
    """

    evalset: EvalSet
    baseline: str
    notes: tuple[str, ...]


def open_set(plan: TestSet, progress: Progress | None = None) -> Opened:
    """Read the files of a set.

    Raises
    ------
    InputError
        With a message for each problem of each file.
    """
    baseline, names = "", list(plan.systems)
    outputs = list(plan.systems.values())
    if plan.baseline.file is not None:
        baseline = _distinct(usual_name(plan.baseline.file.name), names)
        names, outputs = [baseline, *names], [plan.baseline.file, *outputs]
    others = [path for path in (plan.source, plan.documents) if path is not None]
    files = _read_bytes([*outputs, *plan.references, *others], plan.format, plan.encoding)
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
        several = [repair for repair in repairs if codes([repair]) == ["systems.names_kept"]]
        raise InputError([*several, messages.several_systems_in_file()])
    return Opened(evalset, baseline, tuple(repairs))


def shown(path: Path) -> str:
    """A path for messages: relative to the current folder if it is inside."""
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def _read_bytes(paths: list[Path], form: str, encoding: str) -> dict[Path, File]:
    files, problems = {}, []
    for path in dict.fromkeys(paths):
        try:
            # A device or a pipe may never end.
            if path.exists() and not path.is_file():
                problems.append(messages.no_file(shown(path)))
                continue
            files[path] = File(shown(path), path.read_bytes(), form or None, encoding or None)
        except OSError as error:
            reason = str(error.strerror or error)
            problems.append(messages.unreadable_file(shown(path), reason))
    if problems:
        raise InputError(problems)
    return files


def _distinct(name: str, others: list[str]) -> str:
    while name in others:
        name += _BASELINE
    return name
