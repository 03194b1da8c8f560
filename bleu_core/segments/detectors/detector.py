"""Types of detectors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bleu_core.messages.column import no_source
from bleu_core.segments.detectors.material import Mask, Material
from bleu_core.segments.detectors.thresholds import Thresholds


@dataclass(frozen=True)
class Detector:
    """A detector of one kind of degenerate output.

    Attributes
    ----------
    name : str
        Name in columns, as in "a.copy" and "b.copy".
    label : str
        One to three words.
    about : str
        A sentence with its exact definition.
    find : function of Material, "a" or "b", and Thresholds
        Returns (S,) flags.
    without_source : str
        The sentence for test sets without a source; '' if it needs a source.
    threshold : str
        The field of Thresholds that it uses; '' for none.
    """

    name: str
    label: str
    about: str
    find: Callable[[Material, str, Thresholds], Mask]
    without_source: str = ""
    threshold: str = ""

    def description(self, has_source: bool) -> str:
        """The sentence that applies with or without a source."""
        return self.about if has_source else self.without_source or self.about

    def missing(self, has_source: bool) -> str:
        """Why it cannot be computed; '' if it can."""
        return "" if has_source or self.without_source else no_source()


@dataclass(frozen=True)
class Sameness:
    """A detector of outputs of A and B that are alike in one way.

    Attributes
    ----------
    name : str
        Name of the column.
    label : str
    about : str
    find : function of Material
        Returns (S,) flags.
    """

    name: str
    label: str
    about: str
    find: Callable[[Material], Mask]
