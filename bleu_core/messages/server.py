"""Messages on the server of the app, and of a class: address, refusals, login and links."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import truncate
from bleu_core.messages import Area

server = Area("server")
door = Area("door")
login = Area("login")
link = Area("link")


@server.error("No port from {first} to {last} is free for the app.")
def no_free_port(first: int, last: int) -> str: ...
@server.error("The app is not installed with bleu_core; install the package anew.")
def app_not_installed() -> str: ...
@server.note("No browser was found; open the address yourself.")
def no_browser() -> str: ...
@server.warning("This machine is in no network: only its own browsers will reach the class.")
def no_network() -> str: ...
@server.error("{given} is no address such as 192.0.2.7.")
def malformed_address(given: str) -> str: ...
@server.error("{given} is every address; name the one that the class is to use.")
def every_address(given: str) -> str: ...
@server.error("{given} is no address of this machine.")
def foreign_address(given: str) -> str: ...


# Refusals of the server's door. The first line of a page is its heading; `…` is code.
@door.error(
    "This server does not go by this name.\n"
    "Open it under the address that it printed when it was started. Whoever runs it can add "
    "another name to `server.allowedHosts`."
)
def unknown_host() -> str: ...
@door.error(
    "This was asked by a page of another site.\n"
    "Only BLEUscope's own pages are answered. Behind a proxy, hand on the header `Host` as it "
    "came."
)
def foreign_origin() -> str: ...
@door.error(
    "Open the address that `bleuscope` printed.\n"
    "It ends in the token of this server, `/?token=…`, which this browser does not hold. Unless "
    "`BLEUSCOPE_TOKEN` says one, each start makes a new token.\n"
    "If the address is lost, end the server with Ctrl-C and start it again: what was kept is "
    "still there."
)
def no_token() -> str: ...
@door.error("Log in to open this.\nThis server asks who you are.")
def not_logged_in() -> str: ...
@door.error(
    "You are not logged in.\n"
    "The provider of the login says that you, or it, declined.\n"
    "If it goes wrong each time, tell whoever runs this server."
)
def login_declined() -> str: ...
@door.error(
    "You are not logged in.\n"
    "The provider's answer could not be used: it was for another window or came too late, or the "
    "server could not ask the provider about it.\n"
    "If it goes wrong each time, tell whoever runs this server."
)
def login_not_usable() -> str: ...
@door.error(
    "You are not logged in.\n"
    "The server could not reach the provider of the login.\n"
    "If it goes wrong each time, tell whoever runs this server."
)
def provider_unreachable() -> str: ...
@door.error("A page of another site asked to log you out.\nYou are still logged in.")
def foreign_logout() -> str: ...
@door.error("This is not the code of this room. It has five letters and digits.")
def wrong_code() -> str: ...
@door.error("Too many wrong codes came from here. Wait a minute, then try again.")
def too_many_codes() -> str: ...
@door.error("There is only Learn here.\nThis server is for a class.")
def only_learn() -> str: ...
@door.error(
    "There is no place for this window.\n"
    "The room is full, or this browser has too many windows of it open. Close some, and load this "
    "page again."
)
def room_full() -> str: ...
@door.error("The length of a file is to be said before it is sent.")
def upload_without_length() -> str: ...
@door.error("The server has no room for this file just now.")
def no_room_for_upload() -> str: ...


# A server's login configuration, and refused people.
@login.error(
    "A server for a class lets in by the room's code and asks nobody for a login. Start it "
    "without BLEUSCOPE_LOGIN."
)
def not_for_class() -> str: ...
@login.error(
    'A login needs packages that are not installed. Install them: pip install "bleuscope[login]"'
)
def packages_missing(packages: Sequence[str]) -> str: ...
@login.error("BLEUSCOPE_LOGIN names {path}, which cannot be read ({reason}).")
def unreadable(path: str, reason: str) -> str: ...
@login.error(
    "The secret that signs the cookies of logins is kept in {path}, which cannot be written and "
    "read ({reason})."
)
def secret_unusable(path: str, reason: str) -> str: ...
@login.error("{path} is damaged. Delete it: then everybody has to log in again.")
def secret_damaged(path: str) -> str: ...


# Content of the file; its reader adds where.
@login.error("“provider” is to be the https:// address of the provider's openid-configuration.")
def provider() -> str: ...
@login.error(
    "“address” is to be what people open, as “https://bleu.example.org”, without a path. Without "
    "https it can only be localhost, as cookies could be read on the way."
)
def address() -> str: ...
@login.error("“{given:short}” is no e-mail address, no domain as in “*@example.org”, and not “*”.")
def no_person(given: str) -> str: ...
@login.error(
    "“cookie_secret” has {length:# character}; {least:int} random ones are the least. Without it "
    "one is made."
)
def short_secret(length: int, least: int) -> str: ...


# Refused people.
@login.error("A login lasts {hours:# hour}. Log in again to go on.")
def ended(hours: int) -> str: ...
@login.error(
    "The provider of the login has not said what your e-mail address is, by which this server "
    "knows who may come in."
)
def no_email() -> str: ...
@login.error(
    "The provider of the login has not said that {email} is yours, so that this server cannot "
    "know who you are."
)
def email_unverified(email: str) -> str: ...
@login.error(
    "{email} is not one of the people who may come in. Ask whoever runs this server, or log in "
    "under another address."
)
def not_invited(email: str) -> str: ...


# Requests of a link to the app that cannot be met.


@link.warning()
def not_understood(parameter: str, value: str) -> str:
    return truncate(f"{parameter}={value}")


@link.warning(
    "This link to a data set is from an earlier version. Run bleuscope compare --data again: it "
    "prints a new link."
)
def former_data_set() -> str: ...
@link.warning("Segments cannot be sliced by {criterion!r} here.")
def unknown_criterion(criterion: str) -> str: ...
@link.warning("There is no metric {metric!r} here.")
def unknown_metric(metric: str) -> str: ...
@link.warning("There is no metric {metric!r} here that all systems have scores by.")
def unknown_ranking(metric: str) -> str: ...
@link.warning("There is no metric “{metric}” here. Orders by it are left out.")
def unknown_order(metric: str) -> str: ...
@link.warning("There is no column of numbers “{column}” here. The order by it is left out.")
def unknown_column(column: str) -> str: ...
@link.warning("These settings have no such n-grams: the list is in file order.")
def idle_order() -> str: ...
@link.warning("{name!r} is nothing that people said here.")
def unknown_annotations(name: str) -> str: ...
@link.warning("The session of the link is not one of this test set; this is another.")
def unknown_session() -> str: ...
@link.warning("There is no segment {segment:int}: this comparison has {size:int}.")
def unknown_segment(segment: int, size: int) -> str: ...
@link.warning("None of the systems here: {names:words}.")
def unknown_systems(names: Sequence[str]) -> str: ...
@link.warning("Left out, as {most:int} are shown at most: {names:words}.")
def too_many_systems(names: Sequence[str], most: int) -> str: ...
