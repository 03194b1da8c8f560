"""Systems whose BLEU and human scores a lesson states as numbers: how well the two agree.

In a lesson's [stated]: `systems`, their names; `bleu`; `people` (higher is better) or `penalty`
(lower is better); and optionally `left_out`, names. Each is a list in a text, "S1, S2, S3".
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


def read_stated_systems(stated: Mapping[str, str]) -> Against:
    """BLEU compared with people.

    Raises
    ------
    ValueError
        If the lists are not of this form.
    """
    key = "penalty" if "penalty" in stated else "people"
    names = _list(stated, "systems")
    bleu, people = ([float(text) for text in _list(stated, name)] for name in ("bleu", key))
    if not len(bleu) == len(people) == len(names) == len(set(names)) >= LEAST:
        raise ValueError(messages.stated_lists(key, LEAST))
    if not all(abs(number) <= LARGEST for number in (*bleu, *people)):
        raise ValueError(messages.stated_numbers(key, LARGEST))
    if key == "penalty":
        people = [-penalty for penalty in people]
    return of_numbers(names, bleu, people, "judges", key)


def stated_facts(stated: Mapping[str, str]) -> dict[str, str]:
    """Facts of the stated systems.

    "systems.number"; "systems.pairs", and "systems.agreed", how many of them BLEU and people rank
    alike; "systems.half", half of the pairs; "systems.r"; "systems.first", the system with the
    highest BLEU, and "systems.place", its rank by people; "systems.left.r", r without `left_out`.
    """
    result = read_stated_systems(stated)
    first = int(np.argmax(result.scores))
    left_out = [result.names.index(name) for name in _list(stated, "left_out")]
    return {
        "systems.number": whole(len(result)),
        "systems.pairs": whole(result.pairs),
        "systems.agreed": whole(result.agreed),
        "systems.half": whole(result.pairs / 2),
        "systems.r": points(result.r),
        "systems.first": result.names[first],
        "systems.place": whole(1 + int((result.means > result.means[first]).sum())),
        "systems.left.r": points(
            r_without(result.scores, result.means, np.array(left_out, np.intp))
        ),
    }


def _list(stated: Mapping[str, str], key: str) -> list[str]:
    return [part.strip() for part in stated.get(key, "").split(",") if part.strip()]
