"""Random halves: one is searched, the other held out."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core.significance import MIN_DOCUMENTS, documents_of
from bleu_core.text.evalset import EvalSet


class Split(NamedTuple):
    """Two random halves.

    Attributes
    ----------
    searched : (S,) array
        Which segments are searched; the others are held out.
    documents : (S,) array or None
        The document of each segment if documents were drawn; None if segments were.
    """

    searched: NDArray[np.bool_]
    documents: NDArray[np.int64] | None

    @property
    def unit(self) -> str:
        return "segment" if self.documents is None else "document"


def drawn(evalset: EvalSet, size: int, seed: int) -> Split:
    """Draw half of the documents, if known and if each half has `MIN_DOCUMENTS`.

    Segments of one document are similar: if they were in both halves, a property of one document
    would be found in one half and confirmed in the other. With fewer documents, segments are drawn.
    """
    documents = documents_of(evalset)
    rng = np.random.default_rng(seed)
    if documents is not None and len(numbers := np.unique(documents)) >= 2 * MIN_DOCUMENTS:
        half = rng.permutation(numbers)[: len(numbers) // 2]
        return Split(np.isin(documents, half), documents)
    searched = np.zeros(size, bool)
    searched[rng.permutation(size)[: size // 2]] = True
    return Split(searched, None)
