"""The login file: who may log in to this server, and at which provider (OpenID Connect).

```toml
address = "https://bleu.example.org"      # that people open
provider = "https://login.example.org/.well-known/openid-configuration"
client_id = "bleuscope"
client_secret = "…"
people = ["*@example.org", "ann@example.com"]
hours = 12                                # how long a login lasts
cookie_secret = "…"                       # else one is made once, and kept
```
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from bleu_core.messages import login as messages
from bleu_core.readers.toml_files import Fields, parsed

MOST_BYTES = 100_000
MOST_PEOPLE, LONGEST_ADDRESS = 2_000, 320  # RFC 5321, 4.5.3.1: 64 + "@" + 255
LONGEST_URL, LONGEST_SECRET, SHORTEST_SECRET = 2_000, 2_000, 32
HOURS, MOST_HOURS = 12, 720  # the cookie of a login lasts thirty days
NAMES = ("address", "provider", "client_id", "client_secret", "people", "hours", "cookie_secret")
EVERYBODY = "*"
LOCAL = ("localhost", "127.0.0.1", "::1")  # names of this machine


@dataclass(frozen=True)
class Login:
    """The settings of a server with a login.

    Attributes
    ----------
    address : str
        The origin that people open: scheme, host and port, as browsers write them.
    provider : str
        The address of its openid-configuration.
    people : tuple of str
        E-mail addresses, "*@" and a domain, or "*" for everybody whom the provider knows.
    hours : int
        How long a login lasts.
    cookie_secret : str
        The key that signs login cookies; '' to create one.
    """

    address: str
    provider: str
    client_id: str
    client_secret: str = field(repr=False)
    people: tuple[str, ...]
    hours: int = HOURS
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
    """Parse a login file; `name` is the file's, for messages.

    Raises
    ------
    TomlFaults
        With a message for each fault, by line.
    """
    values, faults = parsed(data, name, MOST_BYTES)
    given = Fields(values, (), faults)
    given.only(NAMES)
    address = _address(given)
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
    return Login(address, provider, client_id, client_secret, people, hours or HOURS, secret)


def _address(given: Fields) -> str:
    """Return the origin that people open; '' if it is invalid."""
    address = given.text("address", LONGEST_URL, needed=True).strip()
    if not address:
        return ""
    origin = _origin(address)
    if not origin:
        given.fault("address", messages.address())
    return origin


def _origin(address: str) -> str:
    """Return the origin as browsers write it: in small letters, without the default port."""
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
