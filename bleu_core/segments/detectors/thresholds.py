"""What of the detectors can be set."""

from __future__ import annotations

from dataclasses import dataclass, fields

from bleu_core.messages import detector


@dataclass(frozen=True)
class Thresholds:
    """From where on something counts. Each is shown beside what it decides.

    Attributes
    ----------
    copy_run : int
        Words of the source in a row that make an output a copy of it; from 2 on.
    repeat : int
        How many times more often than in source and references something stands in an output;
        from 1 on.
    short : float
        An output is cut off below this part of the length that is usual; above 0, at most 1.
    long : float
        It runs away above this many times of it; from 1 on.

    Raises
    ------
    ValueError
        For what is beyond these limits, saying which are.
    """

    copy_run: int = 8
    repeat: int = 2
    short: float = 0.9
    long: float = 2.0

    def __post_init__(self) -> None:
        for one in fields(self):
            low, high = self.limits(one.name)
            if not low <= getattr(self, one.name) <= high:
                raise ValueError(detector.beyond_limits(one.name, low, high))

    @staticmethod
    def limits(name: str) -> tuple[float, float]:
        """Between which numbers a threshold may be."""
        return _LIMITS[name]


_LIMITS: dict[str, tuple[float, float]] = {
    "copy_run": (2, 1000),
    "repeat": (1, 1000),
    "short": (0.01, 1.0),
    "long": (1.0, 1000.0),
}


def read_thresholds(text: str) -> Thresholds:
    """Thresholds from "short:0.4,repeat:3": what is not named is as usual.

    Raises
    ------
    ValueError
        For a name that there is not, and for a number that cannot be meant.
    """
    usual = Thresholds()
    kinds = {one.name: type(getattr(usual, one.name)) for one in fields(usual)}
    found = {}
    for part in filter(None, text.split(",")):
        name, _, number = part.partition(":")
        name = name.strip().replace("-", "_")
        if name not in kinds:
            raise ValueError(detector.unknown_threshold(name, list(kinds)))
        try:
            found[name] = kinds[name](number)
        except ValueError:
            raise ValueError(detector.no_number(name)) from None
    return Thresholds(**found)


def written_thresholds(thresholds: Thresholds) -> str:
    """What `read_thresholds` reads, of those that are not as usual.

    >>> written_thresholds(Thresholds(short=0.4, repeat=3))
    'repeat:3,short:0.4'
    """
    usual = Thresholds()
    values = {one.name: getattr(thresholds, one.name) for one in fields(thresholds)}
    return ",".join(f"{k}:{v!r}" for k, v in values.items() if v != getattr(usual, k))
