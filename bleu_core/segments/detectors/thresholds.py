"""Thresholds of the detectors."""

from __future__ import annotations

from dataclasses import dataclass, fields

from bleu_core.messages import detector


@dataclass(frozen=True)
class Thresholds:
    """Thresholds of the detectors, shown beside what they decide.

    Attributes
    ----------
    copy_run : int
        Length of a run of source words that counts as a copy; at least 2.
    repeat : int
        Repetitions beyond those in source and references; at least 1.
    short : float
        An output is cut off below this share of the usual length; above 0, at most 1.
    long : float
        An output runs away above this multiple of the usual length; at least 1.

    Raises
    ------
    ValueError
        A value is outside its limits; the message names them.
    """

    copy_run: int = 8
    repeat: int = 2
    short: float = 0.9
    long: float = 2.0

    def __post_init__(self) -> None:
        for field in fields(self):
            low, high = self.limits(field.name)
            if not low <= getattr(self, field.name) <= high:
                raise ValueError(detector.beyond_limits(field.name, low, high))

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
    """Parse thresholds such as "short:0.4,repeat:3"; others keep their defaults.

    Raises
    ------
    ValueError
        Unknown name, or invalid number.
    """
    usual = Thresholds()
    kinds = {field.name: type(getattr(usual, field.name)) for field in fields(usual)}
    result = {}
    for part in filter(None, text.split(",")):
        name, _, number = part.partition(":")
        name = name.strip().replace("-", "_")
        if name not in kinds:
            raise ValueError(detector.unknown_threshold(name, list(kinds)))
        try:
            result[name] = kinds[name](number)
        except ValueError:
            raise ValueError(detector.no_number(name)) from None
    return Thresholds(**result)


def written_thresholds(thresholds: Thresholds) -> str:
    """The text that `read_thresholds` parses, of thresholds that differ from their defaults.

    >>> written_thresholds(Thresholds(short=0.4, repeat=3))
    'repeat:3,short:0.4'
    """
    usual = Thresholds()
    values = {field.name: getattr(thresholds, field.name) for field in fields(thresholds)}
    return ",".join(f"{k}:{v!r}" for k, v in values.items() if v != getattr(usual, k))
