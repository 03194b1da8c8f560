"""The detectors once more, slowly and one segment at a time, as their definitions have it."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import reduce
from operator import and_, or_
from typing import NamedTuple
from unicodedata import digit

from bleu_core.segments.detectors.placeholders import placeholders_of
from bleu_core.text.config import WORD_CONFIG, BleuConfig
from bleu_core.text.tokenizers import tokenize_line


class ItemChanges(NamedTuple):
    """Items that are lost or added."""

    lost: Counter[str]
    added: Counter[str]

    def __bool__(self) -> bool:
        return bool(self.lost or self.added)


def item_changes(output: Counter[str], others: Sequence[Counter[str]]) -> ItemChanges:
    """Items lost or added against at least one other."""
    return ItemChanges(reduce(and_, others) - output, output - reduce(or_, others))


def placeholder_changes(output: str, others: Sequence[str]) -> ItemChanges:
    """Placeholders that are lost or added."""
    return item_changes(
        Counter(placeholders_of(output)), [Counter(placeholders_of(one)) for one in others]
    )


CLOSERS = {"Pe", "Pf", "Pi"}

_SPACES = " \u00a0\u2009\u202f"
# Digits, with single signs or spaces between them.
_WRITTEN = re.compile(rf"\d+(?:[.,'’{_SPACES}]\d+)*")
# 1,000 and 1.000.000, 1 000 or 1'000, then decimals after another sign: 1.000,50.
_GROUPED = re.compile(
    rf"([1-9]\d{{0,2}}([.,'’{_SPACES}])\d{{3}}(?:\2\d{{3}})*)(?:(?!\2)[.,](\d+))?"
)
_DECIMAL = re.compile(r"(\d+)[.,](\d+)")


def spoken(text: str) -> list[str]:
    """The words without punctuation."""
    return [word for word in words_of(text) if any(c.isalnum() for c in word)]


def words_of(text: str) -> list[str]:
    """Its tokens in lower case, with each Chinese character by itself and straight apostrophes."""
    straight = re.sub(r"(?<=[^\W\d_])[’ʼ＇](?=[^\W\d_])", "'", text)
    tokens = tokenize_line(straight, BleuConfig())
    return [word for token in tokens for word in tokenize_line(token, WORD_CONFIG)]


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


def account_of_numbers(output: str, others: Sequence[str]) -> ItemChanges:
    """What numbers are lost and added; both of them, where one was changed.

    Two readings are tried, and where one finds nothing there is nothing: numbers by their
    value, so that 1,000 is 1.000 and 1 000, 2,5 is 2.5 and 007 is 7; and their digits apart at
    all signs but a decimal one before one digit, so that 10.30 is 10:30.

    >>> account_of_numbers("1,000 of 3", ["1 000 z 4"])
    ItemChanges(lost=Counter({'4': 1}), added=Counter({'3': 1}))
    >>> bool(account_of_numbers("at 10:30", ["o 10.30"]))
    False
    """
    by_value = item_changes(_counted(_values(output)), [_counted(_values(one)) for one in others])
    if not by_value:
        return by_value
    apart = item_changes(_counted(_apart(output)), [_counted(_apart(one)) for one in others])
    return by_value if apart else apart


def _counted(found: Iterable[str]) -> Counter[str]:
    return Counter(found)


def _values(text: str) -> list[str]:
    return [value for one in _WRITTEN.findall(text) for value in _read(_ascii(one))]


def _apart(text: str) -> list[str]:
    found = []
    for one in map(_ascii, _WRITTEN.findall(text)):
        decimal = _DECIMAL.fullmatch(one)
        if decimal and len(decimal[2]) == 1:
            found += _read(one)
        else:
            found += map(_whole, re.findall(r"\d+", one))
    return found


def _ascii(written: str) -> str:
    """With ASCII digits, whatever script they are in."""
    return "".join(str(digit(c)) if c.isdecimal() else c for c in written)


def _read(written: str) -> list[str]:
    """The value of a number; of several, where it is no single one: a date, a list."""
    if grouped := _GROUPED.fullmatch(written):
        return [_value(re.sub(r"\D", "", grouped[1]), grouped[3] or "")]
    if decimal := _DECIMAL.fullmatch(written):
        return [_value(*decimal.groups())]
    if any(space in written for space in _SPACES):
        return [value for one in re.split(f"[{_SPACES}]", written) for value in _read(one)]
    return [_whole(one) for one in re.findall(r"\d+", written)]


def _value(whole: str, fraction: str) -> str:
    fraction = fraction.rstrip("0")
    return _whole(whole) + (f".{fraction}" if fraction else "")


def _whole(digits: str) -> str:
    return digits.lstrip("0") or "0"


# Of the characters in the tests, as Unicode counts them: Arabic digits are Arabic, a mark that
# lengthens a kana is of no script.
SCRIPTS = {
    "Latin": "a-zA-ZÀ-ÿ",
    "Greek": "Α-Ωα-ω",
    "Cyrillic": "а-яА-Я",
    "Arabic": "\u0627-\u064a\u0660-\u0669",
    "Thai": "\u0e01-\u0e3a\u0e40-\u0e4e",
    "Han": "\u4e00-\u9fff\u3041-\u3096\u30a1-\u30fa",
}


def has_wrong_script(output: str, references: list[str], every: list[str]) -> bool:
    for letters in SCRIPTS.values():
        usual = sum(bool(re.search(f"[{letters}]", one)) for one in every) >= len(every) / 2
        seen = any(re.search(f"[{letters}]", one) for one in references)
        if re.search(f"[{letters}]{{2}}", output) and not seen and not usual:
            return True
    return False
