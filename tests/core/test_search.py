"""Where a search finds what it looks for, against Python's own search on plain cases."""

import re

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core.search import matches, places

LINES = st.text(alphabet="aAbB .*+?()[]{}\\|^$-é\ue000\n\t", max_size=30)


@settings(deadline=None)
@given(LINES, st.text(alphabet="aAbB .*+?()[]{}\\|^$-é\n", min_size=1, max_size=3))
def test_text_is_found_where_it_stands(line: str, wanted: str) -> None:
    found = places(line, wanted)
    if wanted.startswith("/"):
        return
    assert found == [m.span() for m in re.finditer(re.escape(wanted), line, re.IGNORECASE)]
    assert bool(found) == matches(pa.array([line]), wanted)[0]


@pytest.mark.parametrize(
    ("line", "wanted", "expected"),
    [
        ("the cat on the mat", "THE", [(0, 3), (11, 14)]),
        ("the cat on the mat", "/[cm]at/", [(4, 7), (15, 18)]),
        ("a 💩 b 💩", "💩", [(2, 3), (6, 7)]),
        ("aab", "/a*/", [(0, 2)]),
        ("<b>", "<B>", [(0, 3)]),
        (r"a\0b", r"\0", [(1, 3)]),
        ("the", "/(/", []),
        ("the", "/^the$/", [(0, 3)]),
    ],
)
def test_places(line: str, wanted: str, expected: list[tuple[int, int]]) -> None:
    assert places(line, wanted) == expected


def test_a_missing_line_has_nothing() -> None:
    found = matches(pa.array(["The", None, "he"]), "the")
    assert np.array_equal(found, [True, False, False])
