"""Published comparisons of BLEU with people: the paper, and 13 systems of 2021."""

from __future__ import annotations

from bleu_core.common.numerals import NONE, counted, plain, points, share, whole
from bleu_core.common.wording import listed
from bleu_core.people.against.examples import MarkedSystems, Paper
from bleu_core.present.account.spans import Span
from bleu_core.present.document import Column, Table

QUOTED = (
    "As secondary sources quote the paper (Papineni et al. 2002, section 5); not checked against "
    "it. Judges' means are not among what is quoted, so nothing is fitted to these five anew."
)


def of_marked_systems(found: MarkedSystems) -> list[Span]:
    """How many pairs are in the human order, and how uncredited words were marked."""
    held = found.versus
    refused, marked, credited, unseen = found.ngrams[0].tolist()
    return [
        Span(f"{counted(len(held), 'system')}, {counted(found.segments, 'segment')} of TED talks, "
             "English to German: BLEU and people agree on "),
        Span(f"{whole(held.agreed)} of {whole(held.pairs)} pairs", "strong", "pairwise-accuracy"),
        Span(" ("),
        Span(f"r {points(held.r)}", "", "pearson"),
        Span("). Nobody marked "),
        Span(share(refused / (refused + marked)), "strong"),
        Span(" of the words that BLEU does not credit; "),
        Span(share(unseen / (credited + unseen)), "strong"),
        Span(" of those that it credits lie in an error that somebody marked."),
    ]  # fmt: skip


def paper_table(paper: Paper) -> Table:
    """The paper's five systems."""
    columns = [
        Column("system", is_text=True),
        Column("a", is_text=True),
        Column("BLEU", "", "bleu"),
        Column("t against the one above", "", "paired-t"),
    ]
    rows = [
        [
            Span(one.name),
            Span(one.kind),
            Span(points(one.bleu)),
            Span(NONE if one.t is None else plain(one.t)),
        ]
        for one in paper.systems
    ]
    return Table("The five systems of the paper", columns, rows)


def of_paper(paper: Paper) -> str:
    """The paper's results for judges, as quoted."""
    told = listed(
        f"{one.better} over {one.worse} by {plain(one.points)} points of 5"
        for one in paper.differences
    )
    groups = listed(f"{plain(r)} with the {group} group" for group, r in paper.correlation)
    (judges,) = {one.judges for one in paper.differences}
    return (
        f"The {judges} judges preferred {told}. BLEU's r is {groups}: five points, two of them "
        "people."
    )
