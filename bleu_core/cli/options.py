"""Command options, declared as the fields of a class.

A command is called with one object. Its type lists the parameters in the order of `--help`:

>>> @options_class
... class GreetOptions:
...     name: str = argument()
...     times: int = option("--times", default=1, help="Number of exclamation marks.")
>>> @click.command()
... @options(GreetOptions)
... def greet(options: GreetOptions) -> None:
...     click.echo(f"Hello {options.name}" + "!" * options.times)
>>> greet.main(["Ada", "--times", "2"], standalone_mode=False)
Hello Ada!!
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

import click

from bleu_core.common.escaping import one_line
from bleu_core.messages import option as messages

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from bleu_core.text.plugins import Plugins

Options = TypeVar("Options")
STANDARD_INPUT = "-"


class PluginChoice(click.Choice):  # type: ignore[type-arg]
    """A choice of built-in names, or of plugins, which are loaded only for another name."""

    def __init__(self, built_in: Sequence[str], plugins: Callable[[], Plugins]) -> None:
        super().__init__(built_in)
        self.plugins = plugins

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value in self.choices:
            return value
        found, problems = self.plugins()
        if value in problems and value not in found:
            self.fail(one_line(problems[value]), param, ctx)  # it quotes what the plugin raised
        return self._all().convert(value, param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return self._all().shell_complete(ctx, param, incomplete)

    def _all(self) -> click.Choice[str]:
        return click.Choice([*self.choices, *self.plugins().found])


def option(*names: str, **settings: Any) -> Any:
    """A field with the value of a `click.option`; NaN and infinity are refused, even in a range."""
    if settings.get("type") is float or isinstance(settings.get("type"), click.FloatRange):
        settings["callback"] = _check_finite
    return field(metadata={"declare": partial(click.option, *names, **settings)})


def _check_finite(_: click.Context, __: click.Parameter, number: float | None) -> float | None:
    if number is not None and not math.isfinite(number):
        raise click.BadParameter(messages.malformed(str(number), "a number"))
    return number


def argument(**settings: Any) -> Any:
    """A field that holds the value of an argument. Takes what `click.argument` takes."""
    return field(metadata={"declare": partial(click.argument, **settings)})


def group(kind: type[Options]) -> Options:
    """A field that holds a class of options."""
    return field(metadata={"group": kind})


@dataclass_transform(
    frozen_default=True, kw_only_default=True, field_specifiers=(option, argument, group)
)
def options_class(kind: type[Options]) -> type[Options]:
    """A dataclass, frozen for type checkers only, as this creates the class four times as fast."""
    return dataclass(kw_only=True, eq=False, repr=False)(kind)


def options(kind: type[Options]) -> Callable[[Callable[[Options], int]], Callable[..., int]]:
    """Declare the fields of a class as parameters of a command, and call it with one object."""

    def decorated(run: Callable[[Options], int]) -> Callable[..., int]:
        @wraps(run)
        def command(**values: Any) -> int:
            return run(_filled(kind, values))

        for decorate in reversed(list(_declarations(kind))):
            command = decorate(command)
        return command

    return decorated


def _declarations(kind: type) -> Iterator[Callable[[Any], Any]]:
    """The decorators of click that declare the fields of a class: its own, then inherited ones."""
    for each in sorted(fields(kind), key=lambda field: field.name not in kind.__annotations__):
        if "group" in each.metadata:
            yield from _declarations(each.metadata["group"])
        else:
            yield each.metadata["declare"](each.name)


def _filled(kind: type[Options], values: Mapping[str, Any]) -> Options:
    """The object of a command, from the values that click calls it with."""
    given = {}
    for each in fields(kind):  # type: ignore[arg-type]
        inner = each.metadata.get("group")
        given[each.name] = _filled(inner, values) if inner else values[each.name]
    return kind(**given)
