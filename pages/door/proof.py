"""A proof for the health check that the server knows its owner's secret."""

from __future__ import annotations

import hmac

from pages.door.asgi import Message, Scope, Send, values


def proving(scope: Scope, send: Send, secret: str) -> Send:
    """Return `send` with the proof added to the answer, if the request asks for one."""
    nonces = values(scope, b"bleuscope-nonce")
    if scope["type"] != "http" or len(nonces) != 1:
        return send
    proof = hmac.new(secret.encode(), nonces[0].encode("latin-1"), "sha256").hexdigest().encode()

    async def send_proof(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [*message.get("headers", []), (b"bleuscope-proof", proof)]
            message = {**message, "headers": headers}
        await send(message)

    return send_proof
