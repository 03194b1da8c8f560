"""Errors, warnings and input findings: a stable code, values, and a text made from them.

Each function of an area is one message: `lines.length(…)` has the code "lines.length". Programs and
tests decide by code and values, never by text. All texts are here, so that their wording can be
read and changed in one place. This file defines `Area`, `Message` and the errors with messages.

- `file`, `text`, `table`, `markup`, `toml`, `lines`: input files, and findings in texts
- `scoring`, `scores`, `option`: settings, metrics, tests, gates; imported scores; options
- `query`, `slice`: expressions, filters, detectors and the slice finder; slices
- `dataset`, `suite`, `why`: data sets and clusters; suites; explanations of a difference
- `annotation`, `session`: annotations and annotated errors; blind sessions
- `lesson`: lessons and classes
- `workspace`, `archive`: saved data; archives and compressed files
- `screen`, `server`: requests to screens, reports and notebooks; servers and logins
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from functools import cache, wraps
from importlib import import_module
from inspect import signature
from pkgutil import iter_modules
from string import Formatter
from typing import Any, Literal, ParamSpec, Protocol

from bleu_core.common import formatting, ipc

Severity = Literal["error", "warning", "note"]
# What a message can advise the reader to choose. Whoever shows it knows how: an option, a control.
Advice = Literal["encoding", "format", "system", "several_per_line"]

P = ParamSpec("P")
# A signature takes long to read, and most messages of a process are never made.
_parameters = cache(signature)
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


# How a field of a template can be written: `{size:bytes}`, `{name:short}`, `{change:delta 4}`.
FORMATS: dict[str, Callable[..., str]] = {
    "int": lambda number: formatting.format_int(_size(number)),
    "score": formatting.format_score,
    "delta": formatting.format_delta,
    "percent": formatting.format_percent,
    "plain": formatting.format_plain,
    "bytes": formatting.format_bytes,
    "duration": formatting.format_duration,
    "datetime": formatting.format_datetime,
    "short": formatting.truncate,
    "repr": lambda text: repr(formatting.truncate(text)),
    "reason": lambda text: text.strip().rstrip("."),
    "words": formatting.join_words,
    "or": lambda words: formatting.join_words(words, last="or"),
    "quoted": lambda words: formatting.join_words(map(repr, words)),
    "or_quoted": lambda words: formatting.join_words(map(repr, words), last="or"),
    "few": lambda words: formatting.join_words(words, formatting.MAX_LISTED),
    "names": formatting.join_names,
    "joined": " ".join,
    "lines": formatting.join_line_numbers,
    "rows": lambda rows: _rows(rows, "row"),
    "Rows": lambda rows: _rows(rows, "Row"),
}


def _size(number: float | Sized) -> float:
    # A message from another process may have a text where a number belongs.
    if isinstance(number, str | bytes):
        raise TypeError("no number, and no list")
    return len(number) if isinstance(number, Sized) else number


def _rows(rows: Sequence[int], word: str) -> str:
    numbers = formatting.join_words(map(formatting.format_int, rows), formatting.MAX_LISTED)
    return f"{formatting.plural(len(rows), word)} {numbers}"


class _Decorator(Protocol):
    def __call__(self, write: Callable[P, str], /) -> Callable[P, Message]: ...


class Area(Formatter):
    """The messages of one area: its methods are decorators of functions, one a message.

    The text of a message is a template of its function's parameters, or what the function returns
    if that needs logic. A field can be written by one of `FORMATS` or of the area's own `formats`,
    functions or tables of words. Some depend on a number, or on the length of a sequence: `{rows:#
    row}` and `{rows:# row has|# rows have}` write it, `{rows:has|have}` and `{flag:yes|no}` choose;
    `{near:? Is # meant?}` is nothing for an empty value. A field that is no parameter is what the
    area's function of its name makes of parameters.
    """

    def __init__(self, name: str, **formats: Callable[..., str] | Mapping[str, str]) -> None:
        self.name = name
        self.formats: dict[str, Callable[..., str] | Mapping[str, str]] = {**FORMATS, **formats}

    def error(self, template: str = "", advice: Sequence[Advice] = ()) -> _Decorator:
        return self._decorator("error", template, advice)

    def warning(self, template: str = "", advice: Sequence[Advice] = ()) -> _Decorator:
        return self._decorator("warning", template, advice)

    def note(self, template: str = "", advice: Sequence[Advice] = ()) -> _Decorator:
        return self._decorator("note", template, advice)

    def _decorator(self, severity: Severity, template: str, advice: Sequence[Advice]) -> _Decorator:
        def decorated(write: Callable[P, str]) -> Callable[P, Message]:
            code = f"{self.name}.{write.__name__}"

            @wraps(write)
            def make(*args: P.args, **kwargs: P.kwargs) -> Message:
                bound = _parameters(write).bind(*args, **kwargs)
                bound.apply_defaults()
                values = bound.arguments
                text = self.vformat(template, (), values) if template else write(*args, **kwargs)
                message = Message(text)
                message.code, message.severity = code, severity
                message.values, message.advice = values, advice
                return message

            _known[code] = make
            return make

        return decorated

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """A parameter, or what a function of the area makes of parameters."""
        if key in kwargs:
            return kwargs[str(key)]
        compute = self.formats[str(key)]
        assert callable(compute)
        return compute(**{name: kwargs[name] for name in _parameters(compute).parameters})

    def format_field(self, value: Any, format_spec: str) -> str:
        """Write a field of a template."""
        if format_spec.startswith("?"):
            return format_spec[1:].replace("#", str(value)) if value else ""
        if "#" in format_spec or "|" in format_spec:
            number, (one, bar, many) = _size(value), format_spec.partition("|")
            text = one if number == 1 else many if bar else f"{one}s"
            return text.replace("#", formatting.format_int(number))
        name, _, digits = format_spec.partition(" ")
        write = self.formats.get(name)
        if isinstance(write, Mapping):
            return write.get(value, value)
        if write:
            return write(value, *map(int, digits.split()))
        return str(super().format_field(value, format_spec))


def from_code(code: str, values: Mapping[str, Any]) -> Message:
    """The message of a code, as another process sent it.

    >>> from bleu_core.messages import lines
    >>> made = lines.no_reference([7])
    >>> made.code, made.values["lines"], from_code(made.code, made.values) == made
    ('lines.no_reference', [7], True)
    """
    return known()[code](**values)


ipc.register(Message, lambda made: {"code": made.code, "values": dict(made.values)}, from_code)


def known() -> dict[str, Callable[..., Message]]:
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
