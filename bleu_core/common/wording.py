"""Lists and truncated texts in sentences and on screens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bleu_core.common.numerals import plural, whole

ELLIPSIS = "…"
# Items of one kind that a message lists.
SHOWN = 5


def cut(text: str, most: int = 60) -> str:
    """The beginning of a text, at most `most` characters; 60 fit into a sentence.

    >>> cut("translation", 6), cut("short", 6)
    ('trans…', 'short')
    """
    return text if len(text) <= most else text[: most - 1] + ELLIPSIS


def cut_before(text: str, most: int) -> str:
    """The end of a text, at most `most` characters.

    >>> cut_before("translation", 6)
    '…ation'
    """
    return text if len(text) <= most else ELLIPSIS + text[len(text) - most + 1 :]


def listed(items: Iterable[str], most: int | None = None, last: str = "and", more: int = 0) -> str:
    """A list in a sentence: at most the first `most` items, and the number of others.

    `more` items exist beyond those passed.

    >>> listed("ab"), listed("abc", last="or"), listed("abcdefg", 5)
    ('a and b', 'a, b or c', 'a, b, c, d, e and 2 more')
    """
    every = list(items)
    words = every[:most]
    more += len(every) - len(words)
    if more:
        words.append(f"{whole(more)} more")
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def named(items: Sequence[object]) -> str:
    """The first few of a list of names, each truncated.

    >>> named("abcdefg")
    'a, b, c, d, e and 2 more'
    """
    return listed((cut(str(item)) for item in items[:SHOWN]), more=max(0, len(items) - SHOWN))


def lines_named(numbers: Sequence[int]) -> str:
    """The first few of a list of line numbers, and the number of others.

    >>> lines_named([7]), lines_named(range(1, 8))
    ('line 7', 'lines 1, 2, 3, 4, 5 and 2 more')
    """
    return f"{plural(len(numbers), 'line')} {listed(map(whole, numbers), SHOWN)}"
