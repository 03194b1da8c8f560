"""Thresholds of the detectors."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from bleu_core.common.formatting import format_plain
from bleu_core.messages import Message, toml


@dataclass(frozen=True)
class Thresholds:
    """Thresholds of the detectors; ValueError, with the limits, for a value outside them."""

    copy_run: int = 8  # length of a run of source words that counts as a copy; at least 2
    repeat: int = 2  # repetitions beyond those in source and references; at least 1
    short: float = 0.9  # cut off below this share of the usual length; above 0, at most 1
    long: float = 2.0  # runs away above this multiple of the usual length; at least 1

    def __post_init__(self) -> None:
        for name, (low, high) in _LIMITS.items():
            if not low <= getattr(self, name) <= high:
                raise ValueError(
                    toml.must_be(name, f"from {format_plain(low)} to {format_plain(high)}")
                )

    @staticmethod
    def limits(name: str) -> tuple[float, float]:
        """Smallest and largest value of a threshold."""
        return _LIMITS[name]


_LIMITS: dict[str, tuple[float, float]] = {
    "copy_run": (2, 1000),
    "repeat": (1, 1000),
    "short": (0.01, 1.0),
    "long": (1.0, 1000.0),
}


def read_thresholds(text: str) -> Thresholds:
    """Parse "short:0.4,repeat:3"; others keep their defaults. ValueError if it is invalid."""
    result = {}
    for part in filter(None, text.split(",")):
        name, _, number = part.partition(":")
        name = name.strip().replace("-", "_")
        kind = _kind(name)
        try:
            result[name] = kind(number)
        except ValueError:
            raise ValueError(_no_number(name, kind)) from None
    return Thresholds(**result)


def written_thresholds(thresholds: Thresholds) -> str:
    """The text that `read_thresholds` parses, of thresholds that differ from their defaults."""
    return ",".join(f"{k}:{v!r}" for k, v in changed_thresholds(thresholds).items())


def changed_thresholds(thresholds: Thresholds) -> dict[str, float]:
    """Thresholds that differ from their defaults, by name."""
    usual = asdict(Thresholds())
    return {name: value for name, value in asdict(thresholds).items() if value != usual[name]}


def thresholds_from(changed: Mapping[str, Any]) -> Thresholds:
    """Thresholds from the result of `changed_thresholds`; ValueError for an invalid one."""
    for name, value in changed.items():
        kind = _kind(name)
        is_kind = isinstance(value, int | kind) and not isinstance(value, bool)
        # An integer may be too large for a float.
        if not (is_kind and abs(value) <= sys.float_info.max):
            raise ValueError(_no_number(name, kind))
    return Thresholds(**{name: _kind(name)(value) for name, value in changed.items()})


def _no_number(name: str, kind: type) -> Message:
    return toml.must_be(name, "a whole number" if kind is int else "a number")


def _kind(name: str) -> type:
    kinds = {name: type(value) for name, value in asdict(Thresholds()).items()}
    if name not in kinds:
        raise ValueError(toml.unknown_name(name, "", list(kinds)))
    return kinds[name]
