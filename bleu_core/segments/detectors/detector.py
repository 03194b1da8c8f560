"""What a detector is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bleu_core.messages.column import no_source
from bleu_core.segments.detectors.material import Mask, Material
from bleu_core.segments.detectors.thresholds import Thresholds


@dataclass(frozen=True)
class Detector:
    """Finds one kind of degenerate output.

    Attributes
    ----------
    name : str
        As in the columns "a.copy" and "b.copy".
    label : str
        What it finds, in a word or three.
    about : str
        A sentence that says exactly what it finds.
    find : function of Material, "a" or "b", and Thresholds
        (S,) which outputs have it.
    without_source : str
        The sentence where there is no source: what stands in for it. '' where it finds
        nothing then.
    threshold : str
        The field of Thresholds that decides; '' for none.
    """

    name: str
    label: str
    about: str
    find: Callable[[Material, str, Thresholds], Mask]
    without_source: str = ""
    threshold: str = ""

    def says(self, has_source: bool) -> str:
        """The sentence that holds where there is a source, or none."""
        return self.about if has_source else self.without_source or self.about

    def missing(self, has_source: bool) -> str:
        """Why it can find nothing; '' where it can."""
        return "" if has_source or self.without_source else no_source()


@dataclass(frozen=True)
class Sameness:
    """Finds outputs of A and B that are alike in one way.

    Attributes
    ----------
    name : str
        Of the column.
    label : str
    about : str
    find : function of Material
        (S,) which segments.
    """

    name: str
    label: str
    about: str
    find: Callable[[Material], Mask]
