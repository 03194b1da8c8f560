"""How numbers read, on screens and in reports: BLEU with two decimals, Δ with its sign."""

from __future__ import annotations

import math

THIN = "\u202f"
MINUS = "\u2212"


def whole(number: float) -> str:
    """12345 -> "12 345" with narrow no-break spaces; a fraction keeps one decimal."""
    text = f"{number:,.0f}" if float(number).is_integer() else f"{number:,.1f}"
    return text.replace(",", THIN).replace("-", MINUS)


def counted(number: int, one: str, many: str = "") -> str:
    """Number and noun, with "s" for more than one unless `many` says else.

    >>> counted(1, "segment"), counted(2, "segment"), counted(2, "row has", "rows have")
    ('1 segment', '2 segments', '2 rows have')
    """
    return f"{whole(number)} {one if number == 1 else many or one + 's'}"


def component_name(component: str) -> str:
    """A component of the ledger as it is written: "p1" -> "p₁", "bp" -> "BP"."""
    return "BP" if component == "bp" else f"p{'₀₁₂₃₄₅₆₇₈₉'[int(component[1:])]}"


def points(number: float, digits: int = 2) -> str:
    """A score: 21.7143 -> "21.71"."""
    return f"{number:.{digits}f}".replace("-", MINUS)


def delta(number: float, digits: int = 2) -> str:
    """A difference, always with its sign: "+1.34", "−0.30", "0.00"; "undefined" if it is NaN."""
    if math.isnan(number):
        return "undefined"
    text = f"{number:+.{digits}f}"
    return text[1:] if float(text) == 0 else text.replace("-", MINUS)


def fine_delta(number: float) -> str:
    """A difference of few points: three decimals, or as many as two digits of it take.

    >>> fine_delta(0.0425), fine_delta(-0.0000123)
    ('+0.043', '−0.000012')
    """
    small = 0 < abs(number) < 0.01
    return delta(number, 1 - math.floor(math.log10(abs(number))) if small else 3)


def duration(seconds: float) -> str:
    """A time to wait: in seconds, from one and a half minutes on in minutes.

    >>> duration(12.3), duration(100)
    ('12 s', '2 min')
    """
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"


def p_value(number: float, level: float = 0.05) -> str:
    """Two significant digits, and as many more as tell it from the level.

    >>> p_value(0.0314), p_value(0.0499), p_value(0.0501), p_value(0.00001)
    ('p = 0.031', 'p = 0.0499', 'p = 0.0501', 'p < 0.0001')
    """
    if number < 0.0001:
        return "p < 0.0001"
    digits = 2
    while float(text := f"{number:#.{digits}g}") == level != number and digits < 17:
        digits += 1
    return f"p = {text}"


def bare(p: float) -> str:
    """A p-value or q-value without its letter; a dash where there is none.

    >>> bare(0.031), bare(0.00001), bare(math.nan)
    ('0.031', '< 0.0001', '–')
    """
    return "–" if math.isnan(p) else p_value(p).removeprefix("p = ").removeprefix("p ")


def share(part: float) -> str:
    """A part of a whole in per cent.

    >>> share(0.073), share(0.00004)
    ('7.3 %', '< 0.1 %')
    """
    return "< 0.1 %" if 0 < part < 0.0005 else f"{100 * part:.1f} %"


def length_ratio(sys_len: float, ref_len: float) -> str:
    """c / r in per cent, without the sign; a dash where the references are empty."""
    return points(100 * sys_len / ref_len) if ref_len else "–"


def fraction(count: float, total: float) -> str:
    """Credited over total: "10/17"."""
    return f"{whole(count)}/{whole(total)}"
