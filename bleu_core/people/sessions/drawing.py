"""Draw the plan of a blind session from a draft.

Everything comes from one seed: the same draft of the same test set gives the same items.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from random import Random

import numpy as np

from bleu_core.common.escaping import visible
from bleu_core.common.numerals import counted, duration, plural, whole
from bleu_core.common.wording import listed
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import session as messages
from bleu_core.people.sessions.draft import Draft, problems_of, refuse
from bleu_core.people.sessions.items import checks_of, judged_pairs, shuffled, turned
from bleu_core.people.sessions.plan import Plan
from bleu_core.people.sessions.sampling import Ints, differing, sample
from bleu_core.systems.scored import ScoredSystems

# Expected seconds per item.
AN_ITEM = 30
# Most pairs that are named one by one.
FEW = 6


@dataclass(frozen=True)
class Drawn:
    """A plan, and what it was drawn from.

    Attributes
    ----------
    plan : Plan
    among : int
        Number of segments that could be drawn.
    identical : int
        Number of segments that could not, because all their outputs are equal.
    """

    plan: Plan
    among: int
    identical: int


def draw(
    draft: Draft, scored: ScoredSystems, comparison: Comparison, made: float, chosen: Ints | None
) -> Drawn:
    """Draw the plan of a draft.

    Parameters
    ----------
    draft : Draft
    scored : ScoredSystems
        All systems, for |Δ|.
    comparison : Comparison
        The pair for slice criteria.
    made : float
        Time of creation, in seconds since 1970.
    chosen : array of int, optional
        Indices of the segments that match the filter `draft.by`.

    Raises
    ------
    InputError
        All problems of the draft, or too few segments.
    """
    evalset = scored.evalset
    refuse(problems_of(draft, evalset))
    among = np.ones(len(evalset), bool)
    if chosen is not None:
        among = np.isin(np.arange(len(evalset)), chosen)
    fit = among & differing(evalset, draft.systems)
    identical = int(among.sum() - fit.sum())
    segments = [int(segment) for segment in np.flatnonzero(fit)]
    if len(segments) < draft.number:
        filtered = draft.sampling == "filter"
        refuse([messages.too_few_segments(draft.number, len(segments), identical, filtered)])
    random = Random(f"{draft.seed} draw")
    drawn = sample(draft, scored, comparison, segments, random)
    judged = judged_pairs(draft.systems, evalset, drawn, random)
    repeated = random.sample(range(len(judged)), round(draft.repeats * len(judged)))
    repeats = [
        turned(judged[n].segment, judged[n].left, judged[n].right, random, n) for n in repeated
    ]
    checks = checks_of(evalset, draft, set(drawn), random)
    plan = Plan(
        name=draft.name,
        test_set=evalset.digest,
        systems=draft.systems,
        sampling=draft.sampling,
        by=draft.by,
        seed=draft.seed,
        repeats=draft.repeats,
        checks=draft.checks,
        annotators=draft.annotators,
        asks=draft.asks,
        shows=draft.shows,
        made_by=draft.made_by,
        made=made,
        items=shuffled([*judged, *repeats, *checks], random),
    )
    return Drawn(plan, len(segments), identical)


def in_words(drawn: Drawn) -> list[str]:
    """What a plan asks of each annotator, in sentences."""
    plan = drawn.plan
    kinds = Counter(item.kind for item in plan.items)
    parts = [counted(kinds["judged"], "segment")]
    if kinds["repeat"]:
        parts.append(f"{whole(kinds['repeat'])} of them a second time")
    if kinds["check"]:
        parts.append(counted(kinds["check"], "attention check"))
    sentences = [
        f"Each annotator judges {counted(len(plan.items), 'item')}: {listed(parts)}. At half a "
        f"minute each that takes {duration(len(plan.items) * AN_ITEM)}."
    ]
    times = pairs_of(plan)
    if len(times) <= FEW:
        sentences += [
            f"{visible(one, 60)} and {visible(other, 60)}: {counted(number, 'segment')}."
            for (one, other), number in times.items()
        ]
    else:
        most, least = max(times.values()), min(times.values())
        often = whole(least) if least == most else f"{whole(least)} to {whole(most)}"
        of = math.comb(len(plan.systems), 2)
        sentences.append(
            f"Of {counted(len(plan.systems), 'system')} {whole(len(times))} of {whole(of)} pairs "
            f"are judged, each on {often} {plural(most, 'segment')}."
        )
    sentences.append(f"Drawn from {counted(drawn.among, 'segment')} in which outputs differ.")
    if drawn.identical:
        sentences[-1] += (
            f" In {whole(drawn.identical)} more all are the same, which nobody can judge."
        )
    return sentences


def pairs_of(plan: Plan) -> Counter[tuple[str, str]]:
    """Number of judged segments per pair of systems, in the plan's order of systems."""
    place = {name: n for n, name in enumerate(plan.systems)}
    result: Counter[tuple[str, str]] = Counter()
    for item in plan.items:
        if item.kind == "judged":
            first, second = sorted((item.left, item.right), key=lambda name: place[name])
            result[first, second] += 1
    return result
