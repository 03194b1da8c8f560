"""The login of a team's server: logging in and out, and answers to visitors without a login.

Streamlit speaks with the provider (its `auth/login`, `oauth2callback` and `auth/logout`); this
module redirects users there and back to the page they requested, reports errors, and shows visitors
who are not logged in only the login screen (pages/ui/frame/login_screen).
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from urllib.parse import parse_qs, quote, unquote, urlencode

from starlette.requests import HTTPConnection
from streamlit.auth_util import encode_provider_token, get_cookie_with_chunks
from streamlit.proto.AuthRedirect_pb2 import AuthRedirect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.web.server.starlette.starlette_app_utils import decode_signed_value
from streamlit.web.server.starlette.starlette_server_config import USER_COOKIE_NAME

from bleu_core.messages import Message as Text
from bleu_core.messages import server
from bleu_core.workspace.team.login import Login, check_login, login_expiry, login_key
from bleu_core.workspace.team.people import PeopleRegistry
from pages.door.asgi import (
    HEALTHS,
    POLICY_VIOLATION,
    App,
    BufferedResponse,
    Message,
    Receive,
    Scope,
    Send,
    answer_of,
    is_request,
    move_on,
    refuse,
    split_parameter,
    values,
)

START, END, LEAVE = "/auth/login", "/oauth2callback", "/auth/logout"
BACK = "bleuscope-back"  # the cookie with the page that was requested
# Streamlit's page opens the address that it is sent; the empty one is its own.
LOAD_AGAIN = ForwardMsg(auth_redirect=AuthRedirect(url="")).SerializeToString()
LOOKS = 5.0  # seconds between checks of a login
BACK_LASTS = 900  # seconds for a login
# What the login screen needs, which appears under every address.
ANSWERED = re.compile(
    r"/|/[a-z]+|/static/(?!.*\.\.).+|/favicon\.png|/_stcore/(health|host-config|stream)"
)
TO_LOGIN = '<a href="/">Log in</a>'
GO_ON = '<a href="/">Continue</a>'


class LoginDoor:
    """Admits users who are logged in and allowed."""

    def __init__(self, app: App, login: Login, people: PeopleRegistry) -> None:
        self.app = app
        self.login = login
        self.people = people

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not is_request(scope):
            await self.app(scope, receive, send)
            return
        path, is_secure = scope["path"], self.login.address.startswith("https:")
        send = _over_https_alone(send) if is_secure else send
        if path in HEALTHS:
            await self.app(scope, receive, send)
        elif path == START:
            await self._start(scope, receive, send)
        elif path == END:
            await self._end(scope, receive, send)
        elif path == LEAVE:
            await self._leave(scope, receive, send)
        elif scope["type"] == "websocket" and self._knows(scope):
            await self.app(scope, self._while_known(scope, receive, send), send)
        elif self._is_open(scope) or self._knows(scope):
            await self.app(scope, receive, send)
        else:
            await refuse(scope, send, server.not_logged_in(), link=TO_LOGIN)

    def _is_open(self, scope: Scope) -> bool:
        reads = scope["type"] == "websocket" or scope["method"] in ("GET", "HEAD")
        return reads and ANSWERED.fullmatch(scope["path"]) is not None

    def _knows(self, scope: Scope) -> bool:
        found = check_login(claims(scope, self.login), self.login, self.people, time.time())
        return found.person is not None

    def _while_known(self, scope: Scope, receive: Receive, send: Send) -> Receive:
        """Return `receive` of a websocket that ends with its login, even without activity.

        The browser then reloads the page without a login.
        """
        waiting: asyncio.Task[Message] | None = None

        async def receive_if_known() -> Message:
            nonlocal waiting
            waiting = waiting or asyncio.ensure_future(receive())
            while not waiting.done():
                await asyncio.wait({waiting}, timeout=LOOKS)
                if not self._knows(scope):
                    waiting.cancel()
                    await send({"type": "websocket.send", "bytes": LOAD_AGAIN})
                    await send({"type": "websocket.close", "code": POLICY_VIOLATION})
                    return {"type": "websocket.disconnect", "code": POLICY_VIOLATION}
            message, waiting = waiting.result(), None
            return message

        return receive_if_known

    async def _start(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Redirect to the provider; a cookie stores the requested page."""
        wanted, _ = split_parameter(scope.get("query_string", b""), b"back")
        back = own_address(wanted[-1]) if wanted else "/"
        query = urlencode({"provider": encode_provider_token("default")}).encode()
        answer = await answer_of(self.app, {**scope, "query_string": query}, receive)
        if answer.status >= 400:
            await self._fail(scope, send, server.provider_unreachable(), back, answer)
        else:
            await answer.give(send, _cookie(quote(back, safe=""), BACK_LASTS))

    async def _end(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Return from the provider, logged in or not; or logged out there."""
        said = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        back = own_address(unquote(HTTPConnection(scope).cookies.get(BACK, "")))
        if "error" in said:
            is_declined = said["error"] == ["access_denied"]
            why = server.login_declined() if is_declined else server.login_not_usable()
            await self._fail(scope, send, why, back)
        elif "code" not in said:
            await move_on(scope, send, b"", "")
        else:
            answer = await answer_of(self.app, scope, receive)
            if answer.sets(USER_COOKIE_NAME):
                await answer.give(send, _cookie("", 0), location=back)
            else:
                await self._fail(scope, send, server.login_not_usable(), back, answer)
        scope["query_string"] = b""  # for the server's log

    async def _leave(self, scope: Scope, receive: Receive, send: Send) -> None:
        if _is_anothers(scope):
            await refuse(scope, send, server.foreign_logout(), link=GO_ON)
            return
        brought = claims(scope, self.login)
        if brought:  # copies of the cookie may exist
            self.people.end(login_key(brought), login_expiry(brought, self.login))
        answer = await answer_of(self.app, scope, receive)
        # Unsaved answers wait in the browser, and must not become the next user's.
        await answer.give(send, (b"clear-site-data", b'"storage"'))

    async def _fail(
        self, scope: Scope, send: Send, why: Text, back: str, answer: BufferedResponse | None = None
    ) -> None:
        again = f'<a href="{START}?{urlencode({"back": back})}">Log in again</a>'
        cookies = answer.cookies if answer else []
        await refuse(scope, send, why, link=again, headers=cookies)


def _is_anothers(scope: Scope) -> bool:
    """Whether the request comes from a page of another site or port.

    Even without a cookie, the answer to such a request would clear the browser's storage.
    """
    asks = values(scope, b"sec-fetch-site")  # none, if the browser does not say
    return any(one not in ("same-origin", "none") for one in asks)


def _cookie(back: str, seconds: int) -> tuple[bytes, bytes]:
    """Return the header that stores the requested page."""
    kept = f"{BACK}={back}; HttpOnly; SameSite=Lax; Path=/; Max-Age={seconds}"
    return b"set-cookie", kept.encode()


def claims(scope: Scope, login: Login) -> dict[str, object]:
    """Return the claims in the signed cookie of a login; nothing without one."""
    sent = HTTPConnection(scope).cookies

    def signed(name: str) -> bytes | None:
        value = sent.get(name)
        return decode_signed_value(login.cookie_secret, name, value) if value else None

    told = get_cookie_with_chunks(signed, USER_COOKIE_NAME)
    found = json.loads(told) if told else {}
    return found if found.get("origin") == login.address else {}


def own_address(wanted: str) -> str:
    """Return path and query of a page of ours; "/" for what may be another server's."""
    is_ours = re.fullmatch(r"/[a-z]*(\?[^\s\\#]*)?", wanted) is not None
    return quote(wanted, safe="/?&=%+:;,.~!*'()@$[]-_") if is_ours and len(wanted) < 2_000 else "/"


def _over_https_alone(send: Send) -> Send:
    """Return `send` with cookies that browsers send over HTTPS only."""

    async def send_secure(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [
                (name, value + b"; Secure")
                if name.lower() == b"set-cookie" and b"; secure" not in value.lower()
                else (name, value)
                for name, value in message.get("headers", [])
            ]
            message = {**message, "headers": headers}
        await send(message)

    return send_secure
