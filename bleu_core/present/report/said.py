"""What was said of segments, as HTML: at each segment, and what it adds up to."""

from __future__ import annotations

from collections.abc import Iterator

from bleu_core.common.binomial import wilson_interval
from bleu_core.common.numerals import counted, fraction, percent, plural, points, whole
from bleu_core.common.wording import listed
from bleu_core.present.report.content import Content
from bleu_core.present.report.markup import Html, element
from bleu_core.present.report.tables import table
from bleu_core.segments.annotations import (
    SEVERITIES,
    SIGNS,
    VERDICTS,
    Agreement,
    Annotation,
    agreement,
    label_counts,
)

SIGN_TITLES = {"gain": "Δ > 0", "loss": "Δ < 0", "no change": "Δ = 0"}


def said(annotation: Annotation) -> Html:
    """Verdict, labels and note of a segment."""
    pieces = [element("b", annotation.verdict)] if annotation.verdict else []
    pieces += [
        element("span", element("bdi", str(label)), class_=f"mark {label.system.lower()}")
        for label in annotation.labels
    ]
    if annotation.note:
        pieces.append(element("span", annotation.note, class_="note", dir="auto"))
    return element("div", *pieces, class_="said")


def summary(content: Content) -> Iterator[Html]:
    """Verdicts against sentence Δ, and the labels by system and severity."""
    found = agreement(content.comparison, content.annotations)
    if any(found.table.values()):
        rows = [[v, *(whole(found.table[v, sign]) for sign in SIGNS)] for v in VERDICTS]
        titles = ["verdict", *(SIGN_TITLES[sign] for sign in SIGNS)]
        yield table(titles, rows, "verdicts", "Segments by verdict and sign of sentence Δ")
        yield element("p", agreed(found))
    counts = label_counts(content.annotations)
    if counts:
        rows = [
            [
                element("bdi", count.name),
                element("span", count.system, class_=count.system.lower()),
                *(whole(getattr(count, severity)) for severity in SEVERITIES),
                whole(count.total),
            ]
            for count in counts
        ]
        titles = ["label", "in", *SEVERITIES, "all"]
        yield table(titles, rows, "labels", "Labels by system and severity")


def agreed(found: Agreement) -> str:
    """Sentences on how often sentence Δ prefers what a person prefers, and what is left out."""
    if not found.judged:
        return "No verdict prefers an output where sentence BLEU prefers one too."
    part, chance = (percent(s, 1) for s in (found.agreed / found.judged, found.by_chance))
    low, high = (points(100 * end, 1) for end in wilson_interval(found.agreed, found.judged))
    left = [
        f"{counted(found.ties, 'verdict')} that {plural(found.ties, 'prefers', 'prefer')} "
        "neither output" if found.ties else "",
        f"{whole(found.unmoved)} where sentence BLEU does not" if found.unmoved else "",
    ]  # fmt: skip
    left_out = listed(filter(None, left))
    return (
        "Sentence BLEU prefers the output that the verdict prefers in "
        f"{fraction(found.agreed, found.judged)} segments: {part} (95 % interval, as if "
        f"segments were independent and drawn at random: {low} to {high} %). If the two had "
        f"nothing to do with each other, {chance} would be expected, from how often each "
        "prefers A and B." + (f" Left out: {left_out}." if left_out else "")
    )
