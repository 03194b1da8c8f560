"""A suite's result as JSON and back: equal, but that a number that is none (NaN) is null there."""

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

FORM = 1  # of what is written; a reader that knows no later one says so

Made = TypeVar("Made")


def to_json(result: SuiteResult) -> dict[str, Any]:
    """What `json.dumps` takes, of dictionaries, lists, texts, numbers, true, false and null.

    Examples
    --------
    >>> from bleu_core.suite.results import SuiteResult
    >>> to_json(SuiteResult("Nightly", 0.0, ()))
    {'form': 1, 'title': 'Nightly', 'made': 0.0, 'sets': []}
    """
    return {"form": FORM, **_plain(asdict(result))}


def from_json(told: object) -> SuiteResult:
    """The result that `to_json` told, of this version or one before.

    Raises
    ------
    InputError
        It is something else.

    Examples
    --------
    >>> from_json({"form": 1, "title": "Nightly", "made": 0.0, "sets": []})
    SuiteResult(title='Nightly', made=0.0, sets=())
    """
    try:
        if not isinstance(told, dict) or told["form"] != FORM:
            raise ValueError
        return _made(SuiteResult, told)
    except (LookupError, TypeError, ValueError, OverflowError, RecursionError):
        raise InputError([unreadable_result()]) from None


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return None if isinstance(value, float) and math.isnan(value) else value


def _made(kind: type[Made], told: object) -> Made:
    """A dataclass of its fields by name; of a field that is not there, the usual value."""
    if not isinstance(told, dict):
        raise ValueError
    hints = _hints(kind)  # type: ignore[arg-type]
    given = {}
    for one in fields(kind):  # type: ignore[arg-type]
        if one.name in told:
            given[one.name] = _value(hints[one.name], told[one.name])
        elif one.default is MISSING:
            raise ValueError
    return kind(**given)


@cache
def _hints(kind: type[Any]) -> dict[str, Any]:
    # A run of many sets has thousands of these, and each look at the hints evaluates them anew.
    return get_type_hints(kind)


def _value(kind: Any, told: Any) -> Any:
    if get_origin(kind) is tuple:
        if not isinstance(told, list):
            raise ValueError
        return tuple(_value(get_args(kind)[0], inner) for inner in told)
    if isinstance(kind, UnionType):
        return None if told is None else _value(get_args(kind)[0], told)
    if kind is float:
        is_number = isinstance(told, int | float) and not isinstance(told, bool)
        if not is_number and told is not None:
            raise ValueError
        return math.nan if told is None else float(told)
    if kind in (str, bool, int):
        if type(told) is not kind and not (kind is str and isinstance(told, Message)):
            raise ValueError
        return told
    return _made(kind, told)
