"""The style sheet of the page, in the page from its first paint, and the address of the server.

Sent by the script, the style sheet would come after the first elements, which would jump. It stands
in the body, so that it comes after the style sheets that Streamlit adds to the head.
"""

from __future__ import annotations

from pathlib import Path

from starlette.datastructures import MutableHeaders

from bleu_core.common import theme
from pages.middleware.asgi import App, Message, Receive, Scope, Send, values

BODY = b"<body>"
# Components inherit the colours, which are custom properties.
STYLE = theme.CSS + Path(__file__).with_name("page_style.css").read_text(encoding="utf-8")
# On /segments, Streamlit's page would look for its server below /segments first, and then above.
ADDRESS = 'window.__streamlit = {BACKEND_BASE_URL: new URL("./", location).href}'
# The answer is neither compressed nor the browser's own copy, which may have an older style sheet.
LEFT_OUT = (b"accept-encoding", b"if-none-match", b"if-modified-since", b"range")


class FirstPaint:
    """ASGI middleware that puts a style sheet and the address into every HTML page."""

    def __init__(self, app: App, style: str) -> None:
        self.app = app
        self.more = f"<style>{style}</style><script>{ADDRESS}</script>".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; only one for a page is changed."""
        if scope["type"] != "http" or not any("text/html" in v for v in values(scope, b"accept")):
            await self.app(scope, receive, send)
            return
        headers = [(name, value) for name, value in scope["headers"] if name not in LEFT_OUT]
        waiting: list[Message] = []

        async def send_styled(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = MutableHeaders(raw=message["headers"])
                if given.get("content-type", "").startswith("text/html"):
                    waiting.append(message)
                    return
            elif waiting and message["type"] == "http.response.body":
                waiting.append(message)
                if not message.get("more_body"):
                    await self._send_page(waiting, send)
                return
            await send(message)

        await self.app({**scope, "headers": headers}, receive, send_styled)

    async def _send_page(self, messages: list[Message], send: Send) -> None:
        """Send a page that came in pieces, with what is added."""
        start, *pieces = messages
        page = b"".join(piece.get("body", b"") for piece in pieces)
        page = page.replace(BODY, BODY + self.more, 1)
        headers = MutableHeaders(raw=list(start["headers"]))
        if page:  # an answer to HEAD has none
            headers["content-length"] = str(len(page))
        for name in ("etag", "last-modified"):
            if name in headers:
                del headers[name]
        await send({**start, "headers": headers.raw})
        await send({"type": "http.response.body", "body": page})
