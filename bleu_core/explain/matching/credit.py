"""Which occurrences of an n-gram get credit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def allot(
    ngrams: Sequence[Sequence[str]], limits: Mapping[str, int]
) -> tuple[list[list[bool]], list[int]]:
    """Credit occurrences, longest n-grams first, each n-gram up to its limit.

    Occurrences inside a credited n-gram come first, but are not always credited: of
    "x s z w s y" against "x s y", the bigrams "x s" and "s y" are credited, but only one of the
    "s" in them.

    Parameters
    ----------
    ngrams : N lists
        ngrams[n - 1][i] is the n-gram of order n that begins at token i.
    limits : mapping
        Maximum credited occurrences of each n-gram; none if it is absent.

    Returns
    -------
    credited : N lists
        credited[n - 1][i]: whether that occurrence is credited.
    depth : list of T ints
        The order of the longest credited n-gram over each token.

    Examples
    --------
    The example above. The first of the two "s" gets the only credit:

    >>> words = "x s z w s y".split()
    >>> pairs = ["x s", "s z", "z w", "w s", "s y"]
    >>> credited, depth = allot([words, pairs], {"x": 1, "s": 1, "y": 1, "x s": 1, "s y": 1})
    >>> [word for word, gets in zip(words, credited[0], strict=True) if gets]
    ['x', 's', 'y']
    >>> depth
    [2, 2, 0, 0, 2, 2]
    """
    left = dict(limits)
    credited: list[list[bool]] = []
    longest: list[int] = []
    for order in range(len(ngrams), 0, -1):
        here = ngrams[order - 1]
        # `longest`: for each occurrence one order up, the length of the longest credited n-gram
        # around it. An occurrence here is inside the two that begin one token before it and at it.
        above = longest or [0] * (len(here) - 1)
        inside = list(map(max, [0, *above], [*above, 0]))[: len(here)]
        gets = [False] * len(here)
        for i in sorted(range(len(here)), key=inside.__getitem__, reverse=True):
            if left.get(here[i]):
                left[here[i]] -= 1
                gets[i] = True
        longest = [held or order * own for held, own in zip(inside, gets, strict=True)]
        credited.insert(0, gets)
    return credited, longest
