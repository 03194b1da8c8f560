"""What a user searches texts for: words, or a regular expression between slashes."""

from __future__ import annotations

import re

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray


def matches(texts: pa.Array, wanted: str) -> NDArray[np.bool_]:
    """(S,) which texts contain what is wanted, case ignored, or fit it where it is "/…/".

    Raises
    ------
    ValueError
        Where what stands between the slashes is no regular expression.
    """
    # RE2 takes time linear in the text, so no pattern of a user's can stall a server.
    if len(wanted) > 2 and wanted.startswith("/") and wanted.endswith("/"):
        try:
            return _mask(pc.match_substring_regex(texts, wanted[1:-1]))
        except pa.ArrowInvalid as error:
            reason = re.sub(r"^Invalid regular expression:\s*", "", str(error))
            raise ValueError(f"{wanted} is not a regular expression: {reason}") from None
    return _mask(pc.match_substring(texts, wanted, ignore_case=True))


def _mask(column: pa.Array) -> NDArray[np.bool_]:
    mask: NDArray[np.bool_] = np.asarray(pc.fill_null(column, False))
    return mask
