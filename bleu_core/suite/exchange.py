"""Convert a suite's result to JSON and back; NaN is null in JSON."""

from __future__ import annotations

import math
from dataclasses import MISSING, asdict, fields
from functools import cache
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from bleu_core.messages import Message
from bleu_core.messages.suite import unreadable_result
from bleu_core.suite.results import SuiteResult
from bleu_core.text.streams import InputError

FORM = 1  # version of the format; a reader refuses later ones

Result = TypeVar("Result")


def to_json(result: SuiteResult) -> dict[str, Any]:
    """The result as a dictionary for `json.dumps`.

    Examples
    --------
    >>> from bleu_core.suite.results import SuiteResult
    >>> to_json(SuiteResult("Nightly", 0.0, ()))
    {'form': 1, 'title': 'Nightly', 'made': 0.0, 'sets': []}
    """
    return {"form": FORM, **_plain(asdict(result))}


def from_json(values: object) -> SuiteResult:
    """The result from a dictionary of `to_json`, of this version or an earlier one.

    Raises
    ------
    InputError
        If it is something else.

    Examples
    --------
    >>> from_json({"form": 1, "title": "Nightly", "made": 0.0, "sets": []})
    SuiteResult(title='Nightly', made=0.0, sets=())
    """
    try:
        if not isinstance(values, dict) or values["form"] != FORM:
            raise ValueError
        return _from_fields(SuiteResult, values)
    except (LookupError, TypeError, ValueError, OverflowError, RecursionError):
        raise InputError([unreadable_result()]) from None


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return None if isinstance(value, float) and math.isnan(value) else value


def _from_fields(kind: type[Result], values: object) -> Result:
    """A dataclass from its fields by name; a missing field gets its default."""
    if not isinstance(values, dict):
        raise ValueError
    hints = _hints(kind)  # type: ignore[arg-type]
    converted = {}
    for each in fields(kind):  # type: ignore[arg-type]
        if each.name in values:
            converted[each.name] = _value(hints[each.name], values[each.name])
        elif each.default is MISSING:
            raise ValueError
    return kind(**converted)


@cache
def _hints(kind: type[Any]) -> dict[str, Any]:
    # A run of many sets has thousands of these, and get_type_hints evaluates them each time.
    return get_type_hints(kind)


def _value(kind: Any, value: Any) -> Any:
    if get_origin(kind) is tuple:
        if not isinstance(value, list):
            raise ValueError
        return tuple(_value(get_args(kind)[0], inner) for inner in value)
    if isinstance(kind, UnionType):
        return None if value is None else _value(get_args(kind)[0], value)
    if kind is float:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number and value is not None:
            raise ValueError
        return math.nan if value is None else float(value)
    if kind in (str, bool, int):
        if type(value) is not kind and not (kind is str and isinstance(value, Message)):
            raise ValueError
        return value
    return _from_fields(kind, value)
