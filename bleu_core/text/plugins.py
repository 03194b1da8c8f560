"""Plugins: metrics, readers and tokenizers that installed packages add by entry points.

The plugins of a kind are imported together, when a name is first asked for that no built-in part
has. What a plugin raises becomes a message with its name, package and version.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Literal, NamedTuple

from bleu_core.common.formatting import format_error
from bleu_core.messages import Message
from bleu_core.messages import plugin as messages

Kind = Literal["metric", "reader", "tokenizer"]
# Names are used in options, expressions, links and signatures.
NAME = re.compile(r"[a-z][a-z0-9_+-]{0,39}")
# With `sys.exit` in a plugin, a command would end here, and even a gate pass.
_RAISED = (Exception, SystemExit)


@dataclass(frozen=True)
class Plugin:
    """A part that an installed package adds; `part` is the object of its entry point."""

    kind: Kind
    name: str
    package: str
    version: str
    part: Any = field(default=None, repr=False)

    @property
    def stamp(self) -> str:
        """Package and version, as in signatures: "my-package-1.0"."""
        return f"{self.package}-{self.version}"

    def failed(self, error: BaseException, file: str = "") -> Message:
        """The message on what the plugin raised, and on which file."""
        return messages.failed(
            self.kind, self.name, self.package, self.version, format_error(error), file
        )

    @contextmanager
    def named_in(
        self, kind: type[ValueError], passing: Container[BaseException] = (), file: str = ""
    ) -> Iterator[None]:
        """Raise what the plugin raises as an error of a kind that names it, but for `passing`."""
        try:
            yield
        except _RAISED as error:
            if isinstance(error, kind) or error in passing:
                raise
            raise kind([self.failed(error, file)]) from error


class Plugins(NamedTuple):
    """The plugins of a kind by name, and why others cannot be used."""

    found: Mapping[str, Plugin]
    problems: Mapping[str, Message]


@cache
def load_plugins(kind: Kind, built_in: tuple[str, ...], check: Callable[[Any], object]) -> Plugins:
    """Import the plugins of a kind, once; `check` raises if a part cannot be used."""
    from importlib.metadata import entry_points

    found: dict[str, Plugin] = {}
    problems: dict[str, Message] = {}
    for entry in entry_points(group=f"bleuscope.{kind}s"):
        assert entry.dist
        plugin = Plugin(kind, entry.name, entry.dist.name, entry.dist.version)
        try:
            if not NAME.fullmatch(entry.name):
                raise ValueError(f"the name must match {NAME.pattern}")
            if entry.name in (*built_in, *found):
                raise ValueError("the name is already in use")
            part = entry.load()
            check(part)
        except _RAISED as error:
            problems[entry.name] = plugin.failed(error)
        else:
            found[entry.name] = replace(plugin, part=part)
    return Plugins(found, problems)
