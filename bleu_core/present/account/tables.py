"""Tables of a comparison: parts, tests, families of n-grams."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bleu_core.common.numerals import bare, component_name, fine_delta, share, whole
from bleu_core.explain.ngrams.families import Cause, Causes
from bleu_core.present.account.parts import Parts, lines
from bleu_core.present.account.spans import Span, signed
from bleu_core.present.document import Column, Table
from bleu_core.significance import Test

# The glossary entry of each line of the parts but the precisions.
_TERMS = {"BP": "bp", "length c / r": "ratio", "BLEU": "bleu"}


def parts_table(parts: Parts) -> Table:
    """p1..pN, BP, lengths and BLEU for A, B and Δ, and the points of each."""
    columns = [
        Column("", is_text=True),
        Column("A", "a", "credited"),
        Column("%", "a", "four-numbers"),
        Column("B", "b", "credited"),
        Column("%", "b", "four-numbers"),
        Column("B − A", "", "delta"),
        Column("points", "", "component"),
    ]
    rows = []
    for line in lines(parts):
        tone = "strong" if line.name == "BLEU" else ""
        name = component_name(line.name)
        numbers = (line.a, line.value_a, line.b, line.value_b, line.change)
        rows.append(
            [
                Span(name, tone, _TERMS.get(line.name, "modified-precision")),
                *(Span(number, tone) for number in numbers),
                signed(line.points),
            ]
        )
    return Table("Parts of BLEU for A and B", columns, rows, kind="parts")


def tests_table(tests: Iterable[Test]) -> Table:
    """The significance tests side by side."""
    columns = [
        Column("Test", is_text=True),
        Column("p", "", "p-value"),
        Column("95 % interval of Δ, or note", "", "confidence-interval", is_text=True),
    ]
    rows = [[Span(test.name, "", test.term), Span(test.p), Span(test.note)] for test in tests]
    return Table("Significance tests", columns, rows, kind="tests")


def families_table(found: Causes) -> Table:
    """The families of n-grams that stand out, and the rest of Δ; a family opens its n-grams."""
    columns = [
        Column("n-grams with", is_text=True),
        Column("of matches", "", "credited"),
        Column("A wins", "a", "wins"),
        Column("B wins", "b", "wins"),
        Column("q", "", "q-value"),
        Column("points", "", "points"),
    ]
    rows = [
        [
            _family(cause),
            *map(Span, (share(cause.share), whole(cause.wins_a), whole(cause.wins_b))),
            Span(bare(cause.q)),
            signed(fine_delta(cause.points)),
        ]
        for cause in found.rows
    ]
    rows += closing_rows(found.sources.closing(found.listed), len(columns))
    return Table("Families of n-grams that stand out", columns, rows, kind="families")


def _family(cause: Cause) -> Span:
    return Span(cause.text, "" if cause.is_sign else "quoted", opens=f"ngrams:{cause.search}")


def closing_rows(closing: Sequence[tuple[str, float]], columns: int) -> list[list[Span]]:
    """The rows that complete a list of n-grams to Δ, with points in the last column."""
    empty = [Span("")] * (columns - 2)
    return [[Span(name, "muted"), *empty, signed(fine_delta(p))] for name, p in closing]
