"""The detectors once more, slowly and one segment at a time, as their definitions have it."""

from __future__ import annotations

import re
import unicodedata

from bleu_core.detectors.material import WORDS
from bleu_core.tokenizers import tokenize_line

CLOSERS = {"Pe", "Pf", "Pi"}


def spoken(text: str) -> list[str]:
    """The words without punctuation."""
    return [word for word in tokenize_line(text, WORDS) if any(c.isalnum() for c in word)]


def copies(output: str, source: str, references: list[str], size: int) -> bool:
    words, original = spoken(output), spoken(source)
    others = [spoken(one) for one in references]
    if words == original and any(c.isalpha() for c in "".join(words)):
        return words not in others
    for i in range(len(words) - size + 1):
        run = words[i : i + size]
        lettered = sum(any(c.isalpha() for c in word) for word in run) >= len(run) / 2
        if lettered and has(original, run) and not any(has(one, run) for one in others):
            return True
    return False


def has(words: list[str], run: list[str]) -> bool:
    return any(words[i : i + len(run)] == run for i in range(len(words) - len(run) + 1))


def repeats(output: str, others: list[str], more: int) -> bool:
    usual = [max(1, *(times(spoken(one), n) for one in others)) for n in range(1, 5)]
    return any(times(spoken(output), n) >= usual[n - 1] + more for n in range(1, 5))


def times(words: list[str], n: int) -> int:
    """How often the most frequent n words stand in a text; for one word, in a row."""
    if n == 1:
        return max((k for k in range(len(words) + 1) if any(
            has(words, [word] * k) for word in words)), default=0)  # fmt: skip
    runs = [tuple(words[i : i + n]) for i in range(len(words) - n + 1)]
    return max((runs.count(run) for run in runs), default=0)


def length(text: str) -> int:
    return len(text.strip())


def ends(text: str) -> bool:
    """Whether it ends a sentence, whatever closes after."""
    while text and (text[-1] in "\"' \t\n\f\r" or unicodedata.category(text[-1]) in CLOSERS):
        text = text[:-1]
    return text[-1:] in tuple(".!?…。！？｡।॥؟۔։።")


def cut(output: str, source: str | None, references: list[str], rate: float, short: float) -> bool:
    usual = [float(length(one)) for one in references]
    if source is not None:
        usual.append(length(source) * rate)
    ended = ends(source) if source is not None else all(map(ends, references))
    is_short = 0 < length(output) < short * min(usual)
    return is_short and ended and not ends(output)


def runaway(output: str, source: str | None, refs: list[str], rate: float, long: float) -> bool:
    usual = [float(length(one)) for one in refs]
    if source is not None:
        usual.append(length(source) * rate)
    return length(output) > long * max(usual)


def same_but_for(a: str, b: str, left_out: str) -> bool:
    """A and B differ, and not without what is left out."""
    change = {
        "case": str.lower,
        "spacing": lambda text: re.sub(r"\s", "", text),
        "punctuation": lambda text: "".join(
            c for c in text if unicodedata.category(c)[0] not in "PS" and not c.isspace()
        ),
    }
    if left_out == "punctuation" and same_but_for(a, b, "spacing"):
        return False
    return a != b and change[left_out](a) == change[left_out](b)
