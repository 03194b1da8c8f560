"""Numbers that were lost, added or changed.

A number written as a word is none here: where the source has "8" and the reference "eight", an
output may have either; where all have "8", one with "eight" is found.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from unicodedata import digit

import numpy as np

from bleu_core.detectors.between import Account, account
from bleu_core.detectors.material import Mask, Material, fits
from bleu_core.detectors.thresholds import Thresholds

_SPACES = " \u00a0\u2009\u202f"
# Digits, with single signs or spaces between them.
_WRITTEN = re.compile(rf"\d+(?:[.,'’{_SPACES}]\d+)*")
# 1,000 and 1.000.000, 1 000 or 1'000, then decimals after another sign: 1.000,50.
_GROUPED = re.compile(
    rf"([1-9]\d{{0,2}}([.,'’{_SPACES}])\d{{3}}(?:\2\d{{3}})*)(?:(?!\2)[.,](\d+))?"
)
_DECIMAL = re.compile(r"(\d+)[.,](\d+)")


def numbers(material: Material, side: str, _: Thresholds) -> Mask:
    """Has not the numbers of source and references."""
    found = np.zeros(len(material), bool)
    likely = fits([material.output(side), *material.others], r"\p{Nd}")
    for i, output, others in material.rows(likely, side):
        found[i] = bool(account_of_numbers(output, others))
    return found


def account_of_numbers(output: str, others: Sequence[str]) -> Account:
    """What numbers are lost and added; both of them, where one was changed.

    Two readings are tried, and where one finds nothing there is nothing: numbers by their
    value, so that 1,000 is 1.000 and 1 000, 2,5 is 2.5 and 007 is 7; and their digits apart at
    all signs but a decimal one before one digit, so that 10.30 is 10:30.

    >>> account_of_numbers("1,000 of 3", ["1 000 z 4"])
    Account(lost=Counter({'4': 1}), added=Counter({'3': 1}))
    >>> bool(account_of_numbers("at 10:30", ["o 10.30"]))
    False
    """
    by_value = account(_counted(_values(output)), [_counted(_values(one)) for one in others])
    if not by_value:
        return by_value
    apart = account(_counted(_apart(output)), [_counted(_apart(one)) for one in others])
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
