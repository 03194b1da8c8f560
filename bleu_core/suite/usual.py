"""What the `[defaults]` of a suite may say and each set for itself: baseline, settings, gates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from itertools import chain
from pathlib import Path
from typing import Any

from bleu_core.messages import suite as messages
from bleu_core.messages import text_of
from bleu_core.metrics.registry import NAMES
from bleu_core.readers import FORMATS, ReadError
from bleu_core.readers.decoding import canonical
from bleu_core.readers.toml_files import Fields
from bleu_core.readers.toml_files.settings import SETTINGS, read_settings
from bleu_core.suite.definition import LAST_PASSED, Baseline, Gates
from bleu_core.systems.gates.conditions import ConditionError, conditions
from bleu_core.text.config import BleuConfig

MOST_CONDITIONS = 50
# Characters of a name, a condition, and of a path (PATH_MAX of Linux).
LONGEST_NAME, LONGEST_CONDITION, LONGEST_PATH = 80, 500, 4_096
RUN = "run:"
_GATES = tuple(one.name for one in fields(Gates))
SHARED = ("baseline", "metrics", "encoding", "format", *SETTINGS, *_GATES)


@dataclass(frozen=True)
class Usual:
    """What a set says, or the defaults before it."""

    baseline: Baseline = field(default_factory=Baseline)
    settings: dict[str, Any] = field(default_factory=dict)
    metrics: tuple[str, ...] = ()
    gates: Gates = field(default_factory=Gates)
    encoding: str = ""
    format: str = ""


def read_usual(given: Fields, folder: Path, usual: Usual) -> Usual:
    """What a table says; what it does not say is `usual`."""
    gates = _read_gates(given, usual.gates)
    metrics = _metrics(given) if given.has("metrics") else usual.metrics
    return Usual(
        _baseline(given, folder) if given.has("baseline") else usual.baseline,
        {**usual.settings, **read_settings(given)},
        together(metrics, asked(gates)),
        gates,
        _encoding(given) if given.has("encoding") else usual.encoding,
        _format(given) if given.has("format") else usual.format,
    )


def config_of(given: Fields, settings: dict[str, Any]) -> BleuConfig:
    """Settings together; where they do not go together, the usual ones, and a fault."""
    try:
        return BleuConfig(**settings)
    except (ValueError, OverflowError) as error:
        said = next((name for name in settings if given.has(name)), "name")
        given.fault(said, messages.settings_conflict(text_of(error)))
        return BleuConfig()


def _baseline(given: Fields, folder: Path) -> Baseline:
    said = given.text("baseline", LONGEST_PATH, needed=True).strip()
    if said == LAST_PASSED:
        return Baseline(last_passed=True)
    if said.startswith(RUN):
        run = said.removeprefix(RUN).strip()
        if not run:
            given.fault("baseline", messages.no_run_named())
        return Baseline(run=run or "?")
    return Baseline(file=path_of(given, "baseline", said, folder))


def _encoding(given: Fields) -> str:
    name = given.text("encoding", LONGEST_NAME, needed=True)
    try:
        return canonical(name) if name.strip() else ""
    except ReadError as error:
        given.fault("encoding", error.problems[0])
        return ""


def _format(given: Fields) -> str:
    name = given.text("format", LONGEST_NAME, needed=True)
    if name.strip() and name not in FORMATS:
        given.fault("format", messages.unknown_format(name, list(FORMATS)))
    return name


def _metrics(given: Fields) -> tuple[str, ...]:
    names = given.texts("metrics", 0, len(NAMES), LONGEST_NAME)
    for name in names:
        if name not in NAMES:
            given.fault("metrics", messages.unknown_metric(name, list(NAMES)))
    return tuple(name for name in names if name in NAMES and name != "bleu")


def _read_gates(given: Fields, usual: Gates) -> Gates:
    level = given.real("level")
    if level is not None and not 0 < level < 1:
        given.fault("level", messages.level_out_of_range())
    said: dict[str, Any] = {
        "fail_under": given.real("fail_under"),
        "fail_if_significant": given.yes_or_no("fail_if_significant"),
        "level": level,
        "fail_if": read_conditions(given) if given.has("fail_if") else None,
        "accept_findings": given.yes_or_no("accept_findings"),
    }
    return replace(usual, **{name: value for name, value in said.items() if value is not None})


def read_conditions(given: Fields) -> tuple[str, ...]:
    """Conditions that can be read, as they are written."""
    read = []
    for text in given.texts("fail_if", 0, MOST_CONDITIONS, LONGEST_CONDITION):
        try:
            conditions(text)
        except ConditionError as error:
            problem = messages.condition(text, error.at + 1, error.problem)
            given.fault("fail_if", problem, text)
            continue
        read.append(text)
    return tuple(read)


def asked(gates: Gates) -> list[str]:
    """The metrics beside BLEU that conditions name."""
    named = [one.metric for text in gates.fail_if for one in conditions(text)]
    return [name for name in named if name != "bleu"]


def together(*names: Iterable[str]) -> tuple[str, ...]:
    """Names without those that came before."""
    return tuple(dict.fromkeys(chain(*names)))


def path_of(given: Fields, name: str, text: str, folder: Path) -> Path:
    """A file that a value names, whose text is given."""
    if "\0" in text:
        given.fault(name, messages.nul_in_path())
        return folder
    return folder / text
