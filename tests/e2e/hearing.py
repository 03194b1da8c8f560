"""What a page asks, sends, is told and complains of, from the moment that somebody listens."""

from typing import Any

from playwright.sync_api import Browser, Page

from .conftest import visitor


def asked_by(page: Page) -> list[str]:
    """The addresses of all requests and websockets."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    return asked


def frames(page: Page, *events: str) -> list[str]:
    """What goes through its websockets: "framesent", "framereceived", or both."""
    heard: list[str] = []

    def hear(frame: str | bytes) -> None:
        heard.append(frame if isinstance(frame, str) else frame.decode(errors="replace"))

    page.on("websocket", lambda socket: [socket.on(event, hear) for event in events])
    return heard


def sent_by(page: Page) -> list[str]:
    return frames(page, "framesent")


def offline(browser: Browser, **options: Any) -> tuple[Page, list[str]]:
    """A page of a browser without a network, and its complaints: errors, words, and requests."""
    page = visitor(browser, offline=True, **options).new_page()
    complaints = asked_by(page)
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    return page, complaints
