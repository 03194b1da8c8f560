"""A short response of Streamlit, buffered to be changed before it is sent."""

from __future__ import annotations

from pages.door.asgi import App, Message, Receive, Scope, Send


class Answer:
    """Status, headers and body of a response."""

    def __init__(self, messages: list[Message]) -> None:
        self.start, *self.bodies = messages
        self.status: int = self.start["status"]
        self.cookies = [h for h in self.start["headers"] if h[0].lower() == b"set-cookie"]

    def sets(self, cookie: str) -> bool:
        return any(value.startswith(f"{cookie}=".encode()) for _, value in self.cookies)

    async def give(self, send: Send, *headers: tuple[bytes, bytes], location: str = "") -> None:
        """With more headers; with another location, if one is given."""
        own = self.start["headers"]
        if location:
            own = [header for header in own if header[0].lower() != b"location"]
            own.append((b"location", location.encode()))
        headers = (*own, *headers)
        await send({**self.start, "headers": headers})
        for body in self.bodies:
            await send(body)


async def answer_of(app: App, scope: Scope, receive: Receive) -> Answer:
    """What an app answers to a request, kept back."""
    messages: list[Message] = []

    async def keep(message: Message) -> None:
        messages.append(message)

    await app(scope, receive, keep)
    return Answer(messages)
