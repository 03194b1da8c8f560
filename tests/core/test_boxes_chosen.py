"""What the boxes ask for is chosen by the expression that they write: against each filter alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from bleu_core import Comparison
from bleu_core.columns import Said, table_of
from bleu_core.expressions import chosen
from bleu_core.judgements.annotations import VERDICTS, Annotation, Label
from bleu_core.judgements.annotations import Filter as AnnotationFilter
from bleu_core.judgements.marks import Marked
from bleu_core.metrics import Scores, known, opinion, opinion_of
from bleu_core.slices import CRITERIA, names_of
from bleu_core.slices.criteria import bands_of
from bleu_core.worklist import OPPOSED, PLACES, SIGNS, Filters
from bleu_core.worklist.boxes import written
from tests.core.random_expressions import DATA, A
from tests.core.selecting import select

METRICS = ("imported:my marks", "wer")
COMPARISON = Comparison.of(replace(DATA, references=[["the cat", *A[1:]]]))
MARKS = {"A": np.array([1, 2, 3, np.nan, 5, 0]), "B": np.array([3.0, 2, 1, 4, 4, 9])}
OPINIONS = {
    "bleu": opinion(COMPARISON, known("bleu")),
    "wer": opinion(COMPARISON, known("wer")),
    METRICS[0]: opinion_of(Scores("my marks", True, MARKS), "A", "B"),
}
SAID = {
    0: Annotation("same", (Label("A", "omission", "minor"),), "x"),
    2: Annotation(VERDICTS[0], (Label("B", "order", "major"),)),
    4: Annotation(note="y"),
}
MARKED = (Marked(1, "Accuracy/x", "major"), Marked(3, "", "minor"))


def parts() -> list[Filters]:
    """Every part of every criterion."""
    bands = {how: bands_of(COMPARISON, how).labels for how in [*CRITERIA, "kind", "my `kind`"]}
    told = {how: names_of(DATA.metadata[how]) for how in ("kind", "my `kind`")}
    return [
        Filters(slice_by=how, slice=told.get(how, {}).get(label, label))
        for how, labels in bands.items()
        for label in labels
    ]


EVERY = [
    Filters(),
    *(Filters(text=t, place=p) for t in ("THE", "/^the/", "5", "?") for p in PLACES),
    *(Filters(document=name) for name in names_of(DATA.documents).values()),
    *(Filters(sign=sign) for sign in SIGNS),
    Filters(differ=True),
    *(Filters(**{name: (0.0, 40.0)}) for name in ("delta", "score_a", "score_b")),
    Filters(delta=(-1e308, 1e308), score_a=(100.0, 100.0)),
    Filters(length=(2.0, 3.0), lines=(2.0, 5.0)),
    Filters(text="cat", place="A", sign="loss", differ=True, lines=(1.0, 4.0)),
    *(
        Filters(opposed=which, metrics=pair)
        for which in OPPOSED
        for pair in (METRICS, ("bleu", METRICS[0]))
    ),
    Filters(delta_1=(-2.0, 0.0), delta_2=(0.0, 500.0), metrics=METRICS),
    Filters(delta_1=(-100.0, 0.0), delta_2=(-1.0, 9.0), metrics=("bleu", METRICS[0])),
    *parts(),
]


def test_the_expression_chooses_what_the_filters_do() -> None:
    table = table_of(COMPARISON, opinions=OPINIONS)
    for asked in EVERY:
        expected = np.flatnonzero(select(COMPARISON, asked, OPINIONS)).tolist()
        text = written(asked)
        found = chosen(text, table).tolist() if text else list(range(len(A)))
        assert found == expected, text


def test_the_expression_chooses_what_people_said_and_marked() -> None:
    """Labels with severities, of which there are some too, are no marks."""
    table = table_of(COMPARISON, said=Said(SAID, MARKED, MARKED[1:]))
    marks = ["any", *(f"severity:{one}" for one in ("major", "minor"))]
    marks += [f"category:{one}" for one in ("Accuracy/x", "y", "")]
    for asked in [
        *(AnnotationFilter(verdict=verdict) for verdict in ("given", "none", *VERDICTS)),
        *(AnnotationFilter(label=label) for label in ("omission", "order", "none")),
        AnnotationFilter(noted=True, verdict="given"),
        *(AnnotationFilter(marked=one, mine=mine) for one in marks for mine in (False, True)),
    ]:
        text = written(Filters(), asked)
        expected = asked.mask(SAID, len(A), MARKED[1:] if asked.mine else MARKED)
        assert chosen(text, table).tolist() == np.flatnonzero(expected).tolist(), text
