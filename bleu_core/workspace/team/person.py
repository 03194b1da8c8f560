"""A person who is logged in."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256


@dataclass(frozen=True)
class Person:
    """A person, as identified by the login provider.

    Attributes
    ----------
    issuer, subject : str
        The provider, and its identifier of the person. Together they are unique and never change
        (OpenID Connect Core 1.0, 5.7); names and addresses may.
    name : str
        As shown with the person's annotations.
    email : str
    """

    issuer: str
    subject: str
    name: str
    email: str = ""

    @property
    def id(self) -> str:
        """Return the name of the person's folder: 128 bits that reveal nothing.

        >>> Person("https://login.example.org", "4711", "Ann").id
        'f0d18d48c61f2aa8264db2d0ef259729'
        """
        identity = f"{len(self.issuer)}:{self.issuer}:{self.subject}"
        return sha256(identity.encode()).hexdigest()[:32]
