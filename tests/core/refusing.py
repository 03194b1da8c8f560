"""What the library refuses, by the codes of its messages."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bleu_core.messages import Message, codes


@contextmanager
def refused(*expected: str, error: type[Exception] = ValueError) -> Iterator[list[Message]]:
    """What runs in it is refused with messages of exactly these codes, which it yields."""
    messages: list[Message] = []
    with pytest.raises(error) as caught:
        yield messages
    messages += getattr(caught.value, "problems", caught.value.args)
    assert codes(messages) == list(expected)
