"""Suite files (TOML): test sets, systems, baselines and gates; their reader.

A set takes settings that it lacks from `[defaults]`. Every fault is reported by its line. The files
that a suite names are not opened here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path

from bleu_core.common.formatting import LEVEL, join_words
from bleu_core.common.trials import SEED, TRIALS
from bleu_core.messages import scoring, testset, toml
from bleu_core.messages import suite as messages
from bleu_core.metrics.registry import get_metric, is_metric, metric_keys, metric_name
from bleu_core.readers import ReadError, formats
from bleu_core.readers.fields import SETTING_CHECKS, Fields, parse_toml
from bleu_core.readers.text_files import canonical_encoding
from bleu_core.segments.expressions import LONGEST
from bleu_core.systems.gate_conditions import GateCondition, GateConditionError, parse_conditions
from bleu_core.text.config import BleuConfig, tokenizer_for
from bleu_core.text.evalset import InputError

LAST_PASSED = "last passed"


@dataclass(frozen=True)
class Gates:
    """Conditions under which a system fails on a set or slice, named as `compare`'s options.

    If none is met, but the test has less than `min_power` for `power_delta`, there is no verdict.
    """

    fail_under: float | None = None  # Δ of BLEU, in points, is lower
    fail_if_significant: bool = False  # worse, with p (Holm over the suite) < `level`
    level: float = LEVEL
    fail_if: tuple[str, ...] = ()  # on Δ or p of metrics: "bleu<-0.5 and chrf<0"
    accept_findings: bool = False  # judge input with serious problems
    min_power: float | None = None

    @property
    def power_delta(self) -> float:
        """BLEU points to detect: the loss that `fail_under` forbids, or 1; at least 0.01."""
        return max(0.01, abs(self.fail_under or 1.0))

    @property
    def conditions(self) -> list[GateCondition]:
        """The single conditions in `fail_if`."""
        return [each for text in self.fail_if for each in parse_conditions(text)]

    @property
    def need_p(self) -> bool:
        """Whether any gate needs tests."""
        needed = self.fail_if_significant or self.min_power is not None
        return needed or any(each.needs_tests for each in self.conditions)

    @property
    def need_baseline(self) -> bool:
        """Whether any gate needs a baseline."""
        limits = self.fail_under, self.min_power
        return limits != (None, None) or self.fail_if_significant or bool(self.fail_if)


@dataclass(frozen=True)
class SliceDefinition:
    """A slice of a set, by an expression or a saved slice's name, with gates as in `Gates`."""

    name: str
    where: str
    fail_under: float | None = None
    fail_if_significant: bool = False
    fail_if: tuple[str, ...] = ()

    def gates(self, of_set: Gates) -> Gates:
        """Its own gates, with the level of its set."""
        return Gates(self.fail_under, self.fail_if_significant, of_set.level, self.fail_if)


@dataclass(frozen=True)
class Baseline:
    """The baseline of the systems of a set; at most one attribute is set."""

    file: Path | None = None  # an output
    run: str = ""  # a system, whose latest saved output on this test set is used
    last_passed: bool = False  # each system's own output in the last saved run in which it passed


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
    trials: int = TRIALS
    seed: int = SEED


MOST_BYTES = 1_000_000
MOST_SETS, MOST_SYSTEMS, MOST_SLICES, MOST_REFERENCES, MOST_CONDITIONS = 1_000, 100, 100, 100, 50
# Characters of a title, name, path (PATH_MAX of Linux) and list of conditions.
LONGEST_TITLE, LONGEST_NAME, LONGEST_PATH, LONGEST_CONDITION = 200, 80, 4_096, 500
MOST_TRIALS, MOST_SEED = 1_000_000, 2**63 - 1
RUN = "run:"
_GATES = tuple(gate.name for gate in fields(Gates))
_NAMED, _FILES = ("test_set", "language_pair"), ("references", "source", "documents")
# What `[defaults]` and each set can have.
_SHARED = ("baseline", "metrics", "encoding", "format", *SETTING_CHECKS, *_GATES)


def read_suite(data: bytes, name: str, folder: Path) -> Suite:
    """Read a suite file with paths relative to `folder`; FileFaults has one message per fault."""
    top, faults = parse_toml(data, name, MOST_BYTES)
    top.only(("title", "trials", "seed", "defaults", "set"))
    trials = top.number("trials", MOST_TRIALS, 0)
    seed = top.number("seed", MOST_SEED, 0)
    defaults = top.table("defaults")
    defaults.only(_SHARED)
    if not top.has("set"):
        top.fault("set", toml.none_in_file("test set", "set"))
    sets: dict[str, TestSet] = {}
    for table in top.tables("set", MOST_SETS):
        test_set = _read_set(table, folder.absolute(), defaults, has_trials=trials != 0)
        if test_set.name and test_set.name in sets:
            table.fault("name", toml.named_twice("set", test_set.name))
        sets[test_set.name] = test_set
    title = _read_name(top, "title", LONGEST_TITLE)
    faults.end()
    return Suite(
        title,
        tuple(sets.values()),
        Suite.trials if trials is None else trials,
        Suite.seed if seed is None else seed,
    )


def _read_set(table: Fields, folder: Path, defaults: Fields, has_trials: bool) -> TestSet:
    table.only(("name", *_NAMED, *_FILES, "systems", "slice", *_SHARED))

    def holder(name: str) -> Fields:
        """The table with a setting: the defaults if the set does not have it."""
        return table if table.has(name) else defaults

    named, pair = (table.text(name, LONGEST_NAME, table.has(name)) for name in _NAMED)
    if named and (given := [name for name in _FILES if table.has(name)]):
        table.fault("test_set", testset.given_too(given))
    if pair and not named and "-" not in pair:
        table.fault("language_pair", testset.no_pair(pair))
    gates = Gates(
        holder("fail_under").real("fail_under"),
        holder("fail_if_significant").flag("fail_if_significant") or False,
        _read_share(holder("level"), "level") or Gates.level,
        _read_conditions(holder("fail_if")),
        holder("accept_findings").flag("accept_findings") or False,
        _read_share(holder("min_power"), "min_power"),
    )
    slices = _read_slices(table)
    every = [gates, *(part.gates(gates) for part in slices)]
    baseline = _read_baseline(holder("baseline"), folder)
    if baseline == Baseline() and any(own.need_baseline for own in every):
        table.fault("baseline", messages.no_baseline())
    if not has_trials and any(own.need_p for own in every):
        table.fault("name", toml.must_be("trials", "above 0, because a gate uses p"))
    metrics = {metric_name(each): each for each in _read_metrics(holder("metrics"))}
    for condition in (condition for own in every for condition in own.conditions):
        metrics.setdefault(condition.metric, condition.metric)
    references = table.texts("references", int(not named), MOST_REFERENCES, LONGEST_PATH)
    tokenizer = {"tokenize": tokenizer_for(pair)}
    return TestSet(
        name=_read_name(table, "name", LONGEST_NAME),
        references=tuple(_path(table, "references", text, folder) for text in references),
        systems=_read_systems(table, folder),
        source=_read_path(table, "source", folder),
        documents=_read_path(table, "documents", folder),
        baseline=baseline,
        config=table.config({**tokenizer, **defaults.settings(), **table.settings()}),
        metrics=tuple(each for name, each in metrics.items() if name != "bleu"),
        slices=slices,
        gates=gates,
        encoding=_read_encoding(holder("encoding")),
        format=holder("format").choice("format", formats()),
        test_set=named,
        language_pair=pair,
    )


def _read_systems(table: Fields, folder: Path) -> dict[str, Path]:
    systems = table.table("systems")
    names = [name for name, _ in systems.items()]
    if not names:
        table.fault("systems", messages.no_system())
    if len(names) > MOST_SYSTEMS:
        systems.fault("", toml.too_long("systems", len(names), MOST_SYSTEMS, "system"))
    paths = {}
    for name in names[:MOST_SYSTEMS]:
        _check_name(systems, name, name)
        text = systems.text(name, LONGEST_PATH, needed=True)
        paths[name] = _path(systems, name, text, folder)
    return paths


def _read_slices(table: Fields) -> tuple[SliceDefinition, ...]:
    slices: dict[str, SliceDefinition] = {}
    for part in table.tables("slice", MOST_SLICES):
        part.only(("name", "where", "fail_under", "fail_if_significant", "fail_if"))
        name = _read_name(part, "name", LONGEST_NAME)
        if name and name in slices:
            part.fault("name", toml.named_twice("slice", name))
        slices[name] = SliceDefinition(
            name,
            part.text("where", LONGEST, needed=True).strip(),
            part.real("fail_under"),
            part.flag("fail_if_significant") or False,
            _read_conditions(part),
        )
    return tuple(slices.values())


def _read_share(table: Fields, name: str) -> float | None:
    share = table.real(name)
    if share is not None and not 0 < share < 1:
        table.fault(name, toml.must_be(name, "above 0 and below 1"))
    return share


def _read_conditions(table: Fields) -> tuple[str, ...]:
    """The conditions that can be parsed, as written."""
    parsed = []
    for text in table.texts("fail_if", 0, MOST_CONDITIONS, LONGEST_CONDITION):
        try:
            parse_conditions(text)
            parsed.append(text)
        except GateConditionError as error:
            problem = messages.condition(text, error.at + 1, error.problem)
            table.fault("fail_if", problem, text)
    return tuple(parsed)


def _read_baseline(table: Fields, folder: Path) -> Baseline:
    text = table.text("baseline", LONGEST_PATH, needed=table.has("baseline")).strip()
    if text == LAST_PASSED:
        return Baseline(last_passed=True)
    if text.startswith(RUN):
        run = text.removeprefix(RUN).strip()
        if not run:
            table.fault("baseline", toml.must_be("baseline", "“run:” and the name of a system"))
        return Baseline(run=run or "?")
    return Baseline(file=_path(table, "baseline", text, folder)) if text else Baseline()


def _read_encoding(table: Fields) -> str:
    name = table.text("encoding", LONGEST_NAME, needed=table.has("encoding"))
    try:
        return canonical_encoding(name) if name.strip() else ""
    except ReadError as error:
        table.fault("encoding", error.problems[0])
        return ""


def _read_metrics(table: Fields) -> list[str]:
    """Specifications of metrics, such as `chrf:word_order=2`."""
    found = []
    for specification in table.texts("metrics", 0, len(metric_keys()), LONGEST_NAME):
        if not is_metric(metric_name(specification)):
            expected = f"a list of {join_words(metric_keys())}"
            table.fault("metrics", toml.must_be("metrics", expected))
            continue
        try:
            get_metric(specification)
        except InputError as error:
            table.fault("metrics", error.problems[0])
        else:
            found.append(specification)
    return found


def _read_path(table: Fields, name: str, folder: Path) -> Path | None:
    if not table.has(name):
        return None
    return _path(table, name, table.text(name, LONGEST_PATH, needed=True), folder)


def _path(table: Fields, name: str, text: str, folder: Path) -> Path:
    if "\0" in text:
        table.fault(name, toml.must_be(name, "a file name without the character NUL"))
        return folder
    return folder / text


def _read_name(table: Fields, key: str, most: int) -> str:
    name = table.text(key, most, needed=True)
    if len(name.strip()) > 0 and len(name) <= most:
        _check_name(table, key, name, most)
    return name


def _check_name(table: Fields, key: str, name: str, most: int = LONGEST_NAME) -> None:
    if not (0 < len(name) <= most and name.isprintable() and name == name.strip()):
        table.fault(key, scoring.bad_name(name, most))
