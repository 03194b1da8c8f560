"""Numbers, nouns and times as people read them on screens, in messages and in reports.

Lists and truncated text are in `wording`. No other module formats a number for people;
tests/core/test_numerals.py checks that. What programs read (JSON, CSV, signatures, the text of
a field) is plain ASCII.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import date, datetime, timedelta

THIN = "\u202f"
MINUS = "\u2212"
NONE = "–"
_LEAST_P = 0.0001  # smaller p-values are written as below it
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def _written(number: float, form: str) -> str:
    if math.isinf(number):
        return "∞" if number > 0 else f"{MINUS}∞"
    return f"{number:{form}}".replace(",", THIN).replace("-", MINUS)


def whole(number: float) -> str:
    """A number with separated thousands; a fraction keeps one decimal.

    >>> whole(17), whole(12345), whole(1234.5)
    ('17', '12\\u202f345', '1\\u202f234.5')
    """
    return _written(number, ",.0f" if float(number).is_integer() else ",.1f")


def plural(number: float, one: str, many: str = "") -> str:
    """The singular or plural of a noun, by its number; the plural is `many` or adds "s".

    >>> plural(1, "line"), plural(2, "line"), plural(0, "is", "are")
    ('line', 'lines', 'are')
    """
    return one if number == 1 else many or f"{one}s"


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "segment"), counted(2, "segment"), counted(2, "row has", "rows have")
    ('1 segment', '2 segments', '2 rows have')
    """
    return f"{whole(number)} {plural(number, one, many)}"


def points(number: float, digits: int = 2) -> str:
    """A score, or another number, with a fixed number of decimals.

    >>> points(21.7143), points(0.98765, 4), points(-math.inf), points(math.nan)
    ('21.71', '0.9877', '−∞', 'undefined')
    """
    if math.isnan(number):
        return "undefined"
    return _written(number, f",.{digits}f")


def delta(number: float, digits: int = 2) -> str:
    """A difference, always with its sign.

    >>> delta(1.337), delta(-0.3), delta(-0.001), delta(math.nan)
    ('+1.34', '−0.30', '0.00', 'undefined')
    """
    if math.isnan(number):
        return "undefined"
    text = f"{number:+.{digits}f}"
    return text[1:] if float(text) == 0 else _written(number, f"+,.{digits}f")


def fine_delta(number: float) -> str:
    """A small difference: three decimals, or as many as show two significant digits.

    >>> fine_delta(0.0425), fine_delta(-0.0000123)
    ('+0.043', '−0.000012')
    """
    small = 0 < abs(number) < 0.01
    return delta(number, 1 - math.floor(math.log10(abs(number))) if small else 3)


def at_most(number: float) -> str:
    """An upper bound: two significant digits, rounded up.

    >>> at_most(0.00123), at_most(3.0), at_most(0), at_most(math.nan)
    ('0.0013', '3.0', '0', 'undefined')
    """
    if not number or math.isnan(number):
        return whole(0) if number == 0 else "undefined"
    digits = 1 - math.floor(math.log10(abs(number)))
    # An excess that is only a rounding error is not rounded up.
    up = math.ceil(round(number * 10.0**digits, 6)) / 10.0**digits
    return points(up, max(digits, 0))


def bounds(low: float | None, high: float | None, write: Callable[[float], str] = delta) -> str:
    """An interval; a dash if there is none.

    >>> bounds(-0.31, 1.2), bounds(0, 0.5, lambda end: points(end, 1)), bounds(None, None)
    ('−0.31 … +1.20', '0.0 … 0.5', '–')
    """
    return NONE if low is None or high is None else f"{write(low)} … {write(high)}"


def plain(number: float, digits: int = 6) -> str:
    """A setting or a level as typed, with at most `digits` significant digits.

    >>> plain(0.1), plain(1.0), plain(1 / 3, 4)
    ('0.1', '1', '0.3333')
    """
    return f"{number:.{digits}g}"


def level(number: float, digits: int = 6) -> str:
    """A number of any size with at most `digits` significant digits and a typographic minus.

    >>> level(-0.25), level(12345.0), level(1 / 3, 4)
    ('−0.25', '12\u202f345', '0.3333')
    """
    size = whole(abs(number)) if float(number).is_integer() else plain(abs(number), digits)
    return f"−{size}" if number < 0 else size


def component_name(component: str) -> str:
    """The label of a component of BLEU or of the ledger.

    >>> component_name("p1"), component_name("bp"), component_name("BLEU")
    ('p₁', 'BP', 'BLEU')
    """
    is_order = component[:1] == "p" and component[1:].isdecimal()
    return component.translate(_SUBSCRIPTS) if is_order else component.replace("bp", "BP")


def p_value(number: float, level: float = 0.05) -> str:
    """A p-value with two significant digits, or as many as distinguish it from the level.

    >>> p_value(0.0314), p_value(0.0499), p_value(0.0501), p_value(0.00001)
    ('p = 0.031', 'p = 0.0499', 'p = 0.0501', 'p < 0.0001')
    """
    if number < _LEAST_P:
        return f"p < {_LEAST_P}"
    return f"p = {_digits_of_p(number, level)}"


def bare(p: float | None) -> str:
    """A p-value or q-value for a table cell, without its letter; a dash if there is none.

    >>> bare(0.031), bare(0.00001), bare(math.nan)
    ('0.031', '< 0.0001', '–')
    """
    if p is None or math.isnan(p):
        return NONE
    return f"< {_LEAST_P}" if p < _LEAST_P else _digits_of_p(p)


def _digits_of_p(p: float, level: float = 0.05) -> str:
    digits = 2
    while float(text := f"{p:#.{digits}g}") == level != p and digits < 17:
        digits += 1
    return text


def p_below(level: float) -> str:
    """The condition for significance.

    >>> p_below(0.05)
    'p < 0.05'
    """
    return f"p < {plain(level)}"


def ranks(best: int, worst: int) -> str:
    """A rank range.

    >>> ranks(1, 8), ranks(2, 2)
    ('1–8', '2')
    """
    return whole(best) if best == worst else f"{whole(best)}–{whole(worst)}"


def percent(part: float, digits: int = 0) -> str:
    """A proportion in per cent.

    >>> percent(0.45), percent(-0.0731, 1)
    ('45 %', '−7.3 %')
    """
    return f"{points(100 * part, digits)} %"


def share(part: float) -> str:
    """A proportion in per cent that reads 0 or 100 only if it is exactly that.

    >>> share(0.073), share(0.00004), share(0.99996), share(1)
    ('7.3 %', '< 0.1 %', '> 99.9 %', '100.0 %')
    """
    if 0 < part < 0.0005:
        return "< 0.1 %"
    return "> 99.9 %" if 0.9995 <= part < 1 else percent(part, 1)


def length_ratio(sys_len: float, ref_len: float) -> str:
    """The length ratio c / r in per cent, without the sign; a dash if the references are empty.

    >>> length_ratio(39, 40), length_ratio(3, 0)
    ('97.50', '–')
    """
    return points(100 * sys_len / ref_len) if ref_len else NONE


def fraction(count: float, total: float) -> str:
    """A fraction: count over total.

    >>> fraction(10, 17)
    '10/17'
    """
    return f"{whole(count)}/{whole(total)}"


def duration(seconds: float) -> str:
    """A duration in seconds, or in minutes from 90 seconds on.

    >>> duration(12.3), duration(100)
    ('12 s', '2 min')
    """
    return f"{whole(round(seconds))} s" if seconds < 90 else f"{whole(round(seconds / 60))} min"


def megabytes(size: int) -> str:
    """A size in megabytes of 10⁶ bytes, or in bytes below 0.1 MB.

    >>> megabytes(10), megabytes(2_500_000), megabytes(200_000_000)
    ('10 bytes', '2.5 MB', '200 MB')
    """
    return counted(size, "byte") if size < 1e5 else f"{whole(round(size / 1e6, 1))} MB"


def moment(at: float | datetime) -> str:
    """A date and time in local time; takes Unix time or a datetime, as the next functions do.

    >>> moment(datetime(2026, 11, 3, 9, 15))
    '2026-11-03 09:15'
    """
    return f"{_clock(at):%Y-%m-%d %H:%M}"


def day(at: float | datetime) -> str:
    """A date without its year.

    >>> day(datetime(2026, 11, 3))
    '3 Nov'
    """
    return f"{_clock(at).day} {_clock(at):%b}"


def when(at: float | datetime) -> str:
    """A recent time: "today 13:03", "yesterday 9:15", or the date.

    >>> when(datetime(2001, 11, 3))
    '3 Nov 2001'
    """
    at = _clock(at)
    for word, ago in (("today", 0), ("yesterday", 1)):
        if at.date() == date.today() - timedelta(ago):
            return f"{word} {at.hour}:{at:%M}"
    return f"{day(at)} {at.year}"


def _clock(at: float | datetime) -> datetime:
    return at if isinstance(at, datetime) else datetime.fromtimestamp(at)
