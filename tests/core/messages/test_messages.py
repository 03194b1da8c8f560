"""Messages: the texts of all codes, their formats, and their transfer between processes."""

import io
import pickle
import re
from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any

import pytest

from bleu_core.common import ipc
from bleu_core.messages import Area, Message, known, lines

# Sample values of each type: one item, and several.
SAMPLES: dict[str, tuple[Any, Any]] = {
    "bool": (False, True),
    "int": (1, 1234),
    "float": (0.05, -1.5),
    "Sequence[int]": ([7], [7, 8, 9, 10, 11, 1200]),
    "Sequence[str]": (["x"], ["x", "y", "z"]),
}


def sample(parameter: Parameter, number: int) -> Any:
    """Return a sample value; a string contains the name of the parameter."""
    return SAMPLES.get(parameter.annotation, (f"‹{parameter.name}›",) * 2)[number]


def rendered(make: Callable[..., Message]) -> list[Message]:
    parameters = signature(make).parameters
    both = [make(**{k: sample(p, i) for k, p in parameters.items()}) for i in (0, 1)]
    return list(dict.fromkeys(both))


def test_every_message_is_a_text_with_all_its_values() -> None:
    for code, make in known().items():
        for message in rendered(make):
            assert message.code == code
            assert message.strip() == message != "", code
            assert not re.search(r"\{\w|\S  ", message), message


def test_a_template_writes_parameters() -> None:
    area = Area("try", kind={"a": "an output"}, both=lambda name, lines: f"{name}{len(lines)}")

    @area.warning("{kind:kind} {name:short 3} {lines:# line has|# lines have} {near:?(#)} {both}")
    def write(name: str, lines: list[int], near: str, kind: str = "a") -> str: ...

    assert write("wmt", [1], "") == "an output wmt 1 line has  wmt1"
    assert write("wmt24", [1] * 3000, "x", kind="b") == "b wm… 3,000 lines have (x) wmt243000"
    assert (write("", [], "").code, write("", [], "").severity) == ("try.write", "warning")
    known().pop("try.write")


def test_a_message_is_the_same_in_another_process() -> None:
    message = lines.no_reference([7, 9])
    stream = io.BytesIO()
    ipc.send(stream, [message])
    stream.seek(0)
    for other in (pickle.loads(pickle.dumps(message)), ipc.receive(stream)[0]):
        assert (other, other.code, other.values) == (message, message.code, message.values)


@pytest.mark.parametrize("code", ["os.system", "lines.counted", "..tests", ""])
def test_a_code_that_is_none_is_refused(code: str) -> None:
    stream = io.BytesIO()
    message = Message("x")
    message.code, message.values = code, {}
    ipc.send(stream, [message])
    stream.seek(0)
    with pytest.raises(ipc.InvalidMessage):
        ipc.receive(stream)
