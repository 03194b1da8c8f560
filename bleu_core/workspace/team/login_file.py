"""The file of a server's login: the provider (OpenID Connect) and who may log in.

```toml
address = "https://bleu.example.org"      # of the app
provider = "https://login.example.org/.well-known/openid-configuration"
client_id = "bleuscope"
client_secret = "…"
people = ["*@example.org", "ann@example.com"]
hours = 12                                # how long a login lasts
cookie_secret = "…"                       # optional: one is made and saved
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
LOCAL = ("localhost", "127.0.0.1", "::1")  # what a machine calls itself


@dataclass(frozen=True)
class Login:
    """The login of a server.

    Attributes
    ----------
    address : str
        The scheme, host and port of the app, as browsers write an origin.
    provider : str
        The address of its openid-configuration.
    people : tuple of str
        E-mail addresses, "*@" and a domain, or "*" for everybody whom the provider knows.
    hours : int
        How long a login lasts.
    cookie_secret : str
        Signs the cookies of logins; '' to make one.
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
        """Whether the owner of an e-mail address may log in.

        >>> login = Login("", "", "", "", ("*@example.org", "ann@example.com"))
        >>> login.lets_in("Bob@Example.org"), login.lets_in("bob@example.com")
        (True, False)
        """
        folded = _folded(email)
        name, at, domain = folded.rpartition("@")
        if not (name and at and domain):
            return False
        return any(_folded(person) in (folded, f"*@{domain}") for person in self.people)


def read_login(data: bytes, name: str) -> Login:
    """The login in a file; `name` is the file's, for messages.

    Raises
    ------
    TomlFaults
        With a message for each fault, by line.
    """
    values, faults = parsed(data, name, MOST_BYTES)
    table = Fields(values, (), faults)
    table.only(NAMES)
    address = _address(table)
    provider = table.text("provider", LONGEST_URL, needed=True)
    if provider and not _is_safe(provider):
        table.fault("provider", messages.provider())
    client_id = table.text("client_id", LONGEST_URL, needed=True)
    client_secret = table.text("client_secret", LONGEST_SECRET, needed=True)
    people = table.texts("people", 1, MOST_PEOPLE, LONGEST_ADDRESS)
    for wrong in _no_addresses(people):
        table.fault("people", messages.no_person(wrong), wrong)
    hours = table.number("hours", MOST_HOURS)
    secret = table.text("cookie_secret", LONGEST_SECRET)
    if secret and len(secret) < SHORTEST_SECRET:
        table.fault("cookie_secret", messages.short_secret(len(secret), SHORTEST_SECRET))
    faults.end()
    return Login(address, provider, client_id, client_secret, people, hours or HOURS, secret)


def _address(table: Fields) -> str:
    """The origin of the app; '' if it is not valid."""
    text = table.text("address", LONGEST_URL, needed=True).strip()
    if not text:
        return ""
    origin = _origin(text)
    if not origin:
        table.fault("address", messages.address())
    return origin


def _origin(address: str) -> str:
    """An address as browsers write an origin: in lower case, without a default port."""
    try:
        parts = urlsplit(address)
        port, host = parts.port, parts.hostname or ""
    except ValueError:
        return ""
    rest = parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc
    if rest or not _is_safe(address) or not host.isascii() or set(host) & set(" %<>\"'\\"):
        return ""
    host = f"[{host}]" if ":" in host else host
    is_default = port in (None, {"http": 80, "https": 443}[parts.scheme])
    return f"{parts.scheme}://{host}" + ("" if is_default else f":{port}")


def _is_safe(address: str) -> bool:
    """Whether what is sent there is encrypted, or stays on this machine."""
    try:
        parts = urlsplit(address)
        host = parts.hostname
    except ValueError:
        return False
    return bool(host) and (parts.scheme == "https" or (parts.scheme == "http" and host in LOCAL))


def _no_addresses(people: Iterable[str]) -> list[str]:
    wrong = []
    for text in people:
        name, at, domain = text.rpartition("@")
        is_address = name and at and domain and not any(map(str.isspace, text))
        is_pattern = "*" not in domain and ("*" not in name or name == "*")
        if text != EVERYBODY and not (is_address and is_pattern):
            wrong.append(text)
    return wrong


def _folded(email: str) -> str:
    """In lower case for ASCII only, where no two letters become one."""
    return "".join(sign.lower() if sign.isascii() else sign for sign in email.strip())
