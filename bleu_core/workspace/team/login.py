"""Logins: the login file, the settings of this server, and which users are admitted.

The protocol is OpenID Connect. A login file:

```toml
address = "https://bleu.example.org"      # the address that users open
provider = "https://login.example.org/.well-known/openid-configuration"
client_id = "bleuscope"
client_secret = "…"
people = ["*@example.org", "ann@example.com"]
hours = 12                                # how long a login lasts
cookie_secret = "…"                       # optional; by default, one is created and saved
```

The environment variable `BLEUSCOPE_LOGIN` names the file.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bleu_core.common.environment import home, is_class, login_file
from bleu_core.messages import Message
from bleu_core.messages import server as messages
from bleu_core.readers.toml_files import TomlFields, parse_toml
from bleu_core.text.evalset import InputError
from bleu_core.workspace.team.people import PeopleRegistry, Person

MOST_BYTES = 100_000
MOST_PEOPLE, LONGEST_ADDRESS = 2_000, 320  # RFC 5321, 4.5.3.1: 64 + "@" + 255
LONGEST_URL, LONGEST_SECRET, SHORTEST_SECRET = 2_000, 2_000, 32
HOURS, MOST_HOURS = 12, 720  # the cookie of a login lasts thirty days
NAMES = ("address", "provider", "client_id", "client_secret", "people", "hours", "cookie_secret")
EVERYBODY = "*"
LOCAL = ("localhost", "127.0.0.1", "::1")  # names of this machine


@dataclass(frozen=True)
class Login:
    """The settings of a server with a login."""

    address: str  # the origin that users open: scheme, host and port, as browsers write them
    provider: str  # the address of its openid-configuration
    client_id: str
    client_secret: str = field(repr=False)
    # E-mail addresses, "*@" and a domain, or "*" for all users of the provider.
    people: tuple[str, ...]
    hours: int = HOURS  # how long a login lasts
    # The key that signs login cookies; '' to create one.
    cookie_secret: str = field(default="", repr=False)

    @property
    def netloc(self) -> str:
        """Host and port, as a browser sends them in `Host`."""
        return urlsplit(self.address).netloc

    @property
    def host(self) -> str:
        return urlsplit(self.address).hostname or ""

    def lets_in(self, email: str) -> bool:
        """Whether the owner of this address may log in.

        >>> login = Login("", "", "", "", ("*@example.org", "ann@example.com"))
        >>> login.lets_in("Bob@Example.org"), login.lets_in("bob@example.com")
        (True, False)
        """
        address = _folded(email)
        name, at, domain = address.rpartition("@")
        if not (name and at and domain):
            return False
        return any(_folded(person) in (address, f"*@{domain}") for person in self.people)


def read_login(data: bytes, name: str) -> Login:
    """Parse a login file; TomlFaults has a message for each fault, by line."""
    values, faults = parse_toml(data, name, MOST_BYTES)
    given = TomlFields(values, (), faults)
    given.only(NAMES)
    address = given.text("address", LONGEST_URL, needed=True).strip()
    origin = _origin(address)
    if address and not origin:
        given.fault("address", messages.address())
    provider = given.text("provider", LONGEST_URL, needed=True)
    if provider and not _is_safe(provider):
        given.fault("provider", messages.provider())
    client_id = given.text("client_id", LONGEST_URL, needed=True)
    client_secret = given.text("client_secret", LONGEST_SECRET, needed=True)
    people = given.texts("people", 1, MOST_PEOPLE, LONGEST_ADDRESS)
    for wrong in _no_addresses(people):
        given.fault("people", messages.no_person(wrong), wrong)
    hours = given.number("hours", MOST_HOURS)
    secret = given.text("cookie_secret", LONGEST_SECRET)
    if secret and len(secret) < SHORTEST_SECRET:
        given.fault("cookie_secret", messages.short_secret(len(secret), SHORTEST_SECRET))
    faults.end()
    return Login(origin, provider, client_id, client_secret, people, hours or HOURS, secret)


def _origin(address: str) -> str:
    """Return the origin as browsers write it, without the default port; '' if it is invalid."""
    try:
        parts = urlsplit(address)
        port, host = parts.port, parts.hostname or ""
    except ValueError:
        return ""
    rest = parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc
    if rest or not _is_safe(address) or not host.isascii() or set(host) & set(" %<>\"'\\"):
        return ""
    host = f"[{host}]" if ":" in host else host
    is_usual = port in (None, {"http": 80, "https": 443}[parts.scheme])
    return f"{parts.scheme}://{host}" + ("" if is_usual else f":{port}")


def _is_safe(address: str) -> bool:
    """Whether data sent to an address cannot be read on the way."""
    try:
        parts = urlsplit(address)
        host = parts.hostname
    except ValueError:
        return False
    return bool(host) and (parts.scheme == "https" or (parts.scheme == "http" and host in LOCAL))


def _no_addresses(people: Iterable[str]) -> list[str]:
    wrong = []
    for person in people:
        name, at, domain = person.rpartition("@")
        is_address = name and at and domain and not any(map(str.isspace, person))
        has_star = "*" in domain or ("*" in name and name != "*")
        if person != EVERYBODY and (not is_address or has_star):
            wrong.append(person)
    return wrong


def _folded(email: str) -> str:
    """Lower-case ASCII letters; lower-casing others could make two addresses equal."""
    return "".join(sign.lower() if sign.isascii() else sign for sign in email.strip())


PRIVATE_FOLDER = 0o700
SECRET_FILE = "cookie-secret"
# Packages of Streamlit's login (its extra "auth").
NEEDED = ("authlib", "httpx", "itsdangerous")


class LoginError(ValueError):
    """The login file is invalid; `problems` has a message for each fault."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = list(problems)


def server_login() -> Login | None:
    """Return the login settings of this server, or None; LoginError if they are invalid."""
    path = login_file()
    return _read_settings(path, is_class()) if path else None


def server_people() -> PeopleRegistry:
    return PeopleRegistry(home())


def streamlit_settings(login: Login) -> dict[str, Any]:
    """Return the settings of Streamlit's login, `[auth]` in its secrets."""
    return {
        "redirect_uri": f"{login.address}/oauth2callback",
        "cookie_secret": login.cookie_secret,
        "client_id": login.client_id,
        "client_secret": login.client_secret,
        "server_metadata_url": login.provider,
    }


@cache
def _read_settings(path: str, is_for_class: bool) -> Login:
    if is_for_class:
        raise LoginError(messages.not_for_class())
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise LoginError(messages.packages_missing(missing))
    try:
        with Path(path).expanduser().open("rb") as file:
            login = read_login(file.read(MOST_BYTES + 1), path)
    except OSError as error:
        raise LoginError(messages.unreadable(path, error.strerror or str(error))) from None
    except InputError as error:
        raise LoginError(*error.problems) from None
    return login if login.cookie_secret else replace(login, cookie_secret=_saved_secret(home()))


def _saved_secret(folder: Path | None) -> str:
    """Return a secret that is created once; at each start if nothing is saved."""
    new = secrets.token_urlsafe(48)
    if folder is None:
        return new
    path = folder / SECRET_FILE
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
        with suppress(FileExistsError):
            _write_once(path, new)
        secret = path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise LoginError(messages.secret_unusable(str(path), str(error))) from None
    if len(secret) < len(new):
        raise LoginError(messages.secret_damaged(str(path)))
    return secret


def _write_once(path: Path, text: str) -> None:
    """Write a file that is complete and private from the first moment on."""
    draft = path.with_name(f"{path.name}-{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)
    finally:
        draft.unlink()


SKEW = 300  # seconds that the provider's clock may be ahead


@dataclass(frozen=True)
class LoginCheck:
    """The result of checking a login."""

    person: Person | None = None  # who is admitted
    why: Message | None = None  # why a login is refused; None without a login


def check_login(
    claims: Mapping[str, object], login: Login, people: PeopleRegistry, now: float
) -> LoginCheck:
    """Check the claims of a login at `now`, in seconds since 1970.

    They are those of an ID token (OpenID Connect Core 1.0, 2 and 5.1). Its signature was checked
    when it arrived; since then it is in a cookie that this server has signed.
    """
    issuer, subject = _text(claims, "iss"), _text(claims, "sub")
    if not (issuer and subject):
        return LoginCheck()
    start = _since(claims)
    if not start - SKEW <= now < start + login.hours * 3600:
        return LoginCheck(why=messages.ended(login.hours))
    if people.has_ended(login_key(claims)):
        return LoginCheck()
    email = _text(claims, "email")
    if EVERYBODY not in login.people:
        if not email:
            return LoginCheck(why=messages.no_email())
        if claims.get("email_verified") not in (True, "true"):
            return LoginCheck(why=messages.email_unverified(email))
        if not login.lets_in(email):
            return LoginCheck(why=messages.not_invited(email))
    name = _text(claims, "name") or _text(claims, "preferred_username") or email
    return LoginCheck(people.named(Person(issuer, subject, name, email)))


def login_key(claims: Mapping[str, object]) -> str:
    """Identify a login: a hash that no other login has."""
    texts = [_text(claims, name) for name in ("iss", "sub", "nonce")]
    return sha256(repr([*texts, _since(claims)]).encode()).hexdigest()


def login_expiry(claims: Mapping[str, object], login: Login) -> float:
    """Return when a login expires, in seconds since 1970."""
    return _since(claims) + login.hours * 3600


def _since(claims: Mapping[str, object]) -> float:
    """Return when the token was issued; 0, long ago, if the provider does not say."""
    issued = claims.get("iat")
    return float(issued) if isinstance(issued, int | float) else 0.0


def _text(claims: Mapping[str, object], name: str) -> str:
    value = claims.get(name)
    return value.strip() if isinstance(value, str) else ""
