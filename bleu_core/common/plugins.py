"""Plugins: metrics and other parts that installed packages add by entry points.

The entry points of all packages are read once, when a group is first asked for, and those of a
group are imported then. Built-in parts come first: a plugin cannot replace one. A plugin that
cannot be used is left out, and its `Fault` says why.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Lock, RLock
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar

from bleu_core.common.formatting import format_error

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Group = Literal["metrics", "tokenizers", "detectors", "columns", "readers"]
PREFIX = "bleuscope."  # of a group in the metadata of a package
UNKNOWN = "?"  # version of a package without a name or a version
# Names are used in options, expressions, links and signatures.
NAME = re.compile(r"[a-z][a-z0-9_+-]{0,39}")

Part = TypeVar("Part")


class Plugin(NamedTuple):
    """An entry point of an installed package."""

    group: Group
    name: str
    package: str
    version: str

    @property
    def stamp(self) -> str:
        """Package and version, as in signatures: "bleuscope-example-1.0"."""
        return f"{self.package}-{self.version}"


class Fault(NamedTuple):
    """A plugin that is left out; `reason` is one of those in messages, or the text of an error."""

    plugin: Plugin
    reason: str

    @property
    def has_own_name(self) -> bool:
        """Whether no other part has its name, so that it can be listed with the reason."""
        return self.reason not in ("taken", "misnamed")


@dataclass(frozen=True)
class Plugins(Generic[Part]):
    """The plugins of a group, by name, and those that are left out."""

    found: Mapping[str, Part] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()

    def fault(self, name: str) -> Fault | None:
        """Why the plugin of a name is left out; None if there is no such plugin, or one is used."""
        if name in self.found:
            return None
        return next((fault for fault in self.faults if fault.plugin.name == name), None)


_lock = RLock()
_entries: dict[Group, list[tuple[Plugin, EntryPoint]]] | None = None
_loaded: dict[Group, Plugins[Any]] = {}


def load_plugins(
    group: Group, built_in: Collection[str], make: Callable[[Plugin, Any], Part]
) -> Plugins[Part]:
    """Import the plugins of a group, once; they cannot have the names in `built_in`.

    `make` makes the part from the object of an entry point, or raises why it cannot be used.
    """
    with _lock:
        if group not in _loaded:
            _loaded[group] = Plugins()  # for a plugin that asks for its own group
            _loaded[group] = _load(group, built_in, make)
        return _loaded[group]


def _load(
    group: Group, built_in: Collection[str], make: Callable[[Plugin, Any], Part]
) -> Plugins[Part]:
    found: dict[str, Part] = {}
    faults = []
    for plugin, entry in _read_entries().get(group, []):
        if not NAME.fullmatch(plugin.name):
            faults.append(Fault(plugin, "misnamed"))
        elif plugin.name in built_in or plugin.name in found:
            faults.append(Fault(plugin, "taken"))
        elif plugin.version == UNKNOWN:
            faults.append(Fault(plugin, "nameless"))
        else:
            try:
                with prints_to_stderr():
                    found[plugin.name] = make(plugin, entry.load())
            except KeyboardInterrupt:  # of the user
                raise
            except BaseException as error:  # such as pytest.skip
                faults.append(Fault(plugin, format_error(error)))
    return Plugins(found, tuple(faults))


_printing = Lock()
_outputs: list[Any] = []


@contextmanager
def prints_to_stderr() -> Iterator[None]:
    """Send what a plugin prints to standard error, since standard output may be JSON.

    Plugins can run in several threads at once: the last one that ends restores standard output.
    """
    with _printing:
        _outputs.append(sys.stdout)
        sys.stdout = sys.stderr
    try:
        yield
    finally:
        with _printing:
            sys.stdout = _outputs.pop()


def faults_so_far(group: Group) -> tuple[Fault, ...]:
    """The plugins of a group that are left out; none before it is loaded."""
    return _loaded.get(group, Plugins()).faults


def all_plugins() -> list[Plugin]:
    """Every plugin of an installed package, by group; imports none."""
    return [plugin for group in _read_entries().values() for plugin, _ in group]


def forget_plugins() -> None:
    """Read the entry points again when they are next asked for."""
    global _entries
    with _lock:
        _entries = None
        _loaded.clear()


def _read_entries() -> dict[Group, list[tuple[Plugin, EntryPoint]]]:
    """The entry points of all packages, by group, in order of package and name."""
    global _entries
    with _lock:
        if _entries is None:
            _entries = {}
            for plugin, entry in sorted(
                _entry_points(), key=lambda pair: (pair[0].package, pair[0].name)
            ):
                _entries.setdefault(plugin.group, []).append((plugin, entry))
        return _entries


def _entry_points() -> Iterator[tuple[Plugin, EntryPoint]]:
    """Those of installed packages; of several versions, of the one that Python imports."""
    # `entry_points` takes three times as long: it parses the files of all packages.
    from importlib.metadata import distributions

    seen = set()
    for package in distributions():
        with suppress(OSError, ValueError, TypeError, KeyError):  # damaged metadata
            if PREFIX not in (package.read_text("entry_points.txt") or ""):
                continue
            # Not `package.name`: once importlib_metadata is imported, it raises if there is none.
            about = package.metadata
            known = {key: about[key] for key in about if key in ("Name", "Version")}
            name, version = known.get("Name"), known.get("Version")
            if name not in seen:
                seen.add(name)
                for entry in package.entry_points:
                    if entry.group.startswith(PREFIX):
                        yield _plugin(entry, name, version), entry


def _plugin(entry: EntryPoint, package: str | None, version: str | None) -> Plugin:
    """The plugin of an entry point; a package without a name is called by its module's."""
    group: Any = entry.group.removeprefix(PREFIX)
    if package and version:
        return Plugin(group, entry.name, package, version)
    return Plugin(group, entry.name, package or entry.value.partition(":")[0], UNKNOWN)
