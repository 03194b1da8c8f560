"""Where a search finds what it looks for, against Python's own search on plain cases."""

import re

import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core.text.spans import contains, find_spans
from tests.core.refusing import refused
from tests.effort import examples

LINES = st.text(alphabet="aAbB .*+?()[]{}\\|^$-é\ue000\n\t", max_size=30)


@settings(max_examples=examples(400))
@given(LINES, st.text(alphabet="aAbB .*+?()[]{}\\|^$-é\n", min_size=1, max_size=3))
def test_text_is_found_where_it_stands(line: str, wanted: str) -> None:
    found = find_spans(line, wanted)
    if wanted.startswith("/"):
        return
    assert found == [m.span() for m in re.finditer(re.escape(wanted), line, re.IGNORECASE)]
    assert bool(found) == contains(pa.array([line]), wanted)[0]


def test_places_and_lines_that_are_missing() -> None:
    for line, wanted, expected in [
        ("the cat on the mat", "THE", [(0, 3), (11, 14)]),
        ("the cat on the mat", "/[cm]at/", [(4, 7), (15, 18)]),
        ("a 💩 b 💩", "💩", [(2, 3), (6, 7)]),
        ("aab", "/a*/", [(0, 2)]),
        ("a💩a", r"/a|\B/", [(0, 1), (2, 3)]),
        ("<b>", "<B>", [(0, 3)]),
        (r"a\0b", r"\0", [(1, 3)]),
        ("the", "/(/", []),
        ("the", "/^the$/", [(0, 3)]),
    ]:
        assert find_spans(line, wanted) == expected
    assert contains(pa.array(["The", None, "he"]), "the").tolist() == [True, False, False]
    with refused("search.not_a_pattern") as messages:
        contains(pa.array(["the"]), "/(/")
    assert messages[0].values["pattern"] == "/(/"
