"""A suite's file, TOML, to a `Suite`; nothing that it names is opened here.

What `[defaults]` says holds for every set that says nothing else. Every fault is told, by its line.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from itertools import chain
from pathlib import Path
from typing import Any

from bleu_core import toml_files
from bleu_core.config import BleuConfig
from bleu_core.expressions import LONGEST
from bleu_core.gates.conditions import ConditionError, conditions
from bleu_core.metric_names import NAMES
from bleu_core.numerals import whole
from bleu_core.readers import FORMATS, ReadError
from bleu_core.readers.decoding import canonical
from bleu_core.suite.definition import LAST_PASSED, Baseline, Gates, Slice, Suite, TestSet
from bleu_core.toml_files import Fields
from bleu_core.toml_files.settings import SETTINGS, read_settings
from bleu_core.wording import cut, listed

MOST_BYTES = 1_000_000
MOST_SETS, MOST_SYSTEMS, MOST_SLICES, MOST_REFERENCES, MOST_CONDITIONS = 1_000, 100, 100, 100, 50
# Characters of a name, a title, a condition, and of a path (PATH_MAX of Linux).
LONGEST_NAME, LONGEST_TITLE, LONGEST_CONDITION, LONGEST_PATH = 80, 200, 500, 4_096
MOST_TRIALS, MOST_SEED = 1_000_000, 2**63 - 1
RUN = "run:"

_GATES = tuple(one.name for one in fields(Gates))
_SHARED = ("baseline", "metrics", "encoding", "format", *SETTINGS, *_GATES)


@dataclass(frozen=True)
class _Usual:
    """What a set says, or the defaults before it."""

    baseline: Baseline = field(default_factory=Baseline)
    settings: dict[str, Any] = field(default_factory=dict)
    metrics: tuple[str, ...] = ()
    gates: Gates = field(default_factory=Gates)
    encoding: str = ""
    format: str = ""


def read_suite(data: bytes, name: str, folder: Path) -> Suite:
    """The suite that a file says.

    Parameters
    ----------
    data : bytes
    name : str
        The file's, for messages.
    folder : Path
        What its paths are relative to.

    Raises
    ------
    TomlFaults
        With a sentence for each fault, by line.

    Examples
    --------
    >>> from pathlib import Path
    >>> suite = read_suite(b'''title = "Nightly"
    ... [[set]]
    ... name = "news"
    ... references = ["news/ref.en"]
    ... systems = { new = "news/new.en" }
    ... ''', "bleu.toml", Path("/data"))
    >>> suite.sets[0].systems["new"].as_posix()
    '/data/news/new.en'
    """
    tables, faults = toml_files.parsed(data, name, MOST_BYTES)
    top = Fields(tables, (), faults)
    top.only(("title", "trials", "seed", "defaults", "set"))
    usual_suite = Suite("", ())
    trials = top.number("trials", MOST_TRIALS, 0)
    seed = top.number("seed", MOST_SEED, 0)
    defaults = top.table("defaults")
    defaults.only(_SHARED)
    usual = _read_usual(defaults, folder.absolute(), _Usual())
    if not top.has("set"):
        top.fault("set", "There is no test set: [[set]] before each.")
    found: dict[str, TestSet] = {}
    for each in top.tables("set", MOST_SETS):
        one = _read_set(each, folder.absolute(), usual, trials == 0)
        if one.name and one.name in found:
            each.fault("name", f"Another set is called “{cut(one.name)}” too.")
        found[one.name] = one
    title = _name(top, "title", LONGEST_TITLE)
    faults.end()
    return Suite(
        title,
        tuple(found.values()),
        usual_suite.trials if trials is None else trials,
        usual_suite.seed if seed is None else seed,
    )


def _read_set(given: Fields, folder: Path, usual: _Usual, untested: bool) -> TestSet:
    given.only(("name", "references", "source", "documents", "systems", "slice", *_SHARED))
    own = _read_usual(given, folder, usual)
    slices = _read_slices(given)
    gates = [own.gates, *(one.gates() for one in slices)]
    if not own.baseline.said and any(one.hold_against for one in gates):
        given.fault(
            "baseline",
            "There is a gate, and nothing that the systems are held against: say a baseline.",
        )
    if untested and any(one.need_p for one in gates):
        given.fault("name", "A gate asks for p: trials are to be above 0.")
    return TestSet(
        name=_name(given, "name", LONGEST_NAME),
        line=given.line,
        references=tuple(
            _path(given, "references", text, folder)
            for text in given.texts("references", 1, MOST_REFERENCES, LONGEST_PATH)
        ),
        systems=_read_systems(given, folder),
        source=_aside(given, "source", folder),
        documents=_aside(given, "documents", folder),
        baseline=own.baseline,
        config=_config(given, own.settings),
        metrics=_together(own.metrics, *map(_asked, gates)),
        slices=slices,
        gates=own.gates,
        encoding=own.encoding,
        format=own.format,
    )


def _read_usual(given: Fields, folder: Path, usual: _Usual) -> _Usual:
    gates = _read_gates(given, usual.gates)
    metrics = _metrics(given) if given.has("metrics") else usual.metrics
    return _Usual(
        _baseline(given, folder) if given.has("baseline") else usual.baseline,
        {**usual.settings, **read_settings(given)},
        _together(metrics, _asked(gates)),
        gates,
        _encoding(given) if given.has("encoding") else usual.encoding,
        _format(given) if given.has("format") else usual.format,
    )


def _encoding(given: Fields) -> str:
    name = given.text("encoding", LONGEST_NAME, needed=True)
    try:
        return canonical(name) if name.strip() else ""
    except ReadError as error:
        given.fault("encoding", str(error))
        return ""


def _format(given: Fields) -> str:
    name = given.text("format", LONGEST_NAME, needed=True)
    if name.strip() and name not in FORMATS:
        told = f"There is no format “{cut(name)}”; there are {listed(FORMATS)}."
        given.fault("format", told)
    return name


def _config(given: Fields, settings: dict[str, Any]) -> BleuConfig:
    try:
        return BleuConfig(**settings)
    except (ValueError, OverflowError) as error:
        said = next((name for name in settings if given.has(name)), "name")
        given.fault(said, f"These settings do not go together: {cut(str(error), 300)}")
        return BleuConfig()


def _metrics(given: Fields) -> tuple[str, ...]:
    names = given.texts("metrics", 0, len(NAMES), LONGEST_NAME)
    for name in names:
        if name not in NAMES:
            given.fault("metrics", f"There is no metric “{cut(name)}”; there are {listed(NAMES)}.")
    return tuple(name for name in names if name in NAMES and name != "bleu")


def _read_gates(given: Fields, usual: Gates) -> Gates:
    level = given.real("level")
    if level is not None and not 0 < level < 1:
        given.fault("level", "“level” is to be above 0 and below 1.")
    said: dict[str, Any] = {
        "fail_under": given.real("fail_under"),
        "fail_if_significant": given.yes_or_no("fail_if_significant"),
        "level": level,
        "fail_if": _fail_if(given) if given.has("fail_if") else None,
        "accept_findings": given.yes_or_no("accept_findings"),
    }
    return replace(usual, **{name: value for name, value in said.items() if value is not None})


def _fail_if(given: Fields) -> tuple[str, ...]:
    read = []
    for text in given.texts("fail_if", 0, MOST_CONDITIONS, LONGEST_CONDITION):
        try:
            conditions(text)
        except ConditionError as error:
            at = f"At character {whole(error.at + 1)} of “{cut(text)}”"
            given.fault("fail_if", f"{at}: {error.what}.", text)
            continue
        read.append(text)
    return tuple(read)


def _asked(gates: Gates) -> list[str]:
    """The metrics beside BLEU that conditions name."""
    named = [one.metric for text in gates.fail_if for one in conditions(text)]
    return [name for name in named if name != "bleu"]


def _together(*names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain(*names)))


def _baseline(given: Fields, folder: Path) -> Baseline:
    said = given.text("baseline", LONGEST_PATH, needed=True).strip()
    if said == LAST_PASSED:
        return Baseline(last_passed=True)
    if said.startswith(RUN):
        run = said.removeprefix(RUN).strip()
        if not run:
            given.fault("baseline", "“run:” is to be followed by the name of a system.")
        return Baseline(run=run or "?")
    return Baseline(file=_path(given, "baseline", said, folder))


def _read_systems(given: Fields, folder: Path) -> dict[str, Path]:
    table = given.table("systems")
    said = table.items()
    if not said:
        given.fault("systems", 'There is no system: [set.systems], and name = "file" in it.')
    if len(said) > MOST_SYSTEMS:
        table.fault("", f"There are {whole(len(said))} systems; {MOST_SYSTEMS} are the most.")
    found = {}
    for name, _ in said[:MOST_SYSTEMS]:
        if wrong := _fault_of_name(name, LONGEST_NAME):
            table.fault(name, f"The name “{cut(name)}” {wrong}.")
        found[name] = _path(table, name, table.text(name, LONGEST_PATH, needed=True), folder)
    return found


def _read_slices(given: Fields) -> tuple[Slice, ...]:
    found: dict[str, Slice] = {}
    for each in given.tables("slice", MOST_SLICES):
        each.only(("name", "where", "fail_under", "fail_if_significant", "fail_if"))
        name = _name(each, "name", LONGEST_NAME)
        if name and name in found:
            each.fault("name", f"Another slice of this set is called “{cut(name)}” too.")
        where = each.text("where", LONGEST, needed=True).strip()
        found[name] = Slice(
            name,
            where,
            each.real("fail_under"),
            each.line,
            each.yes_or_no("fail_if_significant") or False,
            _fail_if(each),
        )
    return tuple(found.values())


def _aside(given: Fields, name: str, folder: Path) -> Path | None:
    if not given.has(name):
        return None
    return _path(given, name, given.text(name, LONGEST_PATH, needed=True), folder)


def _path(given: Fields, name: str, text: str, folder: Path) -> Path:
    if "\0" in text:
        given.fault(name, "No file has a name with the character NUL in it.")
        return folder
    return folder / text


def _name(given: Fields, key: str, most: int) -> str:
    name = given.text(key, most, needed=True)
    wrong = _fault_of_name(name, most) if name.strip() else ""
    if wrong:
        given.fault(key, f"“{key}” {wrong}.")
    return name


def _fault_of_name(name: str, most: int) -> str:
    """What keeps a text from being a name, after the name; ''."""
    if not name.strip():
        return "is empty"
    if len(name) > most:
        return f"has {whole(len(name))} characters; {whole(most)} are the most"
    if not name.isprintable():
        return "has a character that cannot be seen; leave it out"
    return "" if name == name.strip() else "begins or ends with a space"
