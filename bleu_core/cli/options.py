"""Command options, declared once: as the fields of a frozen dataclass.

A command is called with one object. Its type lists the parameters in the order of `--help`:

>>> @dataclass(frozen=True)
... class GreetOptions:
...     name: str = argument()
...     times: int = option("--times", default=1, help="How often.")
>>> @click.command()
... @options(GreetOptions)
... def greet(options: GreetOptions) -> None:
...     click.echo(f"Hello {options.name}" + "!" * options.times)
>>> greet.main(["Ada", "--times", "2"], standalone_mode=False)
Hello Ada!!
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from functools import wraps
from typing import Any, TypeVar

import click

Options = TypeVar("Options")
Declare = Callable[..., Callable[[Any], Any]]


@dataclass(frozen=True)
class _Parameter:
    """How click is to declare a field."""

    declare: Declare
    names: tuple[str, ...]
    settings: dict[str, Any]


@dataclass(frozen=True)
class _Group:
    """Options that several commands share, and the words that their help is filled with."""

    kind: type
    words: dict[str, str]


def option(*names: str, **settings: Any) -> Any:
    """A field that holds the value of an option. Takes what `click.option` takes."""
    return field(metadata={"click": _Parameter(click.option, names, settings)})


def argument(**settings: Any) -> Any:
    """A field that holds the value of an argument. Takes what `click.argument` takes."""
    return field(metadata={"click": _Parameter(click.argument, (), settings)})


def group(kind: type[Options], **words: str) -> Options:
    """A field that holds a dataclass of options; `words` replace {placeholders} in its help."""
    return field(metadata={"click": _Group(kind, words)})


def options(kind: type[Options]) -> Callable[[Callable[[Options], int]], Callable[..., int]]:
    """Declare the fields of a dataclass as parameters of a command, and call it with one object."""

    def decorated(run: Callable[[Options], int]) -> Callable[..., int]:
        @wraps(run)
        def command(**values: Any) -> int:
            return run(_filled(kind, values))

        for decorate in reversed(list(_declarations(kind, {}))):
            command = decorate(command)
        return command

    return decorated


def _declarations(kind: type, words: dict[str, str]) -> Iterator[Callable[[Any], Any]]:
    for each in fields(kind):
        declared = each.metadata["click"]
        if isinstance(declared, _Group):
            yield from _declarations(declared.kind, declared.words)
        else:
            settings = dict(declared.settings)
            if words:
                settings["help"] = settings["help"].format(**words)
            yield declared.declare(*declared.names, each.name, **settings)


def _filled(kind: type[Options], values: dict[str, Any]) -> Options:
    """The object of a command, from the values that click calls it with."""
    return kind(**{
        each.name: _filled(declared.kind, values)
        if isinstance(declared := each.metadata["click"], _Group)
        else values[each.name]
        for each in fields(kind)  # type: ignore[arg-type]
    })  # fmt: skip
