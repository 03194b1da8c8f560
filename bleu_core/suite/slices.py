"""What is said of a system on the slices of a test set, and whether that may be chance."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from bleu_core.common.progress import Progress, part_of
from bleu_core.messages import Message
from bleu_core.messages import suite as messages
from bleu_core.metrics import Opinion
from bleu_core.segments.columns import table_of
from bleu_core.segments.expressions import is_exchangeable, parse
from bleu_core.segments.saved_slices import NOT_EXCHANGEABLE, SavedSlice
from bleu_core.segments.saved_slices.choosing import Choice, NoSlice, choice_of
from bleu_core.significance import (
    Randomization,
    clusters_of,
    paired_approximate_randomization,
)
from bleu_core.significance.opinions import Judged
from bleu_core.suite.definition import Slice
from bleu_core.suite.numbers import BLEU, SetNumbers, is_enough, said_of
from bleu_core.suite.results import OfSlice, Said
from bleu_core.text.evalset import Part

FindSlice = Callable[[str], SavedSlice | None]


def slices_of(
    numbers: SetNumbers,
    name: str,
    saved_slice: FindSlice,
    problems: dict[str, None],
    progress: Progress | None = None,
) -> tuple[OfSlice, ...]:
    """What every metric says of a system on each slice of its set.

    Parameters
    ----------
    numbers : SetNumbers
    name : str
        Of the system.
    saved_slice : function
        The saved slice of a name; None where there is none.
    problems : dict
        Where it is told what keeps a slice from being chosen.
    progress : optional
        Called with the part done; may raise to stop.

    Notes
    -----
    Every slice is tested that stays as it is when the two outputs change places, by the document
    where those in it are known and enough, as a test set of its own would be.
    """
    plans = numbers.plan.slices
    if not plans:
        return ()
    others = [one.opinion for key, one in numbers.judged(name).items() if key != BLEU]
    opinions = {one.about.key: one for one in others}
    table = table_of(numbers.comparison(name), opinions=opinions)
    found = []
    for number, one in enumerate(plans):
        part = part_of(progress, number / len(plans), (number + 1) / len(plans))
        try:
            choice = choice_of(one.where, table, saved_slice)
        except NoSlice as no:
            problems.setdefault(_cannot_be_chosen(one, no))
            continue
        found.append(_of_slice(one, choice, numbers, name, part))
    return tuple(found)


def _of_slice(
    one: Slice, choice: Choice, numbers: SetNumbers, name: str, progress: Progress | None
) -> OfSlice:
    is_held, metrics = name in numbers.against.names, numbers.judged(name)
    if not len(choice.rows):
        bleu, *others = (_of_nothing(said_of(key, of, is_held)) for key, of in metrics.items())
        return OfSlice(one.name, choice.expression, 0, bleu, said=tuple(others))
    may_be_tested = is_exchangeable(parse(choice.expression), choice.table)
    tested = is_held and may_be_tested and numbers.trials > 0
    segments, found = choice.table.comparison.evalset.part(choice.rows), []
    for number, (key, of) in enumerate(metrics.items()):
        part = part_of(progress, number / len(metrics), (number + 1) / len(metrics))
        judged = Judged(Opinion(of.opinion.a.part(segments), of.opinion.b.part(segments)))
        if tested and is_enough(key, judged.opinion.a, judged.opinion.b):
            judged = replace(judged, randomization=_test(judged.opinion, segments, numbers, part))
        found.append(said_of(key, judged, is_held))
    bleu, *others = found
    untested = NOT_EXCHANGEABLE if is_held and not may_be_tested else ""
    return OfSlice(
        one.name, choice.expression, len(segments), bleu, said=tuple(others), untested=untested
    )


def _test(
    opinion: Opinion, segments: Part, numbers: SetNumbers, progress: Progress | None
) -> Randomization:
    return paired_approximate_randomization(
        opinion.a, opinion.b, numbers.trials, numbers.seed, progress, clusters_of(segments)
    )


def _of_nothing(said: Said) -> Said:
    """The same metric on no segment."""
    return replace(said, score=math.nan, baseline=math.nan, delta=math.nan, p=None)


def _cannot_be_chosen(one: Slice, no: NoSlice) -> Message:
    where = "" if no.is_saved else one.where
    return messages.slice_not_chosen(
        one.name, no.error.at + 1, no.expression, no.error.problem, where
    )
