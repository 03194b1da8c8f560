"""A pass: who this browser is to the room, in a cookie that the server's secret signs.

It says "teacher", or a random name by which one student's answers are told from another's. As the
secret alone makes it, it holds after the server was started again with the same secret.
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
    """Who asks.

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
    """The pass of whoever leads the room."""
    return _signed(_TEACHER, secret)


def student_pass(secret: str) -> str:
    """The pass of a student who was not here before."""
    return _signed(secrets.token_hex(16), secret)


def visitor(cookies: Mapping[str, str], secret: str) -> Visitor | None:
    """Whose pass is among the cookies; None where no signature holds.

    Browsers send the cookies of one server of a machine to all of them, so there may be
    several; those of other rooms are signed with other secrets.
    """
    for name, value in cookies.items():
        found = _PASS.fullmatch(value) if name.startswith(PREFIX) else None
        if found and hmac.compare_digest(value, _signed(found[1], secret)):
            return Visitor(found[1])
    return None


def _signed(name: str, secret: str) -> str:
    signature = hmac.new(secret.encode(), f"class pass {name}".encode(), "sha256")
    return f"{name}.{signature.hexdigest()}"
