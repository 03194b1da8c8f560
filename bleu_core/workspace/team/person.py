"""Somebody who is logged in."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256


@dataclass(frozen=True)
class Person:
    """Who the provider of the login says that somebody is.

    Attributes
    ----------
    issuer, subject : str
        Of the provider, and of the person there: together they never change and are nobody else's
        (OpenID Connect Core 1.0, 5.7). Names and addresses are neither.
    name : str
        What the person goes by: what is said here carries it.
    email : str
    """

    issuer: str
    subject: str
    name: str
    email: str = ""

    @property
    def id(self) -> str:
        """The name of the person's folder: of 128 bits, and it tells nothing.

        >>> Person("https://login.example.org", "4711", "Ann").id
        'f0d18d48c61f2aa8264db2d0ef259729'
        """
        told = f"{len(self.issuer)}:{self.issuer}:{self.subject}"
        return sha256(told.encode()).hexdigest()[:32]
