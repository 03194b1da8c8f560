"""Tokens that identify a browser to the room, in a cookie signed with the server's secret.

A token has the name "teacher", or a random name that separates students' answers. It stays valid
when the server restarts with the same secret.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

PREFIX = "bleuscope-class-"  # of the cookie's name; the server's port follows
_TEACHER = "teacher"
_PASS = re.compile(r"(teacher|[0-9a-f]{32})\.([0-9a-f]{64})")


@dataclass(frozen=True)
class Visitor:
    """A browser in the room.

    Attributes
    ----------
    name : str
        The random name of a student's browser, or "teacher".
    """

    name: str

    @property
    def is_teacher(self) -> bool:
        return self.name == _TEACHER


def teacher_pass(secret: str) -> str:
    """The teacher's token."""
    return _signed(_TEACHER, secret)


def student_pass(secret: str) -> str:
    """A token for a new student."""
    return _signed(secrets.token_hex(16), secret)


def visitor(cookies: Mapping[str, str], secret: str) -> Visitor | None:
    """The visitor of the token among the cookies; None if no signature is valid.

    Browsers send the cookies of one server to all servers of its machine, so there may be several
    tokens; those of other rooms are signed with other secrets.
    """
    for name, value in cookies.items():
        match = _PASS.fullmatch(value) if name.startswith(PREFIX) else None
        if match and hmac.compare_digest(value, _signed(match[1], secret)):
            return Visitor(match[1])
    return None


def _signed(name: str, secret: str) -> str:
    signature = hmac.new(secret.encode(), f"class pass {name}".encode(), "sha256")
    return f"{name}.{signature.hexdigest()}"
