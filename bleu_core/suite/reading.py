"""A suite's file, TOML, to a `Suite`; nothing that it names is opened here.

What `[defaults]` says holds for every set that says nothing else. Every fault is told, by its line.
"""

from __future__ import annotations

from pathlib import Path

from bleu_core.messages import Message
from bleu_core.messages import suite as messages
from bleu_core.readers import toml_files
from bleu_core.readers.toml_files import Fields
from bleu_core.segments.expressions import LONGEST
from bleu_core.suite.definition import Slice, Suite, TestSet
from bleu_core.suite.usual import (
    LONGEST_NAME,
    LONGEST_PATH,
    SHARED,
    Usual,
    asked,
    config_of,
    path_of,
    read_conditions,
    read_usual,
    together,
)

MOST_BYTES = 1_000_000
MOST_SETS, MOST_SYSTEMS, MOST_SLICES, MOST_REFERENCES = 1_000, 100, 100, 100
LONGEST_TITLE = 200
MOST_TRIALS, MOST_SEED = 1_000_000, 2**63 - 1


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
    defaults.only(SHARED)
    usual = read_usual(defaults, folder.absolute(), Usual())
    if not top.has("set"):
        top.fault("set", messages.no_set())
    found: dict[str, TestSet] = {}
    for each in top.tables("set", MOST_SETS):
        one = _read_set(each, folder.absolute(), usual, trials == 0)
        if one.name and one.name in found:
            each.fault("name", messages.set_twice(one.name))
        found[one.name] = one
    title = _name(top, "title", LONGEST_TITLE)
    faults.end()
    return Suite(
        title,
        tuple(found.values()),
        usual_suite.trials if trials is None else trials,
        usual_suite.seed if seed is None else seed,
    )


def _read_set(given: Fields, folder: Path, usual: Usual, untested: bool) -> TestSet:
    given.only(("name", "references", "source", "documents", "systems", "slice", *SHARED))
    own = read_usual(given, folder, usual)
    slices = _read_slices(given)
    gates = [own.gates, *(one.gates() for one in slices)]
    if not own.baseline.said and any(one.hold_against for one in gates):
        given.fault("baseline", messages.no_baseline())
    if untested and any(one.need_p for one in gates):
        given.fault("name", messages.no_trials())
    return TestSet(
        name=_name(given, "name", LONGEST_NAME),
        line=given.line,
        references=tuple(
            path_of(given, "references", text, folder)
            for text in given.texts("references", 1, MOST_REFERENCES, LONGEST_PATH)
        ),
        systems=_read_systems(given, folder),
        source=_aside(given, "source", folder),
        documents=_aside(given, "documents", folder),
        baseline=own.baseline,
        config=config_of(given, own.settings),
        metrics=together(own.metrics, *map(asked, gates)),
        slices=slices,
        gates=own.gates,
        encoding=own.encoding,
        format=own.format,
    )


def _read_systems(given: Fields, folder: Path) -> dict[str, Path]:
    table = given.table("systems")
    said = table.items()
    if not said:
        given.fault("systems", messages.no_system())
    if len(said) > MOST_SYSTEMS:
        table.fault("", messages.many_systems(len(said), MOST_SYSTEMS))
    found = {}
    for name, _ in said[:MOST_SYSTEMS]:
        if len(name) > LONGEST_NAME:
            table.fault(name, messages.long_name(name, len(name), LONGEST_NAME))
        elif wrong := _fault_of_name(name):
            table.fault(name, wrong)
        found[name] = path_of(table, name, table.text(name, LONGEST_PATH, needed=True), folder)
    return found


def _read_slices(given: Fields) -> tuple[Slice, ...]:
    found: dict[str, Slice] = {}
    for each in given.tables("slice", MOST_SLICES):
        each.only(("name", "where", "fail_under", "fail_if_significant", "fail_if"))
        name = _name(each, "name", LONGEST_NAME)
        if name and name in found:
            each.fault("name", messages.slice_twice(name))
        where = each.text("where", LONGEST, needed=True).strip()
        found[name] = Slice(
            name,
            where,
            each.real("fail_under"),
            each.line,
            each.yes_or_no("fail_if_significant") or False,
            read_conditions(each),
        )
    return tuple(found.values())


def _aside(given: Fields, name: str, folder: Path) -> Path | None:
    if not given.has(name):
        return None
    return path_of(given, name, given.text(name, LONGEST_PATH, needed=True), folder)


def _name(given: Fields, key: str, most: int) -> str:
    name = given.text(key, most, needed=True)
    if name.strip() and (wrong := _fault_of_name(name)):
        given.fault(key, wrong)
    return name


def _fault_of_name(name: str) -> Message | None:
    """What keeps a text from being a name."""
    if not name.strip():
        return messages.empty_name(name)
    if not name.isprintable():
        return messages.unseen_character(name)
    return None if name == name.strip() else messages.space_around_name(name)
