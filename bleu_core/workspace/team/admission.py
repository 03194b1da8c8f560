"""Decide from a provider's claims whether somebody is admitted, and for how long."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from bleu_core.messages import Message
from bleu_core.messages import login as messages
from bleu_core.workspace.team.login_file import EVERYBODY, Login
from bleu_core.workspace.team.people import People
from bleu_core.workspace.team.person import Person

SKEW = 300  # seconds that the provider's clock may be ahead


@dataclass(frozen=True)
class Standing:
    """The result of checking a login.

    Attributes
    ----------
    person : Person or None
        Who is admitted.
    why : Message or None
        Why a login is refused; None without a login.
    """

    person: Person | None = None
    why: Message | None = None


def standing(claims: Mapping[str, object], login: Login, people: People, now: float) -> Standing:
    """Check the claims of a login at `now`, in seconds since 1970.

    They are those of an ID token (OpenID Connect Core 1.0, 2 and 5.1). Its signature was checked
    when it arrived; since then it is in a cookie that this server has signed.
    """
    issuer, subject = _text(claims, "iss"), _text(claims, "sub")
    if not (issuer and subject):
        return Standing()
    start = _since(claims)
    if not start - SKEW <= now < start + login.hours * 3600:
        return Standing(why=messages.ended(login.hours))
    if people.has_ended(key(claims)):
        return Standing()
    email = _text(claims, "email")
    if EVERYBODY not in login.people:
        if not email:
            return Standing(why=messages.no_email())
        if claims.get("email_verified") not in (True, "true"):
            return Standing(why=messages.email_unverified(email))
        if not login.lets_in(email):
            return Standing(why=messages.not_invited(email))
    name = _text(claims, "name") or _text(claims, "preferred_username") or email
    return Standing(people.named(Person(issuer, subject, name, email)))


def key(claims: Mapping[str, object]) -> str:
    """Identify a login: a hash that no other login has."""
    texts = [_text(claims, name) for name in ("iss", "sub", "nonce")]
    return sha256(repr([*texts, _since(claims)]).encode()).hexdigest()


def ends(claims: Mapping[str, object], login: Login) -> float:
    """Return when a login expires, in seconds since 1970."""
    return _since(claims) + login.hours * 3600


def _since(claims: Mapping[str, object]) -> float:
    """Return when the token was issued; 0, long ago, if the provider does not say."""
    issued = claims.get("iat")
    return float(issued) if isinstance(issued, int | float) else 0.0


def _text(claims: Mapping[str, object], name: str) -> str:
    value = claims.get(name)
    return value.strip() if isinstance(value, str) else ""
