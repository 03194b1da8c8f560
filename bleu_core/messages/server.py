"""The server of the app or a class: address, refused requests and links."""

from __future__ import annotations

from bleu_core.common.formatting import truncate
from bleu_core.messages import Area

server = Area("server")
door = Area("door")
link = Area("link")


@server.error("No port from {first} to {last} is free.")
def no_free_port(first: int, last: int) -> str: ...
@server.error("The app is not installed with bleu_core. Reinstall the package.")
def app_not_installed() -> str: ...
@server.note("No browser was found. Open the address yourself.")
def no_browser() -> str: ...
@server.warning(
    "This machine is not connected to a network: only browsers on this machine can join the class."
)
def no_network() -> str: ...
@server.error("{given} means all addresses. Name the one that the class will use.")
def every_address(given: str) -> str: ...


# Refused requests. The first line of a page is its heading; `…` is code.
@door.error(
    "This server does not accept this host name.\n"
    "Open the address that it printed at the start. Its administrator can add host names to "
    "`server.allowedHosts`."
)
def unknown_host() -> str: ...
@door.error(
    "This request came from another site.\n"
    "Only BLEUscope's own pages are accepted. Behind a proxy, forward the `Host` header unchanged."
)
def foreign_origin() -> str: ...
@door.error(
    "Open the address that `bleuscope` printed.\n"
    "It ends in this server's access token, `/?token=…`, which this browser does not have.\n"
    "If you lost the address, stop the server with Ctrl-C and start it again; saved data is not "
    "lost."
)
def no_token() -> str: ...
@door.error(
    "Open the link of your class.\n"
    "Scan the QR code that your teacher shows, or ask for the whole link."
)
def no_class_link() -> str: ...
@door.error("Only Learn is available here.\nThis server is for a class.")
def only_learn() -> str: ...
@door.error(
    "The class is full: {most:int} students have joined. Follow it on the projector, or with a "
    "student who has joined."
)
def room_full(most: int) -> str: ...


# Parts of a link that cannot be used.
@link.warning()
def not_understood(parameter: str, value: str) -> str:
    return truncate(f"{parameter}={value}")


@link.warning("There are no {what} {name!r}.")
def unknown(what: str, name: str) -> str: ...
@link.warning("The session in the link belongs to a different test set; another session is shown.")
def unknown_session() -> str: ...
