"""The numbers of an equation as they are printed: a calculator gets from them what stands beside.

A rounded number is told from an exact one by its sign, "≈" for "=", and a number that others are
computed from has as many decimals as that takes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeVar

from bleu_core.common.numerals import plain, points

T = TypeVar("T")

# More decimals than any number here needs are no more sense to a reader.
MOST = 12


class Printed(NamedTuple):
    """A number's text, and the sign that stands before it: "=", or "≈" where it is rounded."""

    sign: str
    text: str


def printed(number: float, digits: int = 2) -> Printed:
    """A number with so many decimals.

    >>> printed(50), printed(100 / 3)
    (Printed(sign='=', text='50.00'), Printed(sign='≈', text='33.33'))
    """
    rounded = round(number, digits)
    exact = rounded == number or math.isclose(rounded, number, rel_tol=1e-12)
    return Printed("=" if exact else "≈", points(number, digits))


def reference_length(c: float, r: float, penalty: float) -> str:
    """r with as many decimals as e^(1 − r/c) takes to be the penalty of three decimals.

    >>> reference_length(12, 44 / 3, 0.8007), reference_length(2, 16, 0.0009)
    ('14.67', '16')
    """
    if not c or float(r).is_integer():
        return plain(r, 15)
    return points(
        r, _enough(2, points(penalty, 3), lambda d: points(math.exp(1 - round(r, d) / c), 3))
    )


def factors(penalty: float, mean: float, score: float) -> tuple[Printed, Printed, Printed]:
    """BP, the mean and BLEU so that the first two, multiplied, print as the third.

    >>> [number.text for number in factors(0.00091188, 100, 0.091188)]
    ['0.0009', '100.00', '0.09']
    """

    def decimals(more: int) -> tuple[int, int]:
        return 3 + (more + 1) // 2, 2 + more // 2

    def product(more: int) -> float:
        of_penalty, of_mean = decimals(more)
        return round(penalty, of_penalty) * round(mean, of_mean)

    more = _enough(0, points(score), lambda more: points(product(more)))
    of_penalty, of_mean = decimals(more)
    sign = printed(product(more)).sign
    return printed(penalty, of_penalty), printed(mean, of_mean), Printed(sign, points(score))


def logarithms(
    logs: Sequence[float], weights: Sequence[float], mean: float
) -> tuple[list[str], list[str], Printed]:
    """ln pₙ, wₙ · ln pₙ and their sum so that terms add up, and exp of the sum prints as the mean.

    An order of weight 0 has no term. The sum is exact where the mean is 0 or 100.

    >>> logarithms([0, math.log(0.5)], [0.5, 0.5], 100 * math.sqrt(0.5))
    (['0.000000', '−0.693147'], ['0.00000', '−0.34657'], Printed(sign='≈', text='−0.3466'))
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
    return texts, terms, printed(total, of_sum)


def weight_text(weight: float) -> str:
    """A weight as a short decimal, else as the fraction that it is.

    >>> weight_text(0.25), weight_text(1 / 3), weight_text(0.4 / 0.9)
    ('0.25', '1/3', '4/9')
    """
    if math.isclose(float(plain(weight, 4)), weight, rel_tol=1e-9):
        return plain(weight, 4)
    fraction = Fraction(weight).limit_denominator(1000)
    return str(fraction) if math.isclose(fraction, weight, rel_tol=1e-9) else plain(weight, 4)


def _enough(first: int, wanted: T, gets: Callable[[int], T]) -> int:
    """The fewest decimals, from `first` on, from which a calculator gets what is wanted."""
    digits = range(first, max(first, MOST))
    return next((d for d in digits if gets(d) == wanted), first)
