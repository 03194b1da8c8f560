"""Errors, warnings and notes, each with a stable code, its values and a text.

Each function of an area is one message: `lines.unequal(…)` has the code "lines.unequal". Programs
and tests use codes and values, never texts. All texts are in this package, so that their wording
can be reviewed in one place. This file defines `Area` and `Message`.

- `file`, `text`, `table`, `markup`, `tool`, `toml`, `lines`: input files, warnings about texts
- `testset`, `campaign`: sacreBLEU's test sets; evaluation campaigns in folders
- `scoring`, `scores`, `option`: settings, metrics, tests and gates; imported scores; options
- `scorer`: metrics that other programs compute
- `plugin`: plugins that fail
- `query`, `slice`: expressions, filters and the slice finder; slices
- `dataset`, `suite`, `why`: data sets and clusters; suites; signatures that cannot be read
- `annotation`, `session`: annotations; blind sessions
- `lesson`: lessons and classes
- `workspace`, `archive`: saved data; archives and compressed files
- `screen`, `server`: screens, reports and notebooks; servers
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
from bleu_core.common.pair import fill_names

Severity = Literal["error", "warning", "note"]
# Choices that a message can advise; the caller adds the option or control for it.
Advice = Literal["column", "encoding", "format", "system", "several_per_line"]

P = ParamSpec("P")
# Computing a signature is slow, and a process creates few of all messages.
_parameters = cache(signature)
_known: dict[str, Callable[..., Message]] = {}


class Message(str):
    """A text with the code and the values from which it was rendered."""

    code: str  # "area.name", stable between versions
    severity: Severity
    values: Mapping[str, Any]  # the arguments of its function, by name
    advice: Sequence[Advice]  # choices of the reader that can fix the problem

    def __reduce__(self) -> tuple[Any, ...]:
        return from_code, (self.code, dict(self.values))


# Formats of template fields: `{size:bytes}`, `{name:short}`, `{change:delta 4}`.
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
    "type": lambda kind: "None" if kind == "NoneType" else f"of type {kind}",
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
    # A message from another process may contain a string instead of a number.
    if isinstance(number, str | bytes):
        raise TypeError("neither a number nor a list")
    return len(number) if isinstance(number, Sized) else number


def _rows(rows: Sequence[int], word: str) -> str:
    numbers = formatting.join_words(map(formatting.format_int, rows), formatting.MAX_LISTED)
    return f"{formatting.plural(len(rows), word)} {numbers}"


class _Decorator(Protocol):
    def __call__(self, write: Callable[P, str], /) -> Callable[P, Message]: ...


class Area(Formatter):
    """The messages of one area; its methods decorate functions, one per message.

    The text of a message is a template over the function's parameters, or the function's return
    value if it needs logic. A field is formatted by one of `FORMATS` or of the area's own
    `formats`, which are functions or dictionaries. Plural forms use a number or the length of a
    sequence: `{rows:# row}` and `{rows:# row has|# rows have}` include it, `{rows:has|have}` and
    `{flag:yes|no}` do not. `{near:? Did you mean #?}` is empty for an empty value. {A} and {B} are
    what the two systems are called. Any other field that is not a parameter is computed from
    parameters by the area's function of that name.
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
        template = fill_names(template)

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
        """Return a parameter, or a value that a function of the area computes."""
        if key in kwargs:
            return kwargs[str(key)]
        compute = self.formats[str(key)]
        assert callable(compute)
        return compute(**{name: kwargs[name] for name in _parameters(compute).parameters})

    def format_field(self, value: Any, format_spec: str) -> str:
        """Format a field of a template."""
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
    """Return the message of a code and its values, as sent by another process."""
    return (_known.get(code) or known()[code])(**values)


ipc.register(Message, lambda made: {"code": made.code, "values": dict(made.values)}, from_code)


def known() -> dict[str, Callable[..., Message]]:
    """Return the function of each code, for all areas."""
    for area in iter_modules(__path__, f"{__name__}."):
        import_module(area.name)
    return _known


def codes(texts: Iterable[str]) -> list[str]:
    """Return the code of each message; "" for a text without one."""
    return [getattr(text, "code", "") for text in texts]


def text_of(error: Exception) -> str:
    """Return the message of an error, with its code, or else its text."""
    first = error.args[0] if error.args else None
    return first if isinstance(first, Message) else str(error)
