"""The server of the app, and of a class: address, refusals, login and links."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import format_count, format_int, join_words, truncate
from bleu_core.messages import message


@message()
def no_free_port(first: int, last: int) -> str:
    return f"No port from {first} to {last} is free for the app."


@message()
def app_not_installed() -> str:
    return "The app is not installed with bleu_core; install the package anew."


@message("note")
def no_browser() -> str:
    return "No browser was found; open the address yourself."


@message("warning")
def no_network() -> str:
    return "This machine is in no network: only its own browsers will reach the class."


@message()
def malformed_address(given: str) -> str:
    return f"{given} is no address such as 192.0.2.7."


@message()
def every_address(given: str) -> str:
    return f"{given} is every address; name the one that the class is to use."


@message()
def foreign_address(given: str) -> str:
    return f"{given} is no address of this machine."


# Refusals of the server's door. The first line of a page is its heading; `…` is code.


@message(area="door")
def unknown_host() -> str:
    return (
        "This server does not go by this name.\n"
        "Open it under the address that it printed when it was started. Whoever runs it can add "
        "another name to `server.allowedHosts`."
    )


@message(area="door")
def foreign_origin() -> str:
    return (
        "This was asked by a page of another site.\n"
        "Only BLEUscope's own pages are answered. Behind a proxy, hand on the header `Host` as it "
        "came."
    )


@message(area="door")
def no_token() -> str:
    return (
        "Open the address that `bleuscope` printed.\n"
        "It ends in the token of this server, `/?token=…`, which this browser does not hold. "
        "Unless `BLEUSCOPE_TOKEN` says one, each start makes a new token.\n"
        "If the address is lost, end the server with Ctrl-C and start it again: what was kept is "
        "still there."
    )


@message(area="door")
def not_logged_in() -> str:
    return "Log in to open this.\nThis server asks who you are."


@message(area="door")
def login_declined() -> str:
    return _failed("The provider of the login says that you, or it, declined.")


@message(area="door")
def login_not_usable() -> str:
    return _failed(
        "The provider's answer could not be used: it was for another window or came too late, or "
        "the server could not ask the provider about it."
    )


@message(area="door")
def provider_unreachable() -> str:
    return _failed("The server could not reach the provider of the login.")


def _failed(why: str) -> str:
    return (
        f"You are not logged in.\n{why}\nIf it goes wrong each time, tell whoever runs this server."
    )


@message(area="door")
def foreign_logout() -> str:
    return "A page of another site asked to log you out.\nYou are still logged in."


@message(area="door")
def wrong_code() -> str:
    return "This is not the code of this room. It has five letters and digits."


@message(area="door")
def too_many_codes() -> str:
    return "Too many wrong codes came from here. Wait a minute, then try again."


@message(area="door")
def only_learn() -> str:
    return "There is only Learn here.\nThis server is for a class."


@message(area="door")
def room_full() -> str:
    return (
        "There is no place for this window.\n"
        "The room is full, or this browser has too many windows of it open. Close some, and load "
        "this page again."
    )


@message(area="door")
def upload_without_length() -> str:
    return "The length of a file is to be said before it is sent."


@message(area="door")
def no_room_for_upload() -> str:
    return "The server has no room for this file just now."


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
    return (
        f"“{truncate(given)}” is no e-mail address, no domain as in “*@example.org”, and not “*”."
    )


@message(area="login")
def short_secret(length: int, least: int) -> str:
    return (
        f"“cookie_secret” has {format_count(length, 'character')}; {format_int(least)} random "
        "ones are the "
        "least. Without it one is made."
    )


# Refused people.


@message(area="login")
def ended(hours: int) -> str:
    return f"A login lasts {format_count(hours, 'hour')}. Log in again to go on."


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


# Requests of a link to the app that cannot be met.


@message("warning", area="link")
def not_understood(parameter: str, value: str) -> str:
    return truncate(f"{parameter}={value}")


@message("warning", area="link")
def unknown_criterion(criterion: str, of_data_set: bool = False) -> str:
    return f"{'A data set' if of_data_set else 'Segments'} cannot be sliced by {criterion!r} here."


@message("warning", area="link")
def unknown_metric(metric: str) -> str:
    return f"There is no metric {metric!r} here."


@message("warning", area="link")
def unknown_ranking(metric: str) -> str:
    return f"There is no metric {metric!r} here that all systems have scores by."


@message("warning", area="link")
def unknown_order(metric: str) -> str:
    return f"There is no metric “{metric}” here. Orders by it are left out."


@message("warning", area="link")
def unknown_column(column: str) -> str:
    return f"There is no column of numbers “{column}” here. The order by it is left out."


@message("warning", area="link")
def refused_order(why: str) -> str:
    return f"{why} The order by it is left out."


@message("warning", area="link")
def idle_order() -> str:
    return "These settings have no such n-grams: the list is in file order."


@message("warning", area="link")
def unknown_annotations(name: str) -> str:
    return f"{name!r} is nothing that people said here."


@message("warning", area="link")
def unknown_session() -> str:
    return "The session of the link is not one of this test set; this is another."


@message("warning", area="link")
def unknown_segment(segment: int, size: int, of: str) -> str:
    return f"There is no segment {format_int(segment)}: this {of} has {format_int(size)}."


@message("warning", area="link")
def unknown_systems(names: Sequence[str]) -> str:
    return f"None of the systems here: {join_words(names)}."


@message("warning", area="link")
def too_many_systems(names: Sequence[str], most: int) -> str:
    return f"Left out, as {format_int(most)} are shown at most: {join_words(names)}."
