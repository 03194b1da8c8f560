"""A server's login configuration, and refused people."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.numerals import counted, whole
from bleu_core.common.wording import cut
from bleu_core.messages import message

# A server's login configuration, and refused people.

# The variable that names the file.
_LOGIN = "BLEUSCOPE_LOGIN"


@message(area="login")
def not_for_class() -> str:
    return (
        "A server for a class lets in by the room's code and asks nobody for a login. "
        f"Start it without {_LOGIN}."
    )


@message(area="login")
def packages_missing(packages: Sequence[str]) -> str:
    return (
        "A login needs packages that are not installed. Install them: "
        'pip install "bleuscope[login]"'
    )


@message(area="login")
def unreadable(path: str, reason: str) -> str:
    return f"{_LOGIN} names {path}, which cannot be read ({reason})."


@message(area="login")
def secret_unusable(path: str, reason: str) -> str:
    return (
        f"The secret that signs the cookies of logins is kept in {path}, which cannot be written "
        f"and read ({reason})."
    )


@message(area="login")
def secret_damaged(path: str) -> str:
    return f"{path} is damaged. Delete it: then everybody has to log in again."


# Content of the file; its reader adds where.


@message(area="login")
def provider() -> str:
    return "“provider” is to be the https:// address of the provider's openid-configuration."


@message(area="login")
def address() -> str:
    return (
        "“address” is to be what people open, as “https://bleu.example.org”, without a path. "
        "Without https it can only be localhost, as cookies could be read on the way."
    )


@message(area="login")
def no_person(given: str) -> str:
    return f"“{cut(given)}” is no e-mail address, no domain as in “*@example.org”, and not “*”."


@message(area="login")
def short_secret(length: int, least: int) -> str:
    return (
        f"“cookie_secret” has {counted(length, 'character')}; {whole(least)} random ones are the "
        "least. Without it one is made."
    )


# Refused people.


@message(area="login")
def ended(hours: int) -> str:
    return f"A login lasts {counted(hours, 'hour')}. Log in again to go on."


@message(area="login")
def no_email() -> str:
    return (
        "The provider of the login has not said what your e-mail address is, by which this server "
        "knows who may come in."
    )


@message(area="login")
def email_unverified(email: str) -> str:
    return (
        f"The provider of the login has not said that {email} is yours, so that this server cannot "
        "know who you are."
    )


@message(area="login")
def not_invited(email: str) -> str:
    return (
        f"{email} is not one of the people who may come in. Ask whoever runs this server, or log "
        "in under another address."
    )
