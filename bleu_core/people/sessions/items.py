"""Items of a plan from segments: pairs and sides, repeats, attention checks, order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.messages import session as messages
from bleu_core.people.sessions.draft import Draft, refuse
from bleu_core.people.sessions.plan import Item
from bleu_core.text.evalset import EvalSet


def judged_pairs(
    systems: Sequence[str], evalset: EvalSet, segments: list[int], random: Random
) -> list[Item]:
    """A pair of systems with different outputs for each segment, each pair about equally often."""
    times = Counter(dict.fromkeys(combinations(systems, 2), 0))
    items = []
    for segment in random.sample(segments, len(segments)):
        outputs = {name: evalset.systems[name][segment].as_py() for name in systems}
        pairs = [pair for pair in times if outputs[pair[0]] != outputs[pair[1]]]
        pair = min(random.sample(pairs, len(pairs)), key=lambda pair: times[pair])
        times[pair] += 1
        items.append(turned(segment, *pair, random))
    return items


def turned(segment: int, one: str, other: str, random: Random, of: int = -1) -> Item:
    """An item with random sides; with `of`, a repeat of that item."""
    left, right = random.sample((one, other), 2)
    return Item(segment, left, right, "judged" if of < 0 else "repeat", of)


def checks_of(evalset: EvalSet, draft: Draft, drawn: set[int], random: Random) -> list[Item]:
    """Attention checks on segments that are not judged, as far as there are any."""
    number = round(draft.checks * draft.number)
    wordy = _wordy(evalset, draft.systems) if number else []
    if len(wordy) < number:
        refuse([messages.too_few_checks(number, len(wordy))])
    fresh = [segment for segment in wordy if segment not in drawn]
    used = [segment for segment in wordy if segment in drawn]
    result = (random.sample(fresh, len(fresh)) + random.sample(used, len(used)))[:number]
    return [
        Item(segment, "", "", "check", damaged=random.choice(("left", "right")))
        for segment in result
    ]


def _wordy(evalset: EvalSet, systems: Sequence[str]) -> list[int]:
    """Segments with texts long enough for the corruption to be visible."""
    columns: list[pa.Array] = [evalset.systems[name] for name in systems]
    shortest = [pc.utf8_length(column) for column in (*columns, pc.coalesce(*evalset.references))]
    return [int(s) for s in np.flatnonzero(np.min([np.asarray(one) for one in shortest], 0) >= 10)]


def shuffled(items: list[Item], random: Random) -> tuple[Item, ...]:
    """Items in random order, so that numbers reveal nothing; repeats follow their items'
    numbers."""
    order = random.sample(range(len(items)), len(items))
    place = {number: n for n, number in enumerate(order)}
    result = []
    for number in order:
        item = items[number]
        of = place[item.of] if item.of >= 0 else -1
        result.append(Item(item.segment, item.left, item.right, item.kind, of, item.damaged))
    return tuple(result)
