"""Access control: ASGI middleware between the network and Streamlit.

- `access`: host names, the server's token, and security headers; a server ends with its command
- `room_door`: the links of a class and what it reaches, the teacher's file of answers
- `routes`: help for the header, and the answers of the screens
- `loading`: loads the screens beside the server
- `refreshes`: drops a refresh until the run before it has ended
- `first_paint`: the style sheet, in the page from its first paint
- `asgi`: requests and refusals, shared by the others
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from starlette.middleware import Middleware

from bleu_core.common.environment import proof_key
from pages.middleware.access import Headers, Hosts, Proof, Token

if TYPE_CHECKING:
    from bleu_core.teaching.room import Room


def guards(token: str, allowed_hosts: Sequence[str], room: Room | None = None) -> list[Middleware]:
    """Return the middleware of the app, outermost first; none for access without token and room."""
    gate = [Middleware(Token, token=token)] if token else []
    if room:
        from pages.middleware.room_door import RoomDoor  # loads the lessons

        gate = [Middleware(RoomDoor, room=room)]
    hosts = Middleware(Hosts, allowed=allowed_hosts)
    proof = [Middleware(Proof, key=key)] if (key := proof_key()) else []
    return [Middleware(Headers), hosts, *proof, *gate]
