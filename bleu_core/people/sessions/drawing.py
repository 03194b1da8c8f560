"""Draw the plan of a blind session from a draft: segments, pairs, sides, repeats, checks.

Everything depends on one seed: the same draft of the same test set gives the same items.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import mask
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import (
    format_count,
    format_duration,
    format_int,
    join_words,
    plural,
)
from bleu_core.common.rounding import rounded
from bleu_core.messages import session as messages
from bleu_core.people.sessions.plan import PlanItem, SessionPlan
from bleu_core.systems.scored import ScoredSystems
from bleu_core.text.evalset import EvalSet, InputError, raise_problems

# Largest shares of repeats and of checks among the segments.
MAX_REPEATS = MAX_CHECKS = 0.5
# Lower edges of bands of |Δ| in points; "balanced" draws about equally from each.
DELTA_BANDS = (0, 5, 10, 20, 40)


def sample_segments(
    draft: SessionPlan, number: int, scored: ScoredSystems, segments: list[int], random: Random
) -> list[int]:
    """Sample some of the given segments, by the draft's method."""
    if draft.sampling != "balanced":
        return random.sample(segments, number)
    # The band of |Δ| of each segment; of several systems, of the two farthest apart.
    scores = [scored.statistics[name].effective_sentence_scores for name in draft.systems]
    spread = rounded(np.max(scores, axis=0) - np.min(scores, axis=0))
    bands = np.searchsorted(DELTA_BANDS, spread, side="right")
    groups: dict[int, list[int]] = {}
    for segment in segments:
        groups.setdefault(int(bands[segment]), []).append(segment)
    return _sample_evenly([groups[band] for band in sorted(groups)], number, random)


def _sample_evenly(groups: list[list[int]], number: int, random: Random) -> list[int]:
    """Sample equally from each group, as far as it has segments."""
    left = [random.sample(group, len(group)) for group in groups]
    result: list[int] = []
    while len(result) < number:
        left = random.sample([group for group in left if group], sum(map(bool, left)))
        result += [group.pop() for group in left[: number - len(result)]]
    return result


def judged_pairs(
    systems: Sequence[str], evalset: EvalSet, segments: list[int], random: Random
) -> list[PlanItem]:
    """A pair of systems with different outputs for each segment, each pair about equally often."""
    times = Counter(dict.fromkeys(combinations(systems, 2), 0))
    items = []
    for segment in random.sample(segments, len(segments)):
        outputs = {name: evalset.systems[name][segment].as_py() for name in systems}
        pairs = [pair for pair in times if outputs[pair[0]] != outputs[pair[1]]]
        pair = min(random.sample(pairs, len(pairs)), key=lambda pair: times[pair])
        times[pair] += 1
        items.append(item_at_random_sides(segment, *pair, random))
    return items


def item_at_random_sides(
    segment: int, one: str, other: str, random: Random, of: int = -1
) -> PlanItem:
    """An item with random sides; with `of`, a repeat of that item."""
    left, right = random.sample((one, other), 2)
    return PlanItem(segment, left, right, "judged" if of < 0 else "repeat", of)


def attention_checks(
    evalset: EvalSet, systems: Sequence[str], number: int, drawn: set[int], random: Random
) -> list[PlanItem]:
    """Attention checks on segments that are not judged, as far as there are any."""
    # Texts must be long enough for the corruption to be visible.
    columns: list[pa.Array] = [evalset.systems[name] for name in systems]
    shortest = [pc.utf8_length(column) for column in (*columns, pc.coalesce(*evalset.references))]
    wordy = np.flatnonzero(np.min([np.asarray(one) for one in shortest], 0) >= 10).tolist()
    if len(wordy) < number:
        raise InputError([messages.too_few_checks(number, len(wordy))])
    fresh = [segment for segment in wordy if segment not in drawn]
    used = [segment for segment in wordy if segment in drawn]
    chosen = (random.sample(fresh, len(fresh)) + random.sample(used, len(used)))[:number]
    sides = ("left", "right")
    return [PlanItem(s, "", "", "check", damaged=random.choice(sides)) for s in chosen]


def shuffle_items(items: list[PlanItem], random: Random) -> tuple[PlanItem, ...]:
    """Items in random order, so that numbers reveal nothing."""
    order = random.sample(range(len(items)), len(items))
    place = {number: n for n, number in enumerate(order)}
    place[-1] = -1
    return tuple(replace(items[number], of=place[items[number].of]) for number in order)


def draw_plan(
    draft: SessionPlan, number: int, scored: ScoredSystems, chosen: NDArray[np.int64] | None
) -> tuple[SessionPlan, int, int]:
    """Draw the items of a plan without any, from a number of segments.

    `scored` has all systems, for |Δ|; `chosen` the indices of the segments that match the filter
    `draft.by`. Returned with the plan: how many segments could be drawn, and how many could not
    because all their outputs are equal. InputError says what is missing.
    """
    evalset = scored.evalset
    twice = [name for name, times in Counter(draft.annotators).items() if times > 1]
    problems = [messages.too_few_systems()] if len(draft.systems) < 2 else []
    problems += [] if draft.annotators else [messages.no_annotators()]
    problems += [messages.annotators_twice(twice)] if twice else []
    raise_problems(problems)
    every = np.arange(len(evalset))
    among = np.isin(every, every if chosen is None else chosen)
    first, *others = (evalset.systems[name] for name in draft.systems)
    fit = among & ~np.logical_and.reduce([mask(pc.equal(first, other)) for other in others])
    identical = int(among.sum() - fit.sum())
    segments = [int(segment) for segment in np.flatnonzero(fit)]
    if len(segments) < number:
        few = len(segments), identical, draft.sampling == "filter"
        raise InputError([messages.too_few_segments(number, *few)])
    random = Random(f"{draft.seed} draw")
    drawn = sample_segments(draft, number, scored, segments, random)
    judged = judged_pairs(draft.systems, evalset, drawn, random)
    repeated = random.sample(range(len(judged)), round(draft.repeats * len(judged)))
    repeats = [
        item_at_random_sides(judged[n].segment, judged[n].left, judged[n].right, random, n)
        for n in repeated
    ]
    number_of_checks = round(draft.checks * number)
    checks = attention_checks(evalset, draft.systems, number_of_checks, set(drawn), random)
    items = shuffle_items([*judged, *repeats, *checks], random)
    return replace(draft, items=items), len(segments), identical


# Expected seconds per item.
SECONDS_PER_ITEM = 30
# Most pairs that are named one by one.
MAX_NAMED_PAIRS = 6


def plan_summary(plan: SessionPlan, among: int, identical: int) -> list[str]:
    """Summarize what `draw_plan` returned and asks of each annotator, in sentences."""
    kinds = Counter(item.kind for item in plan.items)
    parts = [format_count(kinds["judged"], "segment")]
    if kinds["repeat"]:
        parts.append(format_count(kinds["repeat"], "repeat"))
    if kinds["check"]:
        parts.append(format_count(kinds["check"], "attention check"))
    sentences = [
        f"Each annotator judges {format_count(len(plan.items), 'item')}: {join_words(parts)}. At "
        f"half a minute each, this takes {format_duration(len(plan.items) * SECONDS_PER_ITEM)}."
    ]
    times = pair_counts(plan)
    if len(times) <= MAX_NAMED_PAIRS:
        sentences += [
            f"{one_line(one, 60)} and {one_line(other, 60)}: {format_count(number, 'segment')}."
            for (one, other), number in times.items()
        ]
    else:
        most, least = max(times.values()), min(times.values())
        often = format_int(least) if least == most else f"{format_int(least)} to {format_int(most)}"
        of, systems = math.comb(len(plan.systems), 2), format_int(len(plan.systems))
        sentences.append(
            f"{format_int(len(times))} of {format_int(of)} pairs of {systems} systems are"
            f" judged, each on {often} {plural(most, 'segment')}."
        )
    sentences.append(f"Sampled from {format_count(among, 'segment')} whose outputs differ.")
    if identical:
        sentences[-1] += (
            f" In {format_int(identical)} more, all outputs are identical and not judged."
        )
    return sentences


def pair_counts(plan: SessionPlan) -> Counter[tuple[str, str]]:
    """Number of judged segments per pair of systems, in the plan's order of systems."""
    place = {name: n for n, name in enumerate(plan.systems)}
    result: Counter[tuple[str, str]] = Counter()
    for item in plan.items:
        if item.kind == "judged":
            first, second = sorted((item.left, item.right), key=lambda name: place[name])
            result[first, second] += 1
    return result
