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


# One for each reader and each way to exhaust it; each takes a fraction of a second.
QUICK = {
    "xml: attribute without end, 200 kB", "xml: equals signs", "xml: many attributes",
    "tmx: attribute without end", "mteval: sets with one id", "mteval: N systems of N docs",
    "mteval: a new attribute on each doc", "csv: ragged rows", "csv: names that are the same",
    "csv: one row of cells", "json: lists of a list", "xlsx: styles",
    "xlsx: a last cell in each row", "xlsx: a long text that cells share",
    "parquet: one long value", "gz: 10 MB of zeros", "zst of zeros", "scores: cells of nothing",
    "scores: digits without end", "text: tabs and newlines, references", "task: newlines",
    "task: one line", "plan: items of nothing", "answers: marks without end",
    "marks: brackets in a cell", "marks: tags without end", "slices: a key of dots",
    "slices: patterns that backtrack", "slices: brackets in brackets",
    "slices: conditions without end", "text: one line", "text: one line of UTF-16",
    "text: one line of NUL", "csv: one cell", "json: one text", "mteval: one text",
}  # fmt: skip


@pytest.mark.parametrize(
    "name", [n if n in QUICK else pytest.param(n, marks=pytest.mark.slow) for n in INPUTS]
)
def test_what_a_file_costs_is_bounded_by_its_size(readers, name) -> None:
    case = INPUTS[name]
    spent = readers.cost(case.make(case.small), case.format or "")
    assert spent.fair, spent
