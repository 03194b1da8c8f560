"""Errors, warnings and input findings: a stable code, the values it is about, and its text.

Each function is one message: `lines.length(…)` has the code "lines.length". Programs and tests
decide by code and values, never by text. All texts are here, so that their wording is read and
changed in one place. This file has `message`, `Message` and the errors that carry messages.

- `file`, `text`, `table`, `markup`, `toml`, `lines`: input files, and findings in texts
- `scoring`, `scores`, `option`: settings, metrics, tests, gates, imported scores; options
- `query`, `slice`: expressions, filters, detectors and the slice finder; slices
- `dataset`, `suite`, `why`: data sets and clusters; suites; explanations of a difference
- `annotation`, `session`: annotations and error marks; blind sessions
- `lesson`: lessons and classes
- `workspace`, `archive`: saved data; archives and compressed files
- `screen`, `server`: requests to screens, reports and notebooks; servers and logins
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from importlib import import_module
from inspect import signature
from pkgutil import iter_modules
from typing import Any, Literal, ParamSpec

from bleu_core.common import ipc

Severity = Literal["error", "warning", "note"]
# What a message can advise the reader to choose. Whoever shows it knows how: an option, a control.
Advice = Literal["encoding", "format", "system", "several_per_line"]

P = ParamSpec("P")
_known: dict[str, Callable[..., Message]] = {}


class Message(str):
    """A text for people that keeps the code and the values it was rendered from.

    Attributes
    ----------
    code : str
        "area.name", stable between versions.
    severity : "error", "warning" or "note"
    values : mapping
        The arguments of its function, by name.
    advice : sequence of str
        What the reader can choose to fix it.
    """

    code: str
    severity: Severity
    values: Mapping[str, Any]
    advice: Sequence[Advice]

    def __reduce__(self) -> tuple[Any, ...]:
        return from_code, (self.code, dict(self.values))


def message(
    severity: Severity = "error", advice: Sequence[Advice] = (), area: str = ""
) -> Callable[[Callable[P, str]], Callable[P, Message]]:
    """Turn a function that writes a text into one that makes a `Message`.

    `area` is the first part of its code; the module's name by default.
    """

    def decorated(write: Callable[P, str]) -> Callable[P, Message]:
        code = f"{area or write.__module__.rpartition('.')[2]}.{write.__name__}"
        parameters = signature(write)

        @wraps(write)
        def make(*args: P.args, **kwargs: P.kwargs) -> Message:
            given = parameters.bind(*args, **kwargs)
            given.apply_defaults()
            made = Message(write(*args, **kwargs))
            made.code, made.severity, made.values = code, severity, given.arguments
            made.advice = advice
            return made

        _known[code] = make
        return make

    return decorated


def from_code(code: str, values: Mapping[str, Any]) -> Message:
    """The message of a code, as another process sent it.

    >>> from bleu_core.messages import lines
    >>> made = lines.no_reference([7])
    >>> made.code, made.values["lines"], from_code(made.code, made.values) == made
    ('lines.no_reference', [7], True)
    """
    return known()[code](**values)


ipc.register(Message, lambda made: {"code": made.code, "values": dict(made.values)}, from_code)


def known() -> Mapping[str, Callable[..., Message]]:
    """The function of each code, of all areas."""
    for area in iter_modules(__path__, f"{__name__}."):
        import_module(area.name)
    return _known


def codes(texts: Iterable[str]) -> list[str]:
    """The code of each message; "" for a text that has none."""
    return [getattr(text, "code", "") for text in texts]


def text_of(error: Exception) -> str:
    """What an error says: its message, which keeps its code, or else its text."""
    first = error.args[0] if error.args else None
    return first if isinstance(first, Message) else str(error)
