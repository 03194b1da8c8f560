"""A small file never costs much: memory and work are in proportion to its bytes, or it is refused.

What each cost at its full size is printed by `python -m tests.benchmarks.exhaustion`.
"""

from __future__ import annotations

import sys

import pytest

from tests.security.cost import cost
from tests.security.exhausting import INPUTS


@pytest.mark.skipif(sys.platform == "win32", reason="what a process used is not told there")
@pytest.mark.parametrize("name", INPUTS)
def test_what_a_file_costs_is_bounded_by_its_size(name: str) -> None:
    case = INPUTS[name]
    spent = cost(case.make(case.small), case.format or "")
    assert spent.fair, spent
