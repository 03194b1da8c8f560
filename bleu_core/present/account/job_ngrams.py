"""The n-grams of a data set: a table of some, and bounds for the others."""

from __future__ import annotations

import math
import shlex

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.numerals import at_most, bare, counted, delta, duration, fine_delta, whole
from bleu_core.datasets import Job
from bleu_core.datasets.ngram_evidence import Moved, NgramEvidence
from bleu_core.datasets.ngram_pass import SECONDS
from bleu_core.present.account.spans import Span, signed
from bleu_core.present.document import Column, Table

# Rows of the table.
MOST = 20
TITLE = "N-grams with most points"
COLUMNS = [
    Column("n-gram", is_text=True),
    Column("n", "", "n-gram"),
    Column("Δ matches", "", "credited"),
    Column("points", "", "points"),
    Column("A wins", "a", "wins"),
    Column("B wins", "b", "wins"),
    Column("p", "", "sign-test"),
    Column("q", "", "q-value"),
    Column("at most left out", "", "left-out"),
]


def ngrams_table(found: NgramEvidence, rows: NDArray[np.int64]) -> Table:
    """Some n-grams, a row each."""
    return Table(TITLE, COLUMNS, [_cells(one) for one in found.listed(rows)], kind="phrases")


def ngrams_told(found: NgramEvidence, rows: NDArray[np.int64]) -> list[str]:
    """A bound for the n-grams outside some rows, and the number that q is corrected for."""
    return [*_beyond(found, rows), _about_q(found)]


def cost_told(job: Job) -> list[str]:
    """The time that counting takes here, and the alternatives."""
    took = duration(max(1.0, SECONDS * len(job)))
    columns = job.plan.columns
    words = ["--a", columns.a, "--b", columns.b, "--ref", *columns.references, "--ngrams"]
    return [
        f"The texts of {counted(len(job), 'segment')} are read again for it, which takes about "
        f"{took} of one processor; the app can be used meanwhile.",
        "On all cores, or on a cluster: add --ngrams to the command that counted the data set, as "
        f"in bleuscope compare --data … {shlex.join(words)} --cluster local.",
    ]


def _cells(one: Moved) -> list[Span]:
    return [
        Span(one.text, "quoted"),
        Span(whole(one.order)),
        Span(delta(one.gained, 0)),
        signed(fine_delta(one.points)),
        *(Span(whole(wins)) for wins in (one.wins_a, one.wins_b)),
        *(Span(bare(number)) for number in (one.p, one.q)),
        Span(whole(one.left_out), "muted"),
    ]


def _beyond(found: NgramEvidence, rows: NDArray[np.int64]) -> list[str]:
    if len(rows) == len(found) and not found.part.bound:
        return ["No n-gram that A and B match differently often in a segment is left out."]
    told = []
    points = found.points_beyond(rows)
    if math.isnan(points):
        told.append("As a BLEU is 0, no n-gram has points: the order is by matches, either way.")
    else:
        told.append(f"No other n-gram carries more than {at_most(points)} points, either way.")
    if found.part.bound:
        told.append(
            "Only the n-grams in which A and B differ most are kept: in each of the others they "
            f"differ by at most {counted(found.part.bound, 'match', 'matches')}, all segments "
            "together."
        )
    return told


def _about_q(found: NgramEvidence) -> str:
    return f"q is corrected for {counted(found.tested, 'n-gram')}: those kept that can be tested."
