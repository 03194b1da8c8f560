"""How a student comes in: the address and the code to be typed, and both in one QR code."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode, urljoin

import segno

BORDER = 4  # modules of white around a QR code (ISO/IEC 18004, 6.3.8)


@dataclass(frozen=True)
class WayIn:
    """The way into a room.

    Attributes
    ----------
    address : str
        What a student types into a browser, without a scheme that it adds by itself.
    code : str
        What the page there asks for.
    squares : tuple of str
        The QR code of a link that needs neither, row by row, 1 where it is dark.
    """

    address: str
    code: str
    squares: tuple[str, ...]


def way_in(page: str, code: str) -> WayIn:
    """The way into the room, from the address by which a browser shows one of its pages."""
    start = urljoin(page, ".")
    link = f"{start}?{urlencode({'room': code})}"
    rows = segno.make(link, micro=False).matrix_iter(border=BORDER)
    squares = tuple("".join("1" if dark else "0" for dark in row) for row in rows)
    return WayIn(start.removeprefix("http://").rstrip("/"), code, squares)
