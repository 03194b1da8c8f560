"""What comes out of a suite, as JSON has it and back: a number that is none is null there."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import MISSING, asdict, fields
from typing import Any, TypeVar

from bleu_core.suite.results import OfSet, OfSlice, OfSystem, Said, SuiteResult

Record = TypeVar("Record", Said, OfSlice, OfSystem, OfSet, SuiteResult)
# What a field holds, where it is no plain value.
_ONE: dict[str, Any] = {"bleu": Said}
_MANY: dict[str, Any] = {"said": Said, "slices": OfSlice, "systems": OfSystem, "sets": OfSet}


def to_json(result: SuiteResult) -> dict[str, Any]:
    """The result as values of JSON."""
    written: dict[str, Any] = _written(asdict(result))
    return written


def from_json(data: Mapping[str, Any]) -> SuiteResult:
    """The result that `to_json` wrote; what another version added is left out.

    Raises
    ------
    ValueError
        For what is no result of a suite.
    """
    try:
        return _read(SuiteResult, data)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError("This is no result of a suite.") from error


def _written(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _written(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_written(part) for part in value]
    return None if isinstance(value, float) and math.isnan(value) else value


def _read(kind: type[Record], data: Mapping[str, Any]) -> Record:
    given: dict[str, Any] = {}
    for field in fields(kind):
        if field.name not in data and field.default is not MISSING:
            continue
        value = data[field.name]
        if field.name in _MANY:
            value = tuple(_read(_MANY[field.name], one) for one in value)
        elif field.name in _ONE:
            value = _read(_ONE[field.name], value)
        elif isinstance(value, list):
            value = tuple(value)
        elif value is None and field.type == "float":
            value = math.nan
        given[field.name] = value
    return kind(**given)
