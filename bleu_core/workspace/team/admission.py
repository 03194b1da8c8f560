"""Whether what a provider says of somebody lets them in here, and for how long."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from bleu_core.messages import Message
from bleu_core.messages import login as messages
from bleu_core.workspace.team.login_file import EVERYBODY, Login
from bleu_core.workspace.team.people import People
from bleu_core.workspace.team.person import Person

SKEW = 300  # seconds that the provider's clock may be ahead of ours


@dataclass(frozen=True)
class Standing:
    """How somebody stands at the door.

    Attributes
    ----------
    person : Person or None
        Who is let in.
    why : Message or None
        Why somebody who came with a login is not; None for who comes without one.
    """

    person: Person | None = None
    why: Message | None = None


def standing(claims: Mapping[str, object], login: Login, people: People, now: float) -> Standing:
    """How who brings these claims stands at `now`, in seconds since 1970.

    The claims are those of an ID token (OpenID Connect Core 1.0, 2 and 5.1), whose signature
    was checked when it came, and which came back in a cookie that this server has signed.
    """
    issuer, subject = _text(claims, "iss"), _text(claims, "sub")
    if not (issuer and subject):
        return Standing()
    begun = _since(claims)
    if not begun - SKEW <= now < begun + login.hours * 3600:
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
    """What tells one login of one person from all others."""
    told = [_text(claims, name) for name in ("iss", "sub", "nonce")]
    return sha256(repr([*told, _since(claims)]).encode()).hexdigest()


def ends(claims: Mapping[str, object], login: Login) -> float:
    """When a login is over by itself, in seconds since 1970."""
    return _since(claims) + login.hours * 3600


def _since(claims: Mapping[str, object]) -> float:
    """When the token was made, which the provider has to say; long ago where it does not."""
    made = claims.get("iat")
    return float(made) if isinstance(made, int | float) else 0.0


def _text(claims: Mapping[str, object], name: str) -> str:
    value = claims.get(name)
    return value.strip() if isinstance(value, str) else ""
