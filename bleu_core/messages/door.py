"""Refusals of the server's door. The first line of a page is its heading; `…` is code."""

from __future__ import annotations

from bleu_core.messages import message

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
