"""Security headers: what the pages may load and do, and that none may be framed.

Streamlit puts its styles into the page at run time, and loads a component's script from a blob.
Everything else comes from this server.
"""

from __future__ import annotations

from pages.door.asgi import App, Message, Receive, Scope, Send

# The inline script in Streamlit's index.html, which marks the page as not ready.
NOT_READY = "'sha256-THxz9J9+wf7rhwR2YkXJoSZ13UCmYyC+3lNDv2+8ugA='"
POLICY = {
    "default-src": "'none'",
    "script-src": f"'self' blob: {NOT_READY}",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self' data:",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
HEADERS = {
    "Content-Security-Policy": "; ".join(f"{what} {where}" for what, where in POLICY.items()),
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_NAMES = {name.lower().encode() for name in HEADERS}


class Headers:
    """Adds the headers to every answer, replacing Streamlit's of the same name.

    `has_forms` allows a form in a page of this server (the room's code).
    """

    def __init__(self, app: App, has_forms: bool = False) -> None:
        self.app = app
        self.headers = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
        if has_forms:
            self.headers = [
                (name, value.replace(b"form-action 'none'", b"form-action 'self'"))
                for name, value in self.headers
            ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [header for header in message["headers"] if header[0].lower() not in _NAMES]
                message = {**message, "headers": [*own, *self.headers]}
            await send(message)

        await self.app(scope, receive, send_with_headers)
