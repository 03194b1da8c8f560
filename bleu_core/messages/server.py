"""The server of the app, and of a class: address and port."""

from __future__ import annotations

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
