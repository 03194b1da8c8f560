"""The fewest chunks: runs of words in the same order in a text and a reference.

Equal words are linked, each word at most once, as many as possible; a chunk is a maximal run of
links whose words are neighbours in both texts. Occurrences are linked so that there are as few
chunks as possible ("the fewest possible number of chunks", Banerjee and Lavie 2005, section 2.2;
Meteor 1.x compares partial alignments by more matches, then fewer chunks).

Two neighbouring links make a joint, and chunks = links - joints. Any set of joints that do not
contradict one another can be completed to the maximum number of links, since equal words are
interchangeable; so only joints are searched for.
"""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

# Beam width: partial alignments kept, those with the most joints (as in Meteor 1.5), and nearest
# places considered for a pair of words. The answer is exact where no more are open; ten times as
# many change 6 of 4,890 outputs of TED talks, by one joint or two.
WIDTH = 40

# Words up to which the full width is used. The work grows with the square of either number, so
# longer texts get a narrower beam: repetitive ones of 50,000 words take 3 seconds.
LONG = 4_000

# A word not linked to a place yet; a linked one whose next word does not continue the link.
FREE, BOUND = -1, -2

# Key of a partial alignment: the link of its last word, and the taken places that later words may
# need, as bits. Of alignments with the same key the best is kept.
State = tuple[int, int]


def most_joints(words: Sequence[int], reference: Sequence[int]) -> int:
    """The joints of the best alignment of two texts, given as numbers of words.

    Examples
    --------
    "on the mat" is a chunk with 2 joints, "the cat" one with 1: "the" is linked so that neither
    is split.

    >>> the, cat, on, mat, sat = range(5)
    >>> most_joints([on, the, mat, the, cat], [the, cat, sat, on, the, mat])
    3
    """
    width = max(1, WIDTH * LONG // max(LONG, len(words), len(reference)))
    places = defaultdict(list)
    for place, pair in enumerate(pairwise(reference)):
        places[pair].append(place)
    # [i]: places where words i and i + 1 are neighbours in the reference.
    joints = [_nearest(places.get(pair, []), i, width) for i, pair in enumerate(pairwise(words))]
    joints.append([])
    # The last word that may need each place; the places that later words may need.
    last = {
        place: i for i, here in enumerate(joints) for pair in here for place in (pair, pair + 1)
    }
    wanted = 0
    for place in last:
        wanted |= 1 << place
    states: dict[State, int] = {(FREE, 0): 0}
    for i, here in enumerate(joints):
        if here:
            gone = {place for pair in here for place in (pair, pair + 1) if last[place] == i}
            for place in gone:
                wanted ^= 1 << place
            states = _extended(states, here, joints[i + 1], wanted, width)
    return max(states.values())


def _nearest(places: list[int], to: int, width: int) -> list[int]:
    start = max(0, min(bisect(places, to) - width // 2, len(places) - width))
    return places[start : start + width]


def _extended(
    states: dict[State, int], here: list[int], after: list[int], wanted: int, width: int
) -> dict[State, int]:
    """Partial alignments with a joint at one of the places `here`, or with none."""
    extended: dict[State, int] = {}
    for (link, taken), joints in states.items():
        free = FREE, taken & wanted
        extended[free] = max(extended.get(free, 0), joints)
        for place in here if link == FREE else [link] if link in here else []:
            # A linked word has its own place taken already.
            pair = (3 if link == FREE else 2) << place
            if taken & pair:
                continue
            linked = place + 1 if place + 1 in after else BOUND if after else FREE
            state = linked, (taken | pair) & wanted
            extended[state] = max(extended.get(state, 0), joints + 1)
    if len(extended) > width:
        best = sorted(extended.items(), key=lambda item: (-item[1], item[0]))
        return dict(best[:width])
    return extended
