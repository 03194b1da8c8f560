"""The join URL of a room: the address and code to type, and both as a QR code."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode, urljoin

import segno

BORDER = 4  # white modules around a QR code (ISO/IEC 18004, 6.3.8)


@dataclass(frozen=True)
class JoinUrl:
    """How students join a room.

    Attributes
    ----------
    address : str
        The address to type into a browser, without "http://".
    code : str
        The code that the page there asks for.
    squares : tuple of str
        The QR code of a link with the code, row by row, 1 for dark.
    """

    address: str
    code: str
    squares: tuple[str, ...]


def join_url(page: str, code: str) -> JoinUrl:
    """The join URL of a room, from the address of one of its pages in a browser."""
    start = urljoin(page, ".")
    link = f"{start}?{urlencode({'room': code})}"
    rows = segno.make(link, micro=False).matrix_iter(border=BORDER)
    squares = tuple("".join("1" if dark else "0" for dark in row) for row in rows)
    return JoinUrl(start.removeprefix("http://").rstrip("/"), code, squares)
