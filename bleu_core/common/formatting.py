"""Format numbers, nouns, lists and times for screens, messages and reports.

No other module formats numbers for readers; tests/core/common/test_numerals.py checks that.
Machine-readable output (JSON, CSV, signatures, the text of a field) is plain ASCII.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, timedelta

MINUS = "\u2212"
NO_VALUE = "–"
TO = "–"  # between the ends of a range
# The level of all tests and of the intervals beside them. It is fixed: labels of intervals say 95%,
# the glossary, the documents and the browser's scripts 0.05.
LEVEL = 0.05
_LEAST_P = 0.0001  # smaller p-values are written as below it
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def _format_signed(number: float, form: str) -> str:
    if math.isinf(number):
        return "∞" if number > 0 else f"{MINUS}∞"
    return f"{number:{form}}".replace("-", MINUS)


def format_int(number: float) -> str:
    """A number with commas between thousands; a fraction keeps one decimal."""
    return _format_signed(number, ",.0f" if float(number).is_integer() else ",.1f")


def round_count(number: int) -> int:
    """A count that is only known approximately, with two significant digits.

    >>> round_count(6264), round_count(87)
    (6300, 87)
    """
    return int(float(f"{number:.2g}"))


def plural(number: float, one: str, many: str = "") -> str:
    """The singular or plural of a noun, by its number; the plural is `many` or adds "s".

    >>> plural(1, "line"), plural(2, "line"), plural(0, "is", "are")
    ('line', 'lines', 'are')
    """
    return one if number == 1 else many or f"{one}s"


def format_count(number: int, one: str, many: str = "") -> str:
    """A number with its noun, such as "1 segment"."""
    return f"{format_int(number)} {plural(number, one, many)}"


def format_score(number: float, digits: int = 2) -> str:
    """A score, or another number, with a fixed number of decimals.

    >>> format_score(21.7143), format_score(-0.0049), format_score(math.nan)
    ('21.71', '0.00', 'undefined')
    """
    if math.isnan(number):
        return "undefined"
    return _format_signed(number, f"z,.{digits}f")


def format_delta(number: float, digits: int = 2) -> str:
    """A difference, always with its sign.

    >>> format_delta(1.337), format_delta(-0.3), format_delta(-0.001), format_delta(math.nan)
    ('+1.34', '−0.30', '0.00', 'undefined')
    """
    if math.isnan(number):
        return "undefined"
    text = f"{number:+.{digits}f}"
    return text[1:] if float(text) == 0 else _format_signed(number, f"+,.{digits}f")


def format_apart(first: float, second: float, digits: int = 2) -> tuple[str, str]:
    """Two differences with as many decimals, but at least these, as show which one is larger.

    >>> format_apart(-0.5, -0.3), format_apart(-5.3037, -5.3), format_apart(-0.5, -0.5)
    (('−0.50', '−0.30'), ('−5.304', '−5.300'), ('−0.50', '−0.50'))
    """
    texts = format_delta(first, digits), format_delta(second, digits)
    if texts[0] == texts[1] and round(first - second, 9) and digits < 9:
        return format_apart(first, second, digits + 1)
    return texts


def format_small_delta(number: float) -> str:
    """A small difference: three decimals, or as many as show two significant digits.

    >>> format_small_delta(0.0425), format_small_delta(-0.0000123)
    ('+0.043', '−0.000012')
    """
    small = 0 < abs(number) < 0.01
    return format_delta(number, 1 - math.floor(math.log10(abs(number))) if small else 3)


def format_interval(
    low: float | None, high: float | None, write: Callable[[float], str] = format_delta
) -> str:
    """An interval; a dash if there is none.

    >>> format_interval(-0.31, 1.2), format_interval(None, None)
    ('[−0.31, +1.20]', '–')
    """
    return NO_VALUE if low is None or high is None else f"[{write(low)}, {write(high)}]"


def format_plain(number: float, digits: int = 6) -> str:
    """A setting or a level as typed, with at most `digits` significant digits.

    >>> format_plain(0.1), format_plain(1.0), format_plain(1 / 3, 4)
    ('0.1', '1', '0.3333')
    """
    return f"{number:.{digits}g}"


def format_number(number: float, digits: int = 6) -> str:
    """A number of any size with at most `digits` significant digits and a typographic minus.

    >>> format_number(-0.25), format_number(12345.0), format_number(1 / 3, 4)
    ('−0.25', '12,345', '0.3333')
    """
    size = (
        format_int(abs(number)) if float(number).is_integer() else format_plain(abs(number), digits)
    )
    return f"−{size}" if number < 0 else size


def format_component(component: str) -> str:
    """The label of a component of BLEU or of the ledger.

    >>> format_component("p1"), format_component("bp"), format_component("BLEU")
    ('p₁', 'BP', 'BLEU')
    """
    is_order = component[:1] == "p" and component[1:].isdecimal()
    return component.translate(_SUBSCRIPTS) if is_order else component.replace("bp", "BP")


def format_p(number: float, level: float = LEVEL) -> str:
    """A p-value with two significant digits, or as many as distinguish it from the level."""
    if number < _LEAST_P:
        return f"p < {_LEAST_P}"
    return f"p = {_p_digits(number, level)}"


def format_p_cell(p: float | None) -> str:
    """A p-value or q-value for a table cell, without its letter; a dash if there is none.

    >>> format_p_cell(0.031), format_p_cell(0.00001), format_p_cell(math.nan)
    ('0.031', '< 0.0001', '–')
    """
    if p is None or math.isnan(p):
        return NO_VALUE
    return f"< {_LEAST_P}" if p < _LEAST_P else _p_digits(p)


def _p_digits(p: float, level: float = LEVEL) -> str:
    digits = 2
    while float(text := f"{p:#.{digits}g}") == level != p and digits < 17:
        digits += 1
    return text


def format_p_below(level: float) -> str:
    """The condition for significance, such as "p < 0.05"."""
    return f"p < {format_plain(level)}"


def format_ranks(best: int, worst: int) -> str:
    """A rank range.

    >>> format_ranks(1, 8), format_ranks(2, 2)
    ('1–8', '2')
    """
    return format_int(best) if best == worst else f"{format_int(best)}{TO}{format_int(worst)}"


def format_percent(part: float, digits: int = 0) -> str:
    """A proportion in per cent.

    >>> format_percent(0.45), format_percent(-0.0731, 1)
    ('45%', '−7.3%')
    """
    return f"{format_score(100 * part, digits)}%"


def format_share(part: float) -> str:
    """A proportion in per cent that reads 0 or 100 only if it is that, but for rounding errors.

    >>> format_share(0.9999), format_share(1 - 2**-53)
    ('> 99.9%', '100.0%')
    """
    part = round(part, 12)
    if 0 < part < 0.0005:
        return "< 0.1%"
    return "> 99.9%" if 0.9995 <= part < 1 else format_percent(part, 1)


def format_length_ratio(sys_len: float, ref_len: float) -> str:
    """The length ratio c / r in per cent, without the sign; a dash if the references are empty.

    >>> format_length_ratio(39, 40), format_length_ratio(3, 0)
    ('97.50', '–')
    """
    return format_score(100 * sys_len / ref_len) if ref_len else NO_VALUE


def format_fraction(count: float, total: float) -> str:
    """A fraction: count over total, such as "10/17"."""
    return f"{format_int(count)}/{format_int(total)}"


def format_duration(seconds: float) -> str:
    """A duration in seconds, or in minutes from 90 seconds on.

    >>> format_duration(12.3), format_duration(100)
    ('12 s', '2 min')
    """
    return (
        f"{format_int(round(seconds))} s"
        if seconds < 90
        else f"{format_int(round(seconds / 60))} min"
    )


def format_bytes(size: int) -> str:
    """A size in megabytes of 10⁶ bytes, or in bytes below 0.1 MB.

    >>> format_bytes(10), format_bytes(2_500_000), format_bytes(200_000_000)
    ('10 bytes', '2.5 MB', '200 MB')
    """
    return format_count(size, "byte") if size < 1e5 else f"{format_int(round(size / 1e6, 1))} MB"


def format_datetime(at: float | datetime) -> str:
    """A date and time in local time, "2026-11-03 09:15", of Unix time or a datetime, as below."""
    return f"{_local_time(at):%Y-%m-%d %H:%M}"


def format_day(at: float | datetime) -> str:
    """A date without its year, such as "3 Nov"."""
    return f"{_local_time(at).day} {_local_time(at):%b}"


def format_recent_time(at: float | datetime) -> str:
    """A recent time: "today 13:03", "yesterday 9:15", or the date.

    >>> format_recent_time(datetime(2001, 11, 3)), format_recent_time(1e308)[-4:]
    ('3 Nov 2001', '9892')
    """
    at = _local_time(at)
    for word, ago in (("today", 0), ("yesterday", 1)):
        if at.date() == date.today() - timedelta(ago):
            return f"{word} {at.hour}:{at:%M}"
    return f"{format_day(at)} {at.year}"


def _local_time(at: float | datetime) -> datetime:
    """The time; saved seconds may be impossible, and then give the first or last moment."""
    if isinstance(at, datetime):
        return at
    return datetime.fromtimestamp(min(max(at, 0.0), LAST_MOMENT))


LAST_MOMENT = 2.5e11  # seconds since 1970; no year of five digits can be shown


ELLIPSIS = "…"
# Items of one kind that a message lists.
MAX_LISTED = 5


def truncate(text: str, most: int = 60) -> str:
    """The beginning of a text, at most `most` characters; 60 fit into a sentence.

    >>> truncate("translation", 6), truncate("short", 6)
    ('trans…', 'short')
    """
    return text if len(text) <= most else text[: most - 1] + ELLIPSIS


def format_error(error: BaseException) -> str:
    """The type of an error, and the first line of its text.

    >>> format_error(ValueError("no number.\\nline 2")), format_error(KeyError())
    ('ValueError: no number', 'KeyError')
    """
    first = next(iter(str(error).strip().splitlines()), "")
    return truncate(f"{type(error).__name__}: {first}".rstrip(": ."), 200)


def truncate_start(text: str, most: int) -> str:
    """The end of a text, at most `most` characters, such as "…ation"."""
    return text if len(text) <= most else ELLIPSIS + text[len(text) - most + 1 :]


def join_words(
    items: Iterable[str], most: int | None = None, last: str = "and", more: int = 0
) -> str:
    """A list in a sentence: at most the first `most` items, and the number of others.

    `more` items exist beyond those passed.

    >>> join_words("ab"), join_words("abc", last="or"), join_words("abcdefg", 5)
    ('a and b', 'a, b or c', 'a, b, c, d, e and 2 more')
    """
    every = list(items)
    words = every[:most]
    more += len(every) - len(words)
    if more:
        words.append(f"{format_int(more)} more")
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def join_names(items: Sequence[object]) -> str:
    """The first few of a list of names, each truncated."""
    return join_words(
        (truncate(str(item)) for item in items[:MAX_LISTED]), more=max(0, len(items) - MAX_LISTED)
    )


def join_line_numbers(numbers: Sequence[int]) -> str:
    """The first few of a list of line numbers, and the number of others.

    >>> join_line_numbers([7]), join_line_numbers(range(1, 8))
    ('line 7', 'lines 1, 2, 3, 4, 5 and 2 more')
    """
    return f"{plural(len(numbers), 'line')} {join_words(map(format_int, numbers), MAX_LISTED)}"
