"""The expressions of the reference choose what it says of them."""

import re

import pytest

from bleu_core import Comparison, EvalSet
from bleu_core.segments.columns import SegmentAnnotations, SegmentTable, table_of
from bleu_core.segments.expressions import chosen, parse, written
from tests.places import ROOT

LONG = " ".join(f"w{i}" for i in range(40)) + " ."
# What the reference says of each expression, and the segments of `table` that are so, by hand.
CHOSEN: dict[str, list[int]] = {
    "points < -0.05": [0, 2, 3],
    "delta <= -20 and reference.length >= 30": [0],
    'kind = "news" or kind in ("blog", "chat")': [0, 1, 2],
    'document != "talk-7"': [1, 3],
    'kind != "news" and not kind is missing': [1, 2],
    "source ~ /\\d/ and not b ~ /\\d/": [2],
    'reference contains "not"': [1, 3],
    'source has "as well as"': [3],
    "b.copy and not a.copy": [3],
    "(a.cut or b.cut) and not same": [0],
    "question or digits": [0, 2],
    "similarity < 0.5 and b.unseen > 0": [3],
    "b.length < a.length": [0],
    "note is missing": [0, 1, 2, 3],
    '`sentence BLEU` = "0–10"': [],
}


@pytest.fixture(scope="module")
def table() -> SegmentTable:
    reference = [LONG, "It is NOT so .", "There are 12 of them .", "Nothing but bread as well ."]
    source = [LONG, "Es ist so .", "Es sind 12 davon .", "Brot as well as Nichts Neues ."]
    a = reference
    b = ["w0 w1 w2", reference[1], "There are some of them .", source[3]]
    kinds, documents = ["news", "blog", "chat", ""], ["talk-7", "talk-8", "talk-7", "talk-8"]
    data = EvalSet({"A": a, "B": b}, [reference], source, documents, {"kind": kinds})
    return table_of(Comparison.of(data), annotations=SegmentAnnotations())


def expressions() -> list[str]:
    """The first cells of the table."""
    page = (ROOT / "docs" / "reference" / "expressions.md").read_text("utf-8")
    rows = page.partition("| expression | the segments |")[2].partition("\n\n")[0].splitlines()
    return [re.fullmatch(r"\| (`+) ?(.*?) ?\1 \|.*", row)[2] for row in rows[2:]]  # type: ignore[index]


def test_all_of_them_are_tried() -> None:
    assert expressions() == list(CHOSEN)


def test_each_chooses_what_the_reference_says(table: SegmentTable) -> None:
    assert {text: chosen(text, table).tolist() for text in CHOSEN} == CHOSEN
    for text in CHOSEN:
        assert parse(written(parse(text))) == parse(text)
