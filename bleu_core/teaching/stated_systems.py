"""Systems whose BLEU and judgements a lesson states as numbers: how far the two go together.

In a lesson's [stated]: `systems`, their names; `bleu`; `people` (higher is better) or `penalty`
(lower is better); and perhaps `left_out`, names. All of them are lists in a text, "S1, S2, S3".
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from bleu_core.common.numerals import points, whole
from bleu_core.messages import lesson as messages
from bleu_core.people.against.examples import of_numbers
from bleu_core.people.against.outliers import r_without
from bleu_core.people.against.standings import LEAST, Against

LARGEST = 1_000_000


def read(stated: Mapping[str, str]) -> Against:
    """BLEU held against people.

    Raises
    ------
    ValueError
        Where the lists are no such lists.
    """
    key = "penalty" if "penalty" in stated else "people"
    names = _list(stated, "systems")
    bleu, said = ([float(text) for text in _list(stated, one)] for one in ("bleu", key))
    if not len(bleu) == len(said) == len(names) == len(set(names)) >= LEAST:
        raise ValueError(messages.stated_lists(key, LEAST))
    if not all(abs(number) <= LARGEST for number in (*bleu, *said)):
        raise ValueError(messages.stated_numbers(key, LARGEST))
    if key == "penalty":
        said = [-penalty for penalty in said]
    return of_numbers(names, bleu, said, "judges", key)


def facts(stated: Mapping[str, str]) -> dict[str, str]:
    """What the lists tell.

    "systems.number"; "systems.pairs", and "systems.agreed", how many of them BLEU and people put
    into one order; "systems.half", what a coin would have; "systems.r"; "systems.first", which
    has the highest BLEU, and "systems.place", its place by people; "systems.left.r", r without
    those of `left_out`.
    """
    held = read(stated)
    first = int(np.argmax(held.scores))
    left_out = [held.names.index(name) for name in _list(stated, "left_out")]
    return {
        "systems.number": whole(len(held)),
        "systems.pairs": whole(held.pairs),
        "systems.agreed": whole(held.agreed),
        "systems.half": whole(held.pairs / 2),
        "systems.r": points(held.r),
        "systems.first": held.names[first],
        "systems.place": whole(1 + int((held.means > held.means[first]).sum())),
        "systems.left.r": points(r_without(held.scores, held.means, np.array(left_out, np.intp))),
    }


def _list(stated: Mapping[str, str], key: str) -> list[str]:
    return [part.strip() for part in stated.get(key, "").split(",") if part.strip()]
