"""The results of a system on the slices of its test set, with tests."""

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
    """The results of every metric for a system on each slice of its set.

    Parameters
    ----------
    numbers : SetNumbers
    name : str
        The system.
    saved_slice : function
        Returns the saved slice of a name; None if there is none.
    problems : dict
        Problems of slices that cannot be selected are added here.
    progress : optional
        Called with the part done; may raise to stop.

    Notes
    -----
    A slice is tested if it stays the same when the two outputs are exchanged; by document if its
    documents are known and enough, like a test set.
    """
    plans = numbers.plan.slices
    if not plans:
        return ()
    others = [each.opinion for key, each in numbers.judged(name).items() if key != BLEU]
    opinions = {opinion.about.key: opinion for opinion in others}
    table = table_of(numbers.comparison(name), opinions=opinions)
    results = []
    for number, plan in enumerate(plans):
        part = part_of(progress, number / len(plans), (number + 1) / len(plans))
        try:
            choice = choice_of(plan.where, table, saved_slice)
        except NoSlice as no:
            problems.setdefault(_cannot_be_chosen(plan, no))
            continue
        results.append(_of_slice(plan, choice, numbers, name, part))
    return tuple(results)


def _of_slice(
    plan: Slice, choice: Choice, numbers: SetNumbers, name: str, progress: Progress | None
) -> OfSlice:
    has_baseline, metrics = name in numbers.against.names, numbers.judged(name)
    if not len(choice.rows):
        bleu, *others = (
            _of_nothing(said_of(key, each, has_baseline)) for key, each in metrics.items()
        )
        return OfSlice(plan.name, choice.expression, 0, bleu, said=tuple(others))
    may_be_tested = is_exchangeable(parse(choice.expression), choice.table)
    tested = has_baseline and may_be_tested and numbers.trials > 0
    segments, results = choice.table.comparison.evalset.part(choice.rows), []
    for number, (key, each) in enumerate(metrics.items()):
        part = part_of(progress, number / len(metrics), (number + 1) / len(metrics))
        judged = Judged(Opinion(each.opinion.a.part(segments), each.opinion.b.part(segments)))
        if tested and is_enough(key, judged.opinion.a, judged.opinion.b):
            judged = replace(judged, randomization=_test(judged.opinion, segments, numbers, part))
        results.append(said_of(key, judged, has_baseline))
    bleu, *others = results
    untested = NOT_EXCHANGEABLE if has_baseline and not may_be_tested else ""
    return OfSlice(
        plan.name, choice.expression, len(segments), bleu, said=tuple(others), untested=untested
    )


def _test(
    opinion: Opinion, segments: Part, numbers: SetNumbers, progress: Progress | None
) -> Randomization:
    return paired_approximate_randomization(
        opinion.a, opinion.b, numbers.trials, numbers.seed, progress, clusters_of(segments)
    )


def _of_nothing(said: Said) -> Said:
    """The result of the same metric without segments."""
    return replace(said, score=math.nan, baseline=math.nan, delta=math.nan, p=None)


def _cannot_be_chosen(plan: Slice, no: NoSlice) -> Message:
    where = "" if no.is_saved else plan.where
    return messages.slice_not_chosen(
        plan.name, no.error.at + 1, no.expression, no.error.problem, where
    )
