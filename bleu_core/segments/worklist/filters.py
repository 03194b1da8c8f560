"""What the boxes of the filter panel can ask for: conditions that combine."""

from __future__ import annotations

from dataclasses import dataclass, fields

Range = tuple[float, float]

PLACES = ("anywhere", "source", "references", "A", "B", "A, not B", "B, not A")
SIGNS = ("any", "gain", "loss", "changed", "same")
# Which of two metrics says that B is better where the other says that it is worse.
OPPOSED = ("any", "first", "second", "either")


@dataclass(frozen=True)
class Filters:
    """What a segment is to fulfil; all of them together.

    Attributes
    ----------
    text : str
        What a text contains, case ignored; between slashes, /…/, an RE2 regular
        expression, case kept.
    place : str
        Where: one of `PLACES`. "A, not B": A contains it and B does not.
    document : str or None
        The name of its document; '' for any, None for the segments without any.
    sign : str
        Of sentence Δ, one of `SIGNS`.
    differ : bool
        Leave out segments whose two outputs are identical.
    delta, score_a, score_b, length, lines : (low, high) or None
        Sentence Δ, sentence BLEU of A and of B, reference length in tokens (the mean of those that
        A and that B are measured against), line number from 1; both ends belong to the
        range, and a score that rounding errors alone put beyond an end
        (100.00000000000004) is at it.
    slice_by, slice : str; slice may be None
        A column of texts and what it is to hold; None for the segments that it has nothing for.
    metrics : (str, str)
        The keys of the two metrics that what follows is of.
    delta_1, delta_2 : (low, high) or None
        Δ of a segment by either metric, in its own points, whichever way is better.
    opposed : str
        Whose B is better where the other's is worse, one of `OPPOSED`.
    """

    text: str = ""
    place: str = "anywhere"
    document: str | None = ""
    sign: str = "any"
    differ: bool = False
    delta: Range | None = None
    score_a: Range | None = None
    score_b: Range | None = None
    length: Range | None = None
    lines: Range | None = None
    slice_by: str = ""
    slice: str | None = ""
    metrics: tuple[str, str] = ("bleu", "chrf")
    delta_1: Range | None = None
    delta_2: Range | None = None
    opposed: str = "any"

    def active(self) -> list[str]:
        """The names of the filters that are set; `place` and such go with another."""
        default = Filters()
        names = [f.name for f in fields(self) if getattr(self, f.name) != getattr(default, f.name)]
        return [name for name in names if name not in ("place", "slice_by", "metrics")]
