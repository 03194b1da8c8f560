"""Numbers of an equation, printed so that a calculator gets the printed results from them.

A rounded number has the sign "≈" in place of "=", and a number that others are computed from has
as many decimals as they need.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeVar

from bleu_core.common.numerals import plain, points

T = TypeVar("T")

# The most decimals of any number.
MOST = 12


class PrintedNumber(NamedTuple):
    """A number's text, and the sign before it: "=", or "≈" if it is rounded."""

    sign: str
    text: str


def print_number(number: float, digits: int = 2) -> PrintedNumber:
    """A number with this many decimals.

    >>> print_number(50), print_number(100 / 3)
    (PrintedNumber(sign='=', text='50.00'), PrintedNumber(sign='≈', text='33.33'))
    """
    rounded = round(number, digits)
    exact = rounded == number or math.isclose(rounded, number, rel_tol=1e-12)
    return PrintedNumber("=" if exact else "≈", points(number, digits))


def print_reference_length(c: float, r: float, penalty: float) -> str:
    """r with as many decimals as e^(1 − r/c) needs to print as the penalty of three decimals.

    >>> print_reference_length(12, 44 / 3, 0.8007), print_reference_length(2, 16, 0.0009)
    ('14.67', '16')
    """
    if not c or float(r).is_integer():
        return plain(r, 15)
    return points(
        r, _enough(2, points(penalty, 3), lambda d: points(math.exp(1 - round(r, d) / c), 3))
    )


def print_factors(
    penalty: float, mean: float, score: float
) -> tuple[PrintedNumber, PrintedNumber, PrintedNumber]:
    """BP, the mean and BLEU, such that the product of the first two prints as the third.

    >>> [number.text for number in print_factors(0.00091188, 100, 0.091188)]
    ['0.0009', '100.00', '0.09']
    """

    def decimals(more: int) -> tuple[int, int]:
        return 3 + (more + 1) // 2, 2 + more // 2

    def product(more: int) -> float:
        of_penalty, of_mean = decimals(more)
        return round(penalty, of_penalty) * round(mean, of_mean)

    more = _enough(0, points(score), lambda more: points(product(more)))
    of_penalty, of_mean = decimals(more)
    sign = print_number(product(more)).sign
    return (
        print_number(penalty, of_penalty),
        print_number(mean, of_mean),
        PrintedNumber(sign, points(score)),
    )


def print_logarithms(
    logs: Sequence[float], weights: Sequence[float], mean: float
) -> tuple[list[str], list[str], PrintedNumber]:
    """ln pₙ, wₙ · ln pₙ and their sum: terms add up, and exp of the sum prints as the mean.

    An order of weight 0 has no term. The sum is exact where the mean is 0 or 100.

    >>> print_logarithms([0, math.log(0.5)], [0.5, 0.5], 100 * math.sqrt(0.5))
    (['0.000000', '−0.693147'], ['0.00000', '−0.34657'], PrintedNumber(sign='≈', text='−0.3466'))
    """
    used = [(log, weight) for log, weight in zip(logs, weights, strict=True) if weight]
    total = sum(weight * log for log, weight in used) if used else -math.inf
    of_sum = _enough(3, points(mean), lambda d: points(100 * math.exp(round(total, d))))

    def add_up(digits: int) -> str:
        terms = [round(weight * log, digits) for log, weight in used]
        return points(sum(terms) if terms else total, of_sum)

    digits = _enough(of_sum + 1, points(total, of_sum), add_up)
    texts = [points(log, digits + 1) for log in logs]
    terms = [
        points(weight * log, digits) if weight else ""
        for log, weight in zip(logs, weights, strict=True)
    ]
    return texts, terms, print_number(total, of_sum)


def print_weight(weight: float) -> str:
    """A weight as a short decimal, or else as a fraction.

    >>> print_weight(0.25), print_weight(1 / 3), print_weight(0.4 / 0.9)
    ('0.25', '1/3', '4/9')
    """
    if math.isclose(float(plain(weight, 4)), weight, rel_tol=1e-9):
        return plain(weight, 4)
    fraction = Fraction(weight).limit_denominator(1000)
    return str(fraction) if math.isclose(fraction, weight, rel_tol=1e-9) else plain(weight, 4)


def _enough(first: int, wanted: T, gets: Callable[[int], T]) -> int:
    """The fewest decimals, at least `first`, for which `gets` has the wanted result."""
    digits = range(first, max(first, MOST))
    return next((d for d in digits if gets(d) == wanted), first)
