"""Which occurrences of an n-gram get the credit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def allot(
    ngrams: Sequence[Sequence[str]], limits: Mapping[str, int]
) -> tuple[list[list[bool]], list[int]]:
    """Credit occurrences, longest n-grams first, each n-gram up to its limit.

    Being inside a credited n-gram gives precedence but no right to credit: of
    "x s z w s y" against "x s y", the bigrams "x s" and "s y" are credited, and
    only one of the "s" in them.

    Parameters
    ----------
    ngrams : N lists
        ngrams[n - 1][i] is the n-gram of order n that begins at token i.
    limits : mapping
        How many occurrences of an n-gram can be credited; none if it is absent.

    Returns
    -------
    credited : N lists
        credited[n - 1][i]: whether that occurrence is.
    depth : list of T ints
        The order of the longest credited n-gram over each token.

    Examples
    --------
    That of above. The first of the two "s" gets the credit that there is:

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
        # `longest` says of each occurrence one order up how long a credited n-gram
        # holds it. An occurrence here lies in the two that begin before it and with it.
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
