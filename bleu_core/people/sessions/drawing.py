"""Draw the plan of a blind session from a draft: segments, pairs, sides, repeats, checks.

Everything depends on one seed: the same draft of the same test set gives the same items.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.arrays import mask
from bleu_core.common.formatting import format_count, format_duration, format_int, join_words
from bleu_core.messages import scoring, toml
from bleu_core.messages import session as messages
from bleu_core.people.sessions.plan import PlanItem, SessionPlan
from bleu_core.text.evalset import EvalSet, InputError, raise_problems

# Largest shares of repeats and of checks among the segments, and most segments.
MAX_REPEATS = MAX_CHECKS = 0.5
MAX_SEGMENTS = 1_000


def draw_plan(draft: SessionPlan, number: int, evalset: EvalSet) -> tuple[SessionPlan, int, int]:
    """Draw the items of a plan without any, from a number of segments.

    Returned with the plan: how many segments could be drawn, and how many could not because all
    their outputs are equal. InputError says what is missing.
    """
    twice = [name for name, times in Counter(draft.annotators).items() if times > 1]
    problems = [scoring.too_few(draft.systems, 2)] if len(draft.systems) < 2 else []
    problems += [] if draft.annotators else [toml.missing("annotators")]
    problems += [toml.named_twice("annotator", name) for name in twice]
    raise_problems(problems)
    first, *others = (evalset.systems[name] for name in draft.systems)
    alike = np.logical_and.reduce([mask(pc.equal(first, other)) for other in others])
    segments, identical = np.flatnonzero(~alike).tolist(), int(alike.sum())
    if len(segments) < number:
        raise InputError([messages.too_few_segments(number, len(segments), identical)])
    random = Random(f"{draft.seed} draw")
    drawn = random.sample(segments, number)
    judged = _judged_pairs(draft.systems, evalset, drawn, random)
    repeated = random.sample(range(number), round(draft.repeats * number))
    repeats = [
        _at_random_sides(judged[n].segment, judged[n].left, judged[n].right, random, n)
        for n in repeated
    ]
    checks = _attention_checks(draft, evalset, round(draft.checks * number), set(drawn), random)
    items = [*judged, *repeats, *checks]
    # In random order, so that numbers reveal nothing.
    order = random.sample(range(len(items)), len(items))
    place = {number: n for n, number in enumerate(order)} | {-1: -1}
    shuffled = tuple(replace(items[n], of=place[items[n].of]) for n in order)
    return replace(draft, items=shuffled), len(segments), identical


def _judged_pairs(
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
        items.append(_at_random_sides(segment, *pair, random))
    return items


def _at_random_sides(segment: int, one: str, other: str, random: Random, of: int = -1) -> PlanItem:
    """An item with random sides; with `of`, a repeat of that item."""
    left, right = random.sample((one, other), 2)
    return PlanItem(segment, left, right, "judged" if of < 0 else "repeat", of)


def _attention_checks(
    draft: SessionPlan, evalset: EvalSet, number: int, drawn: set[int], random: Random
) -> list[PlanItem]:
    """Attention checks on segments that are not judged, as far as there are any."""
    # Texts must be long enough for the corruption to be visible.
    columns: list[pa.Array] = [evalset.systems[name] for name in draft.systems]
    shortest = [pc.utf8_length(column) for column in (*columns, pc.coalesce(*evalset.references))]
    wordy = np.flatnonzero(np.min([np.asarray(one) for one in shortest], 0) >= 10).tolist()
    if len(wordy) < number:
        raise InputError([messages.too_few_checks(number, len(wordy))])
    fresh = [segment for segment in wordy if segment not in drawn]
    used = [segment for segment in wordy if segment in drawn]
    chosen = (random.sample(fresh, len(fresh)) + random.sample(used, len(used)))[:number]
    sides = ("left", "right")
    return [PlanItem(s, "", "", "check", damaged=random.choice(sides)) for s in chosen]


# Expected seconds per item.
SECONDS_PER_ITEM = 30


def plan_summary(plan: SessionPlan, among: int, identical: int) -> list[str]:
    """Summarize what `draw_plan` returned and asks of each annotator, in sentences."""
    kinds: Counter[str] = Counter(item.kind for item in plan.items)
    nouns = {"judged": "segment", "repeat": "repeat", "check": "attention check"}
    parts = [format_count(kinds[kind], noun) for kind, noun in nouns.items() if kinds[kind]]
    same = f" In {format_int(identical)} more, all outputs are identical and not judged."
    return [
        f"Each annotator judges {format_count(len(plan.items), 'item')}: {join_words(parts)}. At "
        f"half a minute each, this takes {format_duration(len(plan.items) * SECONDS_PER_ITEM)}.",
        f"Sampled from {format_count(among, 'segment')} whose outputs differ."
        + (same if identical else ""),
    ]
