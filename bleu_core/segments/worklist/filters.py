"""Values of the filter panel: conditions that combine."""

from __future__ import annotations

from dataclasses import dataclass, fields

Range = tuple[float, float]

PLACES = ("anywhere", "source", "references", "A", "B", "A, not B", "B, not A")
SIGNS = ("any", "gain", "loss", "changed", "same")
# Which of two metrics prefers B while the other prefers A.
OPPOSED = ("any", "first", "second", "either")


@dataclass(frozen=True)
class Filters:
    """Conditions for a segment; all must hold.

    Attributes
    ----------
    text : str
        Text that must occur, ignoring case; between slashes, /…/, a case-sensitive RE2 pattern.
    place : str
        Where: one of `PLACES`. "A, not B": A contains it and B does not.
    document : str or None
        Name of the document; '' for any, None for segments without a document.
    sign : str
        Of sentence Δ, one of `SIGNS`.
    differ : bool
        Leave out segments with identical outputs.
    delta, score_a, score_b, length, lines : (low, high) or None
        Sentence Δ, sentence BLEU of A and of B, reference length in tokens (the mean of the lengths
        used for A and for B), line number from 1. Both ends are inclusive, and a score beyond an
        end by rounding error alone (100.00000000000004) is at it.
    slice_by, slice : str; slice may be None
        A column of texts and its value; None for segments without a value.
    metrics : (str, str)
        Keys of the two metrics of the following fields.
    delta_1, delta_2 : (low, high) or None
        Δ of a segment by either metric, in its own points, not turned.
    opposed : str
        Which metric prefers B while the other prefers A, one of `OPPOSED`.
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
        """Names of the filters that are set, without `place` and others that belong to one."""
        default = Filters()
        names = [f.name for f in fields(self) if getattr(self, f.name) != getattr(default, f.name)]
        return [name for name in names if name not in ("place", "slice_by", "metrics")]
