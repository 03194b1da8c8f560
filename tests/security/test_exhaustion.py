"""A small file costs little: memory and work are in proportion to its bytes, or it is refused."""

import sys
from collections.abc import Iterator

import pytest

from tests.security.exhausting_files import INPUTS
from tests.security.reading_cost import Readers

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="what a process used is not told there"
)


@pytest.fixture(scope="module")
def readers() -> Iterator[Readers]:
    started = Readers()
    yield started
    started.close()


@pytest.mark.parametrize("name", INPUTS)
def test_what_a_file_costs_is_bounded_by_its_size(readers, name) -> None:
    make, size, format = INPUTS[name]
    spent = readers.cost(make(size), format)
    assert spent.fair, spent
