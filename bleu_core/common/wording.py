"""Text that was given, as a sentence or a screen has room for it: lists, and what is cut."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bleu_core.common.numerals import plural, whole

ELLIPSIS = "…"
# How many lines of one kind of problem a message names.
SHOWN = 5


def cut(text: str, most: int = 60) -> str:
    """The beginning of a text, of at most so many characters; 60 fit into a sentence.

    >>> cut("translation", 6), cut("short", 6)
    ('trans…', 'short')
    """
    return text if len(text) <= most else text[: most - 1] + ELLIPSIS


def cut_before(text: str, most: int) -> str:
    """The end of a text, of at most so many characters.

    >>> cut_before("translation", 6)
    '…ation'
    """
    return text if len(text) <= most else ELLIPSIS + text[len(text) - most + 1 :]


def listed(items: Iterable[str], most: int | None = None, last: str = "and", more: int = 0) -> str:
    """A list in a sentence: at most the first `most` items, and how many there are besides.

    `more` are there that were not even given.

    >>> listed("ab"), listed("abc", last="or"), listed("abcdefg", 5)
    ('a and b', 'a, b or c', 'a, b, c, d, e and 2 more')
    """
    given = list(items)
    found = given[:most]
    more += len(given) - len(found)
    if more:
        found.append(f"{whole(more)} more")
    return f" {last} ".join(filter(None, [", ".join(found[:-1]), *found[-1:]]))


def named(items: Sequence[object]) -> str:
    """The first few of a list of names, each cut.

    >>> named("abcdefg")
    'a, b, c, d, e and 2 more'
    """
    return listed((cut(str(item)) for item in items[:SHOWN]), more=max(0, len(items) - SHOWN))


def lines_named(numbers: Sequence[int]) -> str:
    """The first of some lines, and how many others there are.

    >>> lines_named([7]), lines_named(range(1, 8))
    ('line 7', 'lines 1, 2, 3, 4, 5 and 2 more')
    """
    return f"{plural(len(numbers), 'line')} {listed(map(whole, numbers), SHOWN)}"
