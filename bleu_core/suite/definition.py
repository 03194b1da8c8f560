"""Suite files (TOML): test sets, systems, baselines and gates; their reader.

A set takes settings that it lacks from `[defaults]`. Every fault is reported by its line. The files
that a suite names are not opened here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from itertools import chain
from pathlib import Path
from typing import Any

from bleu_core.messages import Message, testset, text_of
from bleu_core.messages import suite as messages
from bleu_core.metrics.registry import get_metric, is_metric, metric_keys, metric_name
from bleu_core.readers import ReadError, format_problem, formats, toml_files
from bleu_core.readers.text_files import canonical_encoding
from bleu_core.readers.toml_files import SETTING_CHECKS, TomlFields
from bleu_core.segments.expressions import LONGEST
from bleu_core.suite.set_gates import Gates, read_conditions, read_gates
from bleu_core.text.config import BleuConfig, tokenizer_for
from bleu_core.text.evalset import InputError

LAST_PASSED = "last passed"


@dataclass(frozen=True)
class SliceDefinition:
    """A slice of a set, by an expression or a saved slice's name, with gates as in `Gates`."""

    name: str
    where: str
    fail_under: float | None = None
    fail_if_significant: bool = False
    fail_if: tuple[str, ...] = ()

    def gates(self, of_set: Gates = Gates()) -> Gates:
        """Its own gates, with the level of its set."""
        return Gates(self.fail_under, self.fail_if_significant, of_set.level, self.fail_if)


@dataclass(frozen=True)
class Baseline:
    """The baseline of the systems of a set; at most one attribute is set."""

    file: Path | None = None  # an output
    run: str = ""  # a system, whose latest saved output on this test set is used
    last_passed: bool = False  # each system's own output in the last saved run in which it passed

    @property
    def is_named(self) -> bool:
        """Whether there is a baseline."""
        return self.file is not None or bool(self.run) or self.last_passed


@dataclass(frozen=True)
class TestSet:
    """One test set of a suite. All paths are absolute."""

    __test__ = False  # no class of tests for pytest

    name: str
    references: tuple[Path, ...]
    systems: Mapping[str, Path]  # outputs in the order of the file
    source: Path | None = None
    documents: Path | None = None
    baseline: Baseline = field(default_factory=Baseline)
    config: BleuConfig = field(default_factory=BleuConfig)
    metrics: tuple[str, ...] = ()  # besides BLEU, as on the command line: "chrf:beta=3"
    slices: tuple[SliceDefinition, ...] = ()
    gates: Gates = field(default_factory=Gates)
    encoding: str = ""  # of files that are not UTF-8
    format: str = ""  # one of `readers.formats()`, or '' to detect it
    test_set: str = ""  # of sacreBLEU, with `language_pair`: replaces the files
    language_pair: str = ""  # alone: chooses the tokenizer, unless `config` has one

    @property
    def paths(self) -> list[Path]:
        """All its files: the baseline, outputs, references, source and documents."""
        own = (self.baseline.file, *self.systems.values(), *self.references)
        return [path for path in (*own, self.source, self.documents) if path is not None]


@dataclass(frozen=True)
class Suite:
    """A suite. Its runs are saved under its title."""

    title: str
    sets: tuple[TestSet, ...]
    trials: int = 10_000
    seed: int = 12345


MOST_BYTES = 1_000_000
MOST_SETS, MOST_SYSTEMS, MOST_SLICES, MOST_REFERENCES = 1_000, 100, 100, 100
# Characters of a title, name and path (PATH_MAX of Linux).
LONGEST_TITLE, LONGEST_NAME, LONGEST_PATH = 200, 80, 4_096
MOST_TRIALS, MOST_SEED = 1_000_000, 2**63 - 1
RUN = "run:"
_GATES = tuple(gate.name for gate in fields(Gates))
_NAMED, _FILES = ("test_set", "language_pair"), ("references", "source", "documents")
_SHARED_NAMES = ("baseline", "metrics", "encoding", "format", *SETTING_CHECKS, *_GATES)


@dataclass(frozen=True)
class _SharedFields:
    """Settings that `[defaults]` and each set can have."""

    baseline: Baseline = field(default_factory=Baseline)
    settings: dict[str, Any] = field(default_factory=dict)
    metrics: tuple[str, ...] = ()
    gates: Gates = field(default_factory=Gates)
    encoding: str = ""
    format: str = ""


def read_suite(data: bytes, name: str, folder: Path) -> Suite:
    """Read a suite file with paths relative to `folder`; TomlFaults has one message per fault."""
    tables, faults = toml_files.parse_toml(data, name, MOST_BYTES)
    folder = folder.absolute()
    top = TomlFields(tables, (), faults)
    top.only(("title", "trials", "seed", "defaults", "set"))
    trials = top.number("trials", MOST_TRIALS, 0)
    seed = top.number("seed", MOST_SEED, 0)
    table = top.table("defaults")
    table.only(_SHARED_NAMES)
    defaults = _read_shared(table, folder, _SharedFields())
    if not top.has("set"):
        top.fault("set", messages.no_set())
    sets: dict[str, TestSet] = {}
    for each in top.tables("set", MOST_SETS):
        test_set = _read_set(each, folder, defaults, trials == 0)
        if test_set.name and test_set.name in sets:
            each.fault("name", messages.set_twice(test_set.name))
        sets[test_set.name] = test_set
    title = _name(top, "title", LONGEST_TITLE)
    faults.end()
    return Suite(
        title,
        tuple(sets.values()),
        Suite.trials if trials is None else trials,
        Suite.seed if seed is None else seed,
    )


def _read_set(
    table: TomlFields, folder: Path, defaults: _SharedFields, no_test_reason: bool
) -> TestSet:
    table.only(("name", *_NAMED, *_FILES, "systems", "slice", *_SHARED_NAMES))
    shared = _read_shared(table, folder, defaults)
    slices = _read_slices(table)
    named, pair = (table.text(name, LONGEST_NAME, table.has(name)) for name in _NAMED)
    if named and (given := [name for name in _FILES if table.has(name)]):
        table.fault("test_set", testset.given_too(given))
    if pair and not named and "-" not in pair:
        table.fault("language_pair", testset.no_pair(pair))
    gates = [shared.gates, *(each.gates() for each in slices)]
    if not shared.baseline.is_named and any(each.need_baseline for each in gates):
        table.fault("baseline", messages.no_baseline())
    if no_test_reason and any(each.need_p for each in gates):
        table.fault("name", messages.no_trials())
    return TestSet(
        name=_name(table, "name", LONGEST_NAME),
        references=tuple(
            _path(table, "references", text, folder)
            for text in table.texts("references", int(not named), MOST_REFERENCES, LONGEST_PATH)
        ),
        systems=_read_systems(table, folder),
        source=_optional_path(table, "source", folder),
        documents=_optional_path(table, "documents", folder),
        baseline=shared.baseline,
        config=_config(table, {"tokenize": tokenizer_for(pair), **shared.settings}),
        metrics=_unique(shared.metrics, *map(_metrics_named, gates)),
        slices=slices,
        gates=shared.gates,
        encoding=shared.encoding,
        format=shared.format,
        test_set=named,
        language_pair=pair,
    )


def _read_systems(table: TomlFields, folder: Path) -> dict[str, Path]:
    systems = table.table("systems")
    names = [name for name, _ in systems.items()]
    if not names:
        table.fault("systems", messages.no_system())
    if len(names) > MOST_SYSTEMS:
        systems.fault("", messages.many_systems(len(names), MOST_SYSTEMS))
    paths = {}
    for name in names[:MOST_SYSTEMS]:
        if len(name) > LONGEST_NAME:
            systems.fault(name, messages.long_name(name, len(name), LONGEST_NAME))
        elif problem := _problem_of_name(name):
            systems.fault(name, problem)
        text = systems.text(name, LONGEST_PATH, needed=True)
        paths[name] = _path(systems, name, text, folder)
    return paths


def _read_slices(table: TomlFields) -> tuple[SliceDefinition, ...]:
    slices: dict[str, SliceDefinition] = {}
    for each in table.tables("slice", MOST_SLICES):
        each.only(("name", "where", "fail_under", "fail_if_significant", "fail_if"))
        name = _name(each, "name", LONGEST_NAME)
        if name and name in slices:
            each.fault("name", messages.slice_twice(name))
        slices[name] = SliceDefinition(
            name,
            each.text("where", LONGEST, needed=True).strip(),
            each.real("fail_under"),
            each.flag("fail_if_significant") or False,
            read_conditions(each),
        )
    return tuple(slices.values())


def _read_shared(table: TomlFields, folder: Path, defaults: _SharedFields) -> _SharedFields:
    """The values of a table; missing ones are taken from `defaults`."""
    gates = read_gates(table, defaults.gates)
    metrics = _read_metrics(table) if table.has("metrics") else defaults.metrics
    return _SharedFields(
        _read_baseline(table, folder) if table.has("baseline") else defaults.baseline,
        {**defaults.settings, **table.settings()},
        _unique(metrics, _metrics_named(gates)),
        gates,
        _read_encoding(table) if table.has("encoding") else defaults.encoding,
        _read_format(table) if table.has("format") else defaults.format,
    )


def _read_baseline(table: TomlFields, folder: Path) -> Baseline:
    text = table.text("baseline", LONGEST_PATH, needed=True).strip()
    if text == LAST_PASSED:
        return Baseline(last_passed=True)
    if text.startswith(RUN):
        run = text.removeprefix(RUN).strip()
        if not run:
            table.fault("baseline", messages.no_run_named())
        return Baseline(run=run or "?")
    return Baseline(file=_path(table, "baseline", text, folder))


def _read_encoding(table: TomlFields) -> str:
    name = table.text("encoding", LONGEST_NAME, needed=True)
    try:
        return canonical_encoding(name) if name.strip() else ""
    except ReadError as error:
        table.fault("encoding", error.problems[0])
        return ""


def _read_format(table: TomlFields) -> str:
    name = table.text("format", LONGEST_NAME, needed=True)
    if name.strip() and format_problem("", name):
        table.fault("format", messages.unknown_format(name, list(formats())))
    return name


def _read_metrics(table: TomlFields) -> tuple[str, ...]:
    metrics = table.texts("metrics", 0, len(metric_keys()), LONGEST_NAME)
    for specification in metrics:
        name = metric_name(specification)
        if not is_metric(name):
            table.fault("metrics", messages.unknown_metric(name, list(metric_keys())))
            continue
        try:
            get_metric(specification)
        except InputError as error:
            table.fault("metrics", Message(error.problems[0]))
    return tuple(each for each in metrics if each != "bleu" and is_metric(metric_name(each)))


def _config(table: TomlFields, settings: dict[str, Any]) -> BleuConfig:
    """The settings; if they conflict, report a fault and return the defaults."""
    try:
        return BleuConfig(**settings)
    except (ValueError, OverflowError) as error:
        name = next((name for name in settings if table.has(name)), "name")
        table.fault(name, messages.settings_conflict(text_of(error)))
        return BleuConfig()


def _metrics_named(gates: Gates) -> list[str]:
    """The metrics other than BLEU that conditions of gates use."""
    return [each.metric for each in gates.conditions if each.metric != "bleu"]


def _unique(*specifications: Iterable[str]) -> tuple[str, ...]:
    """The first specification of each metric."""
    by_name: dict[str, str] = {}
    for specification in chain(*specifications):
        by_name.setdefault(metric_name(specification), specification)
    return tuple(by_name.values())


def _optional_path(table: TomlFields, name: str, folder: Path) -> Path | None:
    if not table.has(name):
        return None
    return _path(table, name, table.text(name, LONGEST_PATH, needed=True), folder)


def _path(table: TomlFields, name: str, text: str, folder: Path) -> Path:
    if "\0" in text:
        table.fault(name, messages.nul_in_path())
        return folder
    return folder / text


def _name(table: TomlFields, key: str, most: int) -> str:
    name = table.text(key, most, needed=True)
    if name.strip() and (problem := _problem_of_name(name)):
        table.fault(key, problem)
    return name


def _problem_of_name(name: str) -> Message | None:
    if not name.strip():
        return messages.empty_name(name)
    if not name.isprintable():
        return messages.unseen_character(name)
    return None if name == name.strip() else messages.space_around_name(name)
